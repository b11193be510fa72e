package node

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/wire"
)

// refused is a caller's mistake.
type refused struct{ code, text string }

func (r *refused) Error() string   { return r.text }
func (r *refused) Refused() string { return r.code }

func mistake(format string, args ...any) error {
	return &refused{"CALL_INVALID", fmt.Sprintf(format, args...)}
}

// agent finds the address of an agent.
func (e *economics) agent(ctx context.Context, workspace, id string) (common.Address, error) {
	if !events.IsToken(id) {
		return common.Address{}, mistake("agent: name one by its ID")
	}
	address := ""
	err := e.node.set.Agents.View(ctx, events.AgentStream(workspace, id), true, func(a *commands.Agent, _ events.Revision) {
		address = a.Registered.Address
	})
	if err != nil {
		return common.Address{}, err
	}
	if address == "" {
		return common.Address{}, api.ErrNotFound
	}
	return wallet.ParseAddress(address)
}

func addressOf(field, text string) (common.Address, error) {
	at, err := wallet.ParseAddress(text)
	if err != nil {
		return at, mistake("%s: %v", field, err)
	}
	return at, nil
}

func amountOf(field, text string) (*big.Int, error) {
	amount, err := economy.ParseAmount(text)
	if err != nil {
		return nil, mistake("%s: %v", field, err)
	}
	return amount, nil
}

// made writes a call as it goes over the wire.
func made(at economy.Contracts, c economy.Call) wire.UnsignedCall {
	return wire.UnsignedCall{Chain: at.ChainID, To: c.To.Hex(), Data: hexutil.Encode(c.Data), Value: c.Value.String(), Does: c.Does}
}

// StakeCall implements api.Economy.
func (e *economics) StakeCall(ctx context.Context, workspace string, c wire.StakeCall) (wire.UnsignedCall, error) {
	none := wire.UnsignedCall{}
	r, err := e.reader(ctx)
	if err != nil {
		return none, err
	}
	switch c.Action {
	case "deposit":
		amount, err := amountOf("amount", c.Amount)
		if err != nil {
			return none, err
		}
		agent, err := e.agent(ctx, workspace, c.Agent)
		return made(r.At, r.At.Deposit(agent, amount)), err
	case "unbond":
		amount, err := amountOf("amount", c.Amount)
		if err != nil {
			return none, err
		}
		return made(r.At, r.At.Unbond(amount)), nil
	case "withdraw":
		to, err := addressOf("to", c.To)
		return made(r.At, r.At.Withdraw(r.At.Stakes, to)), err
	}
	return none, mistake("action: want deposit, unbond or withdraw, not %q", c.Action)
}

// ChallengeCall implements api.Economy.
func (e *economics) ChallengeCall(ctx context.Context, _ string, c wire.ChallengeCall, document []byte) (wire.UnsignedCall, error) {
	none := wire.UnsignedCall{}
	r, err := e.reader(ctx)
	if err != nil {
		return none, err
	}
	number, numbered := new(big.Int).SetString(c.Challenge, 10)
	if c.Action == "answer" || c.Action == "resolve" || c.Action == "expire" {
		if !numbered || number.Sign() <= 0 {
			return none, mistake("challenge: name one by its number")
		}
	}
	if (c.Action == "open" || c.Action == "answer") && document == nil {
		return none, mistake("evidence: name a document by its hash; store it first with POST /evidence")
	}
	switch c.Action {
	case "open":
		said, _, err := economy.ParseEvidence(document)
		if err != nil {
			return none, mistake("%v", err)
		}
		terms, err := r.ChallengeTerms(ctx)
		if err != nil {
			return none, err
		}
		bond := terms.Bond
		if c.Bond != "" {
			if bond, err = amountOf("bond", c.Bond); err != nil {
				return none, err
			}
		}
		return made(r.At, r.At.Open(merkle.BundleID(said.Goal), events.Sum([]byte(said.Task)), common.HexToAddress(said.Agent), economy.Hash(document), bond)), nil
	case "answer":
		return made(r.At, r.At.Answer(number, economy.Hash(document))), nil
	case "resolve":
		penalty := new(big.Int)
		if c.Penalty != "" {
			if penalty, err = amountOf("penalty", c.Penalty); err != nil {
				return none, err
			}
		}
		return made(r.At, r.At.Resolve(number, c.Upheld, penalty)), nil
	case "expire":
		return made(r.At, r.At.Expire(number)), nil
	case "withdraw":
		to, err := addressOf("to", c.To)
		return made(r.At, r.At.Withdraw(r.At.Challenges, to)), err
	}
	return none, mistake("action: want open, answer, resolve, expire or withdraw, not %q", c.Action)
}

