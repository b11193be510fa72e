package memory_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/memory"
	"github.com/mergit-io/mergit/handlers/memory/memorytest"
	"github.com/mergit-io/mergit/handlers/tools"
)

// follow runs a follower with a library of its own, as another process would, until the test, or the returned function, ends it.
func follow(t *testing.T, l *handlertest.Loop, store memory.Store, most int) (*memory.Library, func()) {
	t.Helper()
	library := memory.New(memory.Config{Store: store, Keys: l.Set.Codec.Keys, Now: time.Now, Log: slog.New(slog.DiscardHandler), Most: most})
	f := memory.Follower{Library: library, Log: l.Set.Log, Codec: l.Set.Codec, Logger: slog.New(slog.DiscardHandler)}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := f.Run(ctx); ctx.Err() == nil {
			t.Error(err)
		}
	})
	stop := sync.OnceFunc(func() { cancel(); wg.Wait() })
	t.Cleanup(stop)
	return library, stop
}

// found waits until the newest episodes are of the given goals.
func found(t *testing.T, l *memory.Library, goals ...string) memory.Found {
	t.Helper()
	for {
		f, err := l.Search(t.Context(), memory.Query{Workspace: handlertest.Workspace, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		same := len(f.Episodes) == len(goals)
		for i := 0; same && i < len(goals); i++ {
			same = f.Episodes[i].Goal == goals[i]
		}
		if same {
			return f
		}
		select {
		case <-t.Context().Done():
			t.Fatalf("found %d episodes, want %v", len(f.Episodes), goals)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestGoalsAreRememberedWheneverSomebodyLooks(t *testing.T) {
	t.Parallel()
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(handlertest.Noop(10), handlertest.Func{Name: "flaky", Does: func(context.Context, tools.Call) (tools.Result, error) {
		return tools.Result{}, &tools.Error{Code: "not_found", Message: "no such page"}
	}})})
	goal := func(tool string) string {
		id, err := l.Submit(t.Context(), events.PlannedTask{ID: "t", Role: "coder", Tool: tool})
		if err == nil {
			_, err = l.Wait(t.Context(), id, "goal.completed", "goal.failed")
		}
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	store := &torn{Store: new(memorytest.Store)}
	before := goal("noop") // while nobody looked
	one, stop := follow(t, l, store, 0)
	during := goal("flaky")
	f := found(t, one, during, before)
	if e := f.Episodes[0]; e.Outcome != memory.Failed || len(e.Troubles) != 1 || e.Troubles[0].Tool != "flaky" || e.Troubles[0].Code != "not_found" || e.Title != "test" || e.Began.IsZero() || !e.Ended.After(e.Began) {
		t.Errorf("%+v", e)
	}
	if e := f.Episodes[1]; e.Outcome != memory.Done || len(e.Tools) != 1 || e.Tools[0] != (memory.Use{Tool: "noop", Calls: 1}) {
		t.Errorf("%+v", e)
	}

	// The process is lost between an end and its episode: the store takes nothing more, and the follower is stopped.
	store.tear(true)
	lost := goal("flaky")
	store.wait(t)
	stop()
	store.tear(false)
	kept, tried := store.kept.Load(), store.tried.Load()
	two, stop := follow(t, l, store, 0) // which knows only the log and the store
	after := goal("noop")
	f = found(t, two, after, lost, during, before)
	if n, m := store.kept.Load()-kept, store.tried.Load()-tried; n != 2 || m != 2 {
		t.Errorf("%d episodes were made and %d written, want those of the two goals that were not there", m, n)
	}
	if len(f.Insights) != 1 || f.Insights[0].Tool != "flaky" || f.Insights[0].Goals != 2 || f.Insights[0].Of != 2 {
		t.Errorf("lessons %+v", f.Insights)
	}

	// A goal's content is destroyed, and a person has another one forgotten. Neither comes back with another process.
	if err := l.Set.Codec.Keys.Destroy(t.Context(), during); err != nil {
		t.Fatal(err)
	}
	if was, err := two.Forget(t.Context(), handlertest.Workspace, after); err != nil || !was {
		t.Fatalf("%v %v", was, err)
	}
	found(t, two, lost, before)
	stop()
	three, _ := follow(t, l, store, 0)
	last := goal("noop")
	found(t, three, last, lost, before)

	// Where all is lost, the newest are made again of the log.
	fresh, _ := follow(t, l, new(memorytest.Store), 3)
	found(t, fresh, last, after, lost)
}

// torn is a store that can stop taking anything.
type torn struct {
	memory.Store
	off, refused atomic.Bool
	tried, kept  atomic.Int32
}

func (s *torn) tear(off bool) { s.refused.Store(false); s.off.Store(off) }

func (s *torn) wait(t *testing.T) {
	for !s.refused.Load() {
		select {
		case <-t.Context().Done():
			t.Fatal("nothing was refused")
		case <-time.After(time.Millisecond):
		}
	}
}

func (s *torn) Keep(ctx context.Context, k memory.Kept) (bool, error) {
	s.tried.Add(1)
	if s.off.Load() {
		s.refused.Store(true)
		return false, errors.New("the store is gone")
	}
	kept, err := s.Store.Keep(ctx, k)
	if kept && !k.Forgotten {
		s.kept.Add(1)
	}
	return kept, err
}

func TestAnEpisodeIsOfTheLogUpToAnEnd(t *testing.T) {
	t.Parallel()
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(handlertest.Noop(10))})
	id, err := l.Submit(t.Context(), events.PlannedTask{ID: "t", Role: "coder", Tool: "noop"})
	if err != nil {
		t.Fatal(err)
	}
	end, err := l.Wait(t.Context(), id, "goal.completed")
	if err != nil {
		t.Fatal(err)
	}
	goal := events.GoalStream(handlertest.Workspace, id)
	for range 2 {
		e, ok, err := memory.Read(t.Context(), l.Set.Log, l.Set.Codec, goal, end.Revision)
		if err != nil || !ok || e.At != end.Revision || !e.Ended.Equal(end.Time) {
			t.Errorf("%+v %v %v", e, ok, err)
		}
	}
	if _, ok, err := memory.Read(t.Context(), l.Set.Log, l.Set.Codec, goal, end.Revision-1); ok || err != nil {
		t.Errorf("before the end: %v %v", ok, err)
	}
	if err := l.Set.Codec.Keys.Destroy(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	fresh := eventlog.Codec{Keys: l.Set.Codec.Keys}
	if e, ok, err := memory.Read(t.Context(), l.Set.Log, fresh, goal, end.Revision); ok || err != nil {
		t.Errorf("without its key: %+v %v %v", e, ok, err)
	}
}
