package work_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver/cluster"
	"github.com/mergit-io/mergit/handlers/work"
)

// Who runs the servers decides how often something is kept. The next process that
// starts does not take that back.
func TestWhatWasGivenReplicasKeepsThem(t *testing.T) {
	t.Parallel()
	nc := cluster.Start(t, 3).Connect(t)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	open := func() {
		t.Helper()
		q, err := work.Open(t.Context(), nc, work.Config{})
		if err == nil {
			_, err = work.OpenSnapshots(t.Context(), q, 1)
		}
		if err == nil {
			_, err = work.OpenSecrets(t.Context(), q, 1, new(memlog.Keys))
		}
		if err == nil {
			_, err = work.OpenRevoked(t.Context(), q, 1, time.Now)
		}
		if err == nil {
			_, err = work.OpenBoard(t.Context(), q)
		}
		if err == nil {
			_, _, err = work.SigningKey(t.Context(), q, 1)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	replicas := func() map[string]int {
		found := map[string]int{}
		list := js.ListStreams(t.Context())
		for info := range list.Info() {
			found[info.Config.Name] = info.Config.Replicas
		}
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		return found
	}
	open()
	before := replicas()
	for name, n := range before {
		if n != 1 {
			t.Errorf("%s has %d replicas", name, n)
		}
		s, err := js.Stream(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		more := s.CachedInfo().Config
		more.Replicas = 3
		if _, err := js.UpdateStream(t.Context(), more); err != nil {
			t.Fatal(err)
		}
	}
	open()
	for name, n := range replicas() {
		if n != 3 {
			t.Errorf("%s has %d replicas again", name, n)
		}
	}
	if len(before) != 7 {
		t.Errorf("streams %v", before)
	}
}
