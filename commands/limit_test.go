package commands_test

import (
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

func TestStepsAreGrantedWithinTheLimit(t *testing.T) {
	t.Parallel()
	limited := events.GoalSubmitted{Title: "t", Limits: events.Limits{Steps: 2}}
	grant := func(task, claim string) events.TaskStarted {
		s := started(task, claim)
		s.Budget = events.Budget{Steps: 1}
		return s
	}
	past := goal(limited, planned("a", "b", "c"))
	past.When(worker, start("a", "c1")).Then(t, grant("a", "c1"))

	past = goal(limited, planned("a", "b", "c"), grant("a", "c1"), grant("b", "c2"))
	past.When(worker, start("c", "c3")).Refuses(t, commands.ErrLimitReached) // both are granted

	past = goal(limited, planned("a", "b", "c"), grant("a", "c1"), completed("a", "c1"), grant("b", "c2"), completed("b", "c2"))
	past.When(worker, start("c", "c3")).Refuses(t, commands.ErrLimitReached) // both are spent

	// A grant that was not spent is free again; one that is held is not asked for twice.
	at := commandtest.Epoch
	past = goal(limited, planned("a", "b"), grant("a", "c1"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1", RetryAt: &at})
	if left := past.State().Left().Steps; left != 2 {
		t.Errorf("left %d", left)
	}
	takeover := start("a", "c2")
	takeover.Redelivered = true
	want := grant("a", "c2")
	want.Supersedes = "c1"
	goal(events.GoalSubmitted{Title: "t", Limits: events.Limits{Steps: 1}}, planned("a"), grant("a", "c1")).When(worker, takeover).Then(t, want)
}
