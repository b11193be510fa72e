// Package verify checks a goal from its first event to the chain. It believes nobody: not the read models, not the
// projector, not the commands that wrote the log, only what the log's digests and the chain's blocks commit to.
package verify

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Chain is what is asked of a node; txmgr.Node is one.
type Chain interface {
	ChainID(ctx context.Context) (*big.Int, error)
	Head(ctx context.Context, account common.Address) (txmgr.Head, error)
	BlockHash(ctx context.Context, number uint64) (common.Hash, error)
	Receipts(ctx context.Context, hashes ...common.Hash) ([]*types.Receipt, error)
	Call(ctx context.Context, to common.Address, finalized bool, data ...[]byte) ([][]byte, error)
}

// Source is where things are looked up. Log is required.
type Source struct {
	Log eventlog.Log
	// Keys open content. Without them, or without the goal's, content is not read; digests are checked all the same.
	Keys eventlog.Keys
	// Blobs holds large results. Without it they are not read.
	Blobs eventlog.Blobs
	// Chain and Contract are where the proof stands. Without them nothing is proven.
	Chain    Chain
	Contract common.Address
	// Checkpoint is one of the log that the goal's events are compared with, if there is any.
	Checkpoint *Signed
	// Rows compares the read models with the goal's events, if there are any.
	Rows Rows
}

// Rows compares the rows of a goal with its events and tells what differs.
type Rows func(ctx context.Context, history []events.Envelope[events.Event]) ([]Difference, error)

// Difference is a row that is not what the events say.
type Difference struct{ Task, Detail string }

// Class is a sort of fault.
type Class string

// The classes of faults.
const (
	Malformed      Class = "malformed"       // what is stored is no record
	Changed        Class = "changed"         // a record was changed after its successor named its digest
	Removed        Class = "removed"         // a record is gone
	Inserted       Class = "inserted"        // a record was put in from outside
	ContentChanged Class = "content_changed" // sealed content, or its hash, is another
	BlobChanged    Class = "blob_changed"    // a large result is another
	BlobMissing    Class = "blob_missing"    // a large result is gone
	NoCause        Class = "no_cause"        // something happened that nothing led to: an outcome without intent
	Repeated       Class = "repeated"        // something happened twice that can happen once
	RootDiffers    Class = "root_differs"    // the tasks are not those that were announced, or recorded on the chain
	Unproven       Class = "unproven"        // the chain does not confirm it, yet or any more
	NotFinal       Class = "not_final"       // its block could still be replaced
	Reorged        Class = "reorged"         // its block is not the chain's
	RowDiffers     Class = "row_differs"     // a read model says something else
)

// Report is what was found.
type Report struct {
	Workspace string `json:"workspace"`
	Goal      string `json:"goal"`
	OK        bool   `json:"ok"`
	Status    string `json:"status"` // of the goal
	Events    int    `json:"events"`
	// Forgotten counts events whose content was destroyed on purpose, Unread those whose key or blob is not at hand.
	Forgotten int     `json:"forgotten,omitempty"`
	Unread    int     `json:"unread,omitempty"`
	Checks    []Check `json:"checks"`
	Tasks     []Task  `json:"tasks"`

	Bundle    events.Digest `json:"bundle"`
	Root      events.Digest `json:"root"` // recomputed
	Chain     uint64        `json:"chain,omitempty"`
	Contract  string        `json:"contract,omitempty"`
	Tx        string        `json:"tx,omitempty"`
	Block     uint64        `json:"block,omitempty"`
	BlockHash string        `json:"block_hash,omitempty"`
	Finalized uint64        `json:"finalized,omitempty"` // block, when it was looked at
}

// Check is one thing that was looked at: a line for what holds, or one for each fault.
type Check struct {
	Name     string `json:"name"`
	OK       bool   `json:"ok"`
	Class    Class  `json:"class,omitempty"`
	Task     string `json:"task,omitempty"`
	Sequence uint64 `json:"sequence,omitempty"`
	Detail   string `json:"detail"`
}

func (c Check) String() string {
	if c.OK {
		return fmt.Sprintf("%s: %s", c.Name, c.Detail)
	}
	where := ""
	if c.Task != "" {
		where += " of task " + c.Task
	}
	if c.Sequence > 0 {
		where += fmt.Sprintf(" at sequence %d", c.Sequence)
	}
	return fmt.Sprintf("%s: %s%s: %s", c.Name, c.Class, where, c.Detail)
}

// Task is one leaf of the bundle.
type Task struct {
	ID     string        `json:"id"`
	Index  int           `json:"index"`
	Result events.Digest `json:"result"`
	Agent  string        `json:"agent,omitempty"`
	Leaf   string        `json:"leaf"` // data, hex
	Path   []string      `json:"path"` // hex, from the sibling up
	OK     bool          `json:"ok"`   // the contract says that it is in the bundle
}

// Faults lists what does not hold.
func (r Report) Faults() []Check { return faultsOf(r.Checks) }

func faultsOf(checks []Check) (faults []Check) {
	for _, c := range checks {
		if !c.OK {
			faults = append(faults, c)
		}
	}
	return faults
}

