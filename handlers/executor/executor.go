// Package executor runs tasks durably: what a worker did is in the log before
// it counts, and a worker that takes over replays what is recorded and runs
// only what has no outcome.
package executor

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/secret"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/work"
)

// Config of an Executor.
type Config struct {
	Commands *commands.Set
	Queue    *work.Queue
	Blobs    eventlog.Blobs
	Tools    *tools.Registry
	// Models answer tasks with a prompt; nil where there are none.
	Models *model.Router
	// Guard lets calls of agents through. Defaults to asking the log before each.
	Guard Guard
	// Stakes says what agents must have at stake, and whom a person looks after.
	// Defaults to nothing and nobody.
	Stakes Stakes
	// Cache answers reads that tools let it keep. Defaults to none.
	Cache ToolCache
	// Answers are what models said before. Defaults to none.
	Answers ModelCache
	// Secrets are what people gave goals in confidence. Defaults to none.
	Secrets secret.Store
	// Roles are those whose tasks are taken. Required.
	Roles []string
	// Worker names this process in task.started.
	Worker string
	// Workspaces is the folder below which each goal has its own.
	Workspaces string
	// Parallel is how many tasks run at a time. Defaults to 64.
	Parallel int
	// ApprovalFor is how long a question for leave waits for its answer; then the
	// task fails. Defaults to seven days.
	ApprovalFor time.Duration
	// ModelPause is how long a task is handed back for whose model does not
	// answer. Defaults to 30 s.
	ModelPause time.Duration
	// Deaf has leases run out, as they do when a process is stopped: for tests.
	Deaf bool
	// NewID makes claims; Salt makes events.SaltSize random bytes.
	NewID func() string
	Salt  func() []byte
	Now   func() time.Time
	Log   *slog.Logger
}

// Executor takes tasks from the queue.
type Executor struct {
	cfg     Config
	results results

	mu      sync.Mutex
	running map[string]map[*execution]bool // by goal
}

// New makes an executor.
func New(cfg Config) *Executor {
	cfg.ApprovalFor = cmp.Or(cfg.ApprovalFor, 7*24*time.Hour)
	cfg.ModelPause = cmp.Or(cfg.ModelPause, 30*time.Second)
	if cfg.Parallel == 0 {
		cfg.Parallel = 64
	}
	return &Executor{cfg: cfg, results: newResults(cfg.Commands, cfg.Blobs), running: map[string]map[*execution]bool{}}
}

// grace is how long running writes may go on once the executor is to stop.
const grace = 5 * time.Second

// Run takes tasks until the context ends. Reads that run then are given up and
// leave no trace; writes are awaited for a few seconds and are otherwise in
// doubt at the next start.
func (x *Executor) Run(ctx context.Context) error {
	stop, err := x.cfg.Queue.Ended(x.cancelGoal)
	if err != nil {
		return err
	}
	defer stop()
	var wg sync.WaitGroup
	slots := make(chan struct{}, x.cfg.Parallel)
	err = x.cfg.Queue.Take(ctx, x.cfg.Roles, x.cfg.Parallel, func(d *work.Delivery) {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		wg.Go(func() {
			defer func() { <-slots }()
			x.execute(ctx, d)
		})
	})
	ended := make(chan struct{})
	go func() { wg.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(grace):
		x.cfg.Log.WarnContext(ctx, "stopped while writes were running; they will be looked at again at the next start")
	}
	return err
}

