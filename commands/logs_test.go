package commands_test

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

var errLost = errors.New("the answer was lost")

// watched is a log that counts loads and can misbehave.
type watched struct {
	eventlog.Log
	loads, tails atomic.Int64 // from the start, and of what was missed

	lose   atomic.Int64 // how many answers are lost from now on
	before func()       // an append, if set
	spoil  func(*eventlog.Record)
}

func (l *watched) Append(ctx context.Context, parts ...eventlog.Part) (events.Revision, error) {
	if l.before != nil {
		l.before()
	}
	at, err := l.Log.Append(ctx, parts...)
	if err == nil && l.lose.Add(-1) >= 0 {
		return 0, errLost
	}
	return at, err
}

func (l *watched) Load(ctx context.Context, s events.StreamID, after events.Revision) iter.Seq2[eventlog.Record, error] {
	if after == 0 {
		l.loads.Add(1)
	} else {
		l.tails.Add(1)
	}
	return func(yield func(eventlog.Record, error) bool) {
		for r, err := range l.Log.Load(ctx, s, after) {
			if l.spoil != nil {
				l.spoil(&r)
			}
			if !yield(r, err) {
				return
			}
		}
	}
}
