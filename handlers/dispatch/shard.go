package dispatch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/policy"
	"github.com/mergit-io/mergit/handlers/work"
)

// note tells a shard to look at a goal: because of a record, or for a reason.
type note struct {
	stream events.StreamID
	record *eventlog.Record
	why    string
}

// shard handles its share of the goals, one note at a time.
type shard struct {
	d     *Dispatcher
	notes chan note

	mu    sync.Mutex // guards goals against save
	goals map[events.StreamID]*watch
}

// watch is what was done about an open goal already.
type watch struct {
	agent    string                     // that the goal is run as, if any
	offered  map[string]events.Revision // task → event that enabled it
	wakes    map[string]time.Time
	planning atomic.Bool // a model is being asked
	healing  bool        // a goal that looks for the cause was submitted
}

func (s *shard) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-s.notes:
			s.handle(ctx, n)
			s.d.busy.Done()
		}
	}
}

// open lists the goals that have not ended.
func (s *shard) open() []events.StreamID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.goals))
}

// handle looks at one goal until its reactions have happened; an
// infrastructure error is tried again, for as long as it takes.
func (s *shard) handle(ctx context.Context, n note) {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		err := s.react(ctx, n)
		if err == nil || ctx.Err() != nil {
			return
		}
		s.d.cfg.Log.ErrorContext(ctx, "reaction failed, trying again", slog.String("goal", n.stream.ID), slog.Any("err", err))
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		n = note{stream: n.stream, why: "retry"}
	}
}

// idle kinds change nothing that a policy looks at, or come just before one that
// does.
func idle(kind string) bool { return kind == "task.started" || kind == "goal.model_call" }

func (s *shard) react(ctx context.Context, n note) error {
	var (
		reactions []policy.Reaction
		submitted events.GoalSubmitted
		setback   commands.Setback
		lost      []work.Item
		w         *watch
		now       = s.d.cfg.Now()
	)
	look := func(g *commands.Goal, _ events.Revision) {
		w = s.watch(n.stream, g.Submitted.Agent, g.Status.Ended() || g.Status == commands.GoalNone)
		if n.record != nil && idle(n.record.Kind) {
			return
		}
		reactions, submitted = policy.Next(g, now, s.d.revoked.has(n.stream.Workspace, g.Submitted.Agent)), g.Submitted
		if failed, ok := g.FailedTask(); ok {
			setback = g.Setback(failed.ID)
		}
		if n.record == nil && n.why != "timer" && n.why != "revoked" {
			lost = held(n.stream, g)
		}
	}
	var err error
	if n.record != nil {
		err = s.d.cfg.Commands.Goals.Observe(ctx, *n.record, look)
	} else {
		err = s.d.cfg.Commands.Goals.View(ctx, n.stream, n.why != "timer", look)
	}
	if err != nil {
		return fmt.Errorf("look at goal %s: %w", n.stream.ID, err)
	}
	if w == nil {
		return nil
	}
	for _, r := range reactions {
		if err := s.perform(ctx, n, w, submitted, setback, r); err != nil {
			return err
		}
	}
	return s.replace(ctx, n, lost)
}

// watch finds what was done about a goal, nil once it has ended.
func (s *shard) watch(stream events.StreamID, agent string, ended bool) *watch {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ended {
		delete(s.goals, stream)
		return nil
	}
	w, ok := s.goals[stream]
	if !ok {
		w = &watch{agent: agent, offered: map[string]events.Revision{}, wakes: map[string]time.Time{}}
		s.goals[stream] = w
	}
	return w
}

// held lists the tasks that workers hold, as items that would replace them.
func held(stream events.StreamID, g *commands.Goal) []work.Item {
	var items []work.Item
	for _, t := range g.Tasks {
		if t.Status == commands.TaskRunning {
			items = append(items, work.Item{Workspace: stream.Workspace, Goal: stream.ID, Task: t.ID, Role: t.Role, EnabledBy: t.EnabledBy, Supersedes: t.Claim})
		}
	}
	return items
}

