package dispatch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/policy"
	"github.com/mergit-io/mergit/handlers/work"
)

// maxAsking is how many planners ask a model at a time.
const maxAsking = 32

// plan has a goal planned.
func (s *shard) plan(ctx context.Context, n note, w *watch, ref commands.GoalRef, goal events.GoalSubmitted) error {
	propose := func(ctx context.Context) (commands.Command[*commands.Goal], error) {
		tasks, planner, err := s.d.cfg.Planner.Plan(withGoal(ctx, ref), goal)
		return commands.PlanGoal{GoalRef: ref, Tasks: tasks, Planner: planner}, err
	}
	if asks, ok := s.d.cfg.Planner.(Replanner); ok && asks.Asks(goal) {
		s.background(ctx, n, w, ref, propose, commands.FailGoal{GoalRef: ref, Code: "plan_invalid"})
		return nil
	}
	c, err := propose(ctx)
	return s.planned(ctx, n, ref, c, err, commands.FailGoal{GoalRef: ref, Code: "plan_invalid"})
}

// replan has a goal planned anew. If that cannot be done, a person is asked.
func (s *shard) replan(ctx context.Context, n note, w *watch, ref commands.GoalRef, setback commands.Setback) error {
	escalate := commands.EscalateGoal{GoalRef: ref, Task: setback.Task}
	planner, ok := s.d.cfg.Planner.(Replanner)
	if !ok {
		return s.command(ctx, n, escalate)
	}
	s.background(ctx, n, w, ref, func(ctx context.Context) (commands.Command[*commands.Goal], error) {
		tasks, by, err := planner.Replan(withGoal(ctx, ref), setback)
		return commands.ReplanGoal{GoalRef: ref, Replaces: setback.Version, Tasks: tasks, Planner: by, Reason: setback.Code + ": " + setback.Error}, err
	}, escalate)
	return nil
}

// background asks a model without holding up the shard's other goals. If the
// process ends meanwhile, the reaction is derived again at the next start.
func (s *shard) background(ctx context.Context, n note, w *watch, ref commands.GoalRef, propose func(context.Context) (commands.Command[*commands.Goal], error), otherwise commands.Command[*commands.Goal]) {
	if !w.planning.CompareAndSwap(false, true) {
		return
	}
	s.d.asking.Go(func() {
		select {
		case s.d.models <- struct{}{}:
			defer func() { <-s.d.models }()
		case <-ctx.Done():
			return
		}
		var meter meter
		tell, hushed := s.telling(ref)
		defer hushed()
		c, err := propose(model.WithWaits(model.WithMeter(ctx, meter.read), tell))
		paid := s.record(ctx, n, ref, &meter, otherwise)
		w.planning.Store(false) // before anything follows from the plan
		if paid == nil {
			paid = s.planned(ctx, n, ref, c, err, otherwise)
		}
		if err = paid; err == nil || ctx.Err() != nil {
			return
		}
		s.d.cfg.Log.ErrorContext(ctx, "planning failed, trying again", slog.String("goal", ref.Goal), slog.Any("err", err))
		pause := time.Second
		if failed, ok := errors.AsType[*model.Error](err); ok {
			pause = min(max(pause, failed.RetryAfter), 5*time.Minute)
		}
		tell(fmt.Sprintf("%v; tried again in %s", err, pause.Round(time.Second)))
		select {
		case <-ctx.Done():
		case <-time.After(pause):
			_ = s.d.send(ctx, note{stream: ref.Stream(), why: "retry"})
		}
	})
}

const (
	// tellFirst is how long planning takes before anything is said of it.
	tellFirst = time.Second
	// tellEvery is how often it is said again what planning waits for: what is
	// said reaches only those who watch at that moment.
	tellEvery = 5 * time.Second
)

