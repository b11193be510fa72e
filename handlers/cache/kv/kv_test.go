package kv_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

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

// The locks are in memory. A process that outlives the server takes them all the same.
func TestLocksAreTakenAfterTheServerWasRestarted(t *testing.T) {
	t.Parallel()
	config := natsserver.Config{Dir: t.TempDir()}
	start := func() *natsserver.Server {
		server, err := natsserver.Start(config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
		return server
	}
	server := start()
	at, err := url.Parse(server.ClientURL())
	if err == nil {
		config.Port, err = strconv.Atoi(at.Port())
	}
	if err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(server.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	store, err := kv.Open(t.Context(), nc, kv.Config{})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := store.Put(t.Context(), "value", []byte("kept"), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	back := nc.StatusChanged(nats.CONNECTED)
	if err := server.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	start()
	<-back
	lock, err := store.Create(t.Context(), "lock.a", []byte("1"), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Create(t.Context(), "lock.a", []byte("1"), time.Minute); !errors.Is(err, cache.ErrMoved) {
		t.Errorf("taken again: %v", err)
	}
	if err := store.Delete(t.Context(), "lock.a", lock); err != nil {
		t.Error(err)
	}
	if v, err := store.Get(t.Context(), "value"); err != nil || v.Revision != kept {
		t.Errorf("%+v %v", v, err)
	}
}
