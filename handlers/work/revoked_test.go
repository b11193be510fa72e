package work_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/work"
)

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 2000 {
		if holds() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}

func TestWhatIsVoidedIsVoidEverywhere(t *testing.T) {
	t.Parallel()
	server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	var ahead atomic.Int64 // of the clock
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	view := func(run bool) *work.Revoked {
		nc, err := server.Connect("checker")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		q, err := work.Open(t.Context(), nc, work.Config{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := work.OpenRevoked(t.Context(), q, 1, now)
		if err != nil {
			t.Fatal(err)
		}
		if run {
			go func() { _ = r.Run(t.Context(), slog.New(slog.DiscardHandler)) }()
		}
		return r
	}
	here, there := view(true), view(true)
	void := func(r *work.Revoked, agent string) bool {
		revoked, err := r.Revoked("main", agent, 10)
		return err == nil && revoked
	}
	if void(there, "a1") {
		t.Fatal("nobody voided it")
	}
	if err := here.Void(t.Context(), "main", "a1", 11); err != nil {
		t.Fatal(err)
	}
	eventually(t, "voided in another process", func() bool { return void(there, "a1") })
	if void(there, "a2") {
		t.Error("another agent is void, too")
	}
	if later, err := there.Revoked("main", "a1", 11); err != nil || later {
		t.Errorf("what was given after it: %v, %v", later, err)
	}
	// What is void stays so, also when a publisher begins from the start.
	if err := here.Void(t.Context(), "main", "a1", 3); err != nil {
		t.Fatal(err)
	}
	if err := here.Void(t.Context(), "main", "a2", 20); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a later entry", func() bool { return void(there, "a2") })
	if late := view(false); !void(there, "a1") || !void(late, "a1") || !void(late, "a2") {
		t.Error("an older revision made it valid again, or one that came later does not know")
	}
	// Nothing is known of what has not been looked at.
	still := view(false)
	ahead.Store(int64(time.Hour))
	_, err = still.Revoked("main", "a3", 1)
	if _, ok := errors.AsType[*work.StaleError](err); !ok {
		t.Errorf("an old view says %v", err)
	}
	eventually(t, "a view that is kept up to date", func() bool { _, err := here.Revoked("main", "a3", 1); return err == nil })
}

func TestAllProcessesSignWithOneKey(t *testing.T) {
	t.Parallel()
	server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	var ids, keys []string
	for range 2 {
		nc, err := server.Connect("signer")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		q, err := work.Open(t.Context(), nc, work.Config{})
		if err != nil {
			t.Fatal(err)
		}
		id, key, err := work.SigningKey(t.Context(), q, 1)
		if err != nil {
			t.Fatal(err)
		}
		ids, keys = append(ids, id), append(keys, string(key))
	}
	if ids[0] != ids[1] || keys[0] != keys[1] || len(ids[0]) != 16 {
		t.Errorf("keys %v", ids)
	}
}
