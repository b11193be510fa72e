package projections

import (
	"context"
	"sync"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Tails opens feeds that follow a log directly. There is no other worker to
// share with, so it suits a single process and tests; the store's
// compare-and-set still keeps a second one from doing harm.
type Tails struct{ Log eventlog.Log }

var _ Feeds = Tails{}

// Open implements Feeds.
func (t Tails) Open(_ context.Context, _ *Projection, _ Generation, part Partition) (Feed, error) {
	return &tail{log: t.Log, part: part}, nil
}

// Drop implements Feeds.
func (Tails) Drop(context.Context, Generation) error { return nil }

// tail is a Feed over eventlog.Log.
type tail struct {
	log  eventlog.Log
	part Partition

	stop    context.CancelFunc
	done    chan struct{}
	mu      sync.Mutex
	queue   []eventlog.Record
	seen    events.Revision
	told    events.Revision // seen, as of the last delivery
	err     error
	changed chan struct{}
}

// tailQueue bounds what is read ahead.
const tailQueue = 4 * BatchSize

// Floor implements Feed: a tail keeps no position of its own.
func (t *tail) Floor(context.Context) (events.Revision, error) { return 0, nil }

// Reset implements Feed.
func (t *tail) Reset(ctx context.Context, after events.Revision) error {
	t.Close()
	ctx, t.stop = context.WithCancel(context.WithoutCancel(ctx))
	t.done = make(chan struct{})
	t.queue, t.seen, t.told, t.err, t.changed = nil, after, after, nil, make(chan struct{})
	go func() {
		defer close(t.done)
		for r, err := range t.log.Follow(ctx, eventlog.Query{After: after}) {
			if !t.put(ctx, r, err) {
				return
			}
		}
	}()
	return nil
}

func (t *tail) put(ctx context.Context, r eventlog.Record, err error) bool {
	for {
		t.mu.Lock()
		if len(t.queue) < tailQueue {
			break
		}
		room := t.changed
		t.mu.Unlock()
		select {
		case <-room:
		case <-ctx.Done():
			return false
		}
	}
	defer t.mu.Unlock()
	t.err = err
	if err == nil {
		t.seen = r.Revision
		if t.part.Has(eventlog.Slot(r.Stream)) {
			t.queue = append(t.queue, r)
		}
	}
	close(t.changed)
	t.changed = make(chan struct{})
	return err == nil
}

// Next implements Feed.
func (t *tail) Next(ctx context.Context, max int) (Delivery, error) {
	if t.stop == nil {
		return Delivery{}, ErrTakenOver
	}
	for {
		t.mu.Lock()
		d := Delivery{Seen: t.seen, Done: func(context.Context) error { return nil }}
		n := min(len(t.queue), max)
		if n > 0 {
			d.Records = append(d.Records, t.queue[:n]...)
			t.queue = t.queue[n:]
			if len(t.queue) > 0 {
				d.Seen = d.Records[n-1].Revision
			}
			close(t.changed)
			t.changed = make(chan struct{})
		}
		news := n > 0 || len(t.queue) == 0 && d.Seen > t.told
		if news {
			t.told = d.Seen
		}
		changed, err := t.changed, t.err
		t.mu.Unlock()
		switch {
		case news:
			return d, nil
		case err != nil:
			return Delivery{}, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Delivery{}, ctx.Err()
		}
	}
}

// Close implements Feed.
func (t *tail) Close() {
	if t.stop != nil {
		t.stop()
		<-t.done
		t.stop = nil
	}
}
