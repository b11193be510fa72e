// Package memlog keeps an event log, keys and blobs in memory, for tests.
package memlog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Log is an eventlog.Log. Its zero value is an empty log.
type Log struct {
	mu      sync.Mutex
	records []eventlog.Record                     // at revision - 1
	streams map[events.StreamID][]events.Revision // of each stream's records
	grown   chan struct{}                         // closed and replaced when records grow
}

var _ eventlog.Log = (*Log)(nil)

// Append implements eventlog.Log.
func (l *Log) Append(_ context.Context, parts ...eventlog.Part) (events.Revision, error) {
	if err := eventlog.CheckParts(parts...); err != nil {
		return 0, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	repeated := 0
	var at events.Revision
	for _, p := range parts {
		tail := l.stream(p.Stream, p.After)
		if eventlog.Repeats(tail, p.Records) {
			repeated++
			at = tail[len(p.Records)-1].Revision
		} else if last := l.last(p.Stream); last != p.After {
			return 0, &eventlog.ConflictError{Stream: p.Stream, After: p.After, Actual: last}
		}
	}
	switch repeated {
	case 0:
	case len(parts):
		return at, nil
	default:
		return 0, fmt.Errorf("append to %s: %d of %d parts are stored: they were not appended together",
			parts[0].Stream, repeated, len(parts))
	}
	if l.streams == nil {
		l.streams = map[events.StreamID][]events.Revision{}
	}
	for _, p := range parts {
		previous := p.After
		for _, r := range p.Records {
			r.PreviousRevision, r.Revision = previous, events.Revision(len(l.records)+1)
			previous = r.Revision
			l.records = append(l.records, r)
			l.streams[p.Stream] = append(l.streams[p.Stream], r.Revision)
		}
	}
	if l.grown != nil {
		close(l.grown)
		l.grown = nil
	}
	return events.Revision(len(l.records)), nil
}

// last is where a stream is. The caller holds mu.
func (l *Log) last(s events.StreamID) events.Revision {
	if at := l.streams[s]; len(at) > 0 {
		return at[len(at)-1]
	}
	return 0
}

// stream lists one stream's records after a revision. The caller holds mu.
func (l *Log) stream(s events.StreamID, after events.Revision) []eventlog.Record {
	at := l.streams[s]
	first, _ := slices.BinarySearch(at, after+1)
	out := make([]eventlog.Record, 0, len(at)-first)
	for _, r := range at[first:] {
		out = append(out, l.records[r-1])
	}
	return out
}

// Load implements eventlog.Log.
func (l *Log) Load(ctx context.Context, s events.StreamID, after events.Revision) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		if err := errors.Join(ctx.Err(), s.Check()); err != nil {
			yield(eventlog.Record{}, fmt.Errorf("load: %w", err))
			return
		}
		l.mu.Lock()
		all := l.stream(s, 0)
		l.mu.Unlock()
		var chain eventlog.Chain
		for _, r := range all {
			if err := chain.Next(r); err != nil {
				yield(eventlog.Record{}, err)
				return
			}
			if r.Revision > after && !yield(r, nil) {
				return
			}
		}
	}
}

// Read implements eventlog.Log.
func (l *Log) Read(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		wants, err := eventlog.ParsePatterns(q.Subjects)
		if err := errors.Join(ctx.Err(), err); err != nil {
			yield(eventlog.Record{}, fmt.Errorf("read: %w", err))
			return
		}
		records, _ := l.after(q.After)
		for _, r := range records {
			if wants.Match(eventlog.Tokens(r.Subject)) && !yield(r, nil) {
				return
			}
		}
	}
}

// Follow implements eventlog.Log.
func (l *Log) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		wants, err := eventlog.ParsePatterns(q.Subjects)
		if err != nil {
			yield(eventlog.Record{}, fmt.Errorf("follow: %w", err))
			return
		}
		for at := q.After; ; {
			records, grown := l.after(at)
			for _, r := range records {
				if err := ctx.Err(); err != nil {
					yield(eventlog.Record{}, err)
					return
				}
				at = r.Revision
				if wants.Match(eventlog.Tokens(r.Subject)) && !yield(r, nil) {
					return
				}
			}
			select {
			case <-ctx.Done():
				yield(eventlog.Record{}, ctx.Err())
				return
			case <-grown:
			}
		}
	}
}

// after lists what follows a revision and a channel that closes on growth.
func (l *Log) after(at events.Revision) ([]eventlog.Record, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.grown == nil {
		l.grown = make(chan struct{})
	}
	// Records are only ever added, so the part that is there can be shared.
	return l.records[min(at, events.Revision(len(l.records))):len(l.records):len(l.records)], l.grown
}

// At implements eventlog.Log.
func (l *Log) At(_ context.Context, at events.Revision) (eventlog.Record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at == 0 || at > events.Revision(len(l.records)) {
		return eventlog.Record{}, eventlog.ErrNoRecord
	}
	return l.records[at-1], nil
}

// Head implements eventlog.Log.
func (l *Log) Head(context.Context) (events.Revision, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return events.Revision(len(l.records)), nil
}
