package projections_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/memstore"
)

// ahead is a feed that was told more to be done than is stored.
type ahead struct{ projections.Feeds }

func (a ahead) Open(ctx context.Context, p *projections.Projection, g projections.Generation, part projections.Partition) (projections.Feed, error) {
	f, err := a.Feeds.Open(ctx, p, g, part)
	return floored{f}, err
}

type floored struct{ projections.Feed }

func (floored) Floor(context.Context) (events.Revision, error) { return 1, nil }

// What was said to be done and is not stored, as a crash leaves it and a newer
// version finds it, is folded without starting over.
func TestARunnerThatIsBehindItsFeedGoesOn(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	w, log, progress := sample.New(), new(memlog.Log), new(projections.Progress)
	var last events.Revision
	for _, fact := range sample.Goal(sample.GoalID(1), 2) {
		record, err := w.Append(t.Context(), log, fact.Stream, fact.Event)
		if err != nil {
			t.Fatal(err)
		}
		last = record.Revision
	}
	r := &projections.Runner{Projection: projections.Goals, Store: new(memstore.Store), Feeds: ahead{projections.Tails{Log: log}}, Log: log, Keys: w.Keys,
		Progress: progress, Logger: slog.New(slog.NewTextHandler(&said, nil))}
	ended := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() { ended <- r.Run(ctx) }()
	for seen, changed := progress.Seen("goals", 0); seen < last; seen, changed = progress.Seen("goals", 0) {
		select {
		case <-changed:
		case err := <-ended:
			t.Fatal(err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if said.Len() > 0 {
		t.Errorf("it said %s", &said)
	}
}
