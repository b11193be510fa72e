package cache_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/memory"
)

// process is one of several that share a store and keys.
func process(store cache.Store, keys *memlog.Keys) *cache.Cache {
	return cache.New(cache.Config{Store: store, Keys: keys, Version: "v1", Now: time.Now, Log: slog.New(slog.DiscardHandler)})
}

var question = cache.Ask{Workspace: "main", Goal: "g1", Space: "model-writer", Version: "p1", Question: []byte("what is it?")}

// saying computes an answer and counts how often.
func saying(n *atomic.Int32, text string, keep time.Duration) func(context.Context) (cache.Answer, error) {
	return func(context.Context) (cache.Answer, error) {
		n.Add(1)
		return cache.Answer{Value: []byte(text), Keep: keep, Tokens: 100}, nil
	}
}

func ask(t *testing.T, c *cache.Cache, a cache.Ask, compute func(context.Context) (cache.Answer, error)) cache.Found {
	t.Helper()
	found, err := c.Do(t.Context(), a, compute)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAnAnswerStandsInForItsLifetime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var n atomic.Int32
		c := process(&memory.Store{Now: time.Now}, new(memlog.Keys))
		if found := ask(t, c, question, saying(&n, "this", time.Hour)); found.Hit || string(found.Value) != "this" {
			t.Errorf("%+v", found)
		}
		time.Sleep(59 * time.Minute)
		if found := ask(t, c, question, saying(&n, "other", time.Hour)); !found.Hit || string(found.Value) != "this" || found.Age != 59*time.Minute || found.Tokens != 100 {
			t.Errorf("%+v", found)
		}
		time.Sleep(time.Minute)
		if found := ask(t, c, question, saying(&n, "other", time.Hour)); found.Hit || string(found.Value) != "other" {
			t.Errorf("%+v", found)
		}
		if got := c.Counts(); n.Load() != 2 || len(got) != 1 || got[0] != (cache.Count{Space: "model-writer", Hits: 1, Misses: 2, Saved: 100}) {
			t.Errorf("%d computations; %+v", n.Load(), got)
		}
	})
}

func TestWhatDiffersIsAnotherQuestion(t *testing.T) {
	t.Parallel()
	store, keys := new(memory.Store), new(memlog.Keys)
	var n atomic.Int32
	ask(t, process(store, keys), question, saying(&n, "this", time.Hour))
	for name, change := range map[string]func(*cache.Ask){
		"question":  func(a *cache.Ask) { a.Question = []byte("what is it ?") },
		"version":   func(a *cache.Ask) { a.Version = "p2" },
		"space":     func(a *cache.Ask) { a.Space = "model-coder" },
		"workspace": func(a *cache.Ask) { a.Workspace = "other" },
	} {
		other := question
		change(&other)
		if found := ask(t, process(store, keys), other, saying(&n, "other", 0)); found.Hit {
			t.Errorf("another %s hits", name)
		}
	}
	newer := cache.New(cache.Config{Store: store, Keys: keys, Version: "v2", Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if found := ask(t, newer, question, saying(&n, "other", 0)); found.Hit {
		t.Error("another version of the program hits")
	}
	other := question
	other.Goal = "g2"
	if found := ask(t, process(store, keys), other, saying(&n, "other", 0)); !found.Hit {
		t.Error("another goal of the workspace does not hit")
	}
}

func TestOneOfAllProcessesComputes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, keys := &memory.Store{Now: time.Now}, new(memlog.Keys)
		var n atomic.Int32
		slow := func(ctx context.Context) (cache.Answer, error) {
			n.Add(1)
			time.Sleep(3 * time.Second)
			return cache.Answer{Value: []byte("this"), Keep: time.Hour}, nil
		}
		var wg sync.WaitGroup
		var waited int64
		all := make([]*cache.Cache, 4)
		for i := range all {
			all[i] = process(store, keys)
			for range 25 {
				wg.Go(func() {
					if found, err := all[i].Do(t.Context(), question, slow); err != nil || string(found.Value) != "this" {
						t.Errorf("%+v %v", found, err)
					}
				})
			}
		}
		wg.Wait()
		for _, c := range all {
			waited += c.Counts()[0].Waited
		}
		if n.Load() != 1 || waited != 99 {
			t.Errorf("%d computations, %d waited", n.Load(), waited)
		}
	})
}

func TestWhoIsKilledWhileComputingHoldsUpNobodyForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, keys := &memory.Store{Now: time.Now}, new(memlog.Keys)
		began, never := make(chan struct{}), make(chan struct{})
		go func() {
			_, _ = process(dead{store}, keys).Do(context.Background(), question, func(context.Context) (cache.Answer, error) {
				close(began)
				<-never // as good as killed: its lock is neither held on to nor given back
				return cache.Answer{}, errors.New("late")
			})
		}()
		<-began
		at := time.Now()
		var n atomic.Int32
		if found := ask(t, process(store, keys), question, saying(&n, "this", time.Hour)); found.Hit || n.Load() != 1 {
			t.Errorf("%+v", found)
		}
		if held := time.Since(at); held < 2*time.Second || held > 4*time.Second {
			t.Errorf("held up for %s", held)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		other := question
		other.Question = []byte("other")
		close(never)
		if _, err := process(store, keys).Do(ctx, other, func(ctx context.Context) (cache.Answer, error) { <-ctx.Done(); return cache.Answer{}, ctx.Err() }); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}

