package verify_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

func TestProvenGoalHolds(t *testing.T) {
	t.Parallel()
	failed := chaintest.Tasks(3)
	failed[1].Result = ""
	p, goals := prove(t, tasks(), failed, chaintest.Tasks(1))
	for i, goal := range goals {
		report := check(t, p.source(), goal)
		for _, c := range report.Checks {
			if t.Log(c); !c.OK {
				t.Error(c)
			}
		}
		if !report.OK || report.Block == 0 || report.Finalized < report.Block || len(report.Tasks) != []int{3, 2, 1}[i] {
			t.Errorf("%+v", report)
		}
		for _, task := range report.Tasks {
			if !task.OK {
				t.Errorf("task %s is not in the bundle", task.ID)
			}
		}
		offline := p.source()
		offline.Log = copied(t, p.records(t, goal))
		if again := check(t, offline, goal); !again.OK || again.Root != report.Root {
			t.Errorf("a copy of the log: %v", again.Faults())
		}
		stranger := verify.Source{Log: offline.Log, Chain: p.node, Contract: p.contract}
		if again := check(t, stranger, goal); !again.OK || again.Unread == 0 {
			t.Errorf("without keys: %d unread, %v", again.Unread, again.Faults())
		}
	}
	report := check(t, p.source(), goals[0])
	if report.Status != "done" || report.Tasks[0].Agent != common.HexToAddress(agent).Hex() {
		t.Errorf("%+v", report)
	}
	if err := p.Keys.Destroy(t.Context(), goals[0]); err != nil {
		t.Fatal(err)
	}
	if report = check(t, p.source(), goals[0]); !report.OK || report.Forgotten == 0 {
		t.Errorf("forgotten content: %d events, %v", report.Forgotten, report.Faults())
	}
	if _, err := verify.Goal(t.Context(), p.source(), chaintest.Workspace, "nobody"); !errors.Is(err, verify.ErrNoGoal) {
		t.Errorf("a goal that is not there: %v", err)
	}
	if _, err := verify.Goal(t.Context(), p.source(), chaintest.Workspace, "*"); err == nil {
		t.Error("a wildcard was looked up")
	}
}

// index finds the nth record of a kind.
func index(t *testing.T, records []eventlog.Record, kind string, n int) int {
	t.Helper()
	for i, r := range records {
		if r.Kind == kind {
			if n--; n < 0 {
				return i
			}
		}
	}
	t.Fatalf("no such %s", kind)
	return 0
}

// edit changes one field of a body.
func edit(t *testing.T, r *eventlog.Record, change func(body map[string]any)) {
	t.Helper()
	var body map[string]any
	if err := json.Unmarshal(r.Body, &body); err != nil {
		t.Fatal(err)
	}
	change(body)
	var err error
	if r.Body, err = json.Marshal(body); err != nil {
		t.Fatal(err)
	}
}

