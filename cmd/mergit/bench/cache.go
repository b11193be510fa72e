package bench

import (
	"context"
	"log/slog"
	"time"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/kv"
	"github.com/mergit-io/mergit/handlers/cache/workload"
)

// CacheHits is what a cache of answers finds of the committed workload, and what asking it takes.
type CacheHits struct {
	workload.Report
	Ratio float64 `json:"hit_ratio"`
	// PerGoal is the mean time of one question, answered or not, milliseconds: the model takes none.
	PerGoal float64 `json:"ms_per_goal"`
}

// runCache asks the workload of the server's own bucket, with lexical vectors.
func runCache(ctx context.Context, in node.Inside) (out CacheHits, err error) {
	store, err := kv.Open(ctx, in.Conn, kv.Config{Bucket: "CACHE_BENCH"})
	if err != nil {
		return out, err
	}
	answers := cache.New(cache.Config{Store: store, Keys: in.Commands.Codec.Keys, Version: "bench", Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	began := time.Now()
	if out.Report, err = workload.Run(ctx, in.Client.Workspace, node.NewID(), cache.NewSimilar(answers, cache.Lexical{})); err != nil {
		return out, err
	}
	out.PerGoal = float64(time.Since(began)) / float64(out.Goals) / float64(time.Millisecond)
	out.Ratio = float64(out.Hits) / float64(out.Goals)
	return out, nil
}
