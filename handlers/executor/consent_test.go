package executor_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/tools"
)

// wary wants approval for calls whose arguments say so.
type wary struct{ handlertest.Func }

func (wary) Approval(args json.RawMessage) *tools.Approval {
	if !strings.Contains(string(args), "danger") {
		return nil
	}
	return &tools.Approval{Kind: tools.SecurityGate, Reason: "it is dangerous"}
}

func TestAToolCanWantACallApproved(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	tool := wary{handlertest.Func{Name: "wary", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) {
		calls.Add(1)
		return value("ok"), nil
	}}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(tool)})
	harmless := one("wary")
	harmless.Args = json.RawMessage(`{"what":"fun"}`)
	if err := l.Complete(t.Context(), harmless); err != nil || calls.Load() != 1 {
		t.Fatalf("%v after %d calls", err, calls.Load())
	}
	danger := one("wary")
	danger.Args = json.RawMessage(`{"what":"danger"}`)
	goal, err := l.Submit(t.Context(), danger)
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "interrupt.pending")
	if err != nil {
		t.Fatal(err)
	}
	asked := e.Fact.(events.InterruptPending)
	if asked.Type != tools.SecurityGate || !strings.HasSuffix(asked.Description, "It needs approval because it is dangerous.") || calls.Load() != 1 {
		t.Fatalf("asked %+v after %d calls", asked, calls.Load())
	}
	if err := l.Resolve(t.Context(), goal, asked.Interrupt, "allow"); err != nil {
		t.Fatal(err)
	}
	if e, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed"); err != nil || e.Kind().Name != "goal.completed" || calls.Load() != 2 {
		t.Errorf("%v %v after %d calls", e.Fact, err, calls.Load())
	}
}

// forms wants approval of its kind for every call.
type forms struct {
	handlertest.Func
	kind string
}

func (f forms) Approval(json.RawMessage) *tools.Approval { return &tools.Approval{Kind: f.kind} }

func TestAnswersToAQuestionForLeave(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, answer string
		want         string // code of the failure, empty if it runs
	}{
		{tools.SecurityGate, "allow", ""},
		{tools.SecurityGate, "block", "rejected"},
		{tools.PRApproval, "approve", ""},
		{tools.PRApproval, "revise", "revision_requested"},
		{tools.PRApproval, "reject", "rejected"},
		{tools.PRApproval, "", "approval_expired"}, // nobody answers
	} {
		t.Run(c.kind+" "+c.answer, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			tool := forms{kind: c.kind, Func: handlertest.Func{Name: "form", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) {
				calls.Add(1)
				return value("ok"), nil
			}}}
			cfg := handlertest.Config{Tools: handlertest.Tools(tool)}
			if c.answer == "" {
				cfg.ApprovalFor = 50 * time.Millisecond
			}
			l := handlertest.Start(t, cfg)
			goal, err := l.Submit(t.Context(), one("form"))
			if err != nil {
				t.Fatal(err)
			}
			e, err := l.Wait(t.Context(), goal, "interrupt.pending")
			if err != nil {
				t.Fatal(err)
			}
			asked := e.Fact.(events.InterruptPending)
			if asked.Type != c.kind || asked.Expires == nil || asked.Approves.IsZero() {
				t.Fatalf("asked %+v", asked)
			}
			if c.answer != "" {
				if err := l.Resolve(t.Context(), goal, asked.Interrupt, c.answer); err != nil {
					t.Fatal(err)
				}
			}
			e, err = l.Wait(t.Context(), goal, "goal.completed", "task.failed")
			if err != nil {
				t.Fatal(err)
			}
			failed, _ := e.Fact.(events.TaskFailed)
			if ran := calls.Load() == 1; failed.Code != c.want || ran != (c.want == "") {
				t.Errorf("it failed with %q and ran %d times", failed.Code, calls.Load())
			}
		})
	}
}

// What was allowed is allowed once: the next attempt at the same call asks anew.
func TestAGrantIsUsedOnce(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	tool := forms{kind: tools.PRApproval, Func: handlertest.Func{Name: "form", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) {
		if calls.Add(1) == 1 {
			return tools.Result{}, &tools.Error{Code: tools.CodeUnavailable, Message: "not now", Retryable: true}
		}
		return value("ok"), nil
	}}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(tool)})
	task := one("form")
	task.Retries = 1
	goal, err := l.Submit(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for r, err := range l.Set.Log.Follow(t.Context(), eventlog.Query{Subjects: []string{eventlog.GoalFilter(handlertest.Workspace, goal)}}) {
		if err != nil {
			t.Fatal(err)
		}
		e, err := l.Set.Codec.Decode(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := e.Fact.(events.InterruptPending); ok {
			if n := int(calls.Load()); n != len(asked) {
				t.Errorf("called %d times after %d answers", n, len(asked))
			}
			asked[p.Interrupt] = true
			if err := l.Resolve(t.Context(), goal, p.Interrupt, "approve"); err != nil {
				t.Fatal(err)
			}
		}
		if r.Kind == "goal.completed" || r.Kind == "goal.failed" {
			break
		}
	}
	if len(asked) != 2 || calls.Load() != 2 {
		t.Errorf("asked %d times and called %d times", len(asked), calls.Load())
	}
}
