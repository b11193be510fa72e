package logtest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// patterns select in every way a server must be asked in.
func patterns(a, b *Aggregate) map[string][]string {
	fa, fb := eventlog.Filter(a.Stream), eventlog.Filter(b.Stream)
	return map[string][]string{
		"everything":                   nil,
		"everything, said":             {">"},
		"the whole prefix":             {eventlog.Prefix + ">"},
		"one stream":                   {fa},
		"a stream twice":               {fa, fa},
		"a goal in any slot":           {"mergit.ev.*.*.goal." + a.Stream.ID + ".>"},
		"two streams":                  {fa, fb},
		"a kind":                       {"mergit.ev.*.*.*.*.*.goal.completed"},
		"one inside the other":         {eventlog.FamilyFilter("goal", ">"), fa},
		"overlapping":                  {"mergit.ev.*.main.goal.*.*.task.*", "mergit.ev.*.*.goal." + b.Stream.ID + ".>"},
		"half outside":                 {"*.*.*.*.*." + a.Stream.ID + ".>"},
		"wholly outside":               {"weather.>", fb},
		"nothing there":                {eventlog.Filter(NewGoal().Stream)},
		"nothing there, and elsewhere": {"weather.>"},
		"too short":                    {"mergit.ev.*.main.goal"},
	}
}

func selected(patterns []string, all []eventlog.Record) []eventlog.Record {
	return slices.DeleteFunc(slices.Clone(all), func(r eventlog.Record) bool {
		return len(patterns) > 0 &&
			!slices.ContainsFunc(patterns, func(p string) bool { return eventlog.Matches(p, r.Subject) })
	})
}

// fill appends to two goals in turn.
func fill(t testing.TB, l eventlog.Log, a, b *Aggregate, n int) (all []eventlog.Record) {
	for i := range n {
		all = append(all, a.Append(t, l, Some(i))...)
		all = append(all, b.Append(t, l, events.GoalCompleted{Tasks: i})...)
	}
	return all
}

var readPromises = []promise[eventlog.Log]{
	{"read yields what its patterns select, after its revision, and ends", func(t *testing.T, l eventlog.Log) {
		a, b := NewGoal(), NewGoal()
		all := fill(t, l, a, b, 10)
		for name, p := range patterns(a, b) {
			for _, after := range []int{0, 7, 19, 20} {
				got := mustCollect(t, l.Read(t.Context(), eventlog.Query{After: events.Revision(after), Subjects: p}))
				same(t, name, got, selected(p, all[after:]))
			}
			same(t, name, mustCollect(t, l.Read(t.Context(), eventlog.Query{After: 500, Subjects: p})), nil)
		}
	}},
	{"read ends at what was stored when it was called", func(t *testing.T, l eventlog.Log) {
		a, b := NewGoal(), NewGoal()
		all := fill(t, l, a, b, 5)
		n := 0
		for r, err := range l.Read(t.Context(), eventlog.Query{}) {
			if err != nil {
				t.Fatal(err)
			}
			if n >= len(all) {
				t.Fatalf("read goes on to %d", r.Revision)
			}
			same(t, "read", []eventlog.Record{r}, all[n:n+1])
			n++
			a.Append(t, l, Some(n)) // what one writes on reading must not be read
		}
		if n != len(all) {
			t.Fatalf("%d records", n)
		}
	}},
	{"read stops when nobody wants more", func(t *testing.T, l eventlog.Log) {
		fill(t, l, NewGoal(), NewGoal(), 5)
		for _, err := range l.Read(t.Context(), eventlog.Query{}) {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
	}},
	{"a pattern that is none is refused", func(t *testing.T, l eventlog.Log) {
		for _, p := range []string{"", "a..b", ">.a", "a.b*", "a b"} {
			q := eventlog.Query{Subjects: []string{">", p}}
			if _, err := collect(l.Read(t.Context(), q)); err == nil {
				t.Errorf("read %q: no error", p)
			}
			ctx, cancel := context.WithCancel(t.Context())
			if _, err := collect(l.Follow(ctx, q)); err == nil || errors.Is(err, context.Canceled) {
				t.Errorf("follow %q: %v", p, err)
			}
			cancel()
		}
	}},
}

// follow collects what a follower yields until it has n records, then ends it
// and checks how.
func follow(t testing.TB, l eventlog.Log, q eventlog.Query, n int) (got []eventlog.Record) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for r, err := range l.Follow(ctx, q) {
		if err != nil {
			if !errors.Is(err, context.Canceled) || len(got) != n {
				t.Errorf("follow ended after %d of %d records: %v", len(got), n, err)
			}
			return got
		}
		if got = append(got, r); len(got) >= n {
			cancel()
		}
	}
	t.Error("follow ended without an error")
	return got
}

