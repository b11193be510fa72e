package node

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// idleMemory is what garbage may take, in bytes, before it is collected.
	idleMemory = 1 << 30
	// tuneEvery is how often the live heap is looked at: it grows with the log.
	tuneEvery = 5 * time.Second
)

// tune has the garbage collector run less often while the live heap is small:
// what is allocated for each event is much, and a sixth of the processor time
// went into collecting it. GOGC in the environment wins.
func tune(ctx context.Context) {
	if os.Getenv("GOGC") != "" {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	ticks := time.NewTicker(tuneEvery)
	defer ticks.Stop()
	for {
		metrics.Read(live)
		debug.SetGCPercent(gcPercent(live[0].Value.Uint64()))
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// gcPercent is GOGC for a live heap of so many bytes: that which leaves
// idleMemory to garbage, from Go's default to four times that.
func gcPercent(live uint64) int {
	const least, most = 100, 400
	if live == 0 {
		return most
	}
	return int(min(max(idleMemory*100/live, least), most))
}
