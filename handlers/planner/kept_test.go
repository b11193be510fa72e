package planner_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/memory"
	"github.com/mergit-io/mergit/handlers/dispatch"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/planner"
	"github.com/mergit-io/mergit/handlers/tools"
)

var _ planner.Cache = (*cache.Plans)(nil)

// What a goal is planned by is found by the next one, in whichever process, until the first one's key is destroyed.
func TestAPlanIsKeptUnderTheKeyOfItsGoal(t *testing.T) {
	t.Parallel()
	m, scripted := thinker(t, good, good)
	keys := new(memlog.Keys)
	m.Cache = cache.NewPlans(cache.New(cache.Config{Store: new(memory.Store), Keys: keys, Now: time.Now, Log: slog.New(slog.DiscardHandler)}), time.Hour,
		func(ctx context.Context) (workspace, goal string, ok bool) {
			ref, ok := dispatch.GoalOf(ctx)
			return ref.Workspace, ref.Goal, ok
		})
	// The plans' first task never ends: one that failed would have its goal planned anew.
	endless := handlertest.Func{Name: "file_ops", Does: func(ctx context.Context, _ tools.Call) (tools.Result, error) {
		<-ctx.Done()
		return tools.Result{}, ctx.Err()
	}}
	l := handlertest.Start(t, handlertest.Config{Planner: m, Tools: handlertest.Tools(endless)})
	submit := func(n int, cached bool) string {
		t.Helper()
		ref := commands.GoalRef{Workspace: handlertest.Workspace, Goal: handlertest.NewID()}
		if _, err := l.Set.Goals.Run(t.Context(), commands.Request{ID: fmt.Sprint("submit-", n), At: time.Now(), Actor: "user:test", Correlation: ref.Goal},
			commands.SubmitGoal{GoalRef: ref, Title: poem.Title, Mounts: poem.Mounts}); err != nil {
			t.Fatal(err)
		}
		e, err := l.Wait(t.Context(), ref.Goal, "goal.planned", "goal.failed")
		if err != nil {
			t.Fatal(err)
		}
		if by, ok := e.Fact.(events.GoalPlanned); !ok || by.Planner.Cached != cached || by.Planner.Name != "openai" || fmt.Sprint(ids(by.Tasks)) != "[look write]" {
			t.Fatalf("goal %d: %+v", n, e.Fact)
		}
		return ref.Goal
	}
	first := submit(1, false)
	submit(2, true)
	if err := keys.Destroy(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	submit(3, false)
	submit(4, true)
	if n := len(scripted.Asked()); n != 2 {
		t.Errorf("the model was asked %d times", n)
	}
}
