package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
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

func TestRebuildUnderLiveWritesShowsNoGap(t *testing.T) {
	pool := database(t)
	w, log, head := filled(t, 100, 8, 10)
	progress := runner(t, pool, log, w.Keys)
	caughtUp(t, progress, head)

	// A writer, and readers that must always find what they found before.
	ctx, stop := context.WithCancel(t.Context())
	var busy sync.WaitGroup
	var written atomic.Int64
	busy.Go(func() {
		for n := 1000; ctx.Err() == nil; n++ {
			eventually(t, "the projection keeps up", func() bool {
				seen, _ := progress.Seen("goals", 0)
				return int64(seen) >= written.Load()
			})
			for _, f := range sample.Goal(sample.GoalID(n), 4) {
				r, err := w.Append(t.Context(), log, f.Stream, f.Event)
				if err != nil {
					t.Error(err)
					return
				}
				written.Store(int64(r.Revision))
			}
		}
	})
	v := views.New(pool, views.Config{})
	for range 2 {
		busy.Go(func() {
			for seen := 0; ctx.Err() == nil; {
				g, err := v.Goal(t.Context(), sample.GoalID(7))
				if err != nil || len(g.Tasks) != 8 || len(g.Calls) != 8 || g.Proof == nil {
					t.Errorf("goal 7 has %d tasks, %d calls, proof %v: %v", len(g.Tasks), len(g.Calls), g.Proof, err)
					return
				}
				var n int
				if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM mergit.goals").Scan(&n); err != nil || n < seen {
					t.Errorf("%d goals after %d: %v", n, seen, err)
					return
				}
				seen = n
			}
		})
	}
	var reports []string
	b := &projections.Rebuilder{Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: w.Keys, Bulk: 1000,
		Report: func(done, total events.Revision) { reports = append(reports, fmt.Sprintf("%d/%d", done, total)) }}
	for range 3 {
		if err := b.Rebuild(t.Context(), "goals"); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	busy.Wait()
	caughtUp(t, progress, events.Revision(written.Load()))
	live := dump(t, pool)
	if err := b.Rebuild(t.Context(), "goals"); err != nil {
		t.Fatal(err)
	}
	same(t, dump(t, pool), live)
	if len(reports) < 4 {
		t.Errorf("reports %v", reports)
	}
}

func TestAnInterruptedRebuildIsContinued(t *testing.T) {
	pool := database(t)
	w, log, head := filled(t, 60, 8, 10)
	caughtUp(t, runner(t, pool, log, w.Keys), head)
	live := dump(t, pool)

	ctx, stop := context.WithCancel(t.Context())
	b := &projections.Rebuilder{Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: w.Keys, Bulk: 500,
		Report: func(done, _ events.Revision) {
			if done > 800 {
				stop()
			}
		}}
	if err := b.Rebuild(ctx, "goals"); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted rebuild: %v", err)
	}
	same(t, dump(t, pool), live)
	var first events.Revision
	b.Report = func(done, _ events.Revision) {
		if first == 0 {
			first = done
		}
	}
	if err := b.Rebuild(t.Context(), "goals"); err != nil {
		t.Fatal(err)
	}
	if first <= 1000 {
		t.Errorf("the second rebuild began at %d, not after what the first had done", first)
	}
	same(t, dump(t, pool), live)
}

func TestOnlyOneRebuildAtATime(t *testing.T) {
	pool := database(t)
	w, log, _ := filled(t, 5, 2, 5)
	b := &projections.Rebuilder{Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: w.Keys}
	_, done, err := store.New(pool).Begin(t.Context(), projections.Goals)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Rebuild(t.Context(), "goals"); !errors.Is(err, projections.ErrRebuilding) {
		t.Errorf("beside another one: %v", err)
	}
	done()
	if err := b.Rebuild(t.Context(), "goals"); err != nil {
		t.Error(err)
	}
	var unknown *projections.UnknownProjectionError
	if err := b.Rebuild(t.Context(), "gaols"); !errors.As(err, &unknown) {
		t.Errorf("an unknown projection: %v", err)
	}
}

