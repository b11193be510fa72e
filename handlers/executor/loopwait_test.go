package executor_test

import (
	"context"
	"encoding/json"
	"testing"

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
