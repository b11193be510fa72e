package waits_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/secret"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/waits"
)

// waker runs one until the test, or the returned function, ends it.
func waker(t *testing.T, l *handlertest.Loop) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		w := waits.New(waits.Config{Commands: l.Set, Blobs: l.Blobs, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		if err := w.Run(ctx); ctx.Err() == nil {
			t.Error(err)
		}
	})
	stop = sync.OnceFunc(func() { cancel(); wg.Wait() })
	t.Cleanup(stop)
	return stop
}

// patient waits for what its arguments say, and answers with what it was woken with.
func patient(most time.Duration, calls *atomic.Int32) tools.Tool {
	return handlertest.Func{Name: "patient", Has: tools.Idempotent, Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		calls.Add(1)
		if c.Woken != "" {
			return tools.Value(c.Woken)
		}
		var args struct {
			Kind string
			On   json.RawMessage
		}
		if err := json.Unmarshal(c.Args, &args); err != nil {
			return tools.Result{}, err
		}
		return tools.Result{}, &tools.Waiting{Kind: args.Kind, On: args.On, Text: "waits", Most: most}
	}}
}

func start(t *testing.T, most time.Duration) (*handlertest.Loop, *atomic.Int32) {
	t.Helper()
	calls := new(atomic.Int32)
	held := handlertest.Func{Name: "held", Does: func(ctx context.Context, _ tools.Call) (tools.Result, error) {
		<-ctx.Done()
		return tools.Result{}, ctx.Err()
	}}
	return handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(patient(most, calls), handlertest.Noop(10), held)}), calls
}

func waiting(t *testing.T, l *handlertest.Loop, args string) (goal string) {
	t.Helper()
	goal, err := l.Submit(t.Context(), events.PlannedTask{ID: "t", Role: "coder", Tool: "patient", Args: json.RawMessage(args)})
	if err == nil {
		_, err = l.Wait(t.Context(), goal, "interrupt.pending")
	}
	if err != nil {
		t.Fatal(err)
	}
	var status commands.GoalStatus
	err = l.Set.Goals.View(t.Context(), events.GoalStream(handlertest.Workspace, goal), true, func(g *commands.Goal, _ events.Revision) { status = g.Status })
	if err != nil || status != commands.GoalExecuting {
		t.Fatalf("the goal is %s, %v: nobody is asked", status, err)
	}
	return goal
}

func ends(t *testing.T, l *handlertest.Loop, goal, want string) {
	t.Helper()
	e, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed", "goal.cancelled")
	if err != nil || e.Kind().Name != want {
		t.Errorf("%s: %v %v, want %s", goal, e.Fact, err, want)
	}
}

func run(t *testing.T, l *handlertest.Loop, tool string) string {
	t.Helper()
	goal, err := l.Submit(t.Context(), events.PlannedTask{ID: "t", Role: "coder", Tool: tool})
	if err != nil {
		t.Fatal(err)
	}
	return goal
}

func on(goal string) string { return `{"kind":"child_goal","on":{"goal":"` + goal + `"}}` }

func TestATaskIsWokenByTheEndOfAGoalWheneverThatIs(t *testing.T) {
	t.Parallel()
	l, calls := start(t, 0)
	child := run(t, l, "noop")
	ends(t, l, child, "goal.completed")
	before := waiting(t, l, on(child)) // it ended before anybody waited, and while nobody woke
	stop := waker(t, l)
	ends(t, l, before, "goal.completed")

	slow := run(t, l, "held")
	during := waiting(t, l, on(slow))
	stop()
	cancel := commands.CancelGoal{GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: slow}, Reason: "enough"}
	if _, err := l.Set.Goals.Run(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, cancel); err != nil {
		t.Fatal(err)
	}
	waker(t, l) // another one, which knows only the log
	ends(t, l, during, "goal.completed")
	if n := calls.Load(); n != 4 {
		t.Errorf("%d calls, want two for each task", n)
	}
}

func TestWhatIsWaitedForIsCalledOffWithWhoWaits(t *testing.T) {
	t.Parallel()
	l, _ := start(t, 0)
	waker(t, l)
	slow := run(t, l, "held")
	goal := waiting(t, l, on(slow))
	cancel := commands.CancelGoal{GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}}
	if _, err := l.Set.Goals.Run(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, cancel); err != nil {
		t.Fatal(err)
	}
	ends(t, l, slow, "goal.cancelled")
}

func TestWhatARevokedAgentWaitsForIsCalledOff(t *testing.T) {
	t.Parallel()
	l, _ := start(t, 0)
	waker(t, l)
	do := func(c commands.Named) {
		t.Helper()
		if _, err := l.Set.Dispatch(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, c); err != nil {
			t.Fatal(err)
		}
	}
	agent := commands.AgentRef{Workspace: handlertest.Workspace, Agent: "a1"}
	do(commands.RegisterAgent{AgentRef: agent, AgentName: "Ada", Roles: []string{"coder"}, Address: "0x00000000000000000000000000000000000000a1",
		Capabilities: events.Capabilities{Tools: []string{"*"}, Trust: commands.TrustStandard}})
	child, goal := run(t, l, "held"), handlertest.NewID()
	plan, err := json.Marshal([]events.PlannedTask{{ID: "t", Role: "coder", Tool: "patient", Args: json.RawMessage(on(child))}})
	if err != nil {
		t.Fatal(err)
	}
	do(commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}, Title: "test", Plan: plan, Agent: "a1"})
	if _, err := l.Wait(t.Context(), goal, "interrupt.pending"); err != nil {
		t.Fatal(err)
	}
	do(commands.RevokeAgent{AgentRef: agent})
	ends(t, l, goal, "goal.failed")
	ends(t, l, child, "goal.cancelled")
}

