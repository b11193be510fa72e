// Package dispatch follows the log and has happen what follows from each goal:
// it has goals planned, offers ready tasks to workers, arms timers, completes
// goals and gives them up.
package dispatch

import (
	"context"
	"fmt"
	"hash/maphash"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/work"
)

// Planner makes a task graph for a goal. A Refusal says that none can be made;
// any other error is tried again.
type Planner interface {
	Plan(context.Context, events.GoalSubmitted) ([]events.PlannedTask, events.Planner, error)
}

// Replanner is a Planner that can ask a model, which takes its time, and that
// can plan anew after a failure.
type Replanner interface {
	Planner
	// Asks reports whether planning a goal may ask a model.
	Asks(events.GoalSubmitted) bool
	// Replan makes a plan in which the done tasks stand as they are.
	Replan(context.Context, commands.Setback) ([]events.PlannedTask, events.Planner, error)
}

// Refusal is an error that is an answer: trying again would not help.
type Refusal interface {
	error
	Refused() string
}

// Queue is where ready tasks and timers go; work.Queue is one.
type Queue interface {
	Put(ctx context.Context, i work.Item, again bool) error
	Has(context.Context, work.Item) (bool, error)
	Set(context.Context, work.Timer) error
	Fired(context.Context, func(context.Context, work.Timer) error) error
}

// Config of a Dispatcher.
type Config struct {
	Commands  *commands.Set
	Queue     Queue
	Snapshots eventlog.Snapshots
	Planner   Planner
	// Hold tells whoever watches a goal what its planning waits for. Defaults to
	// nobody.
	Hold func(workspace string, h work.Hold)
	Now  func() time.Time
	Log  *slog.Logger
	// Reconcile is how often the queue is compared with the log. Defaults to
	// 30 s.
	Reconcile time.Duration
	// Shards is how many goals are handled at a time. Defaults to 16.
	Shards int
}

// Dispatcher reacts to goals.
type Dispatcher struct {
	cfg    Config
	shards []*shard
	seed   maphash.Seed
	busy   sync.WaitGroup // notes in the shards' queues
	asking sync.WaitGroup // planners that ask a model
	models chan struct{}  // holds one element for each of them
	// revoked are the agents whose goals end.
	revoked revoked
}

// New makes a dispatcher.
func New(cfg Config) *Dispatcher {
	if cfg.Reconcile == 0 {
		cfg.Reconcile = 30 * time.Second
	}
	if cfg.Shards == 0 {
		cfg.Shards = 16
	}
	if cfg.Hold == nil {
		cfg.Hold = func(string, work.Hold) {}
	}
	d := &Dispatcher{cfg: cfg, seed: maphash.MakeSeed(), models: make(chan struct{}, maxAsking)}
	for range cfg.Shards {
		d.shards = append(d.shards, &shard{d: d, notes: make(chan note, 256), goals: map[events.StreamID]*watch{}})
	}
	return d
}

// Run reacts until the context ends or the log cannot be read.
func (d *Dispatcher) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer d.asking.Wait()
	defer wg.Wait()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	for _, s := range d.shards {
		wg.Go(func() { s.run(ctx) })
	}
	at, err := d.recover(ctx)
	if err != nil {
		return err
	}
	wg.Go(func() {
		_ = d.cfg.Queue.Fired(ctx, func(ctx context.Context, t work.Timer) error {
			return d.send(ctx, note{stream: events.GoalStream(t.Workspace, t.Goal), why: "timer"})
		})
	})
	wg.Go(func() { d.reconcile(ctx) })
	wg.Go(func() { cancel(d.followRevoked(ctx)) })
	err = d.follow(ctx, at)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// goalSubjects are the goals' own aggregates; runs concern only their workers.
var goalSubjects = []string{eventlog.FamilyFilter(events.FamilyGoal, events.Whole)}

const snapshotName = "dispatch"

// recover finds the open goals and looks at each as it stands. Events until
// then are not reacted to one by one: what they asked for may have happened.
func (d *Dispatcher) recover(ctx context.Context) (events.Revision, error) {
	at, open, err := eventlog.LoadOpen(ctx, d.cfg.Commands.Log, d.cfg.Snapshots, snapshotName)
	if err != nil {
		return 0, fmt.Errorf("dispatch: %w", err)
	}
	for r, err := range d.cfg.Commands.Log.Read(ctx, eventlog.Query{After: at, Subjects: goalSubjects}) {
		if err != nil {
			return 0, fmt.Errorf("dispatch: read the log: %w", err)
		}
		at = r.Revision
		if open[r.Stream] = !ends(r.Kind); !open[r.Stream] || strings.HasPrefix(r.Kind, "proof.") {
			delete(open, r.Stream)
		}
	}
	for s := range open {
		if err := d.send(ctx, note{stream: s, why: "recover"}); err != nil {
			return 0, err
		}
	}
	d.cfg.Log.InfoContext(ctx, "dispatching", slog.Int("open_goals", len(open)), slog.Uint64("after", uint64(at)))
	return at, nil
}

// ends reports whether a kind ends a goal.
func ends(kind string) bool {
	return kind == "goal.completed" || kind == "goal.failed" || kind == "goal.cancelled"
}

// snapshotEvery is how many events a restart may have to read again.
const snapshotEvery = 5000

// follow hands every goal event to the shard of its goal.
func (d *Dispatcher) follow(ctx context.Context, at events.Revision) error {
	since := 0
	for r, err := range d.cfg.Commands.Log.Follow(ctx, eventlog.Query{After: at, Subjects: goalSubjects}) {
		if err != nil {
			return fmt.Errorf("dispatch: follow the log: %w", err)
		}
		at = r.Revision
		if strings.HasPrefix(r.Kind, "proof.") {
			continue // nothing follows from it here, and the goal need not be loaded for it
		}
		if err := d.send(ctx, note{stream: r.Stream, record: &r}); err != nil {
			return err
		}
		if since++; since == snapshotEvery {
			d.busy.Wait() // whatever was handed out is in the shards' maps now
			d.save(ctx, at)
			since = 0
		}
	}
	return ctx.Err()
}

// reconcile has every open goal compared with the queue, again and again.
func (d *Dispatcher) reconcile(ctx context.Context) {
	tick := time.NewTicker(d.cfg.Reconcile)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for _, s := range d.shards {
			for _, goal := range s.open() {
				if d.send(ctx, note{stream: goal, why: "reconcile"}) != nil {
					return
				}
			}
		}
	}
}

// save writes a snapshot: every open goal.
func (d *Dispatcher) save(ctx context.Context, at events.Revision) {
	var open []events.StreamID
	for _, s := range d.shards {
		open = append(open, s.open()...)
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if err := eventlog.SaveOpen(ctx, d.cfg.Snapshots, snapshotName, at, slices.Values(open)); err != nil {
		d.cfg.Log.WarnContext(ctx, "dispatch snapshot not saved", slog.Any("err", err))
	}
}

func (d *Dispatcher) send(ctx context.Context, n note) error {
	s := d.shards[maphash.String(d.seed, n.stream.ID)%uint64(len(d.shards))]
	d.busy.Add(1)
	select {
	case s.notes <- n:
		return nil
	case <-ctx.Done():
		d.busy.Done()
		return ctx.Err()
	}
}
