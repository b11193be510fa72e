package projections_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/memstore"
)

// counting counts what is stored.
type counting struct {
	*memstore.Store
	commits atomic.Int32
}

func (c *counting) Commit(ctx context.Context, g projections.Generation, commit projections.Commit) error {
	c.commits.Add(1)
	return c.Store.Commit(ctx, g, commit)
}

// A read model is told how far it is at once, and stores that later where no row
// of it has changed; in the end it is stored.
func TestWhatChangesNoRowIsStoredLater(t *testing.T) {
	t.Parallel()
	w, log, store, progress := sample.New(), new(memlog.Log), &counting{Store: new(memstore.Store)}, new(projections.Progress)
	r := &projections.Runner{Projection: projections.Audit, Store: store, Feeds: projections.Tails{Log: log}, Log: log, Keys: w.Keys, Progress: progress}
	ended := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() { ended <- r.Run(ctx) }()
	var last events.Revision
	facts := sample.Goal(sample.GoalID(1), 8) // none of which the projection is about
	for _, fact := range facts {
		record, err := w.Append(t.Context(), log, fact.Stream, fact.Event)
		if err != nil {
			t.Fatal(err)
		}
		last = record.Revision
		for seen, changed := progress.Seen("audit", 0); seen < last; seen, changed = progress.Seen("audit", 0) {
			<-changed
		}
	}
	if n := int(store.commits.Load()); n >= len(facts) {
		t.Errorf("%d events that change nothing were stored in %d commits", len(facts), n)
	}
	g, err := store.Open(t.Context(), projections.Audit)
	if err != nil {
		t.Fatal(err)
	}
	for {
		at, err := store.Position(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		if at.After(projections.Partition{}) >= last {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	stop()
	if err := <-ended; ctx.Err() == nil {
		t.Error(err)
	}
}
