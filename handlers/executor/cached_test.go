package executor_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/memory"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/model"
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

// prose is a task that is given no tool that acts.
func prose(id, role, text string) events.PlannedTask {
	return events.PlannedTask{ID: id, Role: role, Prompt: text, Tools: []string{"none"}}
}

func TestAModelsAnswerIsUsedAgainAndRecordedAsSuch(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	fails := handlertest.Func{Name: "fails", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) { return value("done"), nil }}
	models := handlertest.Model(t, price, func(int, model.Request) (model.Reply, error) {
		asked.Add(1)
		return answers("all is well"), nil
	})
	kept := cache.New(cache.Config{Store: new(memory.Store), Keys: new(memlog.Keys), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(fails), Models: models, Answers: cache.NewModels(kept, cache.Lexical{}, models)})
	for i, c := range []struct {
		task  events.PlannedTask
		asks  int32
		spent events.Budget
	}{
		{prose("t", "researcher", "summarise the readme file"), 1, events.Budget{Steps: 1, Tokens: 110, Cost: 120}},
		{prose("t", "researcher", "summarise the readme file"), 0, events.Budget{Steps: 1}},
		{prose("t", "researcher", "Please summarise the readme file!"), 0, events.Budget{Steps: 1}},
		{prose("t", "coder", "summarise the readme file"), 1, events.Budget{Steps: 1, Tokens: 110, Cost: 120}},
		{prose("t", "coder", "Please summarise the readme file!"), 1, events.Budget{Steps: 1, Tokens: 110, Cost: 120}},
		{events.PlannedTask{ID: "t", Role: "researcher", Prompt: "summarise the readme file"}, 1, events.Budget{Steps: 1, Tokens: 110, Cost: 120}}, // with a tool that acts
		{events.PlannedTask{ID: "t", Role: "researcher", Prompt: "Please summarise the readme file!"}, 1, events.Budget{Steps: 1, Tokens: 110, Cost: 120}},
	} {
		before := asked.Load()
		goal, err := l.Submit(t.Context(), c.task)
		if err != nil {
			t.Fatal(err)
		}
		e, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed")
		if err != nil {
			t.Fatal(err)
		}
		if done, ok := e.Fact.(events.GoalCompleted); !ok || done.Spent != c.spent {
			t.Errorf("%d: %+v", i, e.Fact)
		}
		call := l.Call(t, goal, "t")
		if n := asked.Load() - before; n != c.asks || call.Model.Cached != (n == 0) || call.Model.Provider != "openai" || call.Model.Prompt.Digest.IsZero() {
			t.Errorf("%d: asked %d times, recorded %+v", i, n, call.Model)
		}
		if got := result(t, l, goal); got != `{"text":"all is well","stop":"end"}` {
			t.Errorf("%d: the result is %s", i, got)
		}
	}
}

func TestAnAttemptThatFollowsOnAFailureAsksItsModelAgain(t *testing.T) {
	t.Parallel()
	var asked, calls atomic.Int32
	flaky := handlertest.Func{Name: "flaky", Does: func(context.Context, tools.Call) (tools.Result, error) {
		calls.Add(1)
		return value("ok"), nil
	}}
	models := handlertest.Model(t, `{limits: {model_calls: 1}}`, func(int, model.Request) (model.Reply, error) {
		if asked.Add(1) == 1 {
			return wants("flaky"), nil // and the task has no call left
		}
		return answers("without it, then"), nil
	})
	kept := cache.New(cache.Config{Store: new(memory.Store), Keys: new(memlog.Keys), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(flaky), Models: models, Answers: cache.NewModels(kept, cache.Lexical{}, models)})
	ends := func(goal string, with string, asks int32) {
		t.Helper()
		e, err := l.Wait(t.Context(), goal, with)
		if err != nil || asked.Load() != asks {
			t.Fatalf("%+v: asked %d times, want %d; %v", e.Fact, asked.Load(), asks, err)
		}
	}
	goal, err := l.Submit(t.Context(), prompted("see to it"))
	if err != nil {
		t.Fatal(err)
	}
	ends(goal, "goal.failed", 1)
	if _, err := l.Set.Goals.Run(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"},
		commands.RetryGoal{GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}}); err != nil {
		t.Fatal(err)
	}
	ends(goal, "goal.completed", 2)
	if goal, err = l.Submit(t.Context(), prompted("see to it")); err != nil {
		t.Fatal(err)
	}
	ends(goal, "goal.completed", 2) // with the answer that was better
	if calls.Load() != 1 {
		t.Errorf("%d calls", calls.Load())
	}
}

func TestAConversationIsFollowedFromTheCacheAsFarAsToolsAnswerAlike(t *testing.T) {
	t.Parallel()
	var asked, calls, world atomic.Int32
	look := handlertest.Func{Name: "look", Does: func(context.Context, tools.Call) (tools.Result, error) {
		calls.Add(1)
		return tools.Value(world.Load())
	}}
	script := inTurns(wants("look"), wants(`look {"again":true}`), answers("all is well"))
	models := handlertest.Model(t, price, func(turn int, req model.Request) (model.Reply, error) {
		asked.Add(1)
		return script(turn, req)
	})
	kept := cache.New(cache.Config{Store: new(memory.Store), Keys: new(memlog.Keys), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(look), Models: models, Answers: cache.NewModels(kept, cache.Lexical{}, models)})
	for i, c := range []struct{ world, asked, calls int32 }{{1, 3, 2}, {1, 3, 4}, {2, 5, 6}, {2, 5, 8}} {
		world.Store(c.world)
		goal, err := l.Submit(t.Context(), prompted("see to it"))
		if err == nil {
			_, err = l.Wait(t.Context(), goal, "goal.completed")
		}
		if err != nil {
			t.Fatal(err)
		}
		if asked.Load() != c.asked || calls.Load() != c.calls {
			t.Errorf("goal %d: the model was asked %d times and the tool called %d times, want %d and %d", i, asked.Load(), calls.Load(), c.asked, c.calls)
		}
	}
}
