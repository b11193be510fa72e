package logtest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

var appendPromises = []promise[eventlog.Log]{
	{"what is appended can be loaded and found at its revision", func(t *testing.T, l eventlog.Log) {
		a := NewGoal()
		want := slices.Concat(a.Append(t, l, Some(0)), a.Append(t, l, several(3)...), a.Append(t, l, Some(4)))
		same(t, "load", mustCollect(t, l.Load(t.Context(), a.Stream, 0)), want)
		for i, w := range want {
			if w.Revision != events.Revision(i+1) {
				t.Fatalf("record %d is at revision %d", i, w.Revision)
			}
			r, err := l.At(t.Context(), w.Revision)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "at", []eventlog.Record{r}, want[i:i+1])
		}
	}},
	{"an empty log has head 0 and no records", func(t *testing.T, l eventlog.Log) {
		if head, err := l.Head(t.Context()); head != 0 || err != nil {
			t.Fatalf("head %d, %v", head, err)
		}
		for _, at := range []events.Revision{0, 1, 1 << 40} {
			if _, err := l.At(t.Context(), at); !errors.Is(err, eventlog.ErrNoRecord) {
				t.Fatalf("at %d: %v", at, err)
			}
		}
		same(t, "load", mustCollect(t, l.Load(t.Context(), NewGoal().Stream, 0)), nil)
		same(t, "read", mustCollect(t, l.Read(t.Context(), eventlog.Query{})), nil)
	}},
	{"the head is the revision of the newest record of any stream", func(t *testing.T, l eventlog.Log) {
		a, b := NewGoal(), NewGoal()
		a.Append(t, l, several(2)...)
		b.Append(t, l, Some(0))
		if head, err := l.Head(t.Context()); head != 3 || err != nil {
			t.Fatalf("head %d, %v", head, err)
		}
		if _, err := l.At(t.Context(), 4); !errors.Is(err, eventlog.ErrNoRecord) {
			t.Fatalf("beyond the head: %v", err)
		}
	}},
	{"a stale append conflicts and stores nothing", func(t *testing.T, l eventlog.Log) {
		a, b := NewGoal(), NewGoal()
		a.Append(t, l, several(2)...)
		b.Append(t, l, Some(0))
		at := a.Chain.Revision
		for _, after := range []events.Revision{0, 1, 3, 7} {
			for _, n := range []int{1, 3} {
				rival := *a
				part := rival.Part(t, several(n)...)
				part.After = after
				_, err := l.Append(t.Context(), part)
				conflicts(t, err, a.Stream, after, at)
			}
		}
		if head, err := l.Head(t.Context()); head != 3 || err != nil {
			t.Fatalf("head %d, %v", head, err)
		}
		a.Append(t, l, Some(9))
	}},
	{"a run and its goal, and the same ID elsewhere, are streams of their own", func(t *testing.T, l eventlog.Log) {
		goal := uuid.NewString()
		for _, s := range []events.StreamID{
			events.GoalStream("main", goal), events.GoalStream("other", goal), events.GoalStream("main", goal+"0"),
		} {
			a := &Aggregate{Stream: s}
			a.Append(t, l, Some(0))
		}
		run := &Aggregate{Stream: events.RunStream("main", goal, "readme")}
		want := run.Append(t, l, events.TaskToolInDoubt{Reason: "lost"})
		same(t, "run", mustCollect(t, l.Load(t.Context(), run.Stream, 0)), want)
	}},
	{"appending again succeeds with the same revision, also after others went on", func(t *testing.T, l eventlog.Log) {
		for _, n := range []int{1, 3} {
			a := NewGoal()
			a.Append(t, l, Some(0))
			part := a.Part(t, several(n)...)
			first, err := l.Append(t.Context(), part)
			if err != nil {
				t.Fatal(err)
			}
			a.stored(part, first)
			for range 3 {
				if again, err := l.Append(t.Context(), part); again != first || err != nil {
					t.Fatalf("again: %d, %v, want %d", again, err, first)
				}
				a.Append(t, l, several(2)...)
			}
			if got := mustCollect(t, l.Load(t.Context(), a.Stream, 0)); len(got) != 1+n+6 {
				t.Fatalf("%d records are stored", len(got))
			}
		}
	}},
	{"the same facts under new event IDs are another append", func(t *testing.T, l eventlog.Log) {
		a := NewGoal()
		rival := *a
		a.Append(t, l, Some(0))
		_, err := l.Append(t.Context(), rival.Part(t, Some(0)))
		conflicts(t, err, a.Stream, 0, a.Chain.Revision)
	}},
	{"a refused append leaves no trace: its records can be appended elsewhere in the stream", func(t *testing.T, l eventlog.Log) {
		for _, n := range []int{1, 2} {
			a := NewGoal()
			a.Append(t, l, Some(0))
			part := a.Part(t, several(n)...)
			part.After = 0
			_, err := l.Append(t.Context(), part)
			conflicts(t, err, a.Stream, 0, a.Chain.Revision)
			part.After = a.Chain.Revision
			at, err := l.Append(t.Context(), part)
			if err != nil {
				t.Fatal(err)
			}
			if got := mustCollect(t, l.Load(t.Context(), a.Stream, 0)); len(got) != 1+n || got[n].Revision != at {
				t.Fatalf("%d records, the last is not at %d", len(got), at)
			}
		}
	}},
	{"parts on several streams are appended in order, with consecutive revisions", func(t *testing.T, l eventlog.Log) {
		a, b, c := NewGoal(), NewGoal(), NewGoal()
		a.Append(t, l, Some(0))
		pa, pb, pc := a.Part(t, several(2)...), b.Part(t, Some(0)), c.Part(t, several(2)...)
		at, err := l.Append(t.Context(), pa, pb, pc)
		if err != nil || at != 6 {
			t.Fatalf("at %d, %v", at, err)
		}
		want := slices.Concat(a.stored(pa, 3), b.stored(pb, 4), c.stored(pc, 6))
		same(t, "read", mustCollect(t, l.Read(t.Context(), eventlog.Query{After: 1})), want)
		if again, err := l.Append(t.Context(), pa, pb, pc); again != at || err != nil {
			t.Fatalf("again: %d, %v", again, err)
		}
	}},
	{"one stale part refuses all parts and is named", func(t *testing.T, l eventlog.Log) {
		for stale := range 3 {
			all := []*Aggregate{NewGoal(), NewGoal(), NewGoal()}
			var parts []eventlog.Part
			for _, a := range all {
				a.Append(t, l, Some(0))
				parts = append(parts, a.Part(t, several(2)...))
			}
			head, err := l.Head(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			parts[stale].After = 0
			_, err = l.Append(t.Context(), parts...)
			conflicts(t, err, all[stale].Stream, 0, all[stale].Chain.Revision)
			if now, err := l.Head(t.Context()); now != head || err != nil {
				t.Fatalf("something was stored: head %d, %v", now, err)
			}
		}
	}},
	{"what could not be guarded is refused", func(t *testing.T, l eventlog.Log) {
		a, b := NewGoal(), NewGoal()
		good, other := a.Part(t, Some(0)), b.Part(t, Some(0))
		elsewhere, unnamed, deeper := good, good, good
		elsewhere.Records = []eventlog.Record{good.Records[0]}
		elsewhere.Records[0].Subject = other.Records[0].Subject
		unnamed.Records = []eventlog.Record{good.Records[0]}
		unnamed.Records[0].ID = ""
		broken := map[string]eventlog.Part{}
		for name, value := range map[string]string{
			"a line break": "user:a\r\nb", "a space in front": " ann", "a space behind": "écrivain ", "bad UTF-8": "a\xff", "a bell": "é\a",
		} {
			part := good
			part.Records = []eventlog.Record{good.Records[0]}
			part.Records[0].Actor = value
			broken[name] = part
		}
		deeper.Records = []eventlog.Record{good.Records[0]}
		deeper.Records[0].Kind += ".more"
		deeper.Records[0].Subject += ".more"
		for name, parts := range map[string][]eventlog.Part{
			"nothing": {}, "no records": {{Stream: a.Stream}}, "another subject": {elsewhere}, "no ID": {unnamed},
			"another stream's record": {{Stream: a.Stream, Records: other.Records}}, "a stream twice": {good, good},
			"a kind of three words": {deeper}, "a stream that is no subject": {{Stream: events.StreamID{Workspace: "a b"}, Records: good.Records}},
			"a header with a line break": {broken["a line break"]}, "a header with a space in front": {broken["a space in front"]},
			"a header with a space behind": {broken["a space behind"]}, "a header of bad UTF-8": {broken["bad UTF-8"]},
			"a header with a bell": {broken["a bell"]},
		} {
			if _, err := l.Append(t.Context(), parts...); err == nil || !strings.Contains(err.Error(), "append") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if head, err := l.Head(t.Context()); head != 0 || err != nil {
			t.Fatalf("head %d, %v", head, err)
		}
	}},
}
