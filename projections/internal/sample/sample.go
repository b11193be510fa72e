// Package sample makes logs of goals for tests and benchmarks.
package sample

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// Workspace is where all samples live.
const Workspace = "main"

// Writer makes records, each continuing the chain of its stream. The same calls
// make the same records.
type Writer struct {
	Keys   *memlog.Keys
	codec  eventlog.Codec
	chains map[events.StreamID]*eventlog.Chain
	made   int
	head   events.Revision
	at     time.Time
}

// New makes a writer.
func New() *Writer {
	keys := &memlog.Keys{}
	return &Writer{
		Keys: keys, codec: eventlog.Codec{Keys: keys}, chains: map[events.StreamID]*eventlog.Chain{},
		at: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC),
	}
}

// Wait lets time pass before the next record.
func (w *Writer) Wait(d time.Duration) { w.at = w.at.Add(d) }

// Record makes the next record of a stream.
func (w *Writer) Record(s events.StreamID, fact events.Event) (eventlog.Record, error) {
	ctx := context.Background()
	if _, err := w.Keys.Create(ctx, s.ID); err != nil {
		return eventlog.Record{}, err
	}
	chain, ok := w.chains[s]
	if !ok {
		chain = &eventlog.Chain{}
		w.chains[s] = chain
	}
	w.made++
	w.at = w.at.Add(1500 * time.Microsecond)
	r, err := w.codec.Encode(ctx, events.Meta{
		ID: events.ID(fmt.Sprintf("01999999-0000-7000-8000-%012d", w.made)), Stream: s, Time: w.at, Source: "urn:mergit:sample",
		Correlation: s.ID, Actor: "user:sample", Ordinal: chain.Ordinal + 1, Previous: chain.Digest, PreviousRevision: chain.Revision,
	}, fact)
	if err != nil {
		return r, err
	}
	w.head++
	r.Revision = w.head
	return r, chain.Next(r)
}

// Append makes the next record of a stream and appends it.
func (w *Writer) Append(ctx context.Context, log eventlog.Log, s events.StreamID, fact events.Event) (eventlog.Record, error) {
	after := events.Revision(0)
	if chain, ok := w.chains[s]; ok {
		after = chain.Revision
	}
	r, err := w.Record(s, fact)
	if err != nil {
		return r, err
	}
	at, err := log.Append(ctx, eventlog.Part{Stream: s, After: after, Records: []eventlog.Record{r}})
	w.chains[s].Revision, w.head, r.Revision = at, max(w.head, at), at
	return r, err
}

// Fact is a fact and where it belongs.
type Fact struct {
	Stream events.StreamID
	Event  events.Event
}

// text is a preview of usual length.
var text = strings.Repeat("The quick brown fox jumps over the lazy dog. ", 7)

// Goal lists the facts of a goal of that many tasks: one that begins, some beside
// each other, one that needs them all; each calls one tool.
func Goal(id string, tasks int) []Fact {
	whole := events.GoalStream(Workspace, id)
	var facts []Fact
	add := func(s events.StreamID, e events.Event) { facts = append(facts, Fact{s, e}) }
	add(whole, events.GoalSubmitted{
		Title: "Summarise the repository", Description: text, Submitter: "user:sample", Plan: json.RawMessage(`{"title":"Summarise"}`),
		Limits: events.Limits{Steps: 100, Tokens: 100000},
	})
	planned := make([]events.PlannedTask, tasks)
	for i := range planned {
		planned[i] = events.PlannedTask{ID: fmt.Sprintf("t%02d", i), Role: "researcher", Tool: "file_ops", Args: json.RawMessage(`{"op":"read","path":"README.md"}`)}
		switch {
		case i == 0:
		case i < tasks-1:
			planned[i].Needs = []string{"t00"}
		default:
			for _, t := range planned[:i] {
				planned[i].Needs = append(planned[i].Needs, t.ID)
			}
		}
	}
	add(whole, events.GoalPlanned{Version: 1, Title: "Summarise", Tasks: planned, Planner: events.Planner{Name: "explicit"}})
	var leaves []string
	for i, t := range planned {
		claim := fmt.Sprintf("claim-%s-%d", id, i)
		run := events.RunStream(Workspace, id, t.ID)
		add(whole, events.TaskStarted{Task: t.ID, Attempt: 1, Claim: claim, Worker: "worker-1", Budget: events.Budget{Steps: 10}})
		step := events.Step{Attempt: 1, Call: 1, Claim: claim, Started: 1}
		add(run, events.TaskToolCall{
			Step: step, Tool: "file_ops", Args: t.Args, ArgsHash: events.Sum(t.Args), Effect: "read", TimeoutMS: 30000,
		})
		value, _ := json.Marshal(map[string]string{"content": text})
		content, _, _ := events.NewContent(make([]byte, events.SaltSize), value, nil)
		add(run, events.TaskToolResult{Step: step, Result: content, DurationUS: 850})
		add(whole, events.TaskCompleted{
			Task: t.ID, Attempt: 1, Claim: claim, Result: content.Hash, Size: content.Size, ResultAt: 2,
			Preview: events.Preview(value), Run: events.Sum([]byte(claim)), Spent: events.Budget{Steps: 1},
		})
		leaves = append(leaves, t.ID)
	}
	add(whole, events.GoalCompleted{Tasks: tasks, Result: planned[tasks-1].ID, Spent: events.Budget{Steps: tasks}})
	bundle := events.Sum([]byte(id))
	add(whole, events.ProofPending{Bundle: bundle, Root: events.Sum([]byte("root " + id)), Tasks: leaves})
	add(whole, events.ProofSubmitted{Bundle: bundle, Chain: 31337, Signer: "0x0000000000000000000000000000000000000001", Tx: "0x" + bundle.String()})
	add(whole, events.ProofConfirmed{Bundle: bundle, Chain: 31337, Tx: "0x" + bundle.String(), Block: 7, BlockHash: "0x" + bundle.String()})
	return facts
}

// GoalID is the ID of the n-th sample goal.
func GoalID(n int) string { return fmt.Sprintf("01999999-aaaa-7000-8000-%012d", n) }

// Records makes the records of goals, that many of them running at any time.
func (w *Writer) Records(goals, tasks, abreast int) ([]eventlog.Record, error) {
	var records []eventlog.Record
	for first := 0; first < goals; first += abreast {
		var running [][]Fact
		for n := first; n < min(first+abreast, goals); n++ {
			running = append(running, Goal(GoalID(n), tasks))
		}
		for i := range running[0] {
			for _, facts := range running {
				r, err := w.Record(facts[i].Stream, facts[i].Event)
				if err != nil {
					return nil, err
				}
				records = append(records, r)
			}
		}
	}
	return records, nil
}

// Fill puts records into a log, one by one.
func Fill(ctx context.Context, log eventlog.Log, records []eventlog.Record) error {
	at := map[events.StreamID]events.Revision{}
	for _, r := range records {
		now, err := log.Append(ctx, eventlog.Part{Stream: r.Stream, After: at[r.Stream], Records: []eventlog.Record{r}})
		if err != nil {
			return err
		}
		at[r.Stream] = now
	}
	return nil
}
