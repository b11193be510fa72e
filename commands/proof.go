package commands

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mergit-io/mergit/events"
)

// BundleID names what proves one end of a goal, on the chain: SHA-256 of the
// goal's ID, and for each end after a retry of "ID.n", n the number of retries.
// An ID has no dot, so no two goals share a name.
func BundleID(goal string, retries int) events.Digest {
	if retries > 0 {
		goal += "." + strconv.Itoa(retries)
	}
	return events.Sum([]byte(goal))
}

// PendProof announces the bundle of a goal that has ended.
type PendProof struct {
	GoalRef
	Bundle events.Digest `json:"bundle"`
	Root   events.Digest `json:"root"`
	Tasks  []string      `json:"tasks"`
}

// Name implements Command.
func (PendProof) Name() string { return "proof.pend" }

func (PendProof) guarded() bool { return true }

// Decide implements Command.
func (c PendProof) Decide(g *Goal, _ Request) ([]events.Event, error) {
	switch {
	case g.Status == GoalNone:
		return nil, refuse(NotFound, ErrGoalNotFound.Code, "no goal %s", c.Goal)
	case !g.Status.Ended():
		return nil, refuse(Conflict, "GOAL_OPEN", "goal %s has not ended", c.Goal)
	case g.Proof.Status != "" && g.Proof.Bundle == c.Bundle && g.Proof.Root == c.Root:
		return nil, nil
	case g.Proof.Status != "" && g.Proof.Retries == g.Retries:
		return nil, refuse(Conflict, "PROOF_EXISTS", "the proof of goal %s is %s already", c.Goal, g.Proof.Status)
	case c.Bundle != BundleID(c.Goal, g.Retries):
		return nil, refuse(Invalid, "PROOF_INVALID", "bundle %s is not that of goal %s after %d retries", c.Bundle, c.Goal, g.Retries)
	case !slices.EqualFunc(c.Tasks, g.DoneTasks(), func(id string, t *Task) bool { return id == t.ID }):
		return nil, refuse(Invalid, "PROOF_INVALID", "the leaves are not the done tasks of goal %s in plan order", c.Goal)
	}
	return []events.Event{events.ProofPending{Bundle: c.Bundle, Root: c.Root, Tasks: c.Tasks}}, nil
}

// RetryProof has recording tried again that was given up.
type RetryProof struct{ GoalRef }

// Name implements Command.
func (RetryProof) Name() string { return "proof.retry" }

// Decide implements Command.
func (c RetryProof) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if err := c.proves(g, events.Digest{}, "dead_lettered"); err != nil {
		return nil, err
	}
	return []events.Event{g.Proof.ProofPending}, nil
}

// SubmitProof says which transaction was sent.
type SubmitProof struct {
	GoalRef
	// Bundle is the one it records. If it is given, a command about an earlier
	// end of the goal is refused.
	Bundle events.Digest `json:"bundle,omitzero"`
	Chain  uint64        `json:"chain"`
	Signer string        `json:"signer"`
	Tx     string        `json:"tx"`
}

// Name implements Command.
func (SubmitProof) Name() string { return "proof.submit" }

func (SubmitProof) guarded() bool { return true }

// Decide implements Command.
func (c SubmitProof) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if err := c.proves(g, c.Bundle, "pending", "submitted"); err != nil {
		return nil, err
	}
	if g.Proof.Status == "submitted" && g.Proof.Tx == c.Tx {
		return nil, nil
	}
	return []events.Event{events.ProofSubmitted{Bundle: g.Proof.Bundle, Chain: c.Chain, Signer: c.Signer, Tx: c.Tx}}, nil
}

// ConfirmProof says that the transaction stands in a finalized block.
type ConfirmProof struct {
	GoalRef
	Bundle    events.Digest `json:"bundle,omitzero"` // as in SubmitProof
	Chain     uint64        `json:"chain"`
	Tx        string        `json:"tx"`
	Block     uint64        `json:"block"`
	BlockHash string        `json:"block_hash"`
}