// EscrowCall implements api.Economy.
func (e *economics) EscrowCall(ctx context.Context, workspace string, c wire.EscrowCall, known wire.Escrow, p wire.Proof) (wire.UnsignedCall, error) {
	none := wire.UnsignedCall{}
	r, err := e.reader(ctx)
	if err != nil {
		return none, err
	}
	switch c.Action {
	case "fund":
		return e.fund(ctx, r, workspace, c)
	case "withdraw":
		to, err := addressOf("to", c.To)
		return made(r.At, r.At.Withdraw(r.At.Escrows, to)), err
	case "prove", "release", "refund":
	default:
		return none, mistake("action: want fund, prove, release, refund or withdraw, not %q", c.Action)
	}
	if known.ID == "" {
		return none, mistake("escrow: name one by its ID")
	}
	terms, err := TermsOf(known)
	if err != nil {
		return none, err
	}
	switch c.Action {
	case "release":
		return made(r.At, r.At.Release(terms)), nil
	case "refund":
		return made(r.At, r.At.Refund(terms)), nil
	}
	inclusion, err := InclusionOf(p, known.Task)
	if err != nil {
		return none, err
	}
	return made(r.At, r.At.Prove(terms, inclusion)), nil
}

func (e *economics) fund(ctx context.Context, r economy.Reader, workspace string, c wire.EscrowCall) (wire.UnsignedCall, error) {
	none := wire.UnsignedCall{}
	if !events.IsToken(c.Goal) || !events.IsToken(c.Task) {
		return none, mistake("goal and task: name both by their IDs")
	}
	amount, err := amountOf("amount", c.Amount)
	if err != nil {
		return none, err
	}
	deadline, err := time.Parse(time.RFC3339, c.Deadline)
	if err != nil || deadline.Unix() < 0 {
		return none, mistake("deadline: want a time like 2026-01-02T15:04:05Z")
	}
	payer, err := addressOf("payer", c.Payer)
	if err != nil {
		return none, err
	}
	payee, err := e.agent(ctx, workspace, c.Agent)
	if err != nil {
		return none, err
	}
	terms := economy.Terms{Goal: merkle.BundleID(c.Goal), Task: events.Sum([]byte(c.Task)), Payer: payer, Payee: payee, Deadline: uint64(deadline.Unix())}
	call := made(r.At, r.At.Fund(terms, amount))
	call.Escrow = terms.ID().Hex()
	return call, nil
}

// TermsOf are the terms of an escrow that was read, which must be those of its ID.
func TermsOf(e wire.Escrow) (economy.Terms, error) {
	var t economy.Terms
	goal, err := hex.DecodeString(e.GoalHash)
	task, other := hex.DecodeString(e.TaskHash)
	if err := errors.Join(err, other); err != nil || len(goal) != 32 || len(task) != 32 {
		return t, fmt.Errorf("escrow %s: the hashes of its task are not readable", e.ID)
	}
	t = economy.Terms{Goal: [32]byte(goal), Task: [32]byte(task), Payer: common.HexToAddress(e.Payer), Payee: common.HexToAddress(e.Payee), Deadline: uint64(e.Deadline.Unix())}
	if !strings.EqualFold(t.ID().Hex(), e.ID) {
		return t, fmt.Errorf("escrow %s was read with other terms than its ID stands for: do not pay anything for it", e.ID)
	}
	return t, nil
}

// InclusionOf is where a task's leaf is in the goal's bundle, of a proof that was read.
func InclusionOf(p wire.Proof, task string) (economy.Inclusion, error) {
	leaves := make([]merkle.Leaf, len(p.Leaves))
	for i, l := range p.Leaves {
		result, err := hex.DecodeString(l.ResultHash)
		if err != nil || len(result) != 32 || l.Index != int64(i) {
			return economy.Inclusion{}, fmt.Errorf("the proof of goal %s has an unreadable leaf for %s", p.Goal, l.Task)
		}
		leaves[i] = merkle.Leaf{Goal: p.Goal, Task: l.Task, Agent: common.HexToAddress(l.AgentAddress), Result: [32]byte(result)}
	}
	if root := merkle.Root(leaves); hex.EncodeToString(root[:]) != p.Root {
		return economy.Inclusion{}, fmt.Errorf("the leaves of goal %s do not have the root that was announced; check with: mergit verify goal %s", p.Goal, p.Goal)
	}
	if first := merkle.BundleID(p.Goal); hex.EncodeToString(first[:]) != p.Bundle {
		return economy.Inclusion{}, &refused{"GOAL_RETRIED", fmt.Sprintf(
			"goal %s was retried: its newest proof is bundle %s, and an escrow is proven by that of the goal's first end", p.Goal, p.Bundle)}
	}
	inclusion, ok := economy.Include(leaves, task)
	if !ok {
		return inclusion, fmt.Errorf("the proof of goal %s has no leaf for task %s", p.Goal, task)
	}
	return inclusion, nil
}
