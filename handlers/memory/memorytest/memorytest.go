package memorytest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/memory"
)

// Run checks every promise on a store that is opened afresh for each.
func Run(t *testing.T, open func(*testing.T) memory.Store) {
	t.Helper()
	for name, promise := range map[string]func(*testing.T, memory.Store){
		"a later end takes the place of an earlier one": laterEnds,
		"what is forgotten stays so":                    staysForgotten,
		"what is new is read, and only that":            readsWhatIsNew,
		"only the very value is dropped":                dropsOnlyThat,
		"of many at once the latest end stays":          latestOfMany,
		"a caller that is gone is told":                 gone,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			promise(t, open(t))
		})
	}
}

func keep(t *testing.T, s memory.Store, goal string, at events.Revision, want bool) {
	t.Helper()
	kept, err := s.Keep(t.Context(), memory.Kept{Workspace: "main", Goal: goal, At: at, Box: fmt.Appendf(nil, "%s%d", goal, at)})
	if err != nil || kept != want {
		t.Fatalf("%s at %d: %v %v, want %v", goal, at, kept, err, want)
	}
}

func forget(t *testing.T, s memory.Store, goal string, at events.Revision, want bool) {
	t.Helper()
	if kept, err := s.Keep(t.Context(), memory.Kept{Workspace: "main", Goal: goal, At: at, Forgotten: true}); err != nil || kept != want {
		t.Fatalf("forget %s: %v %v, want %v", goal, kept, err, want)
	}
}

func since(t *testing.T, s memory.Store, after uint64) (list []memory.Kept) {
	t.Helper()
	for k, err := range s.Since(t.Context(), after) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, k)
	}
	return list
}

func wants(t *testing.T, s memory.Store, after uint64, want string) {
	t.Helper()
	var got []string
	last := after
	for _, k := range since(t, s, after) {
		says := k.Workspace + "/" + k.Goal + "=" + string(k.Box)
		if k.Forgotten {
			says += fmt.Sprintf("forgotten@%d", k.At)
		} else if !strings.HasSuffix(says, fmt.Sprint(k.At)) {
			t.Errorf("%s ended at %d", says, k.At)
		}
		got = append(got, says)
		if k.Revision <= last {
			t.Errorf("revision %d after %d", k.Revision, last)
		}
		last = k.Revision
	}
	if have := strings.Join(got, " "); have != want {
		t.Errorf("after %d: %q, want %q", after, have, want)
	}
}

func laterEnds(t *testing.T, s memory.Store) {
	wants(t, s, 0, "")
	keep(t, s, "a", 7, true)
	keep(t, s, "a", 7, false)
	keep(t, s, "a", 3, false)
	wants(t, s, 0, "main/a=a7")
	keep(t, s, "a", 9, true)
	wants(t, s, 0, "main/a=a9")
}

func staysForgotten(t *testing.T, s memory.Store) {
	keep(t, s, "a", 7, true)
	forget(t, s, "a", 2, true)
	wants(t, s, 0, "main/a=forgotten@7")
	forget(t, s, "a", 8, false)
	keep(t, s, "a", 9, false)
	wants(t, s, 0, "main/a=forgotten@7")
}

func readsWhatIsNew(t *testing.T, s memory.Store) {
	keep(t, s, "a", 1, true)
	keep(t, s, "b", 2, true)
	first := since(t, s, 0)
	wants(t, s, first[1].Revision, "")
	keep(t, s, "a", 3, true)
	if _, err := s.Keep(t.Context(), memory.Kept{Workspace: "other", Goal: "a", At: 4, Box: []byte("a4")}); err != nil {
		t.Fatal(err)
	}
	wants(t, s, first[1].Revision, "main/a=a3 other/a=a4")
	wants(t, s, first[0].Revision, "main/b=b2 main/a=a3 other/a=a4")
}

func dropsOnlyThat(t *testing.T, s memory.Store) {
	keep(t, s, "a", 1, true)
	old := since(t, s, 0)[0]
	keep(t, s, "a", 2, true)
	keep(t, s, "b", 3, true)
	for range 2 {
		if err := s.Drop(t.Context(), old); err != nil {
			t.Error(err)
		}
		wants(t, s, 0, "main/a=a2 main/b=b3")
	}
	now := since(t, s, 0)[0]
	for range 2 {
		if err := s.Drop(t.Context(), now); err != nil {
			t.Error(err)
		}
		wants(t, s, 0, "main/b=b3")
	}
	keep(t, s, "a", 1, true) // nothing is known of it any more
}

func latestOfMany(t *testing.T, s memory.Store) {
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			if _, err := s.Keep(t.Context(), memory.Kept{Workspace: "main", Goal: "a", At: events.Revision(i + 1), Box: fmt.Appendf(nil, "a%d", i+1)}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	wants(t, s, 0, "main/a=a12")
}

func gone(t *testing.T, s memory.Store) {
	keep(t, s, "a", 1, true)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	told := false
	for _, err := range s.Since(ctx, 0) {
		told = told || err != nil
	}
	if !told {
		t.Error("nothing was said")
	}
}
