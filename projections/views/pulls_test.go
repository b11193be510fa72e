package views_test

import (
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/views"
)

func TestAGoalComesWithItsPullRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	goal := sample.GoalID(1)
	w.add(t, sample.Goal(goal, 1)...)
	w.fold(t, projections.Goals)
	v := views.New(w.pool, views.Config{})
	if g, err := v.Goal(t.Context(), goal); err != nil || len(g.Pulls) != 0 {
		t.Errorf("before any projector knows of pull requests: %+v, %v", g.Pulls, err)
	}
	open := func(number int64, goal string) events.PullRequestOpened {
		return events.PullRequestOpened{Repo: "octo/demo", Number: number, URL: "https://example.org", Head: "aa", Base: "main", Goal: goal, Task: "t00", Agent: "ada"}
	}
	repository := events.RepositoryStream(sample.Workspace, events.RepositoryID("octo/demo"))
	for _, fact := range []events.Event{
		open(4, goal), open(2, goal), open(3, "another"), open(5, goal), events.PullRequestClosed{Number: 4}, events.PullRequestClosed{Number: 2},
		events.PullRequestMerged{Number: 2, Commit: "bb"}, events.PullRequestMerged{Number: 3, Commit: "cc"},
		events.ChangeRolledBack{Number: 2, Commit: "dd"}, events.SecurityFlagged{Number: 2, Alert: 1}, events.SecurityFlagged{Number: 2, Alert: 2},
	} {
		w.add(t, sample.Fact{Stream: repository, Event: fact})
	}
	w.add(t, sample.Fact{Stream: events.RepositoryStream(sample.Workspace, "github-2026-03"), Event: events.WebhookReceived{Source: "github", Delivery: "d", Encoding: "json"}})
	w.fold(t, projections.Repository)
	g, err := v.Goal(t.Context(), goal)
	if err != nil || len(g.Pulls) != 3 {
		t.Fatalf("%+v, %v", g.Pulls, err)
	}
	for i, want := range []projections.PullRow{
		{Number: 4, Status: projections.PullClosed}, {Number: 2, Status: projections.PullMerged, Commit: "bb", RolledBack: "dd", Flagged: 2}, {Number: 5, Status: projections.PullOpen},
	} {
		got := g.Pulls[i]
		if got.Number != want.Number || got.Status != want.Status || got.Commit != want.Commit || got.RolledBack != want.RolledBack || got.Flagged != want.Flagged ||
			(got.Ended == nil) != (want.Status == projections.PullOpen) || got.Workspace != sample.Workspace || got.Repo != "octo/demo" || got.Agent != "ada" || got.Task != "t00" || got.Head != "aa" || got.Base != "main" {
			t.Errorf("%d is %+v, want %+v", i, got, want)
		}
	}
}
