package projector_test

import (
	"context"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

// BenchmarkProofs proves goals that have ended, on a chain with blocks of a second whose last is not final: each op is one
// goal of three tasks, from its end to its confirmation. What it takes to make the goals is not counted.
func BenchmarkProofs(b *testing.B) {
	b.Run("memory", func(b *testing.B) { proofs(b, new(counted), time.Second) })
	b.Run("jetstream", func(b *testing.B) { proofs(b, &counted{Log: stream(b)}, time.Second) })
	b.Run("memory, blocks of 100 ms", func(b *testing.B) { proofs(b, new(counted), 100*time.Millisecond) })
}

func proofs(b *testing.B, log *counted, period time.Duration) {
	w := newWorld(b, devchain.Config{Period: period, Dir: b.TempDir()})
	if log.Log == nil {
		log.Log = w.Log
	}
	w.Log = log
	set := w.Commands()
	var making sync.WaitGroup
	for i := range 16 {
		making.Go(func() {
			for range (b.N + i) / 16 {
				w.Run(b.Context(), b, set, chaintest.Tasks(3)...)
			}
		})
	}
	making.Wait()
	log.want = b.N
	log.done = make(chan struct{})
	before := cpu(b)
	b.ResetTimer()
	w.start(b, setup{set: set, tx: txmgr.Config{Poll: 200 * time.Millisecond}, proof: projector.Config{Gather: 200 * time.Millisecond}})
	<-log.done
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "proofs/s")
	b.ReportMetric((cpu(b)-before).Seconds()*1000/float64(b.N), "cpu-ms/proof")
	sent := 0
	for _, n := range w.kinds(b, "tx.prepared") {
		sent += n
	}
	b.ReportMetric(float64(b.N)/float64(sent), "proofs/tx")
}

// counted tells when enough proofs are confirmed.
type counted struct {
	eventlog.Log
	want int
	done chan struct{}
	mu   sync.Mutex
	have int
}

// Append implements eventlog.Log.
func (c *counted) Append(ctx context.Context, parts ...eventlog.Part) (events.Revision, error) {
	at, err := c.Log.Append(ctx, parts...)
	if c.done != nil && err == nil && parts[0].Records[0].Kind == "proof.confirmed" {
		c.add()
	}
	return at, err
}

func (c *counted) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.have++; c.have == c.want {
		close(c.done)
	}
}

// stream is a log as mergit up keeps it.
func stream(b *testing.B) eventlog.Log {
	server, err := natsserver.Start(natsserver.Config{Dir: b.TempDir(), SyncAlways: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	conn, err := server.Connect("bench")
	if err != nil {
		b.Fatal(err)
	}
	log, err := jslog.Open(b.Context(), conn, jslog.Config{})
	if err != nil {
		b.Fatal(err)
	}
	return log
}

func cpu(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