// TestTamperingWithTheLogIsNamed changes a copy of the log of one goal in every way there is, and wants class, task and
// place named.
func TestTamperingWithTheLogIsNamed(t *testing.T) {
	t.Parallel()
	p, goals := prove(t, tasks(), chaintest.Tasks(2))
	goal := goals[0]
	stored, foreign := p.records(t, goal), p.records(t, goals[1])
	result := func(n int) int { return index(t, stored, "task.tool_result", n) }
	at := func(kind string, n int) events.Revision { return stored[index(t, stored, kind, n)].Revision }

	for name, c := range map[string]struct {
		tamper func(t *testing.T, r []eventlog.Record) []eventlog.Record
		class  verify.Class
		task   string
		at     events.Revision
	}{
		"a plan says something else": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				edit(t, &r[index(t, r, "goal.planned", 0)], func(b map[string]any) { b["version"] = 2 })
				return r
			}, verify.Changed, "", at("goal.planned", 0),
		},
		"a call says something else": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				edit(t, &r[index(t, r, "task.tool_call", 1)], func(b map[string]any) { b["effect"] = "write" })
				return r
			}, verify.Changed, "task-1", at("task.tool_call", 1),
		},
		"the last event of a run says something else": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				edit(t, &r[result(1)], func(b map[string]any) { b["duration_us"] = 7 })
				return r
			}, verify.Changed, "task-1", stored[result(1)].Revision,
		},
		"somebody else did it": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				r[index(t, r, "task.started", 0)].Actor = "executor:mallory"
				return r
			}, verify.Changed, "task-0", at("task.started", 0),
		},
		"sealed content is another": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				other := foreign[index(t, foreign, "task.tool_result", 0)]
				var from map[string]any
				if err := json.Unmarshal(other.Body, &from); err != nil {
					t.Fatal(err)
				}
				edit(t, &r[result(0)], func(b map[string]any) {
					b["result"].(map[string]any)["said"] = from["result"].(map[string]any)["said"]
				})
				return r
			}, verify.ContentChanged, "task-0", stored[result(0)].Revision,
		},
		"a sealed result is emptied": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				edit(t, &r[result(0)], func(b map[string]any) { b["result"].(map[string]any)["said"] = nil })
				return r
			}, verify.ContentChanged, "task-0", stored[result(0)].Revision,
		},
		"an event of the goal is gone": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				i := index(t, r, "task.started", 1)
				return slices.Delete(r, i, i+1)
			}, verify.Removed, "task-1", at("task.completed", 1),
		},
		"an intent is gone": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				i := index(t, r, "task.tool_call", 0)
				return slices.Delete(r, i, i+1)
			}, verify.Removed, "task-0", stored[result(0)].Revision,
		},
		"an outcome is gone": {
			func(_ *testing.T, r []eventlog.Record) []eventlog.Record {
				return slices.Delete(r, result(0), result(0)+1)
			}, verify.Removed, "task-0", at("task.completed", 0),
		},
		"a whole run is gone": {
			func(_ *testing.T, r []eventlog.Record) []eventlog.Record {
				return slices.DeleteFunc(r, func(r eventlog.Record) bool { return r.Stream.Part == "task-2" })
			}, verify.Removed, "task-2", at("task.completed", 2),
		},
		"an event is put into the goal": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				i := index(t, r, "goal.planned", 0)
				forged := r[i]
				forged.ID, forged.Revision, forged.Ordinal = "forged", 1<<20, 2
				return append(r, forged)
			}, verify.Inserted, "", 1 << 20,
		},
		"an event is put into a run": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				// Between its last event and the completion that names it, right after in the chain.
				i := index(t, r, "task.completed", 2)
				last := r[i-1]
				forged := last
				forged.ID, forged.Ordinal, forged.Previous = "forged", last.Ordinal+1, last.Digest()
				return renumber(slices.Insert(r, i, forged))
			}, verify.Inserted, "task-2", 0,
		},
		"an event stands twice": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				again := r[index(t, r, "task.completed", 0)]
				again.Revision = 1 << 20
				return append(r, again)
			}, verify.Inserted, "task-0", 1 << 20,
		},
		"an event is under another subject": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				i := index(t, r, "task.started", 0)
				r[i].Kind = "task.completed"
				return r
			}, verify.Changed, "task-0", at("task.started", 0),
		},
		"the confirmation names another transaction": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				edit(t, &r[index(t, r, "proof.confirmed", 0)], func(b map[string]any) { b["tx"] = common.Hash{1}.Hex() })
				return r
			}, verify.Unproven, "", at("proof.pending", 0),
		},
		"the confirmation names another block": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record {
				edit(t, &r[index(t, r, "proof.confirmed", 0)], func(b map[string]any) { b["block_hash"] = common.Hash{1}.Hex() })
				return r
			}, verify.Reorged, "", at("proof.pending", 0),
		},
		"the end of the log is gone": {
			func(t *testing.T, r []eventlog.Record) []eventlog.Record { return r[:index(t, r, "proof.pending", 0)] },
			verify.Unproven, "", 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			records := slices.Clone(stored)
			for i := range records {
				records[i].Body = slices.Clone(records[i].Body)
			}
			s := p.source()
			s.Log = copied(t, c.tamper(t, records))
			wants(t, check(t, s, goal), c.class, c.task, c.at)
		})
	}
}

// renumber gives records the places that a log would.
func renumber(records []eventlog.Record) []eventlog.Record {
	for i := range records {
		records[i].Revision = events.Revision(10_000 + i)
	}
	return records
}

func TestTamperingWithBlobsIsNamed(t *testing.T) {
	t.Parallel()
	p, goals := prove(t, tasks())
	records := p.records(t, goals[0])
	at := records[index(t, records, "task.tool_result", 1)].Revision
	for name, c := range map[string]struct {
		blobs func(eventlog.Blobs) eventlog.Blobs
		class verify.Class
	}{
		"it is gone":            {func(eventlog.Blobs) eventlog.Blobs { return none{} }, verify.BlobMissing},
		"it is another":         {func(b eventlog.Blobs) eventlog.Blobs { return flipped{b, false} }, verify.BlobChanged},
		"it says that it is it": {func(b eventlog.Blobs) eventlog.Blobs { return flipped{b, true} }, verify.BlobChanged},
	} {
		s := p.source()
		s.Blobs = c.blobs(s.Blobs)
		t.Run(name, func(t *testing.T) { wants(t, check(t, s, goals[0]), c.class, "task-1", at) })
	}
	s := p.source()
	s.Blobs = nil
	if report := check(t, s, goals[0]); !report.OK || report.Unread != 1 {
		t.Errorf("without blobs: %d unread, %v", report.Unread, report.Faults())
	}
}

