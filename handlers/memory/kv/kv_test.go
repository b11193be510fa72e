package kv_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events/eventlog/memlog"
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
		for k, err := range store.Since(t.Context(), 0) {
			if !errors.Is(err, memory.ErrNoEntry) || k.Revision == 0 {
				t.Errorf("%+v %v", k, err)
			}
			said++
		}
		var log bytes.Buffer
		library := memory.New(memory.Config{Store: store, Keys: new(memlog.Keys), Now: time.Now, Log: slog.New(slog.NewTextHandler(&log, nil))})
		for range 2 {
			if found, err := library.Search(t.Context(), memory.Query{Workspace: "main"}); err != nil || len(found.Episodes) > 0 {
				t.Errorf("%+v %v", found, err)
			}
		}
		if n := strings.Count(log.String(), "something else"); n != 2 {
			t.Errorf("it was logged %d times", n)
		}
		kept, err := store.Keep(t.Context(), memory.Kept{Workspace: "main", Goal: "a", At: 1, Box: []byte("x")})
		if said != 2 || err != nil || !kept {
			t.Errorf("%d were said; %v %v", said, kept, err)
		}
	})
}
