package memory_test

import (
	"context"
	"iter"
	"log/slog"
	"reflect"
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

// loads counts the streams that are loaded from a log, and tells when it is followed.
type loads struct {
	eventlog.Log
	count    atomic.Int32
	followed chan struct{}
}

func (l *loads) Load(ctx context.Context, s events.StreamID, after events.Revision) iter.Seq2[eventlog.Record, error] {
	l.count.Add(1)
	return l.Log.Load(ctx, s, after)
}

func (l *loads) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	close(l.followed)
	return l.Log.Follow(ctx, q)
}

func TestAGoalFoldedWhileItRanIsRememberedAsIfItWasRead(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(handlertest.Noop(10),
		handlertest.Func{Name: "broken", Does: func(context.Context, tools.Call) (tools.Result, error) {
			return tools.Result{}, &tools.Error{Code: "not_found", Message: "no such page"}
		}},
		handlertest.Func{Name: "flaky", Does: func(context.Context, tools.Call) (tools.Result, error) {
			if asked.Add(1) == 1 {
				return tools.Result{}, &tools.Error{Code: "unavailable", Message: "come again", Retryable: true}
			}
			return tools.Result{Value: []byte(`1`)}, nil
		}})})
	log := &loads{Log: l.Set.Log, followed: make(chan struct{})}
	library := memory.New(memory.Config{Store: new(memorytest.Store), Keys: l.Set.Codec.Keys, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	f := memory.Follower{Library: library, Log: log, Codec: l.Set.Codec, Logger: slog.New(slog.DiscardHandler)}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- f.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	<-log.followed

	var goals []string
	ends := map[string]events.Revision{}
	for _, plan := range [][]events.PlannedTask{
		{{ID: "a", Role: "coder", Tool: "noop"}, {ID: "b", Role: "coder", Tool: "flaky", Needs: []string{"a"}}},
		{{ID: "a", Role: "coder", Tool: "broken"}},
		{{ID: "a", Role: "coder", Tool: "noop"}, {ID: "b", Role: "coder", Tool: "noop"}},
	} {
		id, err := l.Submit(t.Context(), plan...)
		if err != nil {
			t.Fatal(err)
		}
		end, err := l.Wait(t.Context(), id, "goal.completed", "goal.failed")
		if err != nil {
			t.Fatal(err)
		}
		goals, ends[id] = append([]string{id}, goals...), end.Revision
	}
	for _, e := range found(t, library, goals...).Episodes {
		want, ok, err := memory.Read(t.Context(), l.Set.Log, l.Set.Codec, events.GoalStream(handlertest.Workspace, e.Goal), ends[e.Goal])
		if err != nil || !ok || !reflect.DeepEqual(e.Episode, want) {
			t.Errorf("%+v, read: %+v %v %v", e, want, ok, err)
		}
	}
	if n := log.count.Load(); n != 0 {
		t.Errorf("%d streams were loaded of goals that it had seen running", n)
	}
}
