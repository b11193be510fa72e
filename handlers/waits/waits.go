// Package waits wakes tasks that wait for something other than a person: for a goal that they have spawned, or for a call by
// another system. It follows the log and keeps nothing: what is awaited is in the goals' own events, so a process that starts
// anew knows what the one before knew, and waking twice is as once.
package waits

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/tools"
)

// Secrets are what people gave goals in confidence; a goal that has ended needs none.
type Secrets interface {
	Forget(ctx context.Context, workspace, goal string) error
	// Goals lists the goals that have secrets, as workspace and goal.
	Goals(ctx context.Context) ([][2]string, error)
}

// Config of a Waker. All fields but Secrets are required.
type Config struct {
	Secrets  Secrets
	Commands *commands.Set
	Blobs    eventlog.Blobs
	Now      func() time.Time
	Log      *slog.Logger
}

// Waker wakes tasks.
type Waker struct {
	cfg  Config
	open map[string]*wait // by workspace, goal and interrupt
	// spawned are goals that perhaps nobody waits for, not yet or not any more, by the goal that spawned them.
	spawned map[events.StreamID][]string
	// confided are goals that may have secrets.
	confided map[events.StreamID]bool
}

// wait is one task's.
type wait struct {
	goal      events.StreamID
	interrupt string
	child     string // the goal that it waits for
	hook      *Hook  // or the call
}

// Child is what a tools.WaitGoal waits for.
type Child struct {
	Goal string `json:"goal"`
}

// Spawned begins the ID of the command that submits a goal which another one has spawned; its correlation is that one.
const Spawned = "spawn-"

// Actor is who wakes.
const Actor = "policy:waits"

// New makes a waker.
func New(cfg Config) *Waker {
	return &Waker{cfg: cfg, open: map[string]*wait{}, spawned: map[events.StreamID][]string{}, confided: map[events.StreamID]bool{}}
}

// asks are the kinds that say what is awaited, happens those that end a wait, and born is that of a goal which may have been spawned.
var (
	asks    = []string{kindOf[events.InterruptPending](), kindOf[events.InterruptResolved](), kindOf[events.InterruptExpired]()}
	ends    = []string{kindOf[events.GoalCompleted](), kindOf[events.GoalFailed](), kindOf[events.GoalCancelled]()}
	arrives = []string{kindOf[events.WebhookReceived]()}
	born    = []string{kindOf[events.GoalSubmitted]()}
)

func kindOf[T events.Event]() string { return events.KindOf[T]().Name }

// Run wakes tasks until the context ends.
func (w *Waker) Run(ctx context.Context) error {
	last, err := w.catchUp(ctx)
	if err != nil {
		return err
	}
	all := append(eventlog.KindFilters(events.FamilyGoal, slices.Concat(asks, ends, born)...), eventlog.KindFilters(events.FamilyRepository, arrives...)...)
	for r, err := range w.cfg.Commands.Log.Follow(ctx, eventlog.Query{After: last, Subjects: all}) {
		if err != nil {
			return err
		}
		if err := w.take(ctx, r); err != nil {
			return fmt.Errorf("wake for %s at %d: %w", r.Kind, r.Revision, err)
		}
	}
	return ctx.Err()
}

// catchUp learns what is awaited, and wakes for what happened while nobody looked. It returns the revision to follow from.
func (w *Waker) catchUp(ctx context.Context) (last events.Revision, err error) {
	for r, err := range w.cfg.Commands.Log.Read(ctx, eventlog.Query{Subjects: eventlog.KindFilters(events.FamilyGoal, asks...)}) {
		if err != nil {
			return 0, err
		}
		if err := w.note(ctx, r); err != nil {
			return 0, err
		}
		last = r.Revision
	}
	for _, held := range w.open {
		if err := w.look(ctx, held); err != nil {
			return 0, err
		}
	}
	for goal := range w.spawned {
		status, err := w.status(ctx, goal)
		if err == nil && status.Ended() {
			err = w.callOff(ctx, goal)
		}
		if err != nil {
			return 0, err
		}
	}
	return last, w.tidy(ctx)
}

