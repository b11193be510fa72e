package score_test

import (
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/oracle/score"
	"github.com/mergit-io/mergit/events"
)

var demo = events.RepositoryStream("main", events.RepositoryID("octo/demo"))

// pulls are what was told of a repository.
func (h *history) pulls(facts ...events.Event) {
	for _, fact := range facts {
		h.add(demo, fact)
	}
}

func TestPullRequestsCountForWhoOpenedThem(t *testing.T) {
	t.Parallel()
	h := new(history)
	h.goal("g1", events.GoalSubmitted{Agent: "a1"}, events.TaskCompleted{Task: "x"}, events.TaskCompleted{Task: "y"})
	h.goal("g2", events.GoalSubmitted{Agent: "a2"})
	h.goal("g3", events.GoalSubmitted{})
	open := func(number int64, goal, agent string) events.PullRequestOpened {
		return events.PullRequestOpened{Number: number, Goal: goal, Agent: agent}
	}
	h.pulls(open(1, "g1", "a1"), open(2, "g1", "a1"), open(3, "g2", "a2"), open(4, "g3", ""), open(5, "g2", "a1"), open(6, "g1", "a1"),
		events.PullRequestMerged{Number: 1}, events.PullRequestMerged{Number: 1}, events.PullRequestClosed{Number: 2}, events.PullRequestClosed{Number: 2},
		events.PullRequestMerged{Number: 3}, events.PullRequestMerged{Number: 4}, events.PullRequestMerged{Number: 5}, events.PullRequestMerged{Number: 9},
		events.PullRequestMerged{Number: 6}, events.ChangeRolledBack{Number: 6}, events.SecurityFlagged{Number: 1, Alert: 2},
		events.ChangeRolledBack{Number: 5}, events.SecurityFlagged{Number: 3, Alert: 3})
	f := h.fold()
	w := score.WindowAt(epoch, month)
	want := score.Components(score.Counts{Done: 2, Merged: 2, Closed: 1, RolledBack: 1, Flagged: 1}, 0)
	if got := f.Agent(a1).Components(w); got != want || got.Merged.Count != 2 || got.Merged.Of != 3 {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	if got, want := f.Agent(events.AgentStream("main", "a2")).Components(w), score.Components(score.Counts{Merged: 1, Flagged: 1}, 0); got != want {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	elsewhere := &history{all: h.all[:6]}
	elsewhere.add(events.RepositoryStream("main", events.RepositoryID("octo/other")), events.PullRequestMerged{Number: 1})
	if got := elsewhere.fold().Agent(a1).Components(w); got.Merged.Of != 0 {
		t.Errorf("that of another repository counts: %+v", got)
	}
}

// A pull request that is closed and opened again is merged in the end, not both; a window that ended in between saw it closed.
func TestAPullRequestThatIsOpenedAgainCountsOnce(t *testing.T) {
	t.Parallel()
	h := new(history)
	h.goal("g1", events.GoalSubmitted{Agent: "a1"})
	h.pulls(events.PullRequestOpened{Number: 1, Goal: "g1", Agent: "a1"}, events.PullRequestClosed{Number: 1})
	f := h.fold()
	w := score.WindowAt(h.at, month)
	if got := f.Agent(a1).Components(w).Merged; got.Count != 0 || got.Of != 1 {
		t.Errorf("closed, it counts %d of %d", got.Count, got.Of)
	}
	h.at = h.at.Add(40 * 24 * time.Hour)
	later := score.WindowAt(h.at, month)
	f.Agent(a1).Forget(later.From)
	h.pulls(events.PullRequestMerged{Number: 1}, events.PullRequestClosed{Number: 1})
	for _, e := range h.all {
		f.Apply(e)
	}
	for _, f := range []*score.Fold{f, h.fold()} {
		if got := f.Agent(a1).Components(later).Merged; got.Count != 1 || got.Of != 1 {
			t.Errorf("merged, it counts %d of %d", got.Count, got.Of)
		}
	}
	if got := h.fold().Agent(a1).Components(w).Merged; got.Of != 0 {
		t.Errorf("the time in which it was closed still has %+v", got)
	}
}

func TestTheFirstFormulaKnowsNoPullRequests(t *testing.T) {
	t.Parallel()
	h := new(history)
	h.goal("g1", events.GoalSubmitted{Agent: "a1"}, events.TaskCompleted{Task: "x"})
	h.pulls(events.PullRequestOpened{Number: 1, Goal: "g1", Agent: "a1"}, events.PullRequestClosed{Number: 1})
	a, w := h.fold().Agent(a1), score.WindowAt(epoch, month)
	first, now := a.ComponentsBy(1, w), a.Components(w)
	if first.Formula != 1 || first.Merged.Of != 0 || first.Score != 8333 || now.Formula != score.Formula || now.Merged.Of != 1 || now.Score >= first.Score {
		t.Errorf("by the first %+v, now %+v", first, now)
	}
	if a.ComponentsBy(99, w) != now {
		t.Error("an unknown formula is not computed as the newest")
	}
}
