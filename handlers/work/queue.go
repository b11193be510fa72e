// Package work carries ready tasks to executors and wakes what waits for a
// time, over NATS JetStream. Both streams are kept in memory: they are caches
// of the log and are filled from it again when they are lost.
package work

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
)

const (
	workStream = "WORK"
	workPrefix = "mergit.work."

	defaultLease = 45 * time.Second
)

// Item is one task that a worker may take.
type Item struct {
	Workspace string          `json:"workspace"`
	Goal      string          `json:"goal"`
	Task      string          `json:"task"`
	Role      string          `json:"role"`
	EnabledBy events.Revision `json:"enabled_by"`
	// Supersedes is the claim of a worker that is known to be lost.
	Supersedes  string `json:"supersedes,omitempty"`
	TraceParent string `json:"traceparent,omitempty"`
}

func (i Item) subject() string { return workPrefix + i.Role + "." + i.Goal + "." + i.Task }

// id de-duplicates publishing: an item is the same until another event, or the
// loss of another worker, enables its task anew.
func (i Item) id() string {
	return fmt.Sprintf("%s/%s/%d/%s", i.Goal, i.Task, i.EnabledBy, i.Supersedes)
}

// Config of a Queue.
type Config struct {
	// Lease is how long a worker may be silent before its task is given to
	// another. All workers of a queue have one; a queue that is there already
	// keeps its own. Defaults to that of the queue, 45 s for a new one.
	Lease time.Duration
	// Replicas of new streams; those that are there keep what they have. Defaults
	// to 1.
	Replicas int
}

// Queue is the WORK and the TIMERS stream.
type Queue struct {
	nc       *nats.Conn
	js       jetstream.JetStream
	lease    time.Duration
	replicas int
}

// Open creates the streams if need be.
func Open(ctx context.Context, nc *nats.Conn, cfg Config) (*Queue, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("open work queue: %w", err)
	}
	q := &Queue{nc: nc, js: js, lease: cfg.Lease, replicas: max(cfg.Replicas, 1)}
	if err := q.agree(ctx); err != nil {
		return nil, err
	}
	return q, q.ensure(ctx)
}

// metaLease is where the queue's stream says how long a lease is.
const metaLease = "mergit-lease"

// LeaseError says that the workers of a queue have another lease.
type LeaseError struct{ Have, Want time.Duration }

func (e *LeaseError) Error() string {
	return fmt.Sprintf("the workers of this queue have a lease of %s, not %s: leave --lease out, or stop them all and delete the stream %s, which is filled from the log again",
		e.Have, e.Want, workStream)
}

// agree takes over the lease of a queue that is there. Workers that each went
// by their own would take a task from one that holds it, or wait for one that
// is lost.
func (q *Queue) agree(ctx context.Context) error {
	stream, err := q.js.Stream(ctx, workStream)
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("open stream %s: %w", workStream, err)
	}
	have := time.Duration(0)
	if err == nil {
		have, _ = time.ParseDuration(stream.CachedInfo().Config.Metadata[metaLease])
	}
	switch {
	case q.lease == 0:
		q.lease = cmp.Or(have, defaultLease)
	case have != 0 && have != q.lease:
		return &LeaseError{Have: have, Want: q.lease}
	}
	return nil
}

// ensure creates the streams, also after a server that kept them in memory has
// restarted.
func (q *Queue) ensure(ctx context.Context) error {
	for _, cfg := range []jetstream.StreamConfig{
		{Name: workStream, Subjects: []string{workPrefix + ">"}, Retention: jetstream.WorkQueuePolicy, AllowDirect: true, Duplicates: 2 * time.Minute,
			Metadata: map[string]string{metaLease: q.lease.String()}},
		{Name: timerStream, Subjects: []string{timerPrefix + ">"}, AllowMsgSchedules: true, AllowMsgTTL: true, MaxAge: 31 * 24 * time.Hour},
	} {
		var err error
		cfg.Storage = jetstream.MemoryStorage
		if cfg.Replicas, err = q.replicated(ctx, cfg.Name, q.replicas); err == nil {
			_, err = q.js.CreateOrUpdateStream(ctx, cfg)
		}
		if err != nil {
			return fmt.Errorf("open stream %s: %w", cfg.Name, err)
		}
	}
	return nil
}