// replace offers again what workers held when the queue was lost.
func (s *shard) replace(ctx context.Context, n note, lost []work.Item) error {
	for _, item := range lost {
		there, err := s.d.cfg.Queue.Has(ctx, item)
		if err == nil && !there {
			s.d.cfg.Log.InfoContext(ctx, "taking over a task", slog.String("goal", n.stream.ID), slog.String("task", item.Task))
			err = s.d.cfg.Queue.Put(ctx, item, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *shard) perform(ctx context.Context, n note, w *watch, goal events.GoalSubmitted, setback commands.Setback, reaction policy.Reaction) error {
	ref := commands.GoalRef{Workspace: n.stream.Workspace, Goal: n.stream.ID}
	switch r := reaction.(type) {
	case policy.Plan:
		return s.plan(ctx, n, w, ref, goal)
	case policy.Replan:
		return s.replan(ctx, n, w, ref, setback)
	case policy.Escalate:
		return s.command(ctx, n, commands.EscalateGoal{GoalRef: ref, Task: r.Task})
	case policy.Heal:
		return s.heal(ctx, n, w, ref, goal, r)
	case policy.Offer:
		return s.offer(ctx, n, w, r)
	case policy.Wake:
		if w.wakes[r.Name].Equal(r.At) && n.record != nil {
			return nil
		}
		if err := s.d.cfg.Queue.Set(ctx, work.Timer{Workspace: ref.Workspace, Goal: ref.Goal, Name: r.Name, At: r.At}); err != nil {
			return err
		}
		w.wakes[r.Name] = r.At
	case policy.Complete:
		return s.command(ctx, n, commands.CompleteGoal{GoalRef: ref})
	case policy.Fail:
		return s.command(ctx, n, commands.FailGoal{GoalRef: ref, Code: r.Code, Error: r.Error, Task: r.Task})
	case policy.Expire:
		return s.command(ctx, n, commands.ExpireInterrupt{GoalRef: ref, Interrupt: r.Interrupt})
	}
	return nil
}

func (s *shard) offer(ctx context.Context, n note, w *watch, r policy.Offer) error {
	item := work.Item{Workspace: n.stream.Workspace, Goal: n.stream.ID, Task: r.Task, Role: r.Role, EnabledBy: r.EnabledBy}
	if n.record != nil {
		item.TraceParent = n.record.TraceParent
	}
	again := false
	if w.offered[r.Task] == r.EnabledBy {
		if n.why != "reconcile" {
			return nil
		}
		there, err := s.d.cfg.Queue.Has(ctx, item)
		if err != nil || there {
			return err
		}
		again = true
	}
	if err := s.d.cfg.Queue.Put(ctx, item, again); err != nil {
		return err
	}
	w.offered[r.Task] = r.EnabledBy
	return nil
}

// command runs what a policy wishes.
func (s *shard) command(ctx context.Context, n note, c commands.Command[*commands.Goal]) error {
	return s.settle(ctx, s.decide(ctx, n, c))
}

func (s *shard) decide(ctx context.Context, n note, c commands.Command[*commands.Goal]) error {
	_, err := s.d.cfg.Commands.Goals.Run(ctx, s.request(n), c)
	return err
}

func (s *shard) request(n note) commands.Request {
	req := commands.Request{At: s.d.cfg.Now(), Actor: "policy:dispatch", Correlation: n.stream.ID}
	if n.record != nil {
		req.Cause, req.Correlation, req.TraceParent = string(n.record.ID), n.record.Correlation, n.record.TraceParent
	}
	return req
}

// settle takes a refusal as an answer: what was wished has happened, or the
// goal has moved on.
func (s *shard) settle(ctx context.Context, err error) error {
	if refused, ok := errors.AsType[*commands.Refusal](err); ok {
		s.d.cfg.Log.DebugContext(ctx, "policy refused", slog.String("code", refused.Code), slog.String("why", refused.Message))
		return nil
	}
	return err
}
