package jslog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// longAggregate is how many records are fetched one by one, each from the one
// after it; more are read through a consumer, which costs more to set up and
// less for each.
const longAggregate = 1000

// Load implements eventlog.Log. It finds a stream's records by following each
// one's previous position backwards from the newest, which takes a time that
// depends on this stream only and not on the log. That position is not under
// the digest: where it leads astray, the stream's subjects are read instead.
//
// A record that somebody put in between without touching the others is found
// when a stream is loaded as a whole, because they are counted; what Load
// reports after a revision is only known to continue the chain from there.
func (l *Log) Load(ctx context.Context, s events.StreamID, after events.Revision) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		if err := s.Check(); err != nil {
			yield(eventlog.Record{}, fmt.Errorf("load: %w", err))
			return
		}
		tail, chain, err := l.walk(ctx, s, after)
		if err == nil {
			if verify(chain, tail) == nil {
				for _, r := range tail {
					if !yield(r, nil) {
						return
					}
				}
				return
			}
			err = errAstray
		}
		if errors.Is(err, errAstray) {
			l.sweep(ctx, s, after, yield)
			return
		}
		yield(eventlog.Record{}, fmt.Errorf("load %s: %w", s, err))
	}
}

// errAstray says that previous positions do not lead through a stream, or that
// it is too long to follow them.
var errAstray = errors.New("previous positions lead astray")

// walk fetches a stream's records after a revision backwards, and the state of
// the chain before the first of them.
func (l *Log) walk(ctx context.Context, s events.StreamID, after events.Revision) ([]eventlog.Record, eventlog.Chain, error) {
	none := eventlog.Chain{}
	r, err := l.last(ctx, s)
	switch {
	case errors.Is(err, eventlog.ErrNoRecord):
		return nil, none, nil
	case err != nil:
		return nil, none, unreadable(err)
	case r.Revision <= after:
		return nil, none, nil
	}
	if after == 0 {
		if r, err = l.whole(ctx, s, r); err != nil {
			return nil, none, err
		}
	}
	tail := make([]eventlog.Record, 0, min(r.Ordinal, 64))
	for {
		tail = append(tail, r)
		if len(tail) > longAggregate {
			return nil, none, errAstray
		}
		if r.PreviousRevision == 0 || r.PreviousRevision <= after {
			break
		}
		previous, err := l.before(ctx, r)
		if err != nil {
			return nil, none, err
		}
		r = previous
	}
	slices.Reverse(tail)
	if r.PreviousRevision == 0 {
		return tail, none, nil // a chain that starts here, if the first ordinal agrees
	}
	seed, err := l.before(ctx, r)
	if err != nil {
		return nil, none, err
	}
	return tail, eventlog.Chain{Revision: seed.Revision, Ordinal: seed.Ordinal, Digest: seed.Digest()}, nil
}

// before fetches the record that another names as its predecessor.
func (l *Log) before(ctx context.Context, r eventlog.Record) (eventlog.Record, error) {
	if r.PreviousRevision >= r.Revision { // would lead round in circles
		return eventlog.Record{}, errAstray
	}
	previous, err := l.At(ctx, r.PreviousRevision)
	if err != nil {
		return previous, unreadable(err)
	}
	if previous.Stream != r.Stream || previous.Ordinal+1 != r.Ordinal {
		return previous, errAstray
	}
	return previous, nil
}

// unreadable turns an error about what is stored, rather than about reaching
// it, into errAstray.
func unreadable(err error) error {
	if _, bad := errors.AsType[*eventlog.MalformedRecordError](err); bad || errors.Is(err, eventlog.ErrNoRecord) || errors.Is(err, errNothing) {
		return errAstray
	}
	return err
}

func verify(chain eventlog.Chain, records []eventlog.Record) error {
	for _, r := range records {
		if err := chain.Next(r); err != nil {
			return err
		}
	}
	return nil
}

// whole checks that a stream has as many records as its newest says, which it
// returns. While others append, the two are compared again.
func (l *Log) whole(ctx context.Context, s events.StreamID, newest eventlog.Record) (eventlog.Record, error) {
	for range 5 {
		if newest.Ordinal > longAggregate {
			break
		}
		n, err := l.count(ctx, s)
		if err != nil {
			return newest, unreadable(err)
		}
		if n == newest.Ordinal {
			return newest, nil
		}
		if newest, err = l.last(ctx, s); err != nil {
			return newest, unreadable(err)
		}
	}
	return newest, errAstray
}

// count asks how many records a stream has. The server keeps that number in
// memory and tells it with the first record of a batch.
func (l *Log) count(ctx context.Context, s events.StreamID) (n uint64, err error) {
	request := []byte(`{"seq":1,"batch":1,"next_by_subj":"` + eventlog.Filter(s) + `"}`)
	err = persist(ctx, l.patience, func(ctx context.Context) error {
		answer, err := l.nc.RequestWithContext(ctx, l.get.directGet, request)
		if err != nil {
			return err
		}
		pending := answer.Header.Get("Nats-Num-Pending")
		if pending == "" {
			return errNothing
		}
		n, err = strconv.ParseUint(pending, 10, 64)
		n++
		return err
	})
	return n, err
}

// sweep reads a stream by its subjects, in the order of the log, and yields its
// records up to the first that does not continue the chain.
func (l *Log) sweep(ctx context.Context, s events.StreamID, after events.Revision, yield func(eventlog.Record, error) bool) {
	var chain eventlog.Chain
	if seed, err := l.At(ctx, after); err == nil && seed.Stream == s {
		chain = eventlog.Chain{Revision: seed.Revision, Ordinal: seed.Ordinal, Digest: seed.Digest()}
	}
	for r, err := range l.Read(ctx, eventlog.Query{After: chain.Revision, Subjects: []string{eventlog.Filter(s)}}) {
		if err == nil {
			err = chain.Next(r)
		}
		if bad, ok := errors.AsType[*eventlog.MalformedRecordError](err); ok {
			err = &eventlog.BrokenChainError{Stream: s, Revision: bad.Revision, Reason: bad.Err.Error()}
		}
		if err != nil {
			yield(eventlog.Record{}, err)
			return
		}
		if r.Revision > after && !yield(r, nil) {
			return
		}
	}
}
