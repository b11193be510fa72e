package projections

import (
	"fmt"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Where a proof stands.
const (
	ProofPending      = "pending"
	ProofSubmitted    = "submitted"
	ProofConfirmed    = "confirmed"
	ProofReorged      = "reorged"
	ProofDeadLettered = "dead_lettered"
)

// ProofRow is the bundle of a goal's done tasks and how far its recording is.
type ProofRow struct {
	Goal      string     `json:"goal"`
	Workspace string     `json:"workspace"`
	Bundle    string     `json:"bundle"`
	Root      string     `json:"root"`
	Tasks     []string   `json:"tasks"`
	Status    string     `json:"status"`
	Chain     int64      `json:"chain,omitempty"`
	Signer    string     `json:"signer,omitempty"`
	Tx        string     `json:"tx,omitempty"`
	Block     int64      `json:"block,omitempty"`
	BlockHash string     `json:"block_hash,omitempty"`
	Attempts  int64      `json:"attempts,omitempty"` // when it was given up
	Reason    string     `json:"reason,omitempty"`
	Created   time.Time  `json:"created_at"`
	Submitted *time.Time `json:"submitted_at,omitempty"`
	Confirmed *time.Time `json:"confirmed_at,omitempty"`
	Updated   time.Time  `json:"updated_at"`
	Revision  int64      `json:"revision"`
}

// Key implements Keyed.
func (r *ProofRow) Key() string { return r.Goal }

// LeafRow is one task of a bundle: all that its leaf is made of.
type LeafRow struct {
	Goal         string `json:"goal"`
	Task         string `json:"task"`
	Position     int64  `json:"index"` // of the leaf in the tree
	Result       string `json:"result_hash"`
	AgentAddress string `json:"agent_address,omitempty"`
}

// Key implements Keyed.
func (r *LeafRow) Key() string { return r.Task }

var proofTable = &table[Goal, *ProofRow]{
	name: "proofs", keys: 1,
	indexes: []string{"(bundle)"},
	rows:    func(g *Goal) *Rows[*ProofRow] { return &g.Proofs },
	empty:   func() *ProofRow { return new(ProofRow) },
	columns: []Column[*ProofRow]{
		Text("goal", func(r *ProofRow) *string { return &r.Goal }),
		Fixed(Text("workspace", func(r *ProofRow) *string { return &r.Workspace })),
		Fixed(Text("bundle", func(r *ProofRow) *string { return &r.Bundle })),
		Fixed(Text("root", func(r *ProofRow) *string { return &r.Root })),
		Fixed(List("tasks", func(r *ProofRow) *[]string { return &r.Tasks })),
		Text("status", func(r *ProofRow) *string { return &r.Status }),
		Number("chain", func(r *ProofRow) *int64 { return &r.Chain }),
		Text("signer", func(r *ProofRow) *string { return &r.Signer }),
		Text("tx", func(r *ProofRow) *string { return &r.Tx }),
		Number("block", func(r *ProofRow) *int64 { return &r.Block }),
		Text("block_hash", func(r *ProofRow) *string { return &r.BlockHash }),
		Number("attempts", func(r *ProofRow) *int64 { return &r.Attempts }),
		Text("reason", func(r *ProofRow) *string { return &r.Reason }),
		Fixed(Time("created", func(r *ProofRow) *time.Time { return &r.Created })),
		MaybeTime("submitted", func(r *ProofRow) **time.Time { return &r.Submitted }),
		MaybeTime("confirmed", func(r *ProofRow) **time.Time { return &r.Confirmed }),
		Time("updated", func(r *ProofRow) *time.Time { return &r.Updated }),
		Number("revision", func(r *ProofRow) *int64 { return &r.Revision }),
	},
}

var leafTable = &table[Goal, *LeafRow]{
	name: "leaves", keys: 2, task: "task",
	rows:  func(g *Goal) *Rows[*LeafRow] { return &g.Leaves },
	empty: func() *LeafRow { return new(LeafRow) },
	columns: []Column[*LeafRow]{
		Text("goal", func(r *LeafRow) *string { return &r.Goal }),
		Text("task", func(r *LeafRow) *string { return &r.Task }),
		Number("position", func(r *LeafRow) *int64 { return &r.Position }),
		Text("result_hash", func(r *LeafRow) *string { return &r.Result }),
		Text("agent_address", func(r *LeafRow) *string { return &r.AgentAddress }),
	},
}

var proofRoutes = []Route{
	On(proofPending),
	On(proofSubmitted),
	On(proofConfirmed),
	On(proofReorged),
	On(proofDeadLettered),
}

func proofPending(g *Goal, e events.Envelope[events.ProofPending]) error {
	if _, err := g.goal(e.Meta); err != nil {
		return err
	}
	f := e.Fact
	g.Proofs.Put(&ProofRow{
		Goal: e.Stream.ID, Workspace: e.Stream.Workspace, Bundle: digestText(f.Bundle), Root: digestText(f.Root), Tasks: some(f.Tasks),
		Status: ProofPending, Created: e.Time, Updated: e.Time, Revision: int64(e.Revision),
	})
	for i, id := range f.Tasks {
		t, ok := g.Tasks.Get(id)
		if !ok {
			return fmt.Errorf("the bundle of goal %s has a leaf for %s, which is no task of it", e.Stream.ID, id)
		}
		g.Leaves.Put(&LeafRow{Goal: e.Stream.ID, Task: id, Position: int64(i), Result: t.Result, AgentAddress: t.AgentAddress})
	}
	return nil
}

// proof is the goal's proof, brought to the event's moment.
func (g *Goal) proof(e events.Meta, status string) (*ProofRow, error) {
	if _, err := g.goal(e); err != nil {
		return nil, err
	}
	row, ok := g.Proofs.Edit(e.Stream.ID)
	if !ok {
		return nil, fmt.Errorf("goal %s has no bundle", e.Stream.ID)
	}
	row.Status, row.Updated, row.Revision = status, e.Time, int64(e.Revision)
	return row, nil
}

func proofSubmitted(g *Goal, e events.Envelope[events.ProofSubmitted]) error {
	row, err := g.proof(e.Meta, ProofSubmitted)
	if err != nil {
		return err
	}
	row.Chain, row.Signer, row.Tx = int64(e.Fact.Chain), e.Fact.Signer, e.Fact.Tx
	row.Block, row.BlockHash, row.Submitted, row.Confirmed = 0, "", moment(e.Time), nil
	row.Attempts, row.Reason = 0, ""
	return nil
}

func proofConfirmed(g *Goal, e events.Envelope[events.ProofConfirmed]) error {
	row, err := g.proof(e.Meta, ProofConfirmed)
	if err != nil {
		return err
	}
	row.Chain, row.Tx, row.Block, row.BlockHash = int64(e.Fact.Chain), e.Fact.Tx, int64(e.Fact.Block), e.Fact.BlockHash
	row.Confirmed = moment(e.Time)
	return nil
}

func proofReorged(g *Goal, e events.Envelope[events.ProofReorged]) error {
	row, err := g.proof(e.Meta, ProofReorged)
	if err != nil {
		return err
	}
	row.Block, row.BlockHash, row.Confirmed = 0, "", nil
	return nil
}

func proofDeadLettered(g *Goal, e events.Envelope[events.ProofDeadLettered]) error {
	row, err := g.proof(e.Meta, ProofDeadLettered)
	if err != nil {
		return err
	}
	row.Attempts, row.Reason = int64(e.Fact.Attempts), e.Fact.Reason
	return nil
}