// dead is the store of a process that was killed once it had its lock.
type dead struct{ cache.Store }

func (dead) Replace(context.Context, string, []byte, time.Duration, uint64) (uint64, error) {
	return 0, errors.New("killed")
}

func (dead) Delete(context.Context, string, uint64) error { return errors.New("killed") }

func TestALongComputationIsNotMadeTwice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, keys := &memory.Store{Now: time.Now}, new(memlog.Keys)
		var n atomic.Int32
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				_, err := process(store, keys).Do(t.Context(), question, func(context.Context) (cache.Answer, error) {
					n.Add(1)
					time.Sleep(time.Hour)
					return cache.Answer{Value: []byte("this"), Keep: time.Hour}, nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n.Load() != 1 {
			t.Errorf("%d computations", n.Load())
		}
	})
}

func TestAStaleAnswerIsServedWhileOneRenewsIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, keys := &memory.Store{Now: time.Now}, new(memlog.Keys)
		a := question
		a.Stale = time.Hour
		var n atomic.Int32
		c := process(store, keys)
		ask(t, c, a, saying(&n, "old", time.Minute))
		time.Sleep(2 * time.Minute)
		slow := func(context.Context) (cache.Answer, error) {
			time.Sleep(time.Second)
			return saying(&n, "new", time.Hour)(t.Context())
		}
		at := time.Now()
		for range 5 {
			if found := ask(t, c, a, slow); !found.Hit || !found.Stale || string(found.Value) != "old" {
				t.Errorf("%+v", found)
			}
		}
		if took := time.Since(at); took > 0 {
			t.Errorf("who was served waited %s", took)
		}
		c.Close()
		if found := ask(t, c, a, slow); string(found.Value) != "new" || found.Stale || n.Load() != 2 {
			t.Errorf("%+v after %d computations", found, n.Load())
		}
		time.Sleep(3 * time.Hour)
		if found := ask(t, c, a, saying(&n, "newest", time.Hour)); found.Hit {
			t.Errorf("far too old: %+v", found)
		}
	})
}

func TestFailuresAndWhatIsNotToBeKeptAreNotKept(t *testing.T) {
	t.Parallel()
	c := process(new(memory.Store), new(memlog.Keys))
	broken := errors.New("broken")
	for range 2 {
		if _, err := c.Do(t.Context(), question, func(context.Context) (cache.Answer, error) { return cache.Answer{}, broken }); !errors.Is(err, broken) {
			t.Error(err)
		}
	}
	var n atomic.Int32
	for range 2 {
		if found := ask(t, c, question, saying(&n, "this", 0)); found.Hit {
			t.Errorf("%+v", found)
		}
	}
	if got := c.Counts()[0]; got.Misses != 4 || got.Hits != 0 {
		t.Errorf("%+v", got)
	}
}

func TestWhatIsKeptTellsNothingAndIsForgottenWithItsGoal(t *testing.T) {
	t.Parallel()
	store, keys := new(memory.Store), new(memlog.Keys)
	var n atomic.Int32
	a := question
	a.Question = []byte("the secret question")
	c := process(store, keys)
	ask(t, c, a, saying(&n, "the secret answer", time.Hour))
	for _, prefix := range []string{"answer", "lock", "question"} {
		for stored, err := range store.Since(t.Context(), prefix, 0) {
			if err != nil || strings.Contains(stored.Key+string(stored.Value), "secret") {
				t.Errorf("%s %s %v", stored.Key, stored.Value, err)
			}
		}
	}
	if err := keys.Destroy(t.Context(), a.Goal); err != nil {
		t.Fatal(err)
	}
	other := a
	other.Goal = "g2"
	if found := ask(t, c, other, saying(&n, "anew", time.Hour)); found.Hit || n.Load() != 2 {
		t.Errorf("%+v", found)
	}
}

// brokenStore fails at all that it is asked.
type brokenStore struct{ cache.Store }

func (brokenStore) Get(context.Context, string) (cache.Stored, error) {
	return cache.Stored{}, errors.New("no connection")
}

func TestACacheThatFailsCostsNoAnswer(t *testing.T) {
	t.Parallel()
	c := process(brokenStore{new(memory.Store)}, new(memlog.Keys))
	var n atomic.Int32
	if found := ask(t, c, question, saying(&n, "this", time.Hour)); found.Hit || string(found.Value) != "this" {
		t.Errorf("%+v", found)
	}
	if got := c.Counts()[0]; got.Troubles != 1 {
		t.Errorf("%+v", got)
	}
}

func ExampleCache_Do() {
	c := cache.New(cache.Config{Store: new(memory.Store), Keys: new(memlog.Keys), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	for range 2 {
		found, _ := c.Do(context.Background(), question, func(context.Context) (cache.Answer, error) {
			fmt.Println("computing")
			return cache.Answer{Value: []byte("a tool"), Keep: time.Hour}, nil
		})
		fmt.Println(string(found.Value), found.Hit)
	}
	// Output:
	// computing
	// a tool false
	// a tool true
}
