package views_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/postgres"
	"github.com/mergit-io/mergit/projections/store"
	"github.com/mergit-io/mergit/projections/views"
)

var (
	server    *postgres.Server
	databases atomic.Int64
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "views")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o711); err != nil { // the server may run as another user
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if server, err = postgres.Start(ctx, postgres.Config{Dir: dir}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer server.Stop(ctx)
	return m.Run()
}

// world is a log, its projection and what is to be seen of it.
type world struct {
	*sample.Writer
	log  *memlog.Log
	pool *pgxpool.Pool
	head events.Revision
}

func newWorld(t *testing.T) *world {
	t.Helper()
	ctx := context.Background()
	admin, err := pgxpool.New(ctx, server.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	name := fmt.Sprintf("views_%d", databases.Add(1))
	if _, err := admin.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	config, err := pgxpool.ParseConfig(server.DSN())
	if err != nil {
		t.Fatal(err)
	}
	config.ConnConfig.Database = name
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if err := store.Migrate(ctx, pool); err != nil {
		t.Fatal(err)
	}
	return &world{Writer: sample.New(), log: &memlog.Log{}, pool: pool}
}

func (w *world) add(t *testing.T, facts ...sample.Fact) events.Revision {
	t.Helper()
	for _, f := range facts {
		r, err := w.Append(t.Context(), w.log, f.Stream, f.Event)
		if err != nil {
			t.Fatal(err)
		}
		w.head = r.Revision
	}
	return w.head
}

// run keeps the rows up to date until the test ends; nobody is told how far.
func (w *world) run(t *testing.T, progress *projections.Progress) {
	t.Helper()
	r := &projections.Runner{Projection: projections.Goals, Store: store.New(w.pool), Feeds: projections.Tails{Log: w.log}, Log: w.log, Keys: w.Keys, Progress: progress}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func (w *world) views(t *testing.T) *views.Views {
	t.Helper()
	w.run(t, nil)
	v := views.New(w.pool, views.Config{})
	if err := v.WaitFor(t.Context(), views.EverySlot, w.head); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestGoalsAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for n := range 7 {
		facts := sample.Goal(sample.GoalID(n), 2)
		if n%2 == 1 {
			facts = facts[:5] // still executing
		}
		w.add(t, facts...)
	}
	v := w.views(t)
	var seen []string
	filter := views.GoalFilter{Workspace: sample.Workspace, Limit: 3}
	for {
		page, err := v.ListGoals(t.Context(), filter)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range page.Goals {
			seen = append(seen, g.ID)
		}
		if filter.Cursor = page.Next; page.Next == "" {
			break
		}
	}
	if len(seen) != 7 || seen[0] != sample.GoalID(6) || seen[6] != sample.GoalID(0) {
		t.Errorf("goals %v", seen)
	}
	for filter, want := range map[views.GoalFilter]int{
		{}: 7, {Status: "done"}: 4, {Status: "executing"}: 3, {Workspace: "other"}: 0, {Agent: "nobody"}: 0, {Submitter: "user:sample", Limit: 5}: 5,
	} {
		page, err := v.ListGoals(t.Context(), filter)
		if err != nil || len(page.Goals) != want {
			t.Errorf("%+v: %d goals, want %d: %v", filter, len(page.Goals), want, err)
		}
	}
	_, err := v.ListGoals(t.Context(), views.GoalFilter{Cursor: "x"})
	if _, ok := errors.AsType[*views.CursorError](err); !ok {
		t.Errorf("a made-up cursor: %v", err)
	}
}

func TestAGoalComesWithAllThatBelongsToIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add(t, sample.Goal(sample.GoalID(1), 3)...)
	v := w.views(t)
	g, err := v.Goal(t.Context(), sample.GoalID(1))
	if err != nil {
		t.Fatal(err)
	}
	if g.Status != "done" || len(g.Tasks) != 3 || len(g.Calls) != 3 || g.Interrupts == nil || g.Proof == nil || g.Proof.Block != 7 {
		t.Errorf("goal %+v", g)
	}
	if g.Tasks[2].ID != "t02" || len(g.Tasks[2].Needs) != 2 || g.Tasks[2].Result == "" || g.Calls[0].Args == nil {
		t.Errorf("tasks %+v, calls %+v", g.Tasks, g.Calls)
	}
	text, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	var plain map[string]any
	if err := json.Unmarshal(text, &plain); err != nil || plain["id"] != sample.GoalID(1) || plain["tasks_done"] != 3.0 {
		t.Errorf("JSON %s: %v", text, err)
	}
	alone, err := v.GoalRow(t.Context(), sample.GoalID(1))
	if err != nil || alone.Title != g.Title {
		t.Errorf("row %+v: %v", alone, err)
	}
	if _, err := v.Goal(t.Context(), "nobody"); !errors.Is(err, views.ErrNotFound) {
		t.Errorf("no goal: %v", err)
	}
}

func TestATaskProofHasTheLeavesOfItsTree(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add(t, sample.Goal(sample.GoalID(1), 3)...)
	w.add(t, sample.Goal(sample.GoalID(2), 3)[:4]...)
	v := w.views(t)
	goal, task, ok := views.ParseTaskKey(views.TaskKey(sample.GoalID(1), "t01"))
	if !ok {
		t.Fatal("key")
	}
	p, err := v.TaskProof(t.Context(), goal, task)
	if err != nil || p.Status != "confirmed" || len(p.Leaves) != 3 || p.Leaf.Task != "t01" || p.Leaf.Position != 1 || p.Leaves[1] != p.Leaf {
		t.Errorf("proof %+v: %v", p, err)
	}
	for _, key := range [][2]string{{sample.GoalID(1), "t09"}, {sample.GoalID(2), "t00"}} {
		if _, err := v.TaskProof(t.Context(), key[0], key[1]); !errors.Is(err, views.ErrNotFound) {
			t.Errorf("%v: %v", key, err)
		}
	}
}

func TestGoalsAreFoundByTheirIDs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for n := range 3 {
		w.add(t, sample.Goal(sample.GoalID(n), 2)[:3]...)
	}
	v := w.views(t)
	found, err := v.GoalsByID(t.Context(), sample.Workspace, []string{sample.GoalID(0), sample.GoalID(2), "nobody's"})
	if err != nil || len(found) != 2 || found[0].ID != sample.GoalID(2) || found[1].ID != sample.GoalID(0) || found[0].Title == "" {
		t.Errorf("goals %+v: %v", found, err)
	}
	for workspace, ids := range map[string][]string{"other": {sample.GoalID(0)}, sample.Workspace: nil} {
		if none, err := v.GoalsByID(t.Context(), workspace, ids); err != nil || len(none) != 0 {
			t.Errorf("goals %v of %s: %+v, %v", ids, workspace, none, err)
		}
	}
}

func TestInterruptsThatWait(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for n := range 3 {
		facts := sample.Goal(sample.GoalID(n), 2)[:3]
		w.add(t, append(facts, sample.Fact{Stream: facts[0].Stream, Event: events.InterruptPending{
			Interrupt: "i1", Type: "supervised_task", Task: "t00", Description: "May I?", Data: json.RawMessage(`{"n":1}`), Options: []string{"approve", "reject"},
		}})...)
	}
	w.add(t, sample.Fact{Stream: events.GoalStream(sample.Workspace, sample.GoalID(1)), Event: events.InterruptResolved{Interrupt: "i1", Decision: "approve", By: "user:ann"}})
	v := w.views(t)
	page, err := v.Interrupts(t.Context(), views.InterruptFilter{Workspace: sample.Workspace, Status: "pending"})
	if err != nil || len(page.Interrupts) != 2 || page.Interrupts[0].Goal != sample.GoalID(2) || len(page.Interrupts[0].Options) != 2 {
		t.Errorf("interrupts %+v: %v", page, err)
	}
	one, err := v.Interrupts(t.Context(), views.InterruptFilter{Goal: sample.GoalID(1)})
	if err != nil || len(one.Interrupts) != 1 || one.Interrupts[0].By != "user:ann" {
		t.Errorf("interrupts %+v: %v", one, err)
	}
}

func TestWaitForSeesWhatItWaitedFor(t *testing.T) {
	t.Parallel()
	for name, progress := range map[string]*projections.Progress{"told": {}, "not told": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.run(t, progress)
			v := views.New(w.pool, views.Config{Progress: progress})
			for n := range 20 {
				facts := sample.Goal(sample.GoalID(n), 1)
				at := w.add(t, facts[0])
				if err := v.WaitForStream(t.Context(), facts[0].Stream, at); err != nil {
					t.Fatal(err)
				}
				if _, err := v.GoalRow(t.Context(), sample.GoalID(n)); err != nil {
					t.Fatal(err)
				}
			}
			// In a slot without events, and for an event of another family.
			signer := sample.Fact{Stream: events.SignerStream(sample.Workspace, "31337-0x1"), Event: events.TxPrepared{Nonce: 1}}
			at := w.add(t, signer)
			for _, slot := range []int{views.EverySlot, eventlog.Slot(signer.Stream), 0, 17, 63} {
				if err := v.WaitFor(t.Context(), slot, at); err != nil {
					t.Errorf("slot %d: %v", slot, err)
				}
			}
		})
	}
}

func TestWaitForEndsWithItsContext(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, stop := context.WithCancel(t.Context())
	v := views.New(w.pool, views.Config{Poll: time.Millisecond})
	ended := make(chan error, 1)
	go func() { ended <- v.WaitFor(ctx, 3, 5) }()
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	if _, err := v.ListGoals(t.Context(), views.GoalFilter{}); !errors.Is(err, views.ErrNotCreated) {
		t.Errorf("before any runner: %v", err)
	}
}

func TestStatusTellsTheLag(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add(t, sample.Goal(sample.GoalID(1), 1)...)
	v := w.views(t)
	list, err := v.Status(t.Context(), w.head+5)
	if err != nil || len(list) != 1 || list[0].Lag != 5 || list[0].Projection != "goals" || list[0].State != "active" || list[0].Bytes == 0 {
		t.Errorf("status %+v: %v", list, err)
	}
}