// A goal that was spawned is called off with who spawned it also where that one waits for it no more, or does not yet.
func TestWhatNobodyWaitsForIsCalledOffWithWhoSpawnedIt(t *testing.T) {
	t.Parallel()
	l, _ := start(t, 300*time.Millisecond)
	stop := waker(t, l)
	spawn := func(parent string) string {
		t.Helper()
		id := handlertest.NewID()
		plan, err := json.Marshal([]events.PlannedTask{{ID: "t", Role: "coder", Tool: "held"}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = l.Set.Goals.Run(t.Context(), commands.Request{ID: waits.Spawned + id, At: time.Now(), Actor: "user:test", Correlation: parent},
			commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: id}, Title: "child", Parent: parent, Plan: plan})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	call := func(goal string) {
		t.Helper()
		cancel := commands.CancelGoal{GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}}
		if _, err := l.Set.Goals.Run(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, cancel); err != nil {
			t.Fatal(err)
		}
	}
	parent := run(t, l, "held")
	before := spawn(parent)
	call(parent)
	ends(t, l, before, "goal.cancelled")
	ends(t, l, spawn(parent), "goal.cancelled") // it came too late

	for _, away := range []bool{false, true} {
		late := run(t, l, "held")
		goal := waiting(t, l, on(late))
		if away { // it is not seen that the wait runs out, nor what follows
			stop()
		}
		if _, err := l.Wait(t.Context(), goal, "goal.failed"); err != nil {
			t.Fatal(err)
		}
		if away {
			waiting(t, l, on(run(t, l, "held"))) // and something else is asked since
			waker(t, l)                          // another one, which knows only the log
		}
		ends(t, l, late, "goal.cancelled")
	}
}

func TestSecretsAreForgottenWithTheEndOfTheirGoal(t *testing.T) {
	t.Parallel()
	calls := new(atomic.Int32)
	store := new(secret.Memory)
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(patient(0, calls), handlertest.Noop(10)), Secrets: store})
	before := run(t, l, "noop")
	ends(t, l, before, "goal.completed")
	put := func(goal string) {
		t.Helper()
		if err := store.Put(t.Context(), secret.Ref{Workspace: handlertest.Workspace, Goal: goal, Name: "key"}, "open sesame"); err != nil {
			t.Fatal(err)
		}
	}
	put(before) // it ended while nobody looked
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() {
		w := waits.New(waits.Config{Secrets: store, Commands: l.Set, Blobs: l.Blobs, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		if err := w.Run(ctx); ctx.Err() == nil {
			t.Error(err)
		}
	})
	goal, err := l.Submit(t.Context(), events.PlannedTask{ID: "t", Role: "coder", Tool: "patient", Args: json.RawMessage(`{"kind":"credential_request","on":{"name":"key"}}`)})
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "interrupt.pending")
	if err != nil {
		t.Fatal(err)
	}
	put(goal)
	if err := l.Resolve(t.Context(), goal, e.Fact.(events.InterruptPending).Interrupt, tools.Reject); err != nil {
		t.Fatal(err)
	}
	ends(t, l, goal, "goal.failed")
	for {
		left, err := store.Goals(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(left) == 0 {
			break
		}
		select {
		case <-t.Context().Done():
			t.Fatalf("%v still have secrets", left)
		case <-time.After(time.Millisecond):
		}
	}
}

func TestAWaitThatTakesTooLongFails(t *testing.T) {
	t.Parallel()
	l, calls := start(t, 300*time.Millisecond)
	waker(t, l)
	goal := waiting(t, l, on(run(t, l, "held")))
	e, err := l.Wait(t.Context(), goal, "task.failed")
	if err != nil {
		t.Fatal(err)
	}
	if f := e.Fact.(events.TaskFailed); f.Code != tools.CodeTimeout || f.RetryAt != nil || calls.Load() != 1 {
		t.Errorf("%+v after %d calls", f, calls.Load())
	}
}

func TestOneCallWakesOneWaitOfAGoal(t *testing.T) {
	t.Parallel()
	l, _ := start(t, 0)
	waker(t, l)
	args := json.RawMessage(`{"kind":"webhook","on":{"source":"ci","match":{"/n":1}}}`)
	goal, err := l.Submit(t.Context(), events.PlannedTask{ID: "a", Role: "coder", Tool: "patient", Args: args},
		events.PlannedTask{ID: "b", Role: "coder", Tool: "patient", Args: args, Needs: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	hook := func(id, body string) {
		t.Helper()
		now := time.Now()
		_, err := l.Set.Dispatch(t.Context(), commands.Request{ID: "hook-" + id, At: now, Actor: "webhook:ci"}, commands.ReceiveWebhook{
			Workspace: handlertest.Workspace, Month: commands.WebhookMonth(now),
			Hook: events.WebhookReceived{Source: "ci", Delivery: id, Digest: events.Sum([]byte(body)), Size: int64(len(body)), Encoding: "json", Body: json.RawMessage(body)}})
		if err != nil {
			t.Fatal(err)
		}
	}
	hook("0", `{"n":2}`)
	hook("1", `{"n":1}`) // before anybody waits, or just then
	if _, err := l.Wait(t.Context(), goal, "task.completed"); err != nil {
		t.Fatal(err)
	}
	pending := 0
	for pending < 2 {
		pending = 0
		err := l.Set.Goals.View(t.Context(), events.GoalStream(handlertest.Workspace, goal), true, func(g *commands.Goal, _ events.Revision) {
			for i := range g.Interrupts {
				pending++
				if i.Task == "b" && !i.Open() {
					err = errors.New("the second wait was woken by the same call")
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	hook("2", `{"n":1}`)
	ends(t, l, goal, "goal.completed")
}
