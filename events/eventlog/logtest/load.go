package logtest

import (
	"errors"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

var loadPromises = []promise[eventlog.Log]{
	{"load yields what follows a revision, of this stream or not", func(t *testing.T, l eventlog.Log) {
		a, b := NewGoal(), NewGoal()
		var want []eventlog.Record
		for range 4 {
			want = append(want, a.Append(t, l, Some(0))...)
			b.Append(t, l, several(2)...)
		}
		for after := range events.Revision(14) {
			left := slices.DeleteFunc(slices.Clone(want), func(r eventlog.Record) bool { return r.Revision <= after })
			same(t, "load", mustCollect(t, l.Load(t.Context(), a.Stream, after)), left)
		}
	}},
	{"load stops when nobody wants more", func(t *testing.T, l eventlog.Log) {
		a := NewGoal()
		a.Append(t, l, several(5)...)
		n := 0
		for _, err := range l.Load(t.Context(), a.Stream, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == 2 {
				break
			}
		}
	}},
	{"an aggregate of 1,000 events among others loads whole", func(t *testing.T, l eventlog.Log) { long(t, l, 1000) }},
	{"an aggregate of 1,100 events among others loads whole", func(t *testing.T, l eventlog.Log) { long(t, l, 1100) }},
}

func long(t *testing.T, l eventlog.Log, n int) {
	a := NewGoal()
	var want []eventlog.Record
	for len(want) < n {
		want = append(want, a.Append(t, l, several(45)...)...)
		want = append(want, a.Append(t, l, several(5)...)...)
		NewGoal().Append(t, l, Some(0))
	}
	same(t, "load", mustCollect(t, l.Load(t.Context(), a.Stream, 0)), want)
	for _, i := range []int{1, n / 2, n - 1} {
		same(t, "tail", mustCollect(t, l.Load(t.Context(), a.Stream, want[i].Revision)), want[i+1:])
	}
}

var brokenPromises = []promise[eventlog.Log]{
	{"a changed record is found at the one after it", func(t *testing.T, l eventlog.Log) {
		brokenAt(t, l, 3, 3, func(records []eventlog.Record) []eventlog.Record {
			records[1].Body = []byte(`{"task":"another","attempt":1,"claim":"claim"}`)
			return records
		})
	}},
	{"a changed header is found at the record after it", func(t *testing.T, l eventlog.Log) {
		brokenAt(t, l, 3, 3, func(records []eventlog.Record) []eventlog.Record {
			records[1].Actor = "user:bob"
			return records
		})
	}},
	{"a removed record is found at the one after it", func(t *testing.T, l eventlog.Log) {
		brokenAt(t, l, 4, 2, func(records []eventlog.Record) []eventlog.Record { return slices.Delete(records, 1, 2) })
	}},
	{"a removed beginning is found at the first record", func(t *testing.T, l eventlog.Log) {
		brokenAt(t, l, 3, 1, func(records []eventlog.Record) []eventlog.Record { return slices.Delete(records, 0, 1) })
	}},
	{"an inserted record is found where it stands", func(t *testing.T, l eventlog.Log) {
		brokenAt(t, l, 3, 3, func(records []eventlog.Record) []eventlog.Record {
			stranger := (&Aggregate{Stream: records[0].Stream}).Make(t, Some(99))[0]
			return slices.Insert(records, 2, stranger)
		})
	}},
	{"an appended stranger is found where it stands", func(t *testing.T, l eventlog.Log) {
		brokenAt(t, l, 3, 4, func(records []eventlog.Record) []eventlog.Record {
			stranger := (&Aggregate{Stream: records[0].Stream}).Make(t, several(4)...)[3]
			return append(records, stranger)
		})
	}},
	{"records that changed places are found at the first of them", func(t *testing.T, l eventlog.Log) {
		brokenAt(t, l, 4, 2, func(records []eventlog.Record) []eventlog.Record {
			records[1], records[2] = records[2], records[1]
			return records
		})
	}},
}

// brokenAt appends n records after somebody had his way with them, and checks
// that loading them, whole or as a tail, names the place.
func brokenAt(t *testing.T, l eventlog.Log, n int, place events.Revision, change func([]eventlog.Record) []eventlog.Record) {
	t.Helper()
	a := NewGoal()
	records := change(a.Make(t, several(n)...))
	for i, r := range records {
		if _, err := l.Append(t.Context(), eventlog.Part{Stream: a.Stream, After: events.Revision(i), Records: []eventlog.Record{r}}); err != nil {
			t.Fatal(err)
		}
	}
	for after := range place {
		got, err := collect(l.Load(t.Context(), a.Stream, after))
		broken, ok := errors.AsType[*eventlog.BrokenChainError](err)
		if !ok || broken.Stream != a.Stream || broken.Revision != place || broken.Reason == "" {
			t.Fatalf("after %d: want a broken chain at %d, got %v", after, place, err)
		}
		if len(got) != int(place-1-after) {
			t.Fatalf("after %d: %d good records come before it", after, len(got))
		}
	}
}
