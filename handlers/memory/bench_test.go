package memory_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/memory"
	"github.com/mergit-io/mergit/handlers/memory/kv"
)

// shelves makes a store in a server with as many episodes.
func shelves(b *testing.B, n int) (memory.Store, *memlog.Keys) {
	b.Helper()
	server, err := natsserver.Start(natsserver.Config{Dir: b.TempDir()})
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
	keys := new(memlog.Keys)
	for i := range n {
		e := about(i+1, fmt.Sprintf("Fix bug %d of the shop's %s and tell %s", i, []string{"login", "cart", "search", "export"}[i%4], []string{"sales", "support", "nobody"}[i%3]), "file_ops", "github_pr")
		e.Troubles = []memory.Trouble{{Tool: "github_pr", Role: "coder", Code: "conflict", Count: 1, Overcome: memory.NextAttempt}}
		key, err := keys.Create(b.Context(), e.Goal)
		if err != nil {
			b.Fatal(err)
		}
		k, err := memory.Seal(e, key)
		if err == nil {
			_, err = store.Keep(b.Context(), k)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return store, keys
}

// BenchmarkAdvise is what memories add to planning, with 5000 episodes: by a process that has just started, and later.
func BenchmarkAdvise(b *testing.B) {
	store, keys := shelves(b, 5000)
	library := func() *memory.Library {
		return memory.New(memory.Config{Store: store, Keys: keys, Now: func() time.Time { return began }, Log: slog.New(slog.DiscardHandler)})
	}
	ask := func(b *testing.B, l *memory.Library) {
		b.Helper()
		if _, err := l.Search(b.Context(), memory.Query{Workspace: "main", Text: "fix the bug of the shop's cart, and tell support"}); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			ask(b, library())
		}
	})
	l := library()
	ask(b, l)
	b.Run("later", func(b *testing.B) {
		for b.Loop() {
			ask(b, l)
		}
	})
}

// BenchmarkRead is what the follower adds to a goal of one task, beside keeping its episode.
func BenchmarkRead(b *testing.B) {
	l := handlertest.Start(b, handlertest.Config{Tools: handlertest.Tools(handlertest.Noop(10))})
	id, err := l.Submit(b.Context(), events.PlannedTask{ID: "t", Role: "coder", Tool: "noop"})
	if err != nil {
		b.Fatal(err)
	}
	end, err := l.Wait(b.Context(), id, "goal.completed")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, ok, err := memory.Read(b.Context(), l.Set.Log, l.Set.Codec, events.GoalStream(handlertest.Workspace, id), end.Revision); err != nil || !ok {
			b.Fatal(ok, err)
		}
	}
}
