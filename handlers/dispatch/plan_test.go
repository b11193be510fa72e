package dispatch_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/policy"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/work"
)

// thinker is a planner that says it asks a model. Its plans have one task, which
// uses the tool of the plan's number.
type thinker struct {
	mu       sync.Mutex
	planned  int
	setbacks []commands.Setback
	slow     chan struct{} // planning waits for it, if it is not nil
}

func (p *thinker) plan(ctx context.Context) ([]events.PlannedTask, events.Planner, error) {
	if p.slow != nil {
		select {
		case <-p.slow:
		case <-ctx.Done():
			return nil, events.Planner{}, ctx.Err()
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.planned++
	return []events.PlannedTask{{ID: fmt.Sprint("t", p.planned), Role: "coder", Tool: "try"}}, events.Planner{Name: "openai", Model: "test"}, nil
}

func (p *thinker) Plan(ctx context.Context, _ events.GoalSubmitted) ([]events.PlannedTask, events.Planner, error) {
	return p.plan(ctx)
}
func (p *thinker) Asks(g events.GoalSubmitted) bool { return g.Submitter != policy.Healer }

func (p *thinker) Replan(ctx context.Context, after commands.Setback) ([]events.PlannedTask, events.Planner, error) {
	p.mu.Lock()
	p.setbacks = append(p.setbacks, after)
	p.mu.Unlock()
	return p.plan(ctx)
}

func value(text string) (tools.Result, error) { return tools.Value(text) }

func submit(t *testing.T, l *handlertest.Loop) string {
	t.Helper()
	goal, err := l.Submit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return goal
}

func TestAFailedPlanIsMadeAnewTwiceThenAPersonIsAskedAndTheCauseLookedFor(t *testing.T) {
	t.Parallel()
	var tries atomic.Int32
	try := handlertest.Func{Name: "try", Does: func(context.Context, tools.Call) (tools.Result, error) {
		if tries.Add(1) <= 3 {
			return tools.Result{}, tools.Fail(tools.CodeNotFound, "no such file")
		}
		return value("found")
	}}
	p := new(thinker)
	l := handlertest.Start(t, handlertest.Config{Planner: p, Tools: handlertest.Tools(try)})
	goal := submit(t, l)
	e, err := l.Wait(t.Context(), goal, "interrupt.pending")
	if err != nil {
		t.Fatal(err)
	}
	asked := e.Fact.(events.InterruptPending)
	if asked.Type != commands.Escalation || asked.Task != "t3" || !strings.Contains(asked.Description, "no such file") {
		t.Errorf("asked %+v", asked)
	}
	p.mu.Lock()
	if len(p.setbacks) != 2 || p.setbacks[0].Task != "t1" || p.setbacks[1].Task != "t2" || p.setbacks[1].Replans != 1 || p.setbacks[0].Code != tools.CodeNotFound {
		t.Errorf("the planner was told %+v", p.setbacks)
	}
	p.mu.Unlock()
	healer := false
	for r, err := range l.Set.Log.Follow(t.Context(), eventlog.Query{Subjects: []string{"mergit.ev.*.*.goal.*._.goal.submitted"}}) {
		if err != nil {
			t.Fatal(err)
		}
		e, err := l.Set.Codec.Decode(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if s := e.Fact.(events.GoalSubmitted); s.Parent == goal {
			if healer = s.Submitter == policy.Healer && strings.Contains(s.Description, "no such file"); !healer {
				t.Errorf("submitted %+v", s)
			}
			break
		}
	}
	if err := l.Resolve(t.Context(), goal, asked.Interrupt, commands.RetryTask); err != nil {
		t.Fatal(err)
	}
	if e, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed"); err != nil || e.Kind().Name != "goal.completed" {
		t.Errorf("%v, %v", e.Fact, err)
	}
}

// asker is a planner whose plans have a model work on their one task.
type asker struct{ thinker }

func (p *asker) prompt(tasks []events.PlannedTask, by events.Planner, err error) ([]events.PlannedTask, events.Planner, error) {
	for i := range tasks {
		tasks[i].Tool, tasks[i].Prompt = "", "find it"
	}
	return tasks, by, err
}

func (p *asker) Plan(ctx context.Context, g events.GoalSubmitted) ([]events.PlannedTask, events.Planner, error) {
	return p.prompt(p.thinker.Plan(ctx, g))
}

func (p *asker) Replan(ctx context.Context, after commands.Setback) ([]events.PlannedTask, events.Planner, error) {
	return p.prompt(p.thinker.Replan(ctx, after))
}

func TestWhatAPersonSaysOnAnEscalationIsToldToTheModel(t *testing.T) {
	t.Parallel()
	const advice = "look below docs, not in the code"
	var asks atomic.Int32
	var told atomic.Value
	models := handlertest.Model(t, "{}", func(_ int, req model.Request) (model.Reply, error) {
		if asks.Add(1) <= 3 { // with the first plan and the two that follow it
			return model.Reply{}, &model.Error{Code: model.CodeFiltered, Message: "no"}
		}
		told.Store(req.Messages[1].Text)
		return model.Reply{Text: "found"}, nil
	})
	l := handlertest.Start(t, handlertest.Config{Planner: new(asker), Models: models})
	goal := submit(t, l)
	e, err := l.Wait(t.Context(), goal, "interrupt.pending", "goal.failed")
	if err != nil {
		t.Fatal(err)
	}
	asked, ok := e.Fact.(events.InterruptPending)
	if !ok || asked.Type != commands.Escalation {
		t.Fatalf("%+v", e.Fact)
	}
	_, err = l.Set.Goals.Run(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, commands.ResolveInterrupt{
		GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}, Interrupt: asked.Interrupt, Decision: commands.RetryTask, Feedback: " " + advice + "\n"})
	if err != nil {
		t.Fatal(err)
	}
	if e, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed"); err != nil || e.Kind().Name != "goal.completed" {
		t.Fatalf("%+v, %v", e.Fact, err)
	}
	if text, _ := told.Load().(string); !strings.HasSuffix(text, "says:\n- "+advice+"\n") {
		t.Errorf("the model was told %q", text)
	}
}

