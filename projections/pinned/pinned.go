// Package pinned feeds projections from JetStream. Workers that share a
// partition pull from one durable consumer, which gives everything to the one it
// has pinned until that one is silent for a while.
//
// Being pinned is not exclusive: a worker that hung may wake up with messages
// from before. So order is not taken on trust. The consumer numbers what it
// delivers; whatever does not follow on, or comes with another pin, makes the
// worker read its position from the store and reset the consumer to it.
package pinned

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
)

// Config says how feeds behave. Its zero value is useful.
type Config struct {
	// Stream that holds the log. Defaults to EVENTS.
	Stream string
	// Takeover is how long a worker may be silent before another one gets its
	// partition. Defaults to 2 s, which is also the least.
	Takeover time.Duration
	// Ahead is how many records may be delivered and not yet done. Defaults
	// to four batches.
	Ahead int
	// Forget is when the server forgets the consumer of a partition nobody
	// works on; no position is lost by it. Defaults to 24 h.
	Forget time.Duration
}

const (
	group = "projection"
	// pinHeader names the pin a message was delivered under.
	pinHeader = "Nats-Pin-Id"
	// ackWait is when what was delivered and not done is delivered again, out
	// of order, which starts the feed over.
	ackWait = 30 * time.Second
	// pullExpires is how often a worker without messages shows that it is
	// there, pullBeat how often the server does. Both are the least possible.
	pullExpires = time.Second
	pullBeat    = 500 * time.Millisecond
	// idle is when a worker of a part of the log, which has nothing to do,
	// looks how far the whole log is.
	idle = 250 * time.Millisecond
)

// Feeds implements projections.Feeds.
type Feeds struct {
	nc     *nats.Conn
	js     jetstream.JetStream
	config Config
}

var _ projections.Feeds = (*Feeds)(nil)

// New feeds from a stream over a connection, which should reconnect for ever.
func New(nc *nats.Conn, c Config) (*Feeds, error) {
	if c.Stream == "" {
		c.Stream = "EVENTS"
	}
	c.Takeover = max(c.Takeover, 2*pullExpires)
	if c.Ahead <= 0 {
		c.Ahead = 4 * projections.BatchSize
	}
	if c.Forget <= 0 {
		c.Forget = 24 * time.Hour
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("feeds of %s: %w", c.Stream, err)
	}
	return &Feeds{nc, js, c}, nil
}

// ConsumerName names the consumer of one partition of a generation.
func ConsumerName(g projections.Generation, part projections.Partition) string {
	return fmt.Sprintf("projection_%s_p%dof%d", g.Schema(), part.Index, max(part.Of, 1))
}

func (f *Feeds) consumer(p *projections.Projection, g projections.Generation, part projections.Partition) jetstream.ConsumerConfig {
	c := jetstream.ConsumerConfig{
		Durable: ConsumerName(g, part), Description: "feeds projection " + g.Schema(),
		DeliverPolicy: jetstream.DeliverAllPolicy, AckPolicy: jetstream.AckAllPolicy, AckWait: ackWait,
		MaxAckPending: f.config.Ahead, InactiveThreshold: f.config.Forget,
		PriorityPolicy: jetstream.PriorityPolicyPinned, PriorityGroups: []string{group}, PinnedTTL: f.config.Takeover,
	}
	switch {
	case !part.Whole():
		for slot := range eventlog.Slots {
			if part.Has(slot) {
				c.FilterSubjects = append(c.FilterSubjects, fmt.Sprintf("%s%02d.>", eventlog.Prefix, slot))
			}
		}
	case !dense(p, part):
		for _, family := range p.Families {
			c.FilterSubjects = append(c.FilterSubjects, eventlog.FamilyFilter(family, ">"))
		}
	}
	return c
}

// dense reports whether a projection is sent the whole log. Those of goals are,
// which make nearly all of it: the server searches a block's subjects for each
// message that a filter lets through. The others would be sent the same thousands
// of records a second only to pass them over.
func dense(p *projections.Projection, part projections.Partition) bool {
	return part.Whole() && slices.Contains(p.Families, events.FamilyGoal)
}

// Open implements projections.Feeds.
func (f *Feeds) Open(ctx context.Context, p *projections.Projection, g projections.Generation, part projections.Partition) (projections.Feed, error) {
	config := f.consumer(p, g, part)
	consumer, err := f.js.CreateOrUpdateConsumer(ctx, f.config.Stream, config)
	if err != nil {
		return nil, fmt.Errorf("consumer %s: %w", config.Durable, err)
	}
	return &feed{feeds: f, name: config.Durable, dense: dense(p, part), filters: config.FilterSubjects, consumer: consumer, reconnects: f.nc.Stats().Reconnects}, nil
}

// Drop implements projections.Feeds.
func (f *Feeds) Drop(ctx context.Context, g projections.Generation) error {
	stream, err := f.js.Stream(ctx, f.config.Stream)
	if err != nil {
		return fmt.Errorf("stream %s: %w", f.config.Stream, err)
	}
	prefix := "projection_" + g.Schema() + "_p"
	names := stream.ConsumerNames(ctx)
	var found []string
	for name := range names.Name() {
		if len(name) > len(prefix) && name[:len(prefix)] == prefix {
			found = append(found, name)
		}
	}
	if err := names.Err(); err != nil {
		return fmt.Errorf("consumers of %s: %w", f.config.Stream, err)
	}
	for _, name := range found {
		if err := f.js.DeleteConsumer(ctx, f.config.Stream, name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return fmt.Errorf("delete consumer %s: %w", name, err)
		}
	}
	return nil
}

// delivered is a message, or what ended the iterator.
type delivered struct {
	msg      jetstream.Msg
	record   eventlog.Record
	pin      string
	consumed uint64 // by the consumer's count, from 1
	times    uint64 // delivered, this one included
	err      error
}

// open reads what a message is.
func open(msg jetstream.Msg) delivered {
	d := delivered{msg: msg}
	meta, err := msg.Metadata()
	if err != nil {
		d.err = fmt.Errorf("message on %s: %w", msg.Subject(), err)
		return d
	}
	d.consumed, d.times = meta.Sequence.Consumer, meta.NumDelivered
	headers := msg.Headers()
	d.pin = headers.Get(pinHeader)
	at := events.Revision(meta.Sequence.Stream)
	if d.record, err = eventlog.ParseRecord(at, msg.Subject(), headers.Get, msg.Data()); err != nil {
		d.err = &projections.RecordError{Revision: at, Err: err}
	}
	return d
}
