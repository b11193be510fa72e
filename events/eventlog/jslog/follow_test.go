package jslog_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/logtest"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

// followed sends the revisions that a follower sees.
func followed(t *testing.T, l *jslog.Log) <-chan events.Revision {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	seen, done := make(chan events.Revision, 100), make(chan struct{})
	go func() {
		defer close(done)
		for r, err := range l.Follow(ctx, eventlog.Query{}) {
			if err != nil {
				if !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
				return
			}
			seen <- r.Revision
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return seen
}

func await(t *testing.T, seen <-chan events.Revision, want events.Revision) {
	t.Helper()
	select {
	case got := <-seen:
		if got != want {
			t.Fatalf("followed %d, want %d", got, want)
		}
	case <-time.After(time.Minute):
		t.Fatalf("record %d never came", want)
	}
}

// consumers does something to each consumer of the log.
func consumers(t *testing.T, js jetstream.JetStream, do func(stream jetstream.Stream, name string) error) {
	t.Helper()
	stream, err := js.Stream(t.Context(), "EVENTS")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	names := stream.ConsumerNames(t.Context())
	for name := range names.Name() {
		n++
		if err := do(stream, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := names.Err(); err != nil || n == 0 {
		t.Fatalf("%d consumers, %v", n, err)
	}
}

func TestAFollowerOutlivesItsConsumer(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	l := open(t, nc, jslog.Config{})
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for name, harm := range map[string]func(stream jetstream.Stream, name string) error{
		"deleted": func(s jetstream.Stream, name string) error { return s.DeleteConsumer(t.Context(), name) },
		// Alive, and yet it sends nothing but heartbeats.
		"stalled": func(s jetstream.Stream, name string) error {
			_, err := s.PauseConsumer(t.Context(), name, time.Now().Add(time.Hour))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			head, err := l.Head(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			seen := followed(t, l)
			for at := range head {
				await(t, seen, at+1)
			}
			a := logtest.NewGoal()
			a.Append(t, l, logtest.Some(0))
			await(t, seen, head+1)
			consumers(t, js, harm)
			a.Append(t, l, logtest.Some(1))
			await(t, seen, head+2)
			a.Append(t, l, logtest.Some(2))
			await(t, seen, head+3)
		})
	}
}

func TestAFollowerOutlivesItsConnection(t *testing.T) {
	t.Parallel()
	p := newProxy(t, serve(t, natsserver.Config{}).ClientURL())
	writer := open(t, p.connect(t), jslog.Config{})
	seen := followed(t, open(t, p.connect(t), jslog.Config{}))
	a := logtest.NewGoal()
	a.Append(t, writer, logtest.Some(0))
	await(t, seen, 1)
	p.loseNext("claim") // the follower's next record, on its way
	a.Append(t, writer, logtest.Some(1))
	await(t, seen, 2)
	if p.losses() != 1 {
		t.Fatalf("%d records were lost", p.losses())
	}
	a.Append(t, writer, logtest.Some(2))
	await(t, seen, 3)
}