// tidy forgets the secrets of goals that ended while nobody looked, and remembers who still has some.
func (w *Waker) tidy(ctx context.Context) error {
	clear(w.confided)
	if w.cfg.Secrets == nil {
		return nil
	}
	goals, err := w.cfg.Secrets.Goals(ctx)
	if err != nil {
		return err
	}
	for _, g := range goals {
		goal := events.GoalStream(g[0], g[1])
		status, err := w.status(ctx, goal)
		if err != nil {
			return err
		}
		w.confided[goal] = true
		if status.Ended() {
			if err := w.forget(ctx, goal); err != nil {
				return err
			}
		}
	}
	return nil
}

// forget erases the secrets of a goal that has ended.
func (w *Waker) forget(ctx context.Context, goal events.StreamID) error {
	if w.cfg.Secrets == nil || !w.confided[goal] {
		return nil
	}
	err := w.cfg.Secrets.Forget(ctx, goal.Workspace, goal.ID)
	if err == nil {
		delete(w.confided, goal)
	}
	return err
}

// take takes in one record.
func (w *Waker) take(ctx context.Context, r eventlog.Record) error {
	switch r.Stream.Family {
	case events.FamilyRepository:
		return w.arrived(ctx, r)
	case events.FamilyGoal:
	default:
		return nil
	}
	for _, kind := range ends {
		if r.Kind == kind {
			return w.ended(ctx, r)
		}
	}
	if r.Kind == born[0] {
		return w.born(ctx, r)
	}
	if err := w.note(ctx, r); err != nil {
		return err
	}
	for _, held := range w.open {
		if held.goal == r.Stream {
			if err := w.look(ctx, held); err != nil {
				return err
			}
		}
	}
	return nil
}

func key(goal events.StreamID, interrupt string) string {
	return goal.Workspace + "/" + goal.ID + "/" + interrupt
}

// note folds what is awaited. A goal whose content is forgotten waits for nothing.
func (w *Waker) note(ctx context.Context, r eventlog.Record) error {
	e, err := w.cfg.Commands.Codec.Decode(ctx, r)
	if errors.Is(err, events.ErrForgotten) {
		return nil
	}
	if err != nil {
		return err
	}
	switch f := e.Fact.(type) {
	case events.InterruptPending:
		if f.Type == tools.WaitSecret {
			w.confided[r.Stream] = true // or soon will have some
		}
		if f.ForPerson() {
			return nil
		}
		held := &wait{goal: r.Stream, interrupt: f.Interrupt}
		switch f.Type {
		case tools.WaitGoal:
			var child Child
			if json.Unmarshal(f.Data, &child) != nil || child.Goal == "" {
				return nil // forgotten: it says of nothing what it waits for
			}
			held.child = child.Goal
		case tools.WaitWebhook:
			held.hook = new(Hook)
			if json.Unmarshal(f.Data, held.hook) != nil || held.hook.Source == "" {
				return nil
			}
		}
		w.open[key(r.Stream, f.Interrupt)] = held
	case events.InterruptResolved:
		delete(w.open, key(r.Stream, f.Interrupt))
	case events.InterruptExpired:
		if held := w.open[key(r.Stream, f.Interrupt)]; held != nil && held.child != "" {
			w.spawned[r.Stream] = append(w.spawned[r.Stream], held.child) // it goes on, as long as that one does
		}
		delete(w.open, key(r.Stream, f.Interrupt))
	}
	return nil
}

