package projections_test

import (
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
)

func TestNothingHappensToAPullRequestThatWasNeverOpened(t *testing.T) {
	t.Parallel()
	opened := events.PullRequestOpened{Repo: "octo/demo", Number: 1, Goal: "g", Task: "t"}
	for _, fact := range []events.Event{
		events.PullRequestMerged{Number: 2}, events.PullRequestClosed{Number: 2}, events.ChangeRolledBack{Number: 2}, events.SecurityFlagged{Number: 2},
	} {
		w, records := sample.New(), []eventlog.Record(nil)
		for _, f := range []events.Event{opened, fact} {
			r, err := w.Record(events.RepositoryStream(sample.Workspace, events.RepositoryID("octo/demo")), f)
			if err != nil {
				t.Fatal(err)
			}
			records = append(records, r)
		}
		batch, err := projections.Repository.Open(t.Context(), w.Keys, records)
		if err != nil {
			t.Fatal(err)
		}
		f := projections.NewFolder(projections.Repository, 8)
		f.Missing(batch)
		if err := f.Fold(batch); err == nil {
			t.Errorf("%T was folded", fact)
		}
	}
}
