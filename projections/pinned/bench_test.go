package pinned_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/memstore"
	"github.com/mergit-io/mergit/projections/pinned"
)

func cpu(b *testing.B) time.Duration {
	b.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// BenchmarkFeed folds a log out of JetStream into memory: what delivery, opening
// and folding cost, server included, without Postgres.
func BenchmarkFeed(b *testing.B) {
	w := newWorld(b)
	records, err := w.writer.Records(500, 8, 20)
	if err != nil {
		b.Fatal(err)
	}
	if err := sample.Fill(b.Context(), w.log, records); err != nil {
		b.Fatal(err)
	}
	head := uint64(len(records))
	var used, spent time.Duration
	for b.Loop() {
		feeds, err := pinned.New(w.nc, pinned.Config{})
		if err != nil {
			b.Fatal(err)
		}
		progress := &projections.Progress{}
		r := &projections.Runner{Projection: projections.Goals, Store: &memstore.Store{}, Feeds: feeds, Log: w.log, Keys: w.writer.Keys, Progress: progress}
		before, from := cpu(b), time.Now()
		ctx, stop := context.WithCancel(b.Context())
		ended := make(chan error, 1)
		go func() { ended <- r.Run(ctx) }()
		for seen, changed := progress.Seen("goals", 0); uint64(seen) < head; seen, changed = progress.Seen("goals", 0) {
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
}