func TestAPersonCanGiveUp(t *testing.T) {
	t.Parallel()
	try := handlertest.Func{Name: "try", Does: func(context.Context, tools.Call) (tools.Result, error) {
		return tools.Result{}, tools.Fail(tools.CodeNotFound, "no such file")
	}}
	l := handlertest.Start(t, handlertest.Config{Planner: new(thinker), Tools: handlertest.Tools(try)})
	goal := submit(t, l)
	e, err := l.Wait(t.Context(), goal, "interrupt.pending")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Resolve(t.Context(), goal, e.Fact.(events.InterruptPending).Interrupt, commands.GiveUp); err != nil {
		t.Fatal(err)
	}
	e, err = l.Wait(t.Context(), goal, "goal.failed")
	if f, ok := e.Fact.(events.GoalFailed); err != nil || !ok || f.Code != "given_up" {
		t.Errorf("%+v, %v", e.Fact, err)
	}
}

func TestASlowPlannerHoldsNoOtherGoalUp(t *testing.T) {
	t.Parallel()
	try := handlertest.Func{Name: "try", Does: func(context.Context, tools.Call) (tools.Result, error) { return value("ok") }}
	p := &thinker{slow: make(chan struct{})}
	l := handlertest.Start(t, handlertest.Config{Planner: p, Tools: handlertest.Tools(try)})
	goals := make([]string, 20) // more than there are shards: some share one
	for i := range goals {
		goals[i] = submit(t, l)
	}
	ref := commands.GoalRef{Workspace: handlertest.Workspace, Goal: handlertest.NewID()}
	for range 20 { // each with an end of its own, which the policies see only if they are not held up
		ref.Goal = handlertest.NewID()
		soon := time.Now()
		_, err := l.Set.Goals.Run(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"},
			commands.SubmitGoal{GoalRef: ref, Title: "late", Limits: events.Limits{Deadline: &soon}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Wait(t.Context(), ref.Goal, "goal.failed"); err != nil {
			t.Fatal(err)
		}
	}
	close(p.slow)
	for _, goal := range goals {
		if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
			t.Fatal(err)
		}
	}
	if p.planned != len(goals) {
		t.Errorf("%d plans for %d goals", p.planned, len(goals))
	}
}

// absent is a planner that no model answers until it is back.
type absent struct {
	thinker
	back atomic.Bool
}

func (p *absent) Plan(ctx context.Context, g events.GoalSubmitted) ([]events.PlannedTask, events.Planner, error) {
	if !p.back.Load() {
		return nil, events.Planner{}, &model.Error{Code: model.CodeUnreachable, Retryable: true, Message: "no route to host"}
	}
	return p.thinker.Plan(ctx, g)
}

func TestWhoeverWatchesIsToldWhatPlanningWaitsFor(t *testing.T) {
	t.Parallel()
	try := handlertest.Func{Name: "try", Does: func(context.Context, tools.Call) (tools.Result, error) { return value("ok") }}
	p := new(absent)
	l := handlertest.Start(t, handlertest.Config{Planner: p, Tools: handlertest.Tools(try)})
	ctx, cancel := context.WithCancel(t.Context())
	told := make(chan work.Live)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() {
		_ = l.Queue.Live(ctx, func(m work.Live) {
			select {
			case told <- m:
			case <-ctx.Done():
			}
		})
	})
	goal := submit(t, l)
	m := <-told
	p.back.Store(true)
	wg.Go(func() { // whatever else is said
		for ctx.Err() == nil {
			select {
			case <-told:
			case <-ctx.Done():
			}
		}
	})
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	if m.Goal != goal || m.Task != events.Whole || m.Kind != "waiting" || !strings.Contains(string(m.Data), "no route to host; tried again in 1s") {
		t.Errorf("%+v: %s", m, m.Data)
	}
}

func TestARetriedGoalGoesOnFromWhatIsDone(t *testing.T) {
	t.Parallel()
	var first, second atomic.Int32
	one := handlertest.Func{Name: "one", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) { first.Add(1); return value("1") }}
	two := handlertest.Func{Name: "two", Does: func(context.Context, tools.Call) (tools.Result, error) {
		if second.Add(1) == 1 {
			return tools.Result{}, tools.Fail(tools.CodeNotFound, "not yet")
		}
		return value("2")
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(one, two)})
	goal, err := l.Submit(t.Context(), events.PlannedTask{ID: "a", Role: "coder", Tool: "one"}, events.PlannedTask{ID: "b", Role: "coder", Tool: "two", Needs: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), goal, "goal.failed"); err != nil {
		t.Fatal(err)
	}
	_, err = l.Set.Goals.Run(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, commands.RetryGoal{GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	if first.Load() != 1 || second.Load() != 2 {
		t.Errorf("the first task ran %d times, the second %d times", first.Load(), second.Load())
	}
}