// ErrNoGoal says that the log knows nothing of a goal.
var ErrNoGoal = errors.New("no such goal in the log")

// Goal checks one goal. An error means that it could not be looked at; what does not hold is in the report.
func Goal(ctx context.Context, s Source, workspace, goal string) (Report, error) {
	v := &verifier{Source: s, report: Report{Workspace: workspace, Goal: goal, Tasks: []Task{}}}
	if err := v.run(ctx); err != nil {
		return Report{}, fmt.Errorf("verify goal %s: %w", goal, err)
	}
	v.report.OK = len(v.report.Faults()) == 0
	return v.report, nil
}

// verifier is one check of one goal.
type verifier struct {
	Source
	report  Report
	history []entry // in the order of the log
	faults  []Check // of the check in progress
}

// entry is a record and what it says.
type entry struct {
	eventlog.Record
	digest    events.Digest
	fact      events.Event // nil if it cannot be decoded
	forgotten bool
}

func (v *verifier) run(ctx context.Context) error {
	if err := events.GoalStream(v.report.Workspace, v.report.Goal).Check(); err != nil {
		return err
	}
	whole, err := v.read(ctx)
	if err != nil || !whole {
		return err
	}
	v.chains()
	v.causes()
	v.runs()
	if err := v.contents(ctx); err != nil {
		return err
	}
	if err := v.covered(ctx); err != nil {
		return err
	}
	if err := v.proof(ctx); err != nil {
		return err
	}
	return v.rows(ctx)
}

// fault notes what does not hold.
func (v *verifier) fault(class Class, task string, at events.Revision, format string, args ...any) {
	if task == "" {
		task = v.taskAt(at)
	}
	v.faults = append(v.faults, Check{Class: class, Task: task, Sequence: uint64(at), Detail: fmt.Sprintf(format, args...)})
}

// taskAt is the task that the event at a revision says it is about; it may say
// so wrongly, and still that is where to look.
func (v *verifier) taskAt(at events.Revision) string {
	for _, e := range v.history {
		if e.Revision != at || at == 0 {
			continue
		}
		var said struct{ Task string }
		if json.Unmarshal(e.Body, &said) == nil && events.IsToken(said.Task) {
			return said.Task
		}
		return taskOf(e.Stream)
	}
	return ""
}

// done ends a check: with its faults, or with what was found to hold.
func (v *verifier) done(name, format string, args ...any) {
	if len(v.faults) == 0 {
		v.report.Checks = append(v.report.Checks, Check{Name: name, OK: true, Detail: fmt.Sprintf(format, args...)})
	}
	for _, f := range v.faults {
		f.Name = name
		v.report.Checks = append(v.report.Checks, f)
	}
	v.faults = nil
}

// read takes in all records of the goal. It reports false if they end at one that is none.
func (v *verifier) read(ctx context.Context) (whole bool, err error) {
	query := eventlog.Query{Subjects: []string{eventlog.GoalFilter(v.report.Workspace, v.report.Goal)}}
	for r, err := range v.Log.Read(ctx, query) {
		if malformed, ok := errors.AsType[*eventlog.MalformedRecordError](err); ok {
			v.fault(Malformed, "", malformed.Revision, "%v", malformed.Err)
			break
		}
		if err != nil {
			return false, err
		}
		v.history = append(v.history, entry{Record: r, digest: r.Digest()})
	}
	v.report.Events = len(v.history)
	if len(v.history) == 0 && len(v.faults) == 0 {
		return false, ErrNoGoal
	}
	seen := make(map[events.ID]events.Revision, len(v.history))
	for _, e := range v.history {
		if first, ok := seen[e.ID]; ok {
			v.fault(Inserted, taskOf(e.Stream), e.Revision, "event %s stands at sequence %d already", e.ID, first)
		}
		seen[e.ID] = e.Revision
	}
	whole = len(v.faults) == 0 || v.faults[0].Class != Malformed
	v.done("records", "%d events", len(v.history))
	if !whole {
		return false, nil
	}
	return true, v.decode(ctx)
}

// taskOf is the task whose run a stream is.
func taskOf(s events.StreamID) string {
	if s.IsRun() {
		return s.Part
	}
	return ""
}

// rows has the read models compared.
func (v *verifier) rows(ctx context.Context) error {
	if v.Rows == nil {
		return nil
	}
	history := make([]events.Envelope[events.Event], 0, len(v.history))
	for _, e := range v.history {
		if e.fact == nil {
			return nil // named already
		}
		history = append(history, events.Envelope[events.Event]{Meta: e.Meta, Fact: e.fact, Digest: e.digest, Forgotten: e.forgotten})
	}
	differences, err := v.Rows(ctx, history)
	if err != nil {
		return fmt.Errorf("compare rows: %w", err)
	}
	for _, d := range differences {
		v.fault(RowDiffers, d.Task, 0, "%s", d.Detail)
	}
	v.done("rows", "the read models say the same")
	return nil
}

func text(data []byte) string { return hex.EncodeToString(data) }
