package executor_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/tools"
)

func value(text string) tools.Result {
	v, _ := json.Marshal(text)
	return tools.Result{Value: v}
}

func one(tool string) events.PlannedTask {
	return events.PlannedTask{ID: "t", Role: "coder", Tool: tool}
}

// kinds lists what the log says of a goal.
func kinds(t *testing.T, l *handlertest.Loop, goal string) []string {
	t.Helper()
	var out []string
	for r, err := range l.Set.Log.Read(t.Context(), eventlog.Query{Subjects: []string{eventlog.GoalFilter(handlertest.Workspace, goal)}}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r.Kind)
	}
	return out
}

func count(list []string, kind string) int {
	n := 0
	for _, k := range list {
		if k == kind {
			n++
		}
	}
	return n
}

func TestADiamondRunsEachTaskOnceAndInOrder(t *testing.T) {
	t.Parallel()
	l := handlertest.Start(t, handlertest.Config{Executors: 2, Tools: handlertest.Tools(handlertest.Noop(400))})
	goal, err := l.Submit(t.Context(), handlertest.Diamond(6, "noop")...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	got := kinds(t, l, goal)
	for _, kind := range []string{"task.started", "task.tool_call", "task.tool_result", "task.completed"} {
		if n := count(got, kind); n != 8 {
			t.Errorf("%d × %s, want 8", n, kind)
		}
	}
	if last := got[len(got)-1]; last != "goal.completed" {
		t.Errorf("it ends with %s", last)
	}
}

func TestResultsReachTheTasksThatNeedThem(t *testing.T) {
	t.Parallel()
	echo := handlertest.Func{Name: "echo", Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		return tools.Result{Value: c.Args}, nil
	}}
	big := handlertest.Func{Name: "big", Does: func(context.Context, tools.Call) (tools.Result, error) {
		return value(strings.Repeat("x", 2*events.InlineSize)), nil
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(echo, big)})
	goal, err := l.Submit(t.Context(),
		events.PlannedTask{ID: "big", Role: "coder", Tool: "big"},
		events.PlannedTask{ID: "a", Role: "coder", Tool: "echo", Args: json.RawMessage(`{"name":"Ada","list":[{"n":7}]}`)},
		events.PlannedTask{ID: "b", Role: "writer", Tool: "echo", Needs: []string{"a", "big"},
			Args: json.RawMessage(`{"n":"{{tasks.a.result.list.0.n}}","text":"Dear {{tasks.a.result.name}}","all":"{{tasks.big.result}}"}`)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	var got struct {
		N    int
		Text string
		All  string
	}
	call := l.Call(t, goal, "b")
	value, err := eventlog.OpenContent(t.Context(), l.Set.Codec.Keys, l.Blobs, goal, call.Result)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(value, &got); err != nil {
		t.Fatal(err)
	}
	if got.N != 7 || got.Text != "Dear Ada" || len(got.All) != 2*events.InlineSize {
		t.Errorf("got n=%d text=%q all=%d bytes", got.N, got.Text, len(got.All))
	}
	if call.Result.Blob.IsZero() {
		t.Error("a result above the inline size is not in the object store")
	}
}

func TestAFailingTaskIsTriedAgainAfterAWait(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	flaky := handlertest.Func{Name: "flaky", Does: func(context.Context, tools.Call) (tools.Result, error) {
		if calls.Add(1) < 3 {
			return tools.Result{}, &tools.Error{Code: tools.CodeUnavailable, Message: "not now", Retryable: true}
		}
		return value("ok"), nil
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(flaky)})
	task := one("flaky")
	task.Retries = 2
	if err := l.Complete(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	if n := calls.Load(); n != 3 {
		t.Errorf("called %d times, want 3", n)
	}
}

// Retries had no idempotency keys elsewhere (composio 3654).
func TestAnIdempotentCallWhoseAnswerIsLostIsSentAgainWithItsKey(t *testing.T) {
	t.Parallel()
	var keys []string
	post := handlertest.Func{Name: "post", Has: tools.Write, Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		if keys = append(keys, c.IdempotencyKey); len(keys) == 1 {
			return tools.Result{}, &tools.Error{Code: tools.CodeTimeout, Message: "the answer was lost", InDoubt: true}
		}
		return value("ok"), nil
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(post)})
	task := one("post")
	task.Effect, task.Retries = string(tools.Idempotent), 1
	if err := l.Complete(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	if len(keys) != 2 || keys[0] != keys[1] || keys[0] == "" {
		t.Errorf("sent with keys %q", keys)
	}
}

func TestAGoalFailsWithItsTask(t *testing.T) {
	t.Parallel()
	broken := handlertest.Func{Name: "broken", Does: func(context.Context, tools.Call) (tools.Result, error) {
		return tools.Result{}, tools.Fail(tools.CodeNotFound, "no such file")
	}}
	panics := handlertest.Func{Name: "panics", Does: func(context.Context, tools.Call) (tools.Result, error) { panic("boom") }}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(broken, panics)})
	for _, tool := range []string{"broken", "panics", "missing"} {
		goal, err := l.Submit(t.Context(), one(tool))
		if err != nil {
			t.Fatal(err)
		}
		e, err := l.Wait(t.Context(), goal, "goal.failed", "goal.completed")
		if err != nil {
			t.Fatal(err)
		}
		if failed, ok := e.Fact.(events.GoalFailed); !ok || failed.Task != "t" || failed.Error == "" {
			t.Errorf("%s: %+v", tool, e.Fact)
		}
	}
}

func TestAnExecutorThatHangsPastItsLeaseChangesNothing(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	hung, wake := make(chan struct{}), make(chan struct{})
	tool := handlertest.Func{Name: "hang", Timeout: time.Minute, Does: func(context.Context, tools.Call) (tools.Result, error) {
		if calls.Add(1) == 1 {
			close(hung)
			<-wake // deaf to its context, as a stopped process is
			return value("late"), nil
		}
		return value("second"), nil
	}}
	l := handlertest.Start(t, handlertest.Config{Lease: 500 * time.Millisecond, Executors: 2, Deaf: true, Tools: handlertest.Tools(tool)})
	goal, err := l.Submit(t.Context(), one("hang"))
	if err != nil {
		t.Fatal(err)
	}
	<-hung
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	head, err := l.Set.Log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	close(wake)
	l.Settle(t)
	after, err := l.Set.Log.Head(t.Context())
	if err != nil || after != head {
		t.Errorf("the late worker moved the log from %d to %d (%v)", head, after, err)
	}
	if n := count(kinds(t, l, goal), "task.completed"); n != 1 {
		t.Errorf("completed %d times", n)
	}
}

func TestASecretThatWasNotGivenDoesNotGoOutAsItsPlaceholder(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	post := handlertest.Func{Name: "post", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) {
		calls.Add(1)
		return value("ok"), nil
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(post)})
	task := one("post")
	task.Args = json.RawMessage(`{"token":"{{secret.token}}"}`)
	goal, err := l.Submit(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "task.failed")
	if err != nil {
		t.Fatal(err)
	}
	if f := e.Fact.(events.TaskFailed); !strings.Contains(f.Error, "secret.token") || calls.Load() != 0 {
		t.Errorf("%+v after %d calls", f, calls.Load())
	}
}

