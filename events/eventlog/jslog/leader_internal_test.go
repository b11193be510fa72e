package jslog

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/events/eventlog/natsserver/cluster"
)

// A stream of a cluster can be given replicas while it is read, by whoever runs
// the servers: from then on a direct get may be answered by one that lags.
func TestAStreamOfAClusterIsReadThroughItsLeader(t *testing.T) {
	t.Parallel()
	alone, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = alone.Shutdown(context.Background()) })
	nc, err := alone.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	for _, c := range []struct {
		nc         *nats.Conn
		throughout bool
	}{{nc, false}, {cluster.Start(t, 3).Connect(t), true}} {
		s, err := OpenStores(t.Context(), c.nc, StoresConfig{})
		if err != nil {
			t.Fatal(err)
		}
		for name, g := range map[string]getter{"the log": s.Log.get, "keys": s.Keys.kv.get, "blobs": s.Blobs.store.get} {
			if g.replicated != c.throughout {
				t.Errorf("%s: read through the leader: %v, want %v", name, g.replicated, c.throughout)
			}
		}
	}
}
