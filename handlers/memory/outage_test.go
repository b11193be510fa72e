package memory_test

import (
	"context"
	"errors"
	"iter"
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
)

// away is a log, and keys, that do not answer once, or hold something else of one goal.
type away struct {
	eventlog.Log
	eventlog.Keys
	loads, keys atomic.Bool
	broken      string
}

var errAway = errors.New("no server answers")

func (a *away) Load(ctx context.Context, s events.StreamID, after events.Revision) iter.Seq2[eventlog.Record, error] {
	var err error
	switch {
	case a.loads.CompareAndSwap(true, false):
		err = errAway
	case s.ID == a.broken:
		err = &eventlog.BrokenChainError{Stream: s, Reason: "one of the two was changed"}
	default:
		return a.Log.Load(ctx, s, after)
	}
	return func(yield func(eventlog.Record, error) bool) { yield(eventlog.Record{}, err) }
}

func (a *away) Key(ctx context.Context, id string) (*events.Key, error) {
	if a.keys.CompareAndSwap(true, false) {
		return nil, errAway
	}
	return a.Keys.Key(ctx, id)
}

func TestAGoalIsRememberedAlsoIfItCannotBeReadAtOnce(t *testing.T) {
	t.Parallel()
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(handlertest.Noop(10))})
	var goals [3]string
	for i := range goals {
		id, err := l.Submit(t.Context(), events.PlannedTask{ID: "t", Role: "coder", Tool: "noop"})
		if err == nil {
			_, err = l.Wait(t.Context(), id, "goal.completed")
		}
		if err != nil {
			t.Fatal(err)
		}
		goals[i] = id
	}
	for name, c := range map[string]struct {
		set  func(*away)
		want []string
	}{
		"the log is away":          {func(a *away) { a.loads.Store(true) }, []string{goals[2], goals[1], goals[0]}},
		"the keys are away":        {func(a *away) { a.keys.Store(true) }, []string{goals[2], goals[1], goals[0]}},
		"a goal can never be read": {func(a *away) { a.broken = goals[1] }, []string{goals[2], goals[0]}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := &away{Log: l.Set.Log, Keys: l.Set.Codec.Keys}
			c.set(a)
			library := memory.New(memory.Config{Store: new(memorytest.Store), Keys: l.Set.Codec.Keys, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
			f := memory.Follower{Library: library, Log: a, Codec: eventlog.Codec{Keys: a}, Logger: slog.New(slog.DiscardHandler)}
			ctx, stop := context.WithCancel(context.Background())
			var wg sync.WaitGroup
			wg.Go(func() { _ = f.Run(ctx) }) // until it is stopped
			t.Cleanup(func() { stop(); wg.Wait() })
			found(t, library, c.want...)
		})
	}
}
