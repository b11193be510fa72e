package kv_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/cachetest"
	"github.com/mergit-io/mergit/handlers/cache/kv"
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
	nc, err := server.Connect("cache")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	var opened atomic.Int32
	open := func(t *testing.T) cache.Store {
		n := opened.Add(1)
		store, err := kv.Open(t.Context(), nc, kv.Config{Bucket: fmt.Sprintf("CACHE%d", n)})
		if err != nil {
			t.Fatal(err)
		}
		again, err := kv.Open(t.Context(), nc, kv.Config{Bucket: fmt.Sprintf("CACHE%d", n)})
		if err != nil || again == nil {
			t.Fatal(err)
		}
		return store
	}
	t.Run("suite", func(t *testing.T) { cachetest.Run(t, open) })
}
