package jslog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// forever is the patience of a follower: its context is what ends it.
const forever = time.Duration(math.MaxInt64)

// Read implements eventlog.Log.
func (l *Log) Read(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		head, err := l.Head(ctx)
		if err != nil {
			yield(eventlog.Record{}, fmt.Errorf("read: %w", err))
			return
		}
		s, err := narrow(q.Subjects)
		switch {
		case err != nil:
			yield(eventlog.Record{}, fmt.Errorf("read: %w", err))
		case !s.nothing && q.After < head:
			r := reader{log: l, selection: s, at: q.After, until: head, yield: yield}
			if err := r.run(ctx); err != nil {
				yield(eventlog.Record{}, fmt.Errorf("read after %d: %w", r.at, err))
			}
		}
	}
}

// Follow implements eventlog.Log. It outlives lost connections, servers and
// leaders, however long they take to come back.
func (l *Log) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		s, err := narrow(q.Subjects)
		switch {
		case err != nil:
			yield(eventlog.Record{}, fmt.Errorf("follow: %w", err))
		case s.nothing:
			<-ctx.Done()
			yield(eventlog.Record{}, ctx.Err())
		default:
			r := reader{log: l, selection: s, at: q.After, until: math.MaxUint64, yield: yield}
			if err := r.run(ctx); err != nil {
				if ctx.Err() == nil {
					err = fmt.Errorf("follow after %d: %w", r.at, err)
				} else {
					err = ctx.Err()
				}
				yield(eventlog.Record{}, err)
			}
		}
	}
}

// reader yields what a selection holds from at to until, over as many consumers
// as it takes.
type reader struct {
	log       *Log
	selection selection
	at, until events.Revision // the last revision seen; the last wanted
	yield     func(eventlog.Record, error) bool
	due       events.Revision // a record that the consumer should have sent by now
}

// errDone says that there is no more to read, or nobody who wants it.
var errDone = errors.New("done")

func (r *reader) run(ctx context.Context) error {
	for fails := 0; ; {
		if r.ends() {
			left, err := r.left(ctx)
			if err != nil || !left {
				return err
			}
		}
		before := r.at
		err := r.consume(ctx)
		if r.at > before {
			fails = 0
		}
		switch {
		case errors.Is(err, errDone):
			return nil
		case !errors.Is(err, errLost) && !Passing(err):
			return err
		}
		if stop := pause(ctx, fails); stop != nil {
			return stop
		}
		fails++
	}
}

func (r *reader) ends() bool { return r.until != math.MaxUint64 }

// left reports whether the selection has more to read, and moves on to right
// before it. It asks the store, not the consumer: what that knows to be pending
// can be out of date.
func (r *reader) left(ctx context.Context) (bool, error) {
	if r.at >= r.until {
		return false, nil
	}
	if len(r.selection.filters) == 0 {
		return true, nil
	}
	next, err := r.nearest(ctx)
	if err != nil || next > r.until {
		return false, err
	}
	r.at = next - 1
	return true, nil
}

// nearest finds the position of the next selected record, the greatest number
// if there is none.
func (r *reader) nearest(ctx context.Context) (events.Revision, error) {
	filters := r.selection.filters
	if len(filters) == 0 {
		filters = []string{">"}
	}
	nearest := events.Revision(math.MaxUint64)
	for _, f := range filters {
		next, err := r.log.get.next(ctx, f, uint64(r.at))
		switch {
		case errors.Is(err, errNothing):
			continue
		case err != nil:
			return 0, err
		}
		nearest = min(nearest, events.Revision(next.sequence))
	}
	return nearest, nil
}

// consume reads through one consumer until that is lost or has no more.
func (r *reader) consume(ctx context.Context) error {
	var p *puller
	patience, asked := r.log.patience, r.selection
	if r.ends() {
		asked = asked.bulk()
		r.selection.match = asked.match
	}
	if !r.ends() {
		patience = forever
	}
	err := persist(ctx, patience, func(ctx context.Context) (err error) {
		p, err = r.log.open(ctx, asked, r.at)
		return err
	})
	if err != nil {
		return err
	}
	defer p.close()
	for {
		d, err := p.next(ctx)
		if err != nil {
			return err
		}
		if d.subject == "" {
			if err := r.idle(ctx, p); err != nil {
				return err
			}
			continue
		}
		if err := r.take(d); err != nil {
			return err
		}
		if r.ends() && (d.pending == 0 || r.at >= r.until) {
			left, err := r.left(ctx)
			if err != nil {
				return err
			}
			if !left {
				return errDone
			}
		}
	}
}

// take yields one message, unless it was seen or nobody asked for it.
func (r *reader) take(d delivery) error {
	at := events.Revision(d.sequence)
	if at <= r.at { // the consumer began earlier: the log is shorter than the query's After
		return nil
	}
	if at > r.until {
		return errDone
	}
	record, err := recordAt(d.sequence, d.subject, d.header.get, d.data)
	if err != nil {
		return err
	}
	r.at = at
	if r.selection.selects(record) && !r.yield(record, nil) {
		return errDone
	}
	return nil
}

// idleCheck is after how many heartbeats without a message the store is asked
// whether there really is none.
const idleCheck = 5

// idle notices a consumer that is alive but does not send what it should, as
// happens after some changes of leader.
func (r *reader) idle(ctx context.Context, p *puller) error {
	if due := r.due; due > r.at {
		r.due = 0
		return fmt.Errorf("%w: it does not send the record at %d", errLost, due)
	}
	if p.beats%idleCheck != 0 && !r.ends() {
		return nil
	}
	next, err := r.nearest(ctx)
	switch {
	case err != nil:
		return err
	case next == math.MaxUint64, next > r.until:
		if r.ends() {
			return errDone
		}
	default:
		r.due = next
	}
	return nil
}
