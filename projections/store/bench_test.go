package store_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/store"
)

// cpu is the processor time this process used, Postgres not included.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// BenchmarkLive folds a log that is there already in batches as a runner does
// that is behind.
func BenchmarkLive(b *testing.B) {
	for _, batch := range []int{1, 50, 500} {
		b.Run(fmt.Sprintf("batch=%d", batch), func(b *testing.B) {
			goals := 800
			if batch == 1 {
				goals = 100
			}
			w, log, head := filled(b, goals, 8, 20)
			var used, spent time.Duration
			for b.Loop() {
				b.StopTimer()
				pool := database(b)
				progress := &projections.Progress{}
				r := &projections.Runner{
					Projection: projections.Goals, Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: w.Keys,
					Progress: progress, Batch: batch,
				}
				b.StartTimer()
				before, from := cpu(b), time.Now()
				ctx, stop := context.WithCancel(b.Context())
				ended := make(chan error, 1)
				go func() { ended <- r.Run(ctx) }()
				for seen, changed := progress.Seen("goals", 0); seen < head; seen, changed = progress.Seen("goals", 0) {
					<-changed
				}
				spent, used = spent+time.Since(from), used+cpu(b)-before
				stop()
				if err := <-ended; err != nil {
					b.Fatal(err)
				}
			}
			events := float64(b.N) * float64(head)
			b.ReportMetric(events/spent.Seconds(), "events/s")
			b.ReportMetric(float64(used.Microseconds())/events, "cpu-µs/event")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkRebuild compares a rebuild with pgx copying the same rows into the
// same tables.
func BenchmarkRebuild(b *testing.B) {
	w, log, head := filled(b, 1600, 8, 20)
	pool := database(b)
	build := func() time.Duration {
		r := &projections.Rebuilder{Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: w.Keys}
		from := time.Now()
		if err := r.Rebuild(b.Context(), "goals"); err != nil {
			b.Fatal(err)
		}
		return time.Since(from)
	}
	build()
	rows := snapshot(b, pool)
	var rebuilt, copied, used time.Duration
	for b.Loop() {
		before := cpu(b)
		rebuilt += build()
		used += cpu(b) - before
		b.StopTimer()
		copied += copyAll(b, pool, rows)
		b.StartTimer()
	}
	events := float64(b.N) * float64(head)
	b.ReportMetric(events/rebuilt.Seconds(), "events/s")
	b.ReportMetric(events/copied.Seconds(), "copy-events/s")
	b.ReportMetric(copied.Seconds()/rebuilt.Seconds(), "of-copy")
	b.ReportMetric(float64(used.Microseconds())/events, "cpu-µs/event")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkOpen is what opening events alone costs.
func BenchmarkOpen(b *testing.B) {
	w, log, head := filled(b, 100, 8, 20)
	records := make([]eventlog.Record, 0, head)
	for r := events.Revision(1); r <= head; r++ {
		record, err := log.At(b.Context(), r)
		if err != nil {
			b.Fatal(err)
		}
		records = append(records, record)
	}
	for b.Loop() {
		if _, err := projections.Goals.Open(b.Context(), w.Keys, records); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(head), "ns/event")
}

// snapshot reads every row of every table.
func snapshot(b *testing.B, pool *pgxpool.Pool) map[string][][]any {
	b.Helper()
	all := map[string][][]any{}
	for _, t := range projections.Goals.Tables() {
		rows, err := pool.Query(b.Context(), fmt.Sprintf("SELECT * FROM mergit.%q", t.Name()))
		if err != nil {
			b.Fatal(err)
		}
		all[t.Name()], err = pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]any, error) { return row.Values() })
		if err != nil {
			b.Fatal(err)
		}
	}
	return all
}

// copyAll copies rows into a schema like that of a generation.
func copyAll(b *testing.B, pool *pgxpool.Pool, all map[string][][]any) time.Duration {
	b.Helper()
	g, ok, err := store.New(pool).Active(b.Context(), "goals")
	if err != nil || !ok {
		b.Fatal(ok, err)
	}
	for _, t := range projections.Goals.Tables() {
		for _, sql := range []string{"CREATE SCHEMA IF NOT EXISTS copied", "DROP TABLE IF EXISTS copied." + t.Name(),
			fmt.Sprintf("CREATE TABLE copied.%s (LIKE %s.%s INCLUDING ALL) WITH (fillfactor = 80)", t.Name(), g.Schema(), t.Name())} {
			if _, err := pool.Exec(b.Context(), sql); err != nil {
				b.Fatal(err)
			}
		}
	}
	from := time.Now()
	for _, t := range projections.Goals.Tables() {
		var columns []string
		for _, c := range t.Columns() {
			columns = append(columns, c.Name)
		}
		if _, err := pool.CopyFrom(b.Context(), pgx.Identifier{"copied", t.Name()}, columns, pgx.CopyFromRows(all[t.Name()])); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(from)
}