// execute runs one delivered task and settles the delivery.
func (x *Executor) execute(ctx context.Context, d *work.Delivery) {
	e := &execution{x: x, item: d.Item, lease: newLease(d, x.cfg.Queue.Lease()), n: 1}
	ctx, e.cancel = context.WithCancelCause(ctx)
	defer e.cancel(nil)
	if ok, again := x.take(e); !ok {
		if !again { // it was enabled anew before this process had let go of it
			if err := d.Later(letGo); err != nil {
				x.cfg.Log.WarnContext(ctx, "task not handed back", slog.String("goal", d.Goal), slog.String("task", d.Task), slog.Any("err", err))
			}
		}
		return // otherwise it waited here for longer than its lease and came again: the copy that runs settles both
	}
	defer x.drop(e)
	stop := func() {}
	if !x.cfg.Deaf {
		stop = e.lease.keep(ctx, e.cancel)
	}
	err := e.run(ctx, d.Redelivered)
	stop()
	log := x.cfg.Log.With(slog.String("goal", d.Goal), slog.String("task", d.Task))
	switch err := err.(type) {
	case nil:
	case *notYet:
		if err := d.Later(err.wait); err != nil {
			log.WarnContext(ctx, "task not handed back", slog.Any("err", err))
		}
		return
	case *commands.Refusal: // another worker has it, or the goal moved on
		log.DebugContext(ctx, "task refused", slog.String("code", err.Code))
		if err := x.settle(context.WithoutCancel(ctx), e, d); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "refused task not settled", slog.Any("err", err))
		}
		return
	default:
		if ctx.Err() == nil {
			log.ErrorContext(ctx, "task not finished, trying again", slog.Any("err", err))
			if err := d.Later(time.Second); err != nil {
				log.WarnContext(ctx, "task not handed back", slog.Any("err", err))
			}
			return
		}
		log.DebugContext(ctx, "task given up", slog.Any("err", context.Cause(ctx)))
		if context.Cause(ctx) != errGoalEnded {
			return // the lease runs out and another worker takes over
		}
	}
	if err := d.Done(); err != nil {
		log.WarnContext(ctx, "task not taken off the queue", slog.Any("err", err))
	}
}

// settle takes an item that was refused off the queue, unless somebody still
// needs it there: a task that runs and has no item is taken from its worker.
func (x *Executor) settle(ctx context.Context, e *execution, d *work.Delivery) error {
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	running, claim := false, ""
	err := x.cfg.Commands.Goals.View(ctx, e.ref().Stream(), true, func(g *commands.Goal, _ events.Revision) {
		if t, ok := g.Task(d.Task); ok {
			running, claim = t.Status == commands.TaskRunning, t.Claim
		}
	})
	switch {
	case err != nil:
		return errors.Join(err, d.Later(time.Second))
	case !running:
		return d.Done()
	case claim == e.claim: // a worker before got its result in: it is found the next time
		return d.Later(10 * time.Millisecond)
	}
	// This may be a stale copy of the very item that the task's worker holds.
	alone, err := d.Alone(ctx)
	if alone || err != nil {
		return err
	}
	return d.Done()
}

// letGo is how long a task is handed back for that this process still holds: a
// question may be answered before whoever asked it has got so far.
const letGo = 20 * time.Millisecond

// take notes what runs, unless the same task runs already and has its lease.
// again says that nothing has enabled it anew: the same item came once more, or
// one that would replace this very worker.
func (x *Executor) take(e *execution) (ok, again bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for other := range x.running[e.item.Goal] {
		if other.item.Task == e.item.Task && other.lease.left() > 0 {
			return false, other.item.EnabledBy == e.item.EnabledBy || e.item.Supersedes != ""
		}
	}
	if x.running[e.item.Goal] == nil {
		x.running[e.item.Goal] = map[*execution]bool{}
	}
	x.running[e.item.Goal][e] = true
	return true, false
}

func (x *Executor) drop(e *execution) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if delete(x.running[e.item.Goal], e); len(x.running[e.item.Goal]) == 0 {
		delete(x.running, e.item.Goal)
	}
}

// Busy is how many tasks are held right now.
func (x *Executor) Busy() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	n := 0
	for _, held := range x.running {
		n += len(held)
	}
	return n
}

// cancelGoal gives up what runs for a goal that has ended.
func (x *Executor) cancelGoal(goal string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for e := range x.running[goal] {
		e.cancel(errGoalEnded)
	}
}

// workspace is the folder of a goal's own files.
func (x *Executor) workspace(i work.Item) string {
	return filepath.Join(x.cfg.Workspaces, i.Workspace, i.Goal)
}