// replicated says how many replicas a stream has, or a new one is to have. Who
// runs the servers may have given it more, which an update would take away.
func (q *Queue) replicated(ctx context.Context, stream string, anew int) (int, error) {
	s, err := q.js.Stream(ctx, stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return max(anew, 1), nil
	}
	if err != nil {
		return 0, err
	}
	return s.CachedInfo().Config.Replicas, nil
}

// bucket opens a bucket, and creates it if need be.
func (q *Queue) bucket(ctx context.Context, cfg jetstream.KeyValueConfig) (kv jetstream.KeyValue, err error) {
	if cfg.Replicas, err = q.replicated(ctx, "KV_"+cfg.Bucket, cfg.Replicas); err != nil {
		return nil, err
	}
	return q.js.CreateOrUpdateKeyValue(ctx, cfg)
}

// Put offers an item. Offering it again is harmless, and is de-duplicated
// unless again says that the item before is known to be lost.
func (q *Queue) Put(ctx context.Context, i Item, again bool) error {
	body, err := json.Marshal(i)
	if err != nil {
		return fmt.Errorf("offer %s/%s: %w", i.Goal, i.Task, err)
	}
	var opts []jetstream.PublishOpt
	if !again {
		opts = append(opts, jetstream.WithMsgID(i.id()))
	}
	if err := q.publish(ctx, &nats.Msg{Subject: i.subject(), Data: body}, opts...); err != nil {
		return fmt.Errorf("offer %s/%s: %w", i.Goal, i.Task, err)
	}
	return nil
}

// publish stores a message, also where the streams have vanished with their server.
func (q *Queue) publish(ctx context.Context, msg *nats.Msg, opts ...jetstream.PublishOpt) error {
	_, err := q.js.PublishMsg(ctx, msg, opts...)
	if errors.Is(err, jetstream.ErrNoStreamResponse) && q.ensure(ctx) == nil {
		_, err = q.js.PublishMsg(ctx, msg, opts...)
	}
	return err
}

// Has reports whether an item for the task is waiting or being worked on.
func (q *Queue) Has(ctx context.Context, i Item) (bool, error) {
	stream, err := q.js.Stream(ctx, workStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return false, q.ensure(ctx)
	}
	if err == nil {
		_, err = stream.GetLastMsgForSubject(ctx, i.subject())
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for %s/%s: %w", i.Goal, i.Task, err)
	}
	return true, nil
}

// Delivery is an item that a worker holds for the length of a lease.
type Delivery struct {
	Item
	// Redelivered says that a worker before held it and was lost.
	Redelivered bool

	msg jetstream.Msg
	q   *Queue
}

// Take yields items of some roles until the context ends. At most pending of
// each role are held at a time.
func (q *Queue) Take(ctx context.Context, roles []string, pending int, yield func(*Delivery)) error {
	var wg sync.WaitGroup
	for _, role := range roles {
		wg.Go(func() {
			q.consume(ctx, workStream, jetstream.ConsumerConfig{
				Durable: "work-" + role, FilterSubject: workPrefix + role + ".>", AckWait: q.lease, MaxAckPending: 1 << 16,
			}, pending, func(msg jetstream.Msg) { q.deliver(msg, yield) })
		})
	}
	wg.Wait()
	return ctx.Err()
}

func (q *Queue) deliver(msg jetstream.Msg, yield func(*Delivery)) {
	d := &Delivery{msg: msg, q: q}
	if meta, err := msg.Metadata(); err == nil {
		d.Redelivered = meta.NumDelivered > 1
	}
	if err := json.Unmarshal(msg.Data(), &d.Item); err != nil {
		_ = msg.Term() // never written by us; the log will offer the task again
		return
	}
	yield(d)
}

