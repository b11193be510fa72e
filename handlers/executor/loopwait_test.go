package executor_test

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/tools"
)

// One of the calls that a model wants made at the same time waits for something
// that happens elsewhere. What is beside it must neither be recorded before it
// nor end the task.
func TestACallThatWaitsHoldsUpWhatIsBesideItAndNothingIsLost(t *testing.T) {
	t.Parallel()
	look := handlertest.Func{Name: "look", Does: func(_ context.Context, c tools.Call) (tools.Result, error) { return tools.Result{Value: c.Args}, nil }}
	wait := handlertest.Func{Name: "wait", Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		if c.Woken == "" {
			return tools.Result{}, &tools.Waiting{Kind: tools.WaitWebhook, On: json.RawMessage(`{}`), Text: "waits for a call"}
		}
		return value(c.Woken), nil
	}}
	var told []string
	answer := inTurns(wants(`look {"n":1}`, "wait", `look {"n":2}`, `look {"n":3}`), answers("done"))
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(look, wait), Models: handlertest.Model(t, price, func(turn int, req model.Request) (model.Reply, error) {
		told = nil
		for _, m := range req.Messages {
			if m.By == model.Result {
				told = append(told, m.Text)
			}
		}
		return answer(turn, req)
	})})
	goal, err := l.Submit(t.Context(), prompted("see to it"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "interrupt.pending", "task.failed")
	if err != nil {
		t.Fatal(err)
	}
	asked, ok := e.Fact.(events.InterruptPending)
	if !ok {
		t.Fatalf("%+v", e.Fact)
	}
	l.Settle(t)
	_, err = l.Set.Goals.Run(t.Context(), commands.Request{At: e.Time, Actor: "policy:waits"}, commands.ResolveInterrupt{
		GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}, Interrupt: asked.Interrupt, Decision: tools.Arrived, Feedback: "it rang"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	if len(told) != 4 || told[0] != `{"n":1}` || told[1] != "it rang" || told[2] != `{"n":2}` || told[3] != `{"n":3}` {
		t.Errorf("the model was told %q", told)
	}
	err = l.Set.Runs.View(t.Context(), events.RunStream(handlertest.Workspace, goal, "t"), true, func(r *commands.Run, _ events.Revision) {
		for i, c := range r.Calls {
			if c.Step.Call != i+1 || c.Status != commands.CallDone {
				t.Errorf("call %d is recorded at place %d and %s", c.Step.Call, i+1, c.Status)
			}
		}
		if len(r.Calls) != 6 {
			t.Errorf("%d calls are recorded", len(r.Calls))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A call may wait for days. A model that is down just then has been down for a
// moment, and is waited for like any other.
func TestAnOutageAfterALongWaitIsWaitedOut(t *testing.T) {
	t.Parallel()
	var down, ahead atomic.Int64
	wait := handlertest.Func{Name: "wait", Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		if c.Woken == "" {
			return tools.Result{}, &tools.Waiting{Kind: tools.WaitWebhook, On: json.RawMessage(`{}`), Text: "waits for a call"}
		}
		return value(c.Woken), nil
	}}
	answer := inTurns(wants("wait"), answers("done"))
	l := handlertest.Start(t, handlertest.Config{ModelPause: 20 * time.Millisecond, Tools: handlertest.Tools(wait),
		Now: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) },
		Models: handlertest.Model(t, price, func(turn int, req model.Request) (model.Reply, error) {
			if turn == 1 && down.Add(1) <= 4 { // three tries a time
				return model.Reply{}, &model.Error{Code: model.CodeUnreachable, Retryable: true, Message: "no route to host"}
			}
			return answer(turn, req)
		})})
	goal, err := l.Submit(t.Context(), prompted("see to it"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "interrupt.pending")
	if err != nil {
		t.Fatal(err)
	}
	ahead.Store(int64(48 * time.Hour))
	_, err = l.Set.Goals.Run(t.Context(), commands.Request{At: e.Time, Actor: "policy:waits"}, commands.ResolveInterrupt{
		GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}, Interrupt: e.Fact.(events.InterruptPending).Interrupt, Decision: tools.Arrived, Feedback: "it rang"})
	if err != nil {
		t.Fatal(err)
	}
	if e, err := l.Wait(t.Context(), goal, "goal.completed", "task.failed", "goal.failed"); err != nil || e.Kind().Name != "goal.completed" {
		t.Errorf("%+v, %v", e.Fact, err)
	}
}
