// Package shared lets all who follow a log in one process share one follower of
// the whole log. What reads a log costs is mostly paid for each record that is
// sent, whoever it is for; a dozen followers in one process would pay it a dozen
// times. A process that nothing needs the whole log in had better not use it.
package shared

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

const (
	// queued is how many records wait for one follower. One that falls further
	// behind reads what it missed by itself, and joins again.
	queued = 4096
	// queuedBytes bounds the bodies among them.
	queuedBytes = 8 << 20
	// again is the pause before another try to find the log's head.
	again = time.Second
)

// Log is an eventlog.Log whose followers share one, which Run keeps going. The
// records that it yields share their bodies: they are to be read only.
type Log struct {
	eventlog.Log

	started chan struct{} // closed when at is known
	once    sync.Once

	mu        sync.Mutex
	at        events.Revision // of the last record that followers were offered
	followers map[*follower]bool
	ended     bool // nothing is offered any more
}

var _ eventlog.Log = (*Log)(nil)

// New shares a log. Its followers wait for Run.
func New(log eventlog.Log) *Log {
	return &Log{Log: log, started: make(chan struct{}), followers: map[*follower]bool{}}
}

// Run reads the log for all who follow it, until the context ends. Where that
// fails for good, at something that is no record, each goes on by itself: it may
// be of no concern to it.
func (l *Log) Run(ctx context.Context) error {
	defer l.end()
	for {
		head, err := l.Log.Head(ctx)
		if err == nil {
			l.mu.Lock()
			l.at = head
			l.mu.Unlock()
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(again):
		}
	}
	l.once.Do(func() { close(l.started) })
	for r, err := range l.Log.Follow(ctx, eventlog.Query{After: l.at}) {
		if err != nil {
			break
		}
		l.offer(r)
	}
	l.end()
	<-ctx.Done()
	return ctx.Err()
}

// end leaves followers to themselves.
func (l *Log) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	for f := range l.followers {
		f.wake()
	}
	l.once.Do(func() { close(l.started) })
}

// offer hands a record to those that want it.
func (l *Log) offer(r eventlog.Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = r.Revision
	tokens := eventlog.Tokens(r.Subject)
	for f := range l.followers {
		if f.lost || !f.wants.Match(tokens) {
			continue
		}
		if len(f.queue) == queued || f.bytes+len(r.Body) > queuedBytes && len(f.queue) > 0 {
			f.lost = true
		} else {
			f.queue, f.bytes = append(f.queue, r), f.bytes+len(r.Body)
		}
		f.wake()
	}
}

// follower is one who follows. The log's lock guards all but wants and woken.
type follower struct {
	wants eventlog.Patterns
	woken chan struct{} // holds one token

	queue []eventlog.Record
	bytes int  // of the bodies in the queue
	lost  bool // something was not queued
}

func (f *follower) wake() {
	select {
	case f.woken <- struct{}{}:
	default:
	}
}

// join makes whatever comes after a revision be queued for a follower.
func (l *Log) join(f *follower) (after events.Revision, ended bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f.queue, f.bytes, f.lost = nil, 0, false
	l.followers[f] = true
	return l.at, l.ended
}

func (l *Log) leave(f *follower) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.followers, f)
}

// take waits for records; lost says that others were to come after them, ended
// that no more are going to.
func (l *Log) take(ctx context.Context, f *follower) (records []eventlog.Record, lost, ended bool, err error) {
	for {
		l.mu.Lock()
		records, lost, ended = f.queue, f.lost, l.ended
		f.queue, f.bytes = nil, 0
		l.mu.Unlock()
		if len(records) > 0 || lost || ended {
			return records, lost, ended, ctx.Err()
		}
		select {
		case <-ctx.Done():
			return nil, false, false, ctx.Err()
		case <-f.woken:
		}
	}
}

// errEnough says that nobody wants more.
var errEnough = errors.New("nobody wants more")

// Follow implements eventlog.Log.
func (l *Log) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		wants, err := eventlog.ParsePatterns(q.Subjects)
		if err != nil {
			yield(eventlog.Record{}, fmt.Errorf("follow: %w", err))
			return
		}
		f := &follower{wants: wants, woken: make(chan struct{}, 1)}
		defer l.leave(f)
		at, err := l.follow(ctx, f, q, yield)
		switch {
		case errors.Is(err, errEnough):
		case err != nil:
			yield(eventlog.Record{}, err)
		default: // by itself
			q.After = at
			for r, err := range l.Log.Follow(ctx, q) {
				if !yield(r, err) {
					return
				}
			}
		}
	}
}

// follow yields records until nothing is offered any more, and says how far it
// came.
func (l *Log) follow(ctx context.Context, f *follower, q eventlog.Query, yield func(eventlog.Record, error) bool) (at events.Revision, err error) {
	select {
	case <-ctx.Done():
		return q.After, ctx.Err()
	case <-l.started:
	}
	for at = q.After; ; {
		offered, ended := l.join(f)
		if ended {
			return at, nil
		}
		if at < offered {
			at, err = l.catchUp(ctx, eventlog.Query{After: at, Subjects: q.Subjects}, offered, yield)
			switch {
			case errors.Is(err, errEnough), ctx.Err() != nil:
				return at, err
			case err != nil: // following outlives what reading does not, or says what cannot be read
				return at, nil
			}
		}
		for lost := false; !lost; {
			var records []eventlog.Record
			if records, lost, ended, err = l.take(ctx, f); err != nil {
				return at, err
			}
			for _, r := range records {
				if err := ctx.Err(); err != nil {
					return at, err
				}
				if r.Revision <= at {
					continue
				}
				at = r.Revision
				if !yield(r, nil) {
					return at, errEnough
				}
			}
			if ended && !lost {
				return at, nil
			}
		}
	}
}

// catchUp yields what stands in the log up to a revision, and says how far it
// came.
func (l *Log) catchUp(ctx context.Context, q eventlog.Query, until events.Revision, yield func(eventlog.Record, error) bool) (at events.Revision, err error) {
	at = q.After
	for r, err := range l.Log.Read(ctx, q) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return at, err
		}
		if r.Revision > until {
			break
		}
		if at = r.Revision; !yield(r, nil) {
			return at, errEnough
		}
	}
	return until, ctx.Err()
}