type none struct{ eventlog.Blobs }

func (none) Get(context.Context, events.Digest) ([]byte, error) { return nil, eventlog.ErrNoBlob }

// flipped changes a bit of every blob; a silent one does not say so.
type flipped struct {
	eventlog.Blobs
	silent bool
}

func (f flipped) Get(ctx context.Context, digest events.Digest) ([]byte, error) {
	blob, err := f.Blobs.Get(ctx, digest)
	if err != nil {
		return nil, err
	}
	blob = slices.Clone(blob)
	blob[len(blob)/2] ^= 1
	if f.silent {
		return blob, nil
	}
	return nil, &eventlog.CorruptBlobError{Want: digest, Have: events.Sum(blob)}
}

// rewritten is the log of somebody who has all keys: one result is another, and every digest was made anew.
func rewritten(t *testing.T, p *proven, goal, task string, root bool) []eventlog.Record {
	t.Helper()
	codec, key := eventlog.Codec{Keys: p.Keys}, must(p.Keys.Key(t.Context(), goal))(t)
	salt := events.Sum([]byte("salt"))
	forged, _, err := events.NewContent(salt[:], json.RawMessage(`{"content":"a lie"}`), key)
	if err != nil {
		t.Fatal(err)
	}
	chains, leaves := map[events.StreamID]*eventlog.Chain{}, []merkle.Leaf{}
	var out []eventlog.Record
	for _, r := range p.records(t, goal) {
		e := must(codec.Decode(t.Context(), r))(t)
		switch f := e.Fact.(type) {
		case events.TaskToolResult:
			if r.Stream.Part == task {
				f.Result, e.Fact = forged, f
				e.Fact = f
			}
		case events.TaskCompleted:
			f.Run = chains[events.RunStream(chaintest.Workspace, goal, f.Task)].Digest
			if f.Task == task {
				f.Result, f.Size = forged.Hash, forged.Size
			}
			e.Fact = f
			leaf := merkle.Leaf{Goal: goal, Task: f.Task, Result: f.Result}
			if f.AgentAddress != "" {
				leaf.Agent = common.HexToAddress(f.AgentAddress)
			}
			leaves = append(leaves, leaf)
		case events.ProofPending:
			if root {
				f.Root, e.Fact = merkle.Root(leaves), f
				e.Fact = f
			}
		}
		if chains[r.Stream] == nil {
			chains[r.Stream] = new(eventlog.Chain)
		}
		r.Meta.Previous = chains[r.Stream].Digest
		made := must(codec.Encode(t.Context(), r.Meta, e.Fact))(t)
		made.Revision = r.Revision
		if err := chains[r.Stream].Next(made); err != nil {
			t.Fatal(err)
		}
		out = append(out, made)
	}
	return out
}

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func TestWhollyRewrittenLogDoesNotFitTheChain(t *testing.T) {
	t.Parallel()
	p, goals := prove(t, tasks(), chaintest.Tasks(1))
	for _, root := range []bool{false, true} {
		s := p.source()
		s.Log = copied(t, rewritten(t, p, goals[0], "task-2", root))
		report := check(t, s, goals[0])
		for _, name := range []string{"chains", "runs", "contents", "causes"} {
			if slices.ContainsFunc(report.Faults(), func(c verify.Check) bool { return c.Name == name }) {
				t.Fatalf("the forgery is not perfect: %v", report.Faults())
			}
		}
		records := p.records(t, goals[0])
		wants(t, report, verify.RootDiffers, "task-2", records[index(t, records, "task.completed", 2)].Revision)
		if rootFault := slices.ContainsFunc(report.Faults(), func(c verify.Check) bool { return c.Name == "bundle" }); !rootFault {
			t.Errorf("the root on the chain seems the same: %v", report.Faults())
		}
	}
	s := p.source()
	s.Log = copied(t, rewritten(t, p, goals[1], "task-0", true))
	wants(t, check(t, s, goals[1]), verify.RootDiffers, "task-0", 0)
}