var followPromises = []promise[eventlog.Log]{
	{"follow yields history and then what is appended, without a gap or a duplicate", func(t *testing.T, l eventlog.Log) {
		const writers, each = 4, 60
		var wg sync.WaitGroup
		defer wg.Wait()
		for range writers {
			wg.Go(func() {
				a := NewGoal()
				for i := range each {
					a.Append(t, l, several(1+i%20/19)...)
				}
			})
		}
		const total = writers * (each + each/20)
		for _, after := range []int{0, 5, 50} {
			for range 3 { // they begin at different moments of the writing
				wg.Go(func() {
					got := follow(t, l, eventlog.Query{After: events.Revision(after)}, total-after)
					for i, r := range got {
						if r.Revision != events.Revision(after+i+1) {
							t.Errorf("record %d after %d is at %d", i, after, r.Revision)
							return
						}
					}
				})
			}
		}
	}},
	{"follow yields what its patterns select", func(t *testing.T, l eventlog.Log) {
		a, b := NewGoal(), NewGoal()
		all := fill(t, l, a, b, 5)
		var wg sync.WaitGroup
		defer wg.Wait()
		late := make(chan struct{})
		for name, p := range patterns(a, b) {
			if len(selected(p, all)) == 0 {
				continue
			}
			wg.Go(func() {
				<-late
				got := follow(t, l, eventlog.Query{After: 4, Subjects: p}, len(selected(p, all[4:])))
				if want := selected(p, all[4:]); len(got) == len(want) {
					same(t, name, got, want)
				}
			})
		}
		all = append(all, fill(t, l, a, b, 5)...)
		close(late)
	}},
	{"follow from beyond the head waits for it", func(t *testing.T, l eventlog.Log) {
		a := NewGoal()
		a.Append(t, l, several(2)...)
		var wg sync.WaitGroup
		wg.Go(func() {
			if got := follow(t, l, eventlog.Query{After: 5}, 2); len(got) == 2 && got[0].Revision != 6 {
				t.Errorf("the first record is at %d", got[0].Revision)
			}
		})
		for range 5 {
			a.Append(t, l, Some(0))
		}
		wg.Wait()
	}},
	{"follow with nothing to yield ends with its context", func(t *testing.T, l eventlog.Log) {
		for _, p := range [][]string{nil, {"weather.>"}, {eventlog.Filter(NewGoal().Stream)}} {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if got, err := collect(l.Follow(ctx, eventlog.Query{Subjects: p})); len(got) != 0 || !errors.Is(err, context.Canceled) {
				t.Errorf("%v: %d records, %v", p, len(got), err)
			}
		}
	}},
	{"follow stops when nobody wants more", func(t *testing.T, l eventlog.Log) {
		fill(t, l, NewGoal(), NewGoal(), 2)
		for _, err := range l.Follow(t.Context(), eventlog.Query{}) {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
	}},
	{"a slow follower loses nothing", func(t *testing.T, l eventlog.Log) {
		const n = 600 // more than a log would keep ready for him
		a := NewGoal()
		var wg sync.WaitGroup
		defer wg.Wait()
		halfway, written := make(chan struct{}), make(chan struct{})
		wg.Go(func() {
			defer close(written)
			for i := range n / 2 {
				a.Append(t, l, Some(i))
			}
			<-halfway
			for range n / 50 {
				a.Append(t, l, several(25)...)
			}
		})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		at := events.Revision(0)
		for r, err := range l.Follow(ctx, eventlog.Query{}) {
			if err != nil {
				t.Error(err)
				return
			}
			if r.Revision != at+1 {
				t.Errorf("%d follows %d", r.Revision, at)
				return
			}
			switch at = r.Revision; at {
			case 10:
				close(halfway)
				<-written
			case n:
				return
			}
		}
	}},
}
