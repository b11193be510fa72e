// Package handlertest runs the whole reaction loop on a real embedded server,
// for tests and benchmarks of what reacts to the log.
package handlertest

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/dispatch"
	"github.com/mergit-io/mergit/handlers/executor"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/secret"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/work"
)

// Workspace is where the loop's goals live.
const Workspace = "main"

// Config of a Loop.
type Config struct {
	Tools      []tools.Tool
	SyncAlways bool
	Lease      time.Duration
	// Executors is how many executors share the work. Defaults to 1.
	Executors int
	// ApprovalFor is how long a question for leave waits. Defaults to the executor's.
	ApprovalFor time.Duration
	// Parallel is how many tasks each of them runs at a time. Defaults to 64.
	Parallel int
	// Deaf executors do not renew their leases, like a process that is stopped.
	Deaf bool
	// Planner defaults to one that takes the plan for the tasks that it is.
	Planner dispatch.Planner
	// Blobs default to ones in memory.
	Blobs eventlog.Blobs
	// Models answer tasks with a prompt.
	Models *model.Router
	// Stakes are those of the executor.
	Stakes executor.Stakes
	// Secrets are those of the executor.
	Secrets secret.Store
	// Cache is that of the executor.
	Cache executor.ToolCache
	// Answers are those of the executor.
	Answers executor.ModelCache
	// ModelPause is how long a task waits for a model that does not answer.
	ModelPause time.Duration
	// Now is the executors' clock. Defaults to the system's.
	Now func() time.Time
}

// Loop is a log, a dispatcher and executors.
type Loop struct {
	Set        *commands.Set
	Queue      *work.Queue
	Blobs      eventlog.Blobs
	Workspaces string
	Conflicts  func() int

	server *natsserver.Server
	tb     testing.TB
	cfg    Config
	ends   sync.Map // goal → chan string

	executors []*executor.Executor
	registry  *tools.Registry
	ctx       context.Context // until the test ends
}

// Start runs a loop until the test ends.
func Start(tb testing.TB, cfg Config) *Loop {
	tb.Helper()
	server, err := natsserver.Start(natsserver.Config{Dir: tb.TempDir(), SyncAlways: cfg.SyncAlways})
	if err != nil {
		tb.Fatal(err)
	}
	l := &Loop{server: server, tb: tb, cfg: cfg, Blobs: new(memlog.Blobs), Workspaces: tb.TempDir()}
	if cfg.Blobs != nil {
		l.Blobs = cfg.Blobs
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	tb.Cleanup(func() {
		cancel()
		wg.Wait()
		if err := server.Shutdown(context.Background()); err != nil {
			tb.Error(err)
		}
	})
	nc, err := server.Connect("loop")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(nc.Close)
	log, err := jslog.Open(ctx, nc, jslog.Config{})
	if err != nil {
		tb.Fatal(err)
	}
	if l.Queue, err = work.Open(ctx, nc, work.Config{Lease: cfg.Lease}); err != nil {
		tb.Fatal(err)
	}
	snapshots, err := work.OpenSnapshots(ctx, l.Queue, 1)
	if err != nil {
		tb.Fatal(err)
	}
	var mu sync.Mutex
	conflicts := 0
	l.Conflicts = func() int { mu.Lock(); defer mu.Unlock(); return conflicts }
	l.Set = commands.NewSet(log, new(memlog.Keys), commands.Config{NewID: NewID, Conflict: func(events.StreamID) {
		mu.Lock()
		conflicts++
		mu.Unlock()
	}})
	if cfg.Planner == nil {
		cfg.Planner = asSubmitted{}
	}
	d := dispatch.New(dispatch.Config{Commands: l.Set, Queue: l.Queue, Snapshots: snapshots, Planner: cfg.Planner, Hold: l.Queue.Hold, Now: time.Now, Log: slog.Default()})
	wg.Go(func() { l.check(ctx, d.Run(ctx)) })
	wg.Go(func() { l.check(ctx, l.tail(ctx)) })
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	registry := new(tools.Registry)
	registry.Add(cfg.Tools...)
	l.registry, l.ctx = registry, ctx
	for range max(cfg.Executors, 1) {
		x := executor.New(executor.Config{
			Commands: l.Set, Queue: l.Queue, Blobs: l.Blobs, Deaf: cfg.Deaf, Tools: registry, Models: cfg.Models, ModelPause: cfg.ModelPause, Stakes: cfg.Stakes, Cache: cfg.Cache, Answers: cfg.Answers, Secrets: cfg.Secrets, Roles: []string{"researcher", "writer", "coder", "integrator"},
			Worker: "test", Workspaces: l.Workspaces, ApprovalFor: cfg.ApprovalFor, Parallel: cfg.Parallel, NewID: NewID, Salt: Salt, Now: cfg.Now, Log: slog.Default(),
		})
		l.executors = append(l.executors, x)
		wg.Go(func() { l.check(ctx, x.Run(ctx)) })
	}
	return l
}

func (l *Loop) check(ctx context.Context, err error) {
	if ctx.Err() == nil {
		l.tb.Error("stopped early: ", err)
	}
}

// NewID makes a UUIDv7.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// Salt makes a result's salt.
func Salt() []byte {
	salt := make([]byte, events.SaltSize)
	_, _ = rand.Read(salt) // never fails
	return salt
}

// Submit submits a goal whose plan is given.
func (l *Loop) Submit(ctx context.Context, tasks ...events.PlannedTask) (string, error) {
	id := NewID()
	return id, l.submit(ctx, id, tasks)
}

func (l *Loop) submit(ctx context.Context, id string, tasks []events.PlannedTask) error {
	plan, err := json.Marshal(tasks)
	if err != nil {
		return err
	}
	_, err = l.Set.Goals.Run(ctx, commands.Request{ID: "submit-" + id, At: time.Now(), Actor: "user:test", Correlation: id},
		commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: Workspace, Goal: id}, Title: "test", Plan: plan})
	return err
}

