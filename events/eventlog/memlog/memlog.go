// Package memlog keeps an event log, keys and blobs in memory, for tests.
package memlog

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Log is an eventlog.Log. Its zero value is an empty log.
type Log struct {
	mu      sync.Mutex
	records []eventlog.Record
	grown   chan struct{} // closed and replaced when records grow
}

var _ eventlog.Log = (*Log)(nil)

// Append implements eventlog.Log.
func (l *Log) Append(_ context.Context, parts ...eventlog.Part) (events.Revision, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	repeated := 0
	for _, p := range parts {
		tail := l.stream(p.Stream, p.After)
		if len(p.Records) > 0 && eventlog.Repeats(tail, p.Records) {
			repeated++
			continue
		}
		var at events.Revision
		if all := l.stream(p.Stream, 0); len(all) > 0 {
			at = all[len(all)-1].Revision
		}
		if at != p.After {
			return 0, &eventlog.ConflictError{Stream: p.Stream, After: p.After, Actual: at}
		}
	}
	if repeated == len(parts) && repeated > 0 {
		last := parts[len(parts)-1]
		return l.stream(last.Stream, last.After)[len(last.Records)-1].Revision, nil
	}
	for _, p := range parts {
		for _, r := range p.Records {
			r.Revision = events.Revision(len(l.records) + 1)
			l.records = append(l.records, r)
		}
	}
	if l.grown != nil {
		close(l.grown)
		l.grown = nil
	}
	return events.Revision(len(l.records)), nil
}

// stream lists one stream's records after a revision. The caller holds mu.
func (l *Log) stream(s events.StreamID, after events.Revision) []eventlog.Record {
	var out []eventlog.Record
	for _, r := range l.records[min(int(after), len(l.records)):] {
		if r.Stream == s {
			out = append(out, r)
		}
	}
	return out
}

// Load implements eventlog.Log.
func (l *Log) Load(_ context.Context, s events.StreamID, after events.Revision) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
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
func (l *Log) Read(_ context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		records, _ := l.after(q.After)
		for _, r := range records {
			if selects(q, r) && !yield(r, nil) {
				return
			}
		}
	}
}

// Follow implements eventlog.Log.
func (l *Log) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		for at := q.After; ; {
			records, grown := l.after(at)
			for _, r := range records {
				at = r.Revision
				if selects(q, r) && !yield(r, nil) {
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
	return slices.Clone(l.records[min(int(at), len(l.records)):]), l.grown
}

func selects(q eventlog.Query, r eventlog.Record) bool {
	return len(q.Subjects) == 0 ||
		slices.ContainsFunc(q.Subjects, func(p string) bool { return eventlog.Matches(p, r.Subject) })
}

// At implements eventlog.Log.
func (l *Log) At(_ context.Context, at events.Revision) (eventlog.Record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at == 0 || int(at) > len(l.records) {
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