func TestRowsSurviveLostConnections(t *testing.T) {
	pool := database(t)
	w, log, head := filled(t, 150, 8, 10)
	progress := runner(t, pool, log, w.Keys, func(r *projections.Runner) { r.Batch = 50 })
	for killed := 0; killed < 5; {
		tag, err := pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%advance%' OR query LIKE 'INSERT INTO "goals%'`)
		if err == nil && tag.RowsAffected() > 0 {
			killed++
		}
		if seen, _ := progress.Seen("goals", 0); seen >= head {
			break
		}
	}
	caughtUp(t, progress, head)
	live := dump(t, pool)
	b := &projections.Rebuilder{Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: w.Keys}
	if err := b.Rebuild(t.Context(), "goals"); err != nil {
		t.Fatal(err)
	}
	same(t, dump(t, pool), live)
}

func TestRowsSurviveARestartOfPostgres(t *testing.T) {
	dir := folder(t)
	own, err := postgres.Start(t.Context(), postgres.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	pool := connect(t, own.DSN(), "mergit")
	w, log, head := filled(t, 40, 8, 10)
	progress := runner(t, pool, log, w.Keys)
	caughtUp(t, progress, head)
	if err := own.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, f := range sample.Goal(sample.GoalID(900), 8) { // meanwhile
		if _, err := w.Append(t.Context(), log, f.Stream, f.Event); err != nil {
			t.Fatal(err)
		}
	}
	if own, err = postgres.Start(t.Context(), postgres.Config{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	defer own.Stop(context.Background())
	head, err = log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	caughtUp(t, progress, head)
	var n int
	if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM mergit.goals WHERE status = 'done'").Scan(&n); err != nil || n != 41 {
		t.Errorf("%d goals: %v", n, err)
	}
}

func TestTwoWritersNeverFoldAnEventTwice(t *testing.T) {
	pool := database(t)
	w, log, head := filled(t, 150, 8, 10)
	small := func(r *projections.Runner) { r.Batch = 20; r.Pause = func(context.Context, int) {} }
	a, b := runner(t, pool, log, w.Keys, small), runner(t, pool, log, w.Keys, small)
	caughtUp(t, a, head)
	caughtUp(t, b, head)
	live := dump(t, pool)
	r := &projections.Rebuilder{Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: w.Keys}
	if err := r.Rebuild(t.Context(), "goals"); err != nil {
		t.Fatal(err)
	}
	same(t, dump(t, pool), live)
}

// stopped runs a runner that must stop by itself.
func stopped(t *testing.T, pool *pgxpool.Pool, log eventlog.Log, keys eventlog.Keys) error {
	t.Helper()
	r := &projections.Runner{Projection: projections.Goals, Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: keys}
	return r.Run(t.Context())
}

func TestRowsOfAnotherLogAreNoticed(t *testing.T) {
	pool := database(t)
	w, log, head := filled(t, 5, 4, 5)
	caughtUp(t, runner(t, pool, log, w.Keys), head)
	tampered := &changed{Log: log, at: head}
	err := stopped(t, pool, tampered, w.Keys)
	if m, ok := errors.AsType[*projections.MismatchError](err); !ok || m.At != head || !strings.Contains(err.Error(), "mergit projections rebuild goals") {
		t.Errorf("an event was changed: %v", err)
	}
	_, shorter, _ := filled(t, 1, 4, 1)
	err = stopped(t, pool, shorter, w.Keys)
	if _, ok := errors.AsType[*projections.MismatchError](err); !ok || !strings.Contains(err.Error(), "the log ends at") {
		t.Errorf("the log lost its end: %v", err)
	}
	b := &projections.Rebuilder{Store: store.New(pool), Feeds: projections.Tails{Log: shorter}, Log: shorter, Keys: w.Keys}
	if err := b.Rebuild(t.Context(), "goals"); err != nil {
		t.Fatalf("rebuild from the log there is: %v", err)
	}
	end, _ := shorter.Head(t.Context())
	caughtUp(t, runner(t, pool, shorter, w.Keys), end)
}

// changed is a log in which one event is not what it was.
type changed struct {
	*memlog.Log
	at events.Revision
}

func (c *changed) At(ctx context.Context, r events.Revision) (eventlog.Record, error) {
	record, err := c.Log.At(ctx, r)
	if r == c.at {
		record.Actor = "user:mallory"
	}
	return record, err
}

func TestANewVersionIsRebuiltBeforeItRuns(t *testing.T) {
	pool := database(t)
	w, log, head := filled(t, 20, 4, 5)
	caughtUp(t, runner(t, pool, log, w.Keys), head)
	live := dump(t, pool)
	newer := *projections.Goals
	newer.Version++
	progress := runner(t, pool, log, w.Keys, func(r *projections.Runner) {
		r.Projection = &newer
		r.Rebuild = &projections.Rebuilder{Store: store.New(pool), Feeds: r.Feeds, Log: log, Keys: w.Keys, Projections: []*projections.Projection{&newer}}
	})
	caughtUp(t, progress, head)
	same(t, dump(t, pool), live)
	list, err := store.List(t.Context(), pool, head)
	if err != nil || len(list) != 1 || list[0].Schema != "goals_v2_g1" {
		t.Errorf("status %+v: %v", list, err)
	}
	err = stopped(t, pool, log, w.Keys)
	if v, ok := errors.AsType[*projections.VersionError](err); !ok || v.Active != 2 {
		t.Errorf("the older version runs: %v", err)
	}
}

func TestAnUnknownKindStopsTheProjection(t *testing.T) {
	pool := database(t)
	w, log, head := filled(t, 1, 2, 1)
	s := events.GoalStream(sample.Workspace, "new")
	strange := eventlog.Record{Kind: "goal.vanished", Body: []byte(`{}`), Subject: eventlog.Subject(s, "goal.vanished"),
		Meta: events.Meta{ID: "x", Stream: s, Version: 1, Ordinal: 1}}
	if _, err := log.Append(t.Context(), eventlog.Part{Stream: s, Records: []eventlog.Record{strange}}); err != nil {
		t.Fatal(err)
	}
	err := stopped(t, pool, log, w.Keys)
	if unknown, ok := errors.AsType[*events.UnknownKindError](err); !ok || unknown.Revision != head+1 {
		t.Fatalf("stopped with %v", err)
	}
	var n int
	if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM mergit.goals").Scan(&n); err != nil || n != 1 {
		t.Errorf("%d goals from before are there, want 1: %v", n, err)
	}
}

func TestCompareGoalNamesWhatDiffers(t *testing.T) {
	pool := database(t)
	w, log, head := filled(t, 2, 3, 2)
	caughtUp(t, runner(t, pool, log, w.Keys), head)
	var records []eventlog.Record
	for r, err := range log.Read(t.Context(), eventlog.Query{Subjects: []string{eventlog.GoalFilter(sample.Workspace, sample.GoalID(1))}}) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	batch, err := projections.Goals.Open(t.Context(), w.Keys, records)
	if err != nil {
		t.Fatal(err)
	}
	compare := func() string {
		differences, err := store.CompareGoal(t.Context(), pool, sample.GoalID(1), batch)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v", differences)
	}
	if have := compare(); have != "[]" {
		t.Fatalf("differences in what is the same: %s", have)
	}
	if err := w.Keys.Destroy(t.Context(), sample.GoalID(1)); err != nil {
		t.Fatal(err)
	}
	if batch, err = projections.Goals.Open(t.Context(), w.Keys, records); err != nil {
		t.Fatal(err)
	}
	if have := compare(); have != "[]" {
		t.Fatalf("differences in what was forgotten: %s", have)
	}
	for _, sql := range []string{
		"UPDATE goals_v1_g1.tasks SET result_hash = 'ff' WHERE goal = $1 AND id = 't01'",
		"DELETE FROM goals_v1_g1.calls WHERE goal = $1 AND task = 't02'",
		"INSERT INTO goals_v1_g1.leaves SELECT goal, 't99', 9, '', '' FROM goals_v1_g1.proofs WHERE goal = $1",
	} {
		if _, err := pool.Exec(t.Context(), sql, sample.GoalID(1)); err != nil {
			t.Fatal(err)
		}
	}
	have := compare()
	for _, want := range []string{
		`tasks ` + sample.GoalID(1) + `.t01: result_hash is "ff", the log says`,
		`calls ` + sample.GoalID(1) + `.t02.1.1 is missing`,
		`leaves ` + sample.GoalID(1) + `.t99 should not be there`,
	} {
		if !strings.Contains(have, want) {
			t.Errorf("%s\ndoes not name %s", have, want)
		}
	}
	if _, err := store.CompareGoal(t.Context(), pool, "nobody", batch[:0]); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		t.Errorf("no events: %v", err)
	}
}
