package executor_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/tools"
)

// Items that a worker was handed and has no room for come again when their
// lease is over, to it or to another one.
func TestTasksThatWaitForRoomBeyondTheirLeaseAllEnd(t *testing.T) {
	t.Parallel()
	for _, executors := range []int{1, 2} {
		t.Run(fmt.Sprintf("%d executors", executors), func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			slow := handlertest.Func{Name: "slow", Does: func(ctx context.Context, _ tools.Call) (tools.Result, error) {
				takes := 700 * time.Millisecond
				if calls.Add(1) <= 4 { // meanwhile the others come again and again
					takes = 1700 * time.Millisecond
				}
				select {
				case <-ctx.Done():
					return tools.Result{}, ctx.Err()
				case <-time.After(takes):
					return value("x"), nil
				}
			}}
			l := handlertest.Start(t, handlertest.Config{Lease: 500 * time.Millisecond, Executors: executors, Parallel: 4, Tools: handlertest.Tools(slow)})
			var tasks []events.PlannedTask
			for i := range 10 {
				tasks = append(tasks, events.PlannedTask{ID: fmt.Sprintf("t%d", i), Role: "coder", Tool: "slow"})
			}
			began := time.Now()
			goal, err := l.Submit(t.Context(), tasks...)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d calls in %s", calls.Load(), time.Since(began).Round(time.Millisecond))
			if took := time.Since(began); took > 15*time.Second {
				t.Errorf("it took %s: something waited to be noticed by the dispatcher", took)
			}
			if executors == 1 && calls.Load() != int32(len(tasks)) {
				t.Errorf("%d calls for %d tasks", calls.Load(), len(tasks))
			}
		})
	}
}

// slowly is a log that takes its time to say that a question is stored.
type slowly struct {
	eventlog.Log
	asked, release chan struct{}
	once           sync.Once
}

func (s *slowly) Append(ctx context.Context, parts ...eventlog.Part) (events.Revision, error) {
	at, err := s.Log.Append(ctx, parts...)
	for _, p := range parts {
		for _, r := range p.Records {
			if r.Kind == "interrupt.pending" {
				s.once.Do(func() { close(s.asked) })
				<-s.release
			}
		}
	}
	return at, err
}

// delivered waits until tasks of a role were handed to workers so many times.
func delivered(t *testing.T, l *handlertest.Loop, role string, times uint64) {
	t.Helper()
	nc, err := nats.Connect(l.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for {
		consumer, err := js.Consumer(t.Context(), "WORK", "work-"+role)
		if err != nil {
			t.Fatal(err)
		}
		if consumer.CachedInfo().Delivered.Consumer >= times {
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatal("not delivered")
		case <-time.After(time.Millisecond):
		}
	}
}

// A question can be answered before the worker that asks has let go of its task: what a task waits for may have happened already. It
// goes on then, and not only when a lease has run out.
func TestAnAnswerThatIsFasterThanWhoeverAsksIsNotLost(t *testing.T) {
	t.Parallel()
	wait := handlertest.Func{Name: "wait", Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		if c.Woken == "" {
			return tools.Result{}, &tools.Waiting{Kind: tools.WaitWebhook, On: json.RawMessage(`{}`), Text: "waits for a call"}
		}
		return value(c.Woken), nil
	}}
	l := handlertest.Start(t, handlertest.Config{Lease: time.Hour, Tools: handlertest.Tools(wait)})
	log := &slowly{Log: l.Set.Log, asked: make(chan struct{}), release: make(chan struct{})}
	l.Executor(log, "asker")
	goal, err := l.Submit(t.Context(), events.PlannedTask{ID: "t", Role: "asker", Tool: "wait"})
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "interrupt.pending")
	if err != nil {
		t.Fatal(err)
	}
	<-log.asked
	_, err = l.Set.Goals.Run(t.Context(), commands.Request{At: e.Time, Actor: "policy:waits"}, commands.ResolveInterrupt{
		GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}, Interrupt: e.Fact.(events.InterruptPending).Interrupt, Decision: tools.Arrived, Feedback: "it rang"})
	if err != nil {
		t.Fatal(err)
	}
	delivered(t, l, "asker", 2) // the task has come to the worker that still asks
	close(log.release)
	if _, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed"); err != nil {
		t.Fatal(err)
	}
}
