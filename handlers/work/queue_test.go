package work_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/work"
)

func TestAllWorkersOfAQueueHaveOneLease(t *testing.T) {
	t.Parallel()
	server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	open := func(lease time.Duration) (*work.Queue, error) {
		nc, err := server.Connect("worker")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return work.Open(t.Context(), nc, work.Config{Lease: lease})
	}
	if _, err := open(2 * time.Second); err != nil {
		t.Fatal(err)
	}
	for _, lease := range []time.Duration{0, 2 * time.Second} {
		q, err := open(lease)
		if err != nil {
			t.Fatal(err)
		}
		if q.Lease() != 2*time.Second {
			t.Errorf("a worker that asked for %s has a lease of %s, the others 2s", lease, q.Lease())
		}
	}
	_, err = open(45 * time.Second)
	if refused, ok := errors.AsType[*work.LeaseError](err); !ok || refused.Have != 2*time.Second {
		t.Errorf("another lease: %v, want *LeaseError", err)
	}
}
