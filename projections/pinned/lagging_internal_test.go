package pinned

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
)

// lagging is a consumer that is led by a replica which has not got all of the
// stream yet: it knows of nothing to send.
type lagging struct{ jetstream.Consumer }

func (l lagging) Info(ctx context.Context) (*jetstream.ConsumerInfo, error) {
	info, err := l.Consumer.Info(ctx)
	if err == nil {
		info.NumPending = 0
	}
	return info, err
}

// What a lagging replica does not send yet is not passed over.
func TestWhatALaggingConsumerDoesNotSendIsNotPassedOver(t *testing.T) {
	t.Parallel()
	server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	nc, err := server.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	log, err := jslog.Open(t.Context(), nc, jslog.Config{})
	if err != nil {
		t.Fatal(err)
	}
	writer := sample.New()
	write := func(s events.StreamID, fact events.Event) events.Revision {
		r, err := writer.Append(t.Context(), log, s, fact)
		if err != nil {
			t.Fatal(err)
		}
		return r.Revision
	}
	feeds, err := New(nc, Config{})
	if err != nil {
		t.Fatal(err)
	}
	g := projections.Generation{Projection: projections.Agents.Name, Version: 1, Number: 1}
	opened, err := feeds.Open(t.Context(), projections.Agents, g, projections.Partition{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(opened.Close)
	f := opened.(*feed)
	first := write(events.AgentStream(sample.Workspace, "a1"), events.AgentRegistered{DID: "did:mergit:a1", Name: "a1"})
	next := func() (projections.Delivery, error) {
		for {
			d, err := f.Next(t.Context(), 100)
			if !errors.Is(err, projections.ErrTakenOver) {
				return d, err
			}
			if err := f.Reset(t.Context(), f.seen); err != nil {
				return d, err
			}
		}
	}
	d, err := next()
	if err != nil || len(d.Records) != 1 || d.Seen != first {
		t.Fatalf("%d records up to %d, %v", len(d.Records), d.Seen, err)
	}
	if err := d.Done(t.Context()); err != nil {
		t.Fatal(err)
	}

	if _, err := feeds.js.PauseConsumer(t.Context(), "EVENTS", f.name, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	f.consumer = lagging{f.consumer}
	second := write(events.AgentStream(sample.Workspace, "a2"), events.AgentRegistered{DID: "did:mergit:a2", Name: "a2"})
	facts := sample.Goal(sample.GoalID(1), 1)
	write(facts[0].Stream, facts[0].Event)
	if d, news, err := f.idle(t.Context()); err != nil || news {
		t.Fatalf("everything was seen up to %d, and the record at %d was never sent (%v)", d.Seen, second, err)
	}

	if _, err := feeds.js.ResumeConsumer(t.Context(), "EVENTS", f.name); err != nil {
		t.Fatal(err)
	}
	if d, err = next(); err != nil || len(d.Records) != 1 || d.Records[0].Revision != second {
		t.Fatalf("%d records up to %d, %v", len(d.Records), d.Seen, err)
	}
	if err := d.Done(t.Context()); err != nil {
		t.Fatal(err)
	}
	head, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d, err = next(); err != nil || len(d.Records) != 0 || d.Seen != head {
		t.Fatalf("%d records up to %d of %d, %v", len(d.Records), d.Seen, head, err)
	}
}
