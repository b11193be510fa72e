package jslog_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/logtest"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

func TestConcurrentAppendsShareWritesAndEachLearnsItsOwnOutcome(t *testing.T) {
	t.Parallel()
	var writes atomic.Int64
	l := open(t, connect(t, serve(t, natsserver.Config{SyncAlways: true})), jslog.Config{ShareSyncs: true, Written: func(int) { writes.Add(1) }})
	const writers, each = 64, 8
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			a := logtest.NewGoal()
			var at events.Revision
			for n := range each {
				part := eventlog.Part{Stream: a.Stream, After: at, Records: a.Make(t, logtest.Some(n))}
				if w%8 == 7 && n > 0 { // this one is late and must be told
					stale := part
					stale.After = at - 1
					if _, err := l.Append(t.Context(), stale); !conflicts(err) {
						t.Errorf("a stale append: %v", err)
					}
				}
				next, err := l.Append(t.Context(), part)
				if err != nil {
					t.Error(err)
					return
				}
				r, err := l.At(t.Context(), next)
				if err != nil || r.ID != part.Records[0].ID {
					t.Errorf("at %d stands %s, appended %s (%v)", next, r.ID, part.Records[0].ID, err)
				}
				at = next
			}
		})
	}
	wg.Wait()
	head, err := l.Head(t.Context())
	if err != nil || head != writers*each {
		t.Errorf("%d records are stored, %d were appended (%v)", head, writers*each, err)
	}
	if n := writes.Load(); n >= writers*each {
		t.Errorf("%d writes for %d appends: nothing was shared", n, writers*each)
	}
}

func conflicts(err error) bool {
	_, ok := errors.AsType[*eventlog.ConflictError](err)
	return ok
}