func TestACancelledGoalStopsItsReads(t *testing.T) {
	t.Parallel()
	begun, stopped := make(chan struct{}), make(chan struct{})
	slow := handlertest.Func{Name: "slow", Timeout: time.Minute, Does: func(ctx context.Context, _ tools.Call) (tools.Result, error) {
		close(begun)
		<-ctx.Done()
		close(stopped)
		return tools.Result{}, ctx.Err()
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(slow)})
	goal, err := l.Submit(t.Context(), one("slow"))
	if err != nil {
		t.Fatal(err)
	}
	<-begun
	ref := commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}
	if _, err := l.Set.Goals.Run(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, commands.CancelGoal{GoalRef: ref}); err != nil {
		t.Fatal(err)
	}
	<-stopped
	l.Settle(t)
	if got := kinds(t, l, goal); got[len(got)-1] != "goal.cancelled" && got[len(got)-1] != "task.tool_call" {
		t.Errorf("after the cancellation: %v", got)
	}
}

func TestAResultOverTheLimitFailsTheTask(t *testing.T) {
	t.Parallel()
	huge := handlertest.Func{Name: "huge", Does: func(context.Context, tools.Call) (tools.Result, error) {
		return value(strings.Repeat("x", 20<<20)), nil
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(huge)})
	goal, err := l.Submit(t.Context(), one("huge"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "task.failed")
	if err != nil {
		t.Fatal(err)
	}
	if f := e.Fact.(events.TaskFailed); f.Code != tools.CodeTooLarge || !strings.Contains(f.Error, "20971522 bytes") {
		t.Errorf("%+v", f)
	}
}
