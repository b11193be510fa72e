package workload_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/memory"
	"github.com/mergit-io/mergit/handlers/cache/workload"
)

func TestNoGoalOfTheWorkloadIsAnsweredWithAnothersAnswer(t *testing.T) {
	t.Parallel()
	c := cache.New(cache.Config{Store: new(memory.Store), Keys: new(memlog.Keys), Version: "v1", Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	got, err := workload.Run(t.Context(), "main", "g1", cache.NewSimilar(c, cache.Lexical{}))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d goals, %d hits, %d false, %d tokens saved; %v", got.Goals, got.Hits, got.False, got.Tokens, got.Of)
	asked := map[workload.Kind]int{workload.Fresh: 40, workload.Exact: 80, workload.Reworded: 60, workload.Trap: 20}
	for kind, n := range asked {
		if got.Of[kind].Asked != n {
			t.Errorf("%d goals are %s, want %d", got.Of[kind].Asked, kind, n)
		}
	}
	if got.Goals != 200 || got.False != 0 || got.Of[workload.Trap].Hits != 0 || got.Of[workload.Fresh].Hits != 0 {
		t.Errorf("answered wrongly: %q", got.Wrong)
	}
	// All repeats are found, and the rewordings that differ in spelling, number or courtesy.
	if got.Of[workload.Exact].Hits != 80 || got.Of[workload.Reworded].Hits < 35 {
		t.Errorf("%+v", got.Of)
	}
}
