package kv_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/memory"
	"github.com/mergit-io/mergit/handlers/memory/kv"
	"github.com/mergit-io/mergit/handlers/memory/memorytest"
)

func TestTheBucketKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	nc, err := server.Connect("memory")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	var opened atomic.Int32
	open := func(t *testing.T) memory.Store {
		name := fmt.Sprintf("MEMORY%d", opened.Add(1))
		if _, err := kv.Open(t.Context(), nc, kv.Config{Bucket: name}); err != nil {
			t.Fatal(err)
		}
		store, err := kv.Open(t.Context(), nc, kv.Config{Bucket: name}) // by another process
		if err != nil {
			t.Fatal(err)
		}
		return store
	}
	t.Run("suite", func(t *testing.T) { memorytest.Run(t, open) })

	t.Run("what is no entry is said, and gives way", func(t *testing.T) {
		t.Parallel()
		store := open(t)
		js, err := jetstream.New(nc)
		if err != nil {
			t.Fatal(err)
		}
		bucket, err := js.KeyValue(t.Context(), fmt.Sprintf("MEMORY%d", opened.Load()))
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range map[string]string{"main.a": "{", "elsewhere": `{"at":1,"forgotten":true}`} {
			if _, err := bucket.Put(t.Context(), key, []byte(value)); err != nil {
				t.Fatal(err)
			}
		}
		said := 0
		for _, err := range store.Since(t.Context(), 0) {
			if !errors.Is(err, memory.ErrNoEntry) {
				t.Error(err)
			}
			said++
		}
		kept, err := store.Keep(t.Context(), memory.Kept{Workspace: "main", Goal: "a", At: 1, Box: []byte("x")})
		if said != 2 || err != nil || !kept {
			t.Errorf("%d were said; %v %v", said, kept, err)
		}
	})
}