// retryEvery is how long to wait for a server that has gone.
const retryEvery = 250 * time.Millisecond

// beat is how often a server without messages says that it is there; after two of
// them without a word it is asked.
const beat = time.Second

// consume hands over messages until the context ends. Streams and consumers in
// memory vanish with their server; they are made again.
func (q *Queue) consume(ctx context.Context, stream string, cfg jetstream.ConsumerConfig, pending int, handle func(jetstream.Msg)) {
	cfg.AckPolicy, cfg.MemoryStorage = jetstream.AckExplicitPolicy, true
	for ctx.Err() == nil {
		err := q.ensure(ctx)
		var consumer jetstream.Consumer
		if err == nil {
			consumer, err = q.js.CreateOrUpdateConsumer(ctx, stream, cfg)
		}
		var it jetstream.MessagesContext
		if err == nil {
			it, err = consumer.Messages(jetstream.PullMaxMessages(pending), jetstream.PullHeartbeat(beat))
		}
		if err == nil {
			stop := context.AfterFunc(ctx, it.Stop)
			pump(it, handle, func() bool { return vanished(ctx, consumer) })
			stop()
		}
		select {
		case <-ctx.Done():
		case <-time.After(retryEvery):
		}
	}
}

// pump hands over messages until the iterator ends for good, or what it pulls
// from is gone.
func pump(it jetstream.MessagesContext, handle func(jetstream.Msg), gone func() bool) {
	defer it.Stop()
	for {
		msg, err := it.Next()
		switch {
		case err == nil:
			handle(msg)
		case errors.Is(err, jetstream.ErrNoHeartbeat) && !gone():
			// The iterator pulls again by itself. It does so also where there is
			// nothing to pull from any more, and never says so.
		default:
			return
		}
	}
}

// vanished reports whether the server says that it does not have a consumer, or
// its stream. One that does not answer may have it still.
func vanished(ctx context.Context, consumer jetstream.Consumer) bool {
	ctx, cancel := context.WithTimeout(ctx, beat)
	defer cancel()
	_, err := consumer.Info(ctx)
	return errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound)
}

// Lease is how long a delivery is held without Renew.
func (q *Queue) Lease() time.Duration { return q.lease }

// Renew extends the lease and waits for the server's word that it did.
func (d *Delivery) Renew(ctx context.Context) error {
	if _, err := d.q.nc.RequestWithContext(ctx, d.msg.Reply(), []byte("+WPI")); err != nil {
		return fmt.Errorf("renew lease on %s/%s: %w", d.Goal, d.Task, err)
	}
	return nil
}

// Done takes the item off the queue. If the word is lost, the item comes again
// and is found to be settled.
func (d *Delivery) Done() error { return d.msg.Ack() }

// Alone reports whether no other item of the task is on the queue, so that its
// worker, if it has one, holds a delivery of this item.
func (d *Delivery) Alone(ctx context.Context) (bool, error) {
	fail := func(err error) (bool, error) {
		return false, fmt.Errorf("look for other items of %s/%s: %w", d.Goal, d.Task, err)
	}
	meta, err := d.msg.Metadata()
	if err != nil {
		return fail(err)
	}
	stream, err := d.q.js.Stream(ctx, workStream)
	if err != nil {
		return fail(err)
	}
	first, err := stream.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(d.subject()))
	if err != nil {
		return fail(err)
	}
	last, err := stream.GetLastMsgForSubject(ctx, d.subject())
	if err != nil {
		return fail(err)
	}
	return first.Sequence == meta.Sequence.Stream && last.Sequence == meta.Sequence.Stream, nil
}

// Later gives the item back for a while.
func (d *Delivery) Later(wait time.Duration) error { return d.msg.NakWithDelay(wait) }
