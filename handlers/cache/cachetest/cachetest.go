// Package cachetest is what every cache.Store promises, as one suite.
package cachetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/cache"
)

// Run checks every promise on a store that is opened afresh for each.
func Run(t *testing.T, open func(*testing.T) cache.Store) {
	t.Helper()
	for name, promise := range map[string]func(*testing.T, cache.Store){
		"what is put is found":                   putIsFound,
		"one of many creates":                    oneCreates,
		"only the very value is replaced":        replacesOnlyThat,
		"only the very value is deleted":         deletesOnlyThat,
		"what is new is listed, and only that":   listsWhatIsNew,
		"values end":                             valuesEnd,
		"a large value is refused or kept whole": largeIsWhole,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			promise(t, open(t))
		})
	}
}

func put(t *testing.T, s cache.Store, key, value string, life time.Duration) uint64 {
	t.Helper()
	revision, err := s.Put(t.Context(), key, []byte(value), life)
	if err != nil {
		t.Fatal(err)
	}
	return revision
}

func want(t *testing.T, s cache.Store, key, value string) {
	t.Helper()
	got, err := s.Get(t.Context(), key)
	if value == "" {
		if !errors.Is(err, cache.ErrMiss) {
			t.Errorf("%s: %q %v, want nothing", key, got.Value, err)
		}
		return
	}
	if err != nil || string(got.Value) != value || got.Key != key {
		t.Errorf("%s: %+v %v, want %q", key, got, err, value)
	}
}

func putIsFound(t *testing.T, s cache.Store) {
	want(t, s, "a.b", "")
	first := put(t, s, "a.b", "1", time.Minute)
	want(t, s, "a.b", "1")
	want(t, s, "a", "")
	want(t, s, "a.b.c", "")
	second := put(t, s, "a.b", "2", time.Minute)
	want(t, s, "a.b", "2")
	if second <= first {
		t.Errorf("revisions %d, %d", first, second)
	}
	if got, _ := s.Get(t.Context(), "a.b"); got.Revision != second {
		t.Errorf("revision %d, want %d", got.Revision, second)
	}
}

func oneCreates(t *testing.T, s cache.Store) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	created := map[uint64]bool{}
	for i := range 20 {
		wg.Go(func() {
			revision, err := s.Create(t.Context(), "lock.x", fmt.Appendf(nil, "%d", i), time.Minute)
			switch {
			case err == nil:
				mu.Lock()
				created[revision] = true
				mu.Unlock()
			case !errors.Is(err, cache.ErrMoved):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(created) != 1 {
		t.Errorf("%d created it", len(created))
	}
	for revision := range created {
		if err := s.Delete(t.Context(), "lock.x", revision); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Create(t.Context(), "lock.x", nil, time.Minute); err != nil {
		t.Errorf("after it was given back: %v", err)
	}
}

func replacesOnlyThat(t *testing.T, s cache.Store) {
	first, err := s.Create(t.Context(), "lock.y", []byte("1"), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.Replace(t.Context(), "lock.y", []byte("2"), time.Minute, first)
	if err != nil || second <= first {
		t.Fatalf("revision %d after %d, %v", second, first, err)
	}
	want(t, s, "lock.y", "2")
	for _, other := range []uint64{first, second + 100} {
		if _, err := s.Replace(t.Context(), "lock.y", []byte("3"), time.Minute, other); !errors.Is(err, cache.ErrMoved) {
			t.Errorf("in place of %d: %v", other, err)
		}
	}
	want(t, s, "lock.y", "2")
	if err := s.Delete(t.Context(), "lock.y", second); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Replace(t.Context(), "lock.y", []byte("4"), time.Minute, second); !errors.Is(err, cache.ErrMoved) {
		t.Errorf("in place of what is gone: %v", err)
	}
	want(t, s, "lock.y", "")
}

func deletesOnlyThat(t *testing.T, s cache.Store) {
	old := put(t, s, "k", "old", time.Minute)
	put(t, s, "k", "new", time.Minute)
	other := put(t, s, "o", "other", time.Minute)
	if err := s.Delete(t.Context(), "k", old); err != nil {
		t.Error(err)
	}
	want(t, s, "k", "new")
	if err := s.Delete(t.Context(), "none", other+100); err != nil {
		t.Error(err)
	}
	want(t, s, "o", "other")
	if err := s.Delete(t.Context(), "o", other); err != nil {
		t.Error(err)
	}
	want(t, s, "o", "")
	if err := s.Delete(t.Context(), "o", other); err != nil {
		t.Errorf("again: %v", err)
	}
}

func listsWhatIsNew(t *testing.T, s cache.Store) {
	put(t, s, "q.main.a", "1", time.Minute)
	first := put(t, s, "q.main.b", "2", time.Minute)
	put(t, s, "q.mainly.c", "other", time.Minute)
	put(t, s, "q.main", "itself", time.Minute)
	put(t, s, "q.main.a", "3", time.Minute)
	list := func(after uint64) string {
		var got []string
		for stored, err := range s.Since(t.Context(), "q.main", after) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, stored.Key+"="+string(stored.Value))
		}
		return strings.Join(got, " ")
	}
	if got := list(0); got != "q.main.b=2 q.main.a=3" {
		t.Error(got)
	}
	if got := list(first); got != "q.main.a=3" {
		t.Error(got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range s.Since(ctx, "q.main", 0) {
		if err == nil {
			t.Error("listed although the caller is gone")
		}
	}
}

func valuesEnd(t *testing.T, s cache.Store) {
	put(t, s, "short", "x", 10*time.Millisecond) // a second: lifetimes are rounded up
	put(t, s, "long", "y", time.Hour)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if _, err := s.Get(t.Context(), "short"); errors.Is(err, cache.ErrMiss) {
			break
		} else if err != nil || time.Now().After(deadline) {
			t.Fatalf("it is still there: %v", err)
		}
	}
	want(t, s, "long", "y")
	if _, err := s.Create(t.Context(), "short", []byte("z"), time.Hour); err != nil {
		t.Errorf("what has ended is in the way: %v", err)
	}
}

func largeIsWhole(t *testing.T, s cache.Store) {
	large := strings.Repeat("x", 2<<20)
	_, err := s.Put(t.Context(), "large", []byte(large), time.Minute)
	switch {
	case errors.Is(err, cache.ErrTooLarge):
		want(t, s, "large", "")
	case err != nil:
		t.Error(err)
	default:
		want(t, s, "large", large)
	}
	put(t, s, "large", strings.Repeat("y", 800<<10), time.Minute)
}
