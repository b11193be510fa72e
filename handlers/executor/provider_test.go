package executor_test

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/planner"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/work"
)

// A provider has a conversation in its cache: the one that began a task goes on with it although the first of the chain is up again, also
// where another worker goes on.
func TestATaskStaysWithTheModelThatBeganIt(t *testing.T) {
	t.Parallel()
	f, err := model.ReadFile([]byte(`{roles: {coder: {models: [openai/first, openai/second]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	first := &model.Scripted{Answer: func(_ context.Context, n int, _ model.Request) (model.Reply, error) {
		if n == 1 {
			return model.Reply{}, &model.Error{Code: model.CodeOverloaded, Retryable: true, Message: "HTTP 529"}
		}
		return answers("of the first"), nil
	}}
	turns := inTurns(wants("look"), wants("wait"), answers("of the second"))
	second := &model.Scripted{Answer: func(_ context.Context, n int, req model.Request) (model.Reply, error) { return turns(n-1, req) }}
	models, err := model.NewRouter(model.RouterConfig{File: f, Env: func(string) string { return "" }, Now: time.Now, Tries: 1,
		Models: map[string]model.Model{"openai/first": first, "openai/second": second}})
	if err != nil {
		t.Fatal(err)
	}
	look := handlertest.Func{Name: "look", Does: func(context.Context, tools.Call) (tools.Result, error) { return value("seen"), nil }}
	wait := handlertest.Func{Name: "wait", Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		if c.Woken == "" {
			return tools.Result{}, &tools.Waiting{Kind: tools.WaitWebhook, On: json.RawMessage(`{}`), Text: "waits for a call"}
		}
		return value(c.Woken), nil
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(look, wait), Models: models})
	goal, err := l.Submit(t.Context(), prompted("see to it"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "interrupt.pending", "goal.completed", "goal.failed")
	if err != nil {
		t.Fatal(err)
	}
	asked, ok := e.Fact.(events.InterruptPending)
	if !ok {
		t.Fatalf("%+v after %d questions to the first and %d to the second", e.Fact, len(first.Asked()), len(second.Asked()))
	}
	l.Settle(t)
	_, err = l.Set.Goals.Run(t.Context(), commands.Request{At: e.Time, Actor: "policy:waits"}, commands.ResolveInterrupt{
		GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}, Interrupt: asked.Interrupt, Decision: tools.Arrived, Feedback: "it rang"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed"); err != nil {
		t.Fatal(err)
	}
	if got := result(t, l, goal); got != `{"text":"of the second","stop":"end"}` || len(first.Asked()) != 1 {
		t.Errorf("the result is %s, after %d questions to the first", got, len(first.Asked()))
	}
}

// Text is streamed where no tools are offered, to whoever watches: nothing of it is in the log. Where there are tools it is not, as
// providers' streams of calls are not to be trusted.
func TestTextIsStreamedWhereNoToolsAreOffered(t *testing.T) {
	t.Parallel()
	look := handlertest.Func{Name: "look", Does: func(context.Context, tools.Call) (tools.Result, error) { return value("seen"), nil }}
	var streamed, plain atomic.Int32
	models := handlertest.Model(t, price, func(_ int, req model.Request) (model.Reply, error) {
		if req.Delta == nil {
			plain.Add(1)
			return answers("a poem"), nil
		}
		streamed.Add(1)
		if len(req.Tools) > 0 {
			t.Error("streamed although tools are offered")
		}
		req.Delta("a ")
		req.Delta("poem")
		return answers("a poem"), nil
	})
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(look), Models: models})
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	said := make(chan work.Live)
	wg.Go(func() {
		_ = l.Queue.Live(ctx, func(m work.Live) {
			select {
			case said <- m:
			case <-ctx.Done():
			}
		})
	})
	with, err := l.Submit(t.Context(), prompted("write a poem"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), with, "goal.completed"); err != nil || plain.Load() != 1 {
		t.Fatalf("%v, asked %d times for a whole answer", err, plain.Load())
	}
	var text string
	for text != "a poem" { // whoever came too late begins again
		task := prompted("write a poem")
		task.Tools = []string{planner.NoTools}
		goal, err := l.Submit(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { _, err := l.Wait(t.Context(), goal, "goal.completed"); ended <- err }()
		for over := false; !over; {
			select {
			case m := <-said:
				var d work.Delta
				if err := json.Unmarshal(m.Data, &d); err != nil || m.Kind != "delta" || d.Task != "t" || d.Call != 1 || d.Try != 1 {
					t.Fatalf("%+v: %s, %v", m, m.Data, err)
				}
				if m.Goal == goal {
					text += d.Text
				}
				over = text == "a poem"
			case err := <-ended:
				if over, text = true, ""; err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := kinds(t, l, goal); count(got, "task.delta") > 0 {
			t.Errorf("%v", got)
		}
	}
	if streamed.Load() == 0 {
		t.Error("nothing was streamed")
	}
}

// later is a clock of the executors that a test puts forward.
type later struct{ by atomic.Int64 }

func (c *later) now() time.Time { return time.Now().Add(time.Duration(c.by.Load())) }

func TestAnOutageOfAnHourFailsTheAttempt(t *testing.T) {
	t.Parallel()
	clock := new(later)
	var asked atomic.Int32
	l := handlertest.Start(t, handlertest.Config{ModelPause: 5 * time.Millisecond, Now: clock.now, Models: handlertest.Model(t, price, func(int, model.Request) (model.Reply, error) {
		switch n := asked.Add(1); {
		case n == 4: // three tries a time: it was waited for once
			clock.by.Store(int64(61 * time.Minute))
		case n > 6:
			return answers("after all"), nil
		}
		return model.Reply{}, &model.Error{Code: model.CodeUnreachable, Retryable: true, Message: "no route to host"}
	})})
	goal, err := l.Submit(t.Context(), prompted("see to it"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "task.failed", "goal.completed")
	if err != nil {
		t.Fatal(err)
	}
	if f, _ := e.Fact.(events.TaskFailed); f.Code != model.CodeUnreachable || asked.Load() != 6 {
		t.Errorf("%+v after %d questions", e.Fact, asked.Load())
	}
}

func TestNoModelIsAskedAfterTheDeadline(t *testing.T) {
	t.Parallel()
	clock := new(later)
	var asked atomic.Int32
	look := handlertest.Func{Name: "look", Does: func(context.Context, tools.Call) (tools.Result, error) {
		clock.by.Store(int64(2 * time.Hour)) // for the executor alone: nobody else ends the goal
		return value("seen"), nil
	}}
	l := handlertest.Start(t, handlertest.Config{Now: clock.now, Tools: handlertest.Tools(look), Models: handlertest.Model(t, price, func(int, model.Request) (model.Reply, error) {
		if asked.Add(1) == 1 {
			return wants("look"), nil
		}
		return answers("done"), nil
	})})
	plan, err := json.Marshal([]events.PlannedTask{prompted("see to it")})
	if err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Hour)
	goal := handlertest.NewID()
	_, err = l.Set.Goals.Run(t.Context(), commands.Request{ID: "submit-" + goal, At: time.Now(), Actor: "user:test"}, commands.SubmitGoal{
		GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}, Title: "test", Plan: plan, Limits: events.Limits{Deadline: &deadline}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "task.failed", "goal.completed")
	if err != nil {
		t.Fatal(err)
	}
	if f, _ := e.Fact.(events.TaskFailed); f.Code != "deadline_exceeded" || asked.Load() != 1 {
		t.Errorf("%+v after %d questions", e.Fact, asked.Load())
	}
}
