package commands

import (
	"math/big"
	"strings"

	"github.com/mergit-io/mergit/events"
)

// SeeEscrow says that money was put aside for the agent in a finalized block.
type SeeEscrow struct {
	AgentRef
	Escrow events.EscrowFunded `json:"escrow"`
}

// Name implements Command.
func (SeeEscrow) Name() string { return "escrow.see" }

func (SeeEscrow) guarded() bool { return true }

// Decide implements Command.
func (c SeeEscrow) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	if _, ok := a.Escrow(c.Escrow.At, c.Escrow.Escrow); ok {
		return nil, nil
	}
	if _, ok := wei(c.Escrow.Amount); !ok {
		return nil, notWei("amount", c.Escrow.Amount)
	}
	return []events.Event{c.Escrow}, nil
}

// SeeEscrowProof says that an escrow's task was proven in a finalized block.
type SeeEscrowProof struct {
	AgentRef
	Proven events.EscrowProven `json:"proven"`
}

// Name implements Command.
func (SeeEscrowProof) Name() string { return "escrow.see_proof" }

func (SeeEscrowProof) guarded() bool { return true }

// Decide implements Command.
func (c SeeEscrowProof) Decide(a *Agent, _ Request) ([]events.Event, error) {
	return c.moved(a, c.Proven.At, c.Proven.Escrow, c.Proven, EscrowProven, EscrowFunded)
}

// SeeRelease says that an escrow became due to the agent in a finalized block.
type SeeRelease struct {
	AgentRef
	Released events.EscrowReleased `json:"released"`
}

// Name implements Command.
func (SeeRelease) Name() string { return "escrow.see_release" }

func (SeeRelease) guarded() bool { return true }

// Decide implements Command.
func (c SeeRelease) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if _, ok := wei(c.Released.Amount); !ok {
		return nil, notWei("amount", c.Released.Amount)
	}
	return c.moved(a, c.Released.At, c.Released.Escrow, c.Released, EscrowReleased, EscrowProven)
}

// SeeRefund says that an escrow became due to its payer in a finalized block.
type SeeRefund struct {
	AgentRef
	Refunded events.EscrowRefunded `json:"refunded"`
}

// Name implements Command.
func (SeeRefund) Name() string { return "escrow.see_refund" }

func (SeeRefund) guarded() bool { return true }

// Decide implements Command.
func (c SeeRefund) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if _, ok := wei(c.Refunded.Amount); !ok {
		return nil, notWei("amount", c.Refunded.Amount)
	}
	return c.moved(a, c.Refunded.At, c.Refunded.Escrow, c.Refunded, EscrowRefunded, EscrowFunded, EscrowProven)
}

// rank orders where an escrow can stand.
var rank = map[string]int{EscrowFunded: 1, EscrowProven: 2, EscrowReleased: 3, EscrowRefunded: 3}

// moved emits what brings an escrow on, unless it stands there or beyond: the
// chain goes one way, so a step that is behind was seen before.
func (r AgentRef) moved(a *Agent, at events.OnChain, id string, fact events.Event, to string, from ...string) ([]events.Event, error) {
	if err := r.known(a); err != nil {
		return nil, err
	}
	escrow, ok := a.Escrow(at, id)
	if !ok {
		return nil, refuse(NotFound, "ESCROW_NOT_FOUND", "agent %s has no escrow %s in %s", r.Agent, id, at.Contract)
	}
	for _, status := range from {
		if escrow.Status == status {
			return []events.Event{fact}, nil
		}
	}
	if escrow.Status == to || rank[escrow.Status] > rank[to] {
		return nil, nil
	}
	return nil, refuse(Conflict, "ESCROW_STATE", "escrow %s is %s and cannot have become %s", id, escrow.Status, to)
}

// wei reads an amount as facts carry it: decimal digits, no sign, no leading
// zero, at most 78 digits as a number of 256 bits has.
func wei(text string) (*big.Int, bool) {
	if text == "" || len(text) > 78 || strings.Trim(text, "0123456789") != "" || len(text) > 1 && text[0] == '0' {
		return nil, false
	}
	return new(big.Int).SetString(text, 10)
}

// orNone reads an amount that was stored; none is zero.
func orNone(text string) *big.Int {
	if amount, ok := wei(text); ok {
		return amount
	}
	return new(big.Int)
}

func notWei(field, text string) error {
	return refuse(Invalid, "AMOUNT_INVALID", "%s: %q is no number of wei", field, text)
}