// telling says that a goal is being planned, and what else it is told, again and
// again until hushed is called.
func (s *shard) telling(ref commands.GoalRef) (tell func(string), hushed func()) {
	var mu sync.Mutex
	say := func(note string) {
		s.d.cfg.Hold(ref.Workspace, work.Hold{Goal: ref.Goal, Note: note})
	}
	said := "a model is asked for a plan"
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		timer := time.NewTimer(tellFirst)
		defer timer.Stop()
		for {
			select {
			case <-stop:
				return
			case <-timer.C:
				mu.Lock()
				say(said)
				mu.Unlock()
				timer.Reset(tellEvery)
			}
		}
	}()
	return func(note string) {
		mu.Lock()
		defer mu.Unlock()
		said = note
		say(note)
	}, func() { close(stop); <-done }
}

// meter notes what models answered.
type meter struct {
	mu    sync.Mutex
	calls []events.GoalModelCall
}

func (m *meter) read(a model.Answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls = append(m.calls, events.GoalModelCall{Provider: a.Provider, Model: a.Model, Cost: a.Cost, DurationUS: a.Took.Microseconds(),
		Usage: events.Usage{Input: a.Usage.Input, Output: a.Usage.Output, Cached: a.Usage.Cached}})
}

// record has the goal pay for what models were asked, also if nothing came of
// it.
func (s *shard) record(ctx context.Context, n note, ref commands.GoalRef, m *meter, otherwise commands.Command[*commands.Goal]) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.calls) == 0 {
		return nil
	}
	what := commands.ForPlan
	if _, again := otherwise.(commands.EscalateGoal); again {
		what = commands.ForReplan
	}
	for i := range m.calls {
		m.calls[i].For = what
	}
	return s.command(ctx, n, commands.RecordGoalModelCalls{GoalRef: ref, Calls: m.calls})
}

// planned takes a plan into the log, or what happens otherwise if there can be
// none.
func (s *shard) planned(ctx context.Context, n note, ref commands.GoalRef, c commands.Command[*commands.Goal], err error, otherwise commands.Command[*commands.Goal]) error {
	if err == nil {
		err = s.decide(ctx, n, c)
		if refused, ok := errors.AsType[*commands.Refusal](err); !ok || refused.Sort != commands.Invalid {
			return s.settle(ctx, err)
		}
	}
	refused, ok := errors.AsType[Refusal](err)
	if !ok {
		return fmt.Errorf("plan goal %s: %w", ref.Goal, err)
	}
	if fail, ok := otherwise.(commands.FailGoal); ok {
		fail.Error = refused.Error()
		otherwise = fail
	}
	s.d.cfg.Log.InfoContext(ctx, "no plan could be made", slog.String("goal", ref.Goal), slog.Any("err", err))
	return s.command(ctx, n, otherwise)
}

// heal submits a goal that looks for the cause of the failures of another. Its
// ID follows from the other's, so that there is one, however often this is
// derived.
func (s *shard) heal(ctx context.Context, n note, w *watch, ref commands.GoalRef, goal events.GoalSubmitted, r policy.Heal) error {
	if w.healing {
		return nil
	}
	sum := events.Sum([]byte("heal/" + ref.Goal))
	healing := commands.SubmitGoal{
		GoalRef: commands.GoalRef{Workspace: ref.Workspace, Goal: "heal-" + sum.String()[:27]},
		Title:   "Find out why tasks keep failing, and propose a fix",
		Description: fmt.Sprintf("%d tasks of goal %s (%s) failed in a row. The last was task %s: %s: %s\n\n"+
			"Find the cause. File an issue that describes it where the tools allow that, and propose a fix; change nothing else.",
			commands.FailuresToHeal, ref.Goal, goal.Title, r.Task, r.Code, r.Error),
		Parent: ref.Goal, Mounts: goal.Mounts, Agent: goal.Agent, Limits: goal.Limits,
	}
	req := s.request(n)
	req.ID, req.Cause, req.Actor = "heal-"+ref.Goal, "", policy.Healer
	_, err := s.d.cfg.Commands.Goals.Run(ctx, req, healing)
	if err = s.settle(ctx, err); err == nil {
		w.healing = true
	}
	return err
}