// Wait follows a goal until an event of one of some kinds.
func (l *Loop) Wait(ctx context.Context, goal string, kinds ...string) (events.Envelope[events.Event], error) {
	for r, err := range l.Set.Log.Follow(ctx, eventlog.Query{Subjects: []string{eventlog.GoalFilter(Workspace, goal)}}) {
		if err != nil {
			return events.Envelope[events.Event]{}, err
		}
		for _, kind := range kinds {
			if r.Kind == kind {
				return l.Set.Codec.Decode(ctx, r)
			}
		}
	}
	return events.Envelope[events.Event]{}, errors.New("the log ended")
}

// Complete submits a goal and waits until it is done.
func (l *Loop) Complete(ctx context.Context, tasks ...events.PlannedTask) error {
	ended := make(chan string, 1)
	id := NewID()
	l.ends.Store(id, ended)
	defer l.ends.Delete(id)
	if err := l.submit(ctx, id, tasks); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case kind := <-ended:
		if kind != "goal.completed" {
			return fmt.Errorf("goal %s: %s", id, kind)
		}
		return nil
	}
}

// Resolve answers an interrupt.
func (l *Loop) Resolve(ctx context.Context, goal, interrupt, decision string) error {
	_, err := l.Set.Goals.Run(ctx, commands.Request{At: time.Now(), Actor: "user:test"}, commands.ResolveInterrupt{
		GoalRef: commands.GoalRef{Workspace: Workspace, Goal: goal}, Interrupt: interrupt, Decision: decision})
	return err
}

// Call reads the last call of a task.
func (l *Loop) Call(tb testing.TB, goal, task string) (call commands.Call) {
	tb.Helper()
	err := l.Set.Runs.View(tb.Context(), events.RunStream(Workspace, goal, task), true, func(r *commands.Run, _ events.Revision) {
		call = *r.Calls[len(r.Calls)-1]
	})
	if err != nil {
		tb.Fatal(err)
	}
	return call
}

// Settle waits until no executor holds a task.
func (l *Loop) Settle(tb testing.TB) {
	tb.Helper()
	for _, x := range l.executors {
		for x.Busy() > 0 {
			select {
			case <-tb.Context().Done():
				tb.Fatal("executors did not settle")
			case <-time.After(time.Millisecond):
			}
		}
	}
}

// URL is where the loop's server is.
func (l *Loop) URL() string { return l.server.ClientURL() }

// tail tells Complete of the goals that end, from one shared follower.
func (l *Loop) tail(ctx context.Context) error {
	for r, err := range l.Set.Log.Follow(ctx, eventlog.Query{Subjects: eventlog.KindFilters(events.FamilyGoal, "goal.*")}) {
		if err != nil {
			return err
		}
		if ended, ok := l.ends.Load(r.Stream.ID); ok && r.Kind != "goal.submitted" && r.Kind != "goal.planned" {
			ended.(chan string) <- r.Kind
		}
	}
	return ctx.Err()
}

// asSubmitted takes the plan for the tasks that it is.
type asSubmitted struct{}

func (asSubmitted) Plan(_ context.Context, g events.GoalSubmitted) ([]events.PlannedTask, events.Planner, error) {
	var tasks []events.PlannedTask
	err := json.Unmarshal(g.Plan, &tasks)
	return tasks, events.Planner{Name: "explicit"}, err
}

// Executor starts one more executor, for tasks of one role, which reads and
// writes the log through another hand. It does not renew its leases.
func (l *Loop) Executor(log eventlog.Log, role string) {
	l.tb.Helper()
	set := commands.NewSet(log, l.Set.Codec.Keys, commands.Config{NewID: NewID})
	x := executor.New(executor.Config{
		Commands: set, Queue: l.Queue, Blobs: l.Blobs, Deaf: true, Tools: l.registry, Models: l.cfg.Models, Roles: []string{role},
		Worker: "one more", Workspaces: l.Workspaces, NewID: NewID, Salt: Salt, Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	go func() { _ = x.Run(l.ctx) }() // it may be dead, and then never ends
}
