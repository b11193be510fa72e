package kv_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/kv"
)

// BenchmarkAsk is what the cache adds to a call: a hit, and a miss whose answer is not kept.
func BenchmarkAsk(b *testing.B) {
	for _, always := range []bool{false, true} {
		server, err := natsserver.Start(natsserver.Config{Dir: b.TempDir(), SyncAlways: always})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = server.Shutdown(context.Background()) })
		nc, err := server.Connect("bench")
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(nc.Close)
		store, err := kv.Open(b.Context(), nc, kv.Config{})
		if err != nil {
			b.Fatal(err)
		}
		c := cache.New(cache.Config{Store: store, Keys: new(memlog.Keys), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		ask := cache.Ask{Workspace: "main", Goal: "g", Space: "bench", Question: []byte("q")}
		for name, keep := range map[string]time.Duration{"hit": time.Hour, "not kept": 0} {
			b.Run(fmt.Sprintf("%s, every write synced: %v", name, always), func(b *testing.B) {
				ask.Question = []byte(name)
				for b.Loop() {
					if _, err := c.Do(b.Context(), ask, func(context.Context) (cache.Answer, error) {
						return cache.Answer{Value: []byte("a"), Keep: keep}, nil
					}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