// Name implements Command.
func (ConfirmProof) Name() string { return "proof.confirm" }

func (ConfirmProof) guarded() bool { return true }

// Decide implements Command.
func (c ConfirmProof) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if g.Proof.Status == "confirmed" && g.Proof.BlockHash == c.BlockHash && (c.Bundle.IsZero() || c.Bundle == g.Proof.Bundle) {
		return nil, nil
	}
	if err := c.proves(g, c.Bundle, "pending", "submitted", "dead_lettered"); err != nil {
		return nil, err
	}
	return []events.Event{events.ProofConfirmed{Bundle: g.Proof.Bundle, Chain: c.Chain, Tx: c.Tx, Block: c.Block, BlockHash: c.BlockHash}}, nil
}

// ReorgProof says that the block which confirmed a proof is gone.
type ReorgProof struct {
	GoalRef
	Bundle events.Digest `json:"bundle,omitzero"` // as in SubmitProof
	// BlockHash is the block that is gone. If it is given, a command that
	// arrives after another block has confirmed the proof is refused.
	BlockHash string `json:"block_hash,omitempty"`
}

// Name implements Command.
func (ReorgProof) Name() string { return "proof.reorg" }

func (c ReorgProof) guarded() bool { return c.BlockHash != "" }

// Decide implements Command.
func (c ReorgProof) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if g.Proof.Status == "submitted" && c.BlockHash != "" && g.Proof.BlockHash == c.BlockHash {
		return nil, nil
	}
	if err := c.proves(g, c.Bundle, "confirmed"); err != nil {
		return nil, err
	}
	if c.BlockHash != "" && c.BlockHash != g.Proof.BlockHash {
		return nil, refuse(Conflict, "PROOF_STATE", "the proof of goal %s stands in block %s, not %s", c.Goal, g.Proof.BlockHash, c.BlockHash)
	}
	p := g.Proof
	return []events.Event{events.ProofReorged{Bundle: p.Bundle, Tx: p.Tx, Block: p.Block, BlockHash: p.BlockHash}}, nil
}

// DeadLetterProof gives recording up.
type DeadLetterProof struct {
	GoalRef
	Bundle   events.Digest `json:"bundle,omitzero"` // as in SubmitProof
	Attempts int           `json:"attempts"`
	Reason   string        `json:"reason"`
}

// Name implements Command.
func (DeadLetterProof) Name() string { return "proof.dead_letter" }

func (DeadLetterProof) guarded() bool { return true }

// Decide implements Command.
func (c DeadLetterProof) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if g.Proof.Status == "dead_lettered" {
		return nil, nil
	}
	if err := c.proves(g, c.Bundle, "pending", "submitted"); err != nil {
		return nil, err
	}
	return []events.Event{events.ProofDeadLettered{Bundle: g.Proof.Bundle, Attempts: c.Attempts, Reason: c.Reason}}, nil
}

// proves refuses what needs a proof in one of some states. An earlier end of a
// goal has no say once the goal has ended again: what is recorded of it stays on
// the chain, and the log goes on with the proof of the newest end.
func (r GoalRef) proves(g *Goal, bundle events.Digest, allowed ...string) error {
	switch {
	case g.Status == GoalNone:
		return refuse(NotFound, ErrGoalNotFound.Code, "no goal %s", r.Goal)
	case !bundle.IsZero() && (bundle != g.Proof.Bundle || g.Status.Ended() && g.Proof.Retries != g.Retries):
		return refuse(Conflict, "PROOF_SUPERSEDED", "bundle %s is of an earlier end of goal %s", bundle, r.Goal)
	case !slices.Contains(allowed, g.Proof.Status):
		return refuse(Conflict, "PROOF_STATE", "the proof of goal %s is %s; this is for one that is %s",
			r.Goal, cmp.Or(g.Proof.Status, "not sent yet"), strings.Join(allowed, " or "))
	}
	return nil
}