// look finds out whether what a task waits for is there already, and whether the task still waits.
func (w *Waker) look(ctx context.Context, held *wait) error {
	status, err := w.status(ctx, held.goal)
	if err != nil {
		return err
	}
	if status.Ended() {
		return w.abandon(ctx, held)
	}
	if held.hook != nil {
		return w.search(ctx, held)
	}
	status, err = w.status(ctx, events.GoalStream(held.goal.Workspace, held.child))
	if err != nil || !status.Ended() {
		return err
	}
	return w.wake(ctx, held, "", string(status))
}

func (w *Waker) status(ctx context.Context, goal events.StreamID) (status commands.GoalStatus, err error) {
	err = w.cfg.Commands.Goals.View(ctx, goal, true, func(g *commands.Goal, _ events.Revision) { status = g.Status })
	return status, err
}

// ended wakes who waits for a goal, and calls off what a goal has waited for.
func (w *Waker) ended(ctx context.Context, r eventlog.Record) error {
	if err := w.forget(ctx, r.Stream); err != nil {
		return err
	}
	if err := w.callOff(ctx, r.Stream); err != nil {
		return err
	}
	for _, held := range w.open {
		switch {
		case held.goal == r.Stream:
			if err := w.abandon(ctx, held); err != nil {
				return err
			}
		case held.child == r.Stream.ID && held.goal.Workspace == r.Stream.Workspace:
			if err := w.wake(ctx, held, string(r.ID), r.Kind); err != nil {
				return err
			}
		}
	}
	return nil
}

// abandon cancels the goal that an ended one waits for: its own children follow in turn.
func (w *Waker) abandon(ctx context.Context, held *wait) error {
	delete(w.open, key(held.goal, held.interrupt))
	if held.child == "" {
		return nil
	}
	return w.cancel(ctx, held.goal, held.child)
}

// born remembers a goal that another one has spawned, and calls it off if that one has ended meanwhile: it will not get to wait for it.
func (w *Waker) born(ctx context.Context, r eventlog.Record) error {
	if command, _, ok := events.ParseCommandCause(r.Cause); !ok || !strings.HasPrefix(command, Spawned) || r.Correlation == "" {
		return nil
	}
	goal := events.GoalStream(r.Stream.Workspace, r.Correlation)
	w.spawned[goal] = append(w.spawned[goal], r.Stream.ID)
	status, err := w.status(ctx, goal)
	if err != nil || !status.Ended() {
		return err
	}
	return w.callOff(ctx, goal)
}

// callOff cancels the goals that an ended one has spawned.
func (w *Waker) callOff(ctx context.Context, goal events.StreamID) error {
	for _, child := range w.spawned[goal] {
		if err := w.cancel(ctx, goal, child); err != nil {
			return err
		}
	}
	delete(w.spawned, goal)
	return nil
}

func (w *Waker) cancel(ctx context.Context, goal events.StreamID, child string) error {
	_, err := w.cfg.Commands.Goals.Run(ctx, w.request(goal, ""), commands.CancelGoal{
		GoalRef: commands.GoalRef{Workspace: goal.Workspace, Goal: child}, Reason: "goal " + goal.ID + ", which spawned it, has ended"})
	return settle(err)
}

// wake answers an interrupt.
func (w *Waker) wake(ctx context.Context, held *wait, cause, word string) error {
	_, err := w.cfg.Commands.Goals.Run(ctx, w.request(held.goal, cause), commands.ResolveInterrupt{
		GoalRef: commands.GoalRef{Workspace: held.goal.Workspace, Goal: held.goal.ID}, Interrupt: held.interrupt, Decision: tools.Arrived, Feedback: word})
	if err = settle(err); err == nil {
		delete(w.open, key(held.goal, held.interrupt))
	}
	return err
}

func (w *Waker) request(goal events.StreamID, cause string) commands.Request {
	return commands.Request{At: w.cfg.Now(), Actor: Actor, Cause: cause, Correlation: goal.ID}
}

// settle takes a refusal as an answer: the task waits no more.
func settle(err error) error {
	if _, refused := errors.AsType[*commands.Refusal](err); refused {
		return nil
	}
	return err
}
