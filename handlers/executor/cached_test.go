package executor_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/memory"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/tools"
)

// remembered is a tool whose reads may be kept.
type remembered struct{ handlertest.Func }

func (r remembered) Spec() tools.Spec {
	spec := r.Func.Spec()
	spec.CacheFor = time.Minute
	return spec
}

func (remembered) Effect(args json.RawMessage) tools.Effect {
	if strings.Contains(string(args), "read") {
		return tools.Read
	}
	return tools.Write
}

func TestAReadIsAnsweredFromTheCacheAndAWriteNeverIs(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	tool := remembered{handlertest.Func{Name: "store", Does: func(context.Context, tools.Call) (tools.Result, error) {
		calls.Add(1)
		return value("kept"), nil
	}}}
	answers := cache.NewTools(cache.New(cache.Config{Store: new(memory.Store), Keys: new(memlog.Keys), Now: time.Now, Log: slog.New(slog.DiscardHandler)}))
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(tool), Cache: answers})
	run := func(args, effect string) (goal string) {
		t.Helper()
		task := one("store")
		task.Args, task.Effect = json.RawMessage(args), effect
		goal, err := l.Submit(t.Context(), task)
		if err == nil {
			_, err = l.Wait(t.Context(), goal, "goal.completed")
		}
		if err != nil {
			t.Fatal(err)
		}
		return goal
	}
	for i, want := range []struct {
		args, effect string
		calls        int32
	}{
		{`{"op":"read","at":1}`, "", 1}, {`{"at":1,"op":"read"}`, "", 1}, // the same
		{`{"op":"write"}`, "", 2}, {`{"op":"read","at":1}`, "", 3}, // what was read before a write is read again
		{`{"op":"write"}`, "read", 4}, {`{"op":"write"}`, "read", 5}, // whatever a plan calls it
	} {
		before := calls.Load()
		goal := run(want.args, want.effect)
		if n := calls.Load(); n != want.calls {
			t.Errorf("%d: %s: %d calls, want %d", i, want.args, n, want.calls)
		}
		if cached := cachedIn(t, l, goal); cached != (calls.Load() == before) {
			t.Errorf("%d: the log says cached: %v", i, cached)
		}
	}
}

// cachedIn reads whether the log says of a goal's result that it came from the cache.
func cachedIn(t *testing.T, l *handlertest.Loop, goal string) (cached bool) {
	t.Helper()
	results := 0
	for record, err := range l.Set.Log.Load(t.Context(), events.RunStream(handlertest.Workspace, goal, one("store").ID), 0) {
		if err != nil {
			t.Fatal(err)
		}
		e, err := l.Set.Codec.Decode(t.Context(), record)
		if err != nil {
			t.Fatal(err)
		}
		if result, ok := e.Fact.(events.TaskToolResult); ok {
			cached = result.Cached
			results++
		}
	}
	if results != 1 {
		t.Errorf("%d results", results)
	}
	return cached
}
