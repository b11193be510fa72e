package executor_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
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
