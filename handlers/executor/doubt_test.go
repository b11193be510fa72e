package executor_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/executor"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/tools"
)

func TestAWriteInDoubtIsAskedAbout(t *testing.T) {
	t.Parallel()
	for decision, want := range map[string]struct {
		end   string
		calls int32
	}{
		commands.Happened: {"goal.completed", 1},
		commands.DidNot:   {"goal.failed", 1},
		commands.Again:    {"goal.completed", 2},
	} {
		t.Run(decision, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			post := handlertest.Func{Name: "post", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) {
				if calls.Add(1) == 1 {
					return tools.Result{}, &tools.Error{Code: tools.CodeTimeout, Message: "the answer was lost", InDoubt: true}
				}
				return value("ok"), nil
			}}
			l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(post)})
			goal, err := l.Submit(t.Context(), one("post"))
			if err != nil {
				t.Fatal(err)
			}
			e, err := l.Wait(t.Context(), goal, "interrupt.pending")
			if err != nil {
				t.Fatal(err)
			}
			asked := e.Fact.(events.InterruptPending)
			if err := l.Resolve(t.Context(), goal, asked.Interrupt, decision); err != nil {
				t.Fatal(err)
			}
			if err := l.Resolve(t.Context(), goal, asked.Interrupt, commands.Again); !errors.Is(err, commands.ErrInterruptClosed) && !errors.Is(err, commands.ErrGoalEnded) {
				t.Errorf("a second answer: %v", err)
			}
			if e, err = l.Wait(t.Context(), goal, "goal.completed", "goal.failed"); err != nil || e.Kind().Name != want.end {
				t.Errorf("ended with %v %v, want %s", e.Fact, err, want.end)
			}
			if n := calls.Load(); n != want.calls {
				t.Errorf("posted %d times, want %d", n, want.calls)
			}
		})
	}
}

func TestASupervisedTaskActsOnlyWithConsent(t *testing.T) {
	t.Parallel()
	for decision, want := range map[string]struct {
		end   string
		calls int32
	}{"approve": {"goal.completed", 1}, "reject": {"goal.failed", 0}} {
		t.Run(decision, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			act := handlertest.Func{Name: "act", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) {
				calls.Add(1)
				return value("ok"), nil
			}}
			l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(act)})
			task := one("act")
			task.Supervised = true
			goal, err := l.Submit(t.Context(), task)
			if err != nil {
				t.Fatal(err)
			}
			e, err := l.Wait(t.Context(), goal, "interrupt.pending")
			if err != nil {
				t.Fatal(err)
			}
			asked := e.Fact.(events.InterruptPending)
			if n := calls.Load(); n != 0 || asked.Type != executor.Supervised || asked.Approves.IsZero() {
				t.Fatalf("asked %+v after %d calls", asked, n)
			}
			if err := l.Resolve(t.Context(), goal, asked.Interrupt, decision); err != nil {
				t.Fatal(err)
			}
			if e, err = l.Wait(t.Context(), goal, "goal.completed", "goal.failed"); err != nil || e.Kind().Name != want.end {
				t.Errorf("ended with %v %v, want %s", e.Fact, err, want.end)
			}
			if n := calls.Load(); n != want.calls {
				t.Errorf("called %d times, want %d", n, want.calls)
			}
		})
	}
}

// What was lost with a connection was simply run once more elsewhere (smg 2441).
func TestALostWriteIsLookedFor(t *testing.T) {
	t.Parallel()
	for name, happened := range map[string]bool{"it happened": true, "it did not": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			begun, wake := make(chan struct{}), make(chan struct{})
			t.Cleanup(func() { close(wake) })
			write := handlertest.Looking{
				Func: handlertest.Func{Name: "write", Has: tools.Write, Timeout: 300 * time.Millisecond, Does: func(context.Context, tools.Call) (tools.Result, error) {
					if calls.Add(1) == 1 {
						close(begun)
						<-wake
						return tools.Result{}, errors.New("lost")
					}
					return value("written"), nil
				}},
				Looks: func(context.Context, tools.Call) (tools.Outcome, error) {
					return tools.Outcome{Known: true, Happened: happened, Result: value("found")}, nil
				},
			}
			l := handlertest.Start(t, handlertest.Config{Lease: 500 * time.Millisecond, Executors: 2, Deaf: true, Tools: handlertest.Tools(write)})
			goal, err := l.Submit(t.Context(), one("write"))
			if err != nil {
				t.Fatal(err)
			}
			<-begun
			if e, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed"); err != nil || e.Kind().Name != "goal.completed" {
				t.Fatal(e.Fact, err)
			}
			want := int32(2)
			if happened {
				want = 1
			}
			if n := calls.Load(); n != want {
				t.Errorf("written %d times, want %d", n, want)
			}
		})
	}
}
