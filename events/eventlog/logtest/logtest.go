// Package logtest is what every eventlog.Log, Keys and Blobs must keep to.
package logtest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// promise is one test of the suite. Its name is a sentence about the port.
type promise[T any] struct {
	name string
	test func(t *testing.T, port T)
}

// Run exercises a log made by open, afresh for every promise. Logs of different
// promises are used at the same time.
func Run(t *testing.T, open func(*testing.T) eventlog.Log) {
	run(t, open, slices.Concat(appendPromises, racePromises, loadPromises, brokenPromises, readPromises, followPromises))
}

// RunKeys exercises a key store.
func RunKeys(t *testing.T, open func(*testing.T) eventlog.Keys) { run(t, open, keyPromises) }

// RunBlobs exercises a blob store.
func RunBlobs(t *testing.T, open func(*testing.T) eventlog.Blobs) { run(t, open, blobPromises) }

func run[T any](t *testing.T, open func(*testing.T) T, promises []promise[T]) {
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.test(t, open(t))
		})
	}
}

// Aggregate makes records that continue one another's chain.
type Aggregate struct {
	Stream events.StreamID
	Chain  eventlog.Chain // after the last record made
}

// NewGoal is the aggregate of a goal nobody has heard of.
func NewGoal() *Aggregate { return &Aggregate{Stream: events.GoalStream("main", uuid.NewString())} }

// epoch is when the facts of the suite happened.
var epoch = time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.UTC)

// Make encodes facts as the aggregate's next records. Their positions are not
// known yet.
func (a *Aggregate) Make(t testing.TB, facts ...events.Event) []eventlog.Record {
	t.Helper()
	var out []eventlog.Record
	for _, fact := range facts {
		id, err := uuid.NewV7()
		if err != nil {
			t.Fatal(err)
		}
		r, err := eventlog.Codec{}.Encode(context.Background(), events.Meta{
			ID: events.ID(id.String()), Stream: a.Stream, Time: epoch, Source: "logtest",
			Cause: events.CommandCause("c", events.Sum(nil)), Correlation: a.Stream.ID, Actor: "user:ann", Agent: "écrivain",
			Ordinal: a.Chain.Ordinal + 1, Previous: a.Chain.Digest,
			TraceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		}, fact)
		if err != nil {
			t.Fatal(err)
		}
		a.Chain.Ordinal, a.Chain.Digest = r.Ordinal, r.Digest()
		out = append(out, r)
	}
	return out
}

// Part makes facts the part that follows the aggregate's last revision.
func (a *Aggregate) Part(t testing.TB, facts ...events.Event) eventlog.Part {
	t.Helper()
	return eventlog.Part{Stream: a.Stream, After: a.Chain.Revision, Records: a.Make(t, facts...)}
}

// Append makes facts and appends them, and returns them as they are stored.
func (a *Aggregate) Append(t testing.TB, l eventlog.Log, facts ...events.Event) []eventlog.Record {
	t.Helper()
	part := a.Part(t, facts...)
	at, err := l.Append(context.Background(), part)
	if err != nil {
		t.Fatal(err)
	}
	return a.stored(part, at)
}

// stored fills in what is known about a part once its last record is at at.
func (a *Aggregate) stored(part eventlog.Part, at events.Revision) []eventlog.Record {
	records, previous := slices.Clone(part.Records), part.After
	for i := range records {
		records[i].PreviousRevision = previous
		records[i].Revision = at - events.Revision(len(records)-1-i)
		previous = records[i].Revision
	}
	a.Chain.Revision = at
	return records
}

// Some is a fact without content; each is a different one.
func Some(n int) events.Event {
	return events.TaskStarted{Task: "readme", Attempt: n + 1, Claim: "claim", Budget: events.Budget{Steps: n}}
}

// several are n facts.
func several(n int) (facts []events.Event) {
	for i := range n {
		facts = append(facts, Some(i))
	}
	return facts
}

// collect reads a sequence to its end or first error.
func collect(seq func(yield func(eventlog.Record, error) bool)) (records []eventlog.Record, err error) {
	for r, err := range seq {
		if err != nil {
			return records, err
		}
		records = append(records, r)
	}
	return records, nil
}

func mustCollect(t testing.TB, seq func(yield func(eventlog.Record, error) bool)) []eventlog.Record {
	t.Helper()
	records, err := collect(seq)
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// same compares records with what was appended.
func same(t testing.TB, what string, got, want []eventlog.Record) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d records, want %d", what, len(got), len(want))
	}
	for i := range got {
		g, w := got[i], want[i]
		if string(g.Body) != string(w.Body) || g.Digest() != w.Digest() {
			t.Fatalf("%s: record %d has another body or digest", what, i)
		}
		if g.Meta != w.Meta || g.Kind != w.Kind || g.Subject != w.Subject {
			t.Fatalf("%s: record %d is\n%+v, want\n%+v", what, i, g, w)
		}
	}
}

// conflicts checks that an append was refused as a lost race.
func conflicts(t testing.TB, err error, stream events.StreamID, after, actual events.Revision) {
	t.Helper()
	c, ok := errors.AsType[*eventlog.ConflictError](err)
	if !ok {
		t.Fatalf("want a conflict, got %v", err)
	}
	if c.Stream != stream || c.After != after || c.Actual != 0 && c.Actual != actual {
		t.Fatalf("want a conflict of %s after %d at %d, got %v", stream, after, actual, c)
	}
}
