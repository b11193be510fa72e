package commands_test

import (
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

func TestAReadyTaskIsClaimed(t *testing.T) {
	t.Parallel()
	past := goal(events.GoalSubmitted{Title: "x", Agent: "agent-7"}, planned("a"))
	past.When(worker, start("a", "c1")).
		Then(t, events.TaskStarted{Task: "a", Attempt: 1, Claim: "c1", Worker: "w-c1", Agent: "agent-7"})
	past.When(worker, start("b", "c1")).Refuses(t, commands.ErrTaskNotFound)
	past.When(worker, start("a", "")).Refuses(t, refusal("INVALID_ID"))
	past.When(worker, start("a", "not a token")).Refuses(t, refusal("INVALID_ID"))
}

func TestADuplicateOfTheFirstDeliveryIsRefused(t *testing.T) {
	t.Parallel()
	goal(submitted, planned("a"), started("a", "c1")).When(worker, start("a", "c2")).Refuses(t, commands.ErrTaskClaimed)
}

func TestAStartWhoseAnswerWasLostIsNotDecidedAgain(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a"), started("a", "c1"))
	past.When(worker, start("a", "c1")).Then(t)
	again := start("a", "c1")
	again.Redelivered = true
	past.When(worker, again).Then(t)
}

func TestAStartThatArrivesAfterItsAttemptEndedIsRefused(t *testing.T) {
	t.Parallel()
	at := commandtest.Epoch
	goal(submitted, planned("a"), started("a", "c1"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1", RetryAt: &at}).
		When(worker, start("a", "c1")).Refuses(t, commands.ErrClaimLost)
	goal(submitted, planned("a"), started("a", "c1"), pending("i1", "a", "c1"), events.InterruptResolved{Interrupt: "i1", Decision: "yes"}).
		When(worker, start("a", "c1")).Refuses(t, commands.ErrClaimLost)
}

func TestARedeliveryTakesOver(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a"), started("a", "c1"))
	want := events.TaskStarted{Task: "a", Attempt: 1, Claim: "c2", Worker: "w-c2", Supersedes: "c1"}
	redelivered, superseding, wrong := start("a", "c2"), start("a", "c2"), start("a", "c2")
	redelivered.Redelivered, superseding.Supersedes, wrong.Supersedes = true, "c1", "c0"
	past.When(worker, redelivered).Then(t, want)
	past.When(worker, superseding).Then(t, want)
	past.When(worker, wrong).Refuses(t, commands.ErrTaskClaimed)
}

func TestASupersededClaimCanDoNothingMore(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a"), started("a", "c1"), events.TaskStarted{Task: "a", Attempt: 1, Claim: "c2", Supersedes: "c1"})
	past.When(worker, complete("a", "c1")).Refuses(t, commands.ErrClaimLost)
	past.When(worker, commands.FailTask{GoalRef: ref, Task: "a", Claim: "c1"}).Refuses(t, commands.ErrClaimLost)
	past.When(worker, commands.RaiseInterrupt{GoalRef: ref, Interrupt: "i1", Task: "a", Claim: "c1", Options: []string{"yes"}}).Refuses(t, commands.ErrClaimLost)
	past.When(worker, complete("a", "c2")).Then(t, events.TaskCompleted{
		Task: "a", Attempt: 1, Claim: "c2", Result: events.Sum([]byte("a")), Spent: events.Budget{Steps: 1, Tokens: 10},
	})
}

func TestOnlyTheClaimThatHoldsATaskEndsIt(t *testing.T) {
	t.Parallel()
	for name, past := range map[string]*commandtest.Scenario[commands.Goal, *commands.Goal]{
		"pending": goal(submitted, planned("a")),
		"running": goal(submitted, planned("a"), started("a", "c1")),
		"waiting": goal(submitted, planned("a"), started("a", "c1"), pending("i1", "a", "c1")),
		"done":    goal(submitted, planned("a", "b"), started("a", "c1"), completed("a", "c1")),
		"failed":  goal(submitted, planned("a"), started("a", "c1"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1"}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, claim := range []string{"", "other"} {
				past.When(worker, complete("a", claim)).Refuses(t, commands.ErrClaimLost)
				past.When(worker, commands.FailTask{GoalRef: ref, Task: "a", Claim: claim}).Refuses(t, commands.ErrClaimLost)
			}
		})
	}
	goal(submitted, planned("a")).When(worker, complete("z", "c1")).Refuses(t, commands.ErrTaskNotFound)
}

func TestAnOutcomeWhoseAnswerWasLostIsNotDecidedAgain(t *testing.T) {
	t.Parallel()
	done := goal(submitted, planned("a"), started("a", "c1"), completed("a", "c1"))
	done.When(worker, complete("a", "c1")).Then(t)
	other := complete("a", "c1")
	other.Result = events.Sum([]byte("another result"))
	done.When(worker, other).Refuses(t, commands.ErrClaimLost)
	done.When(worker, start("a", "c2")).Refuses(t, commands.ErrTaskNotReady)
	done.And(events.GoalCompleted{Tasks: 1}).When(worker, complete("a", "c1")).Then(t)

	failed := goal(submitted, planned("a"), started("a", "c1"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1"})
	failed.When(worker, commands.FailTask{GoalRef: ref, Task: "a", Claim: "c1"}).Then(t)
	failed.When(worker, complete("a", "c1")).Refuses(t, commands.ErrClaimLost)
	failed.When(worker, start("a", "c2")).Refuses(t, commands.ErrTaskNotReady)
}

func TestAFailureIsRetriedAfterOneTwoAndFourSeconds(t *testing.T) {
	t.Parallel()
	plan := planned("a")
	plan.Tasks[0].Retries = 3
	past := goal(submitted, plan)
	req := worker
	for attempt, wait := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
		claim := string(rune('p' + attempt))
		past.When(req, start("a", claim)).Then(t, events.TaskStarted{Task: "a", Attempt: attempt + 1, Claim: claim, Worker: "w-" + claim})
		past.Having(req, start("a", claim))
		fail := commands.FailTask{GoalRef: ref, Task: "a", Claim: claim, Code: "timeout", Retryable: true}
		at := req.At.Add(wait)
		past.When(req, fail).Then(t, events.TaskFailed{Task: "a", Attempt: attempt + 1, Claim: claim, Code: "timeout", RetryAt: &at})
		past.Having(req, fail)
		early := req
		early.At = at.Add(-time.Microsecond)
		past.When(early, start("a", "next")).Refuses(t, commands.ErrTaskNotReady)
		req.At = at
	}
	past.Having(req, start("a", "last"))
	last := commands.FailTask{GoalRef: ref, Task: "a", Claim: "last", Code: "timeout", Retryable: true}
	past.When(req, last).Then(t, events.TaskFailed{Task: "a", Attempt: 4, Claim: "last", Code: "timeout"})
	g := past.When(req, last).State(t)
	if failed, ok := g.FailedTask(); !ok || failed.ID != "a" || failed.Status != commands.TaskFailed {
		t.Error("a task without retries left has not failed")
	}
}

func TestABackoffNeverOutgrowsFiveMinutes(t *testing.T) {
	t.Parallel()
	plan := planned("a")
	plan.Tasks[0].Retries = 1000
	past := goal(submitted, plan, events.TaskStarted{Task: "a", Attempt: 900, Claim: "c1"})
	at := worker.At.Add(5 * time.Minute)
	past.When(worker, commands.FailTask{GoalRef: ref, Task: "a", Claim: "c1", Retryable: true}).
		Then(t, events.TaskFailed{Task: "a", Attempt: 900, Claim: "c1", RetryAt: &at})
}

func TestTheOtherSideMayAskForALongerWait(t *testing.T) {
	t.Parallel()
	plan := planned("a")
	plan.Tasks[0].Retries = 1
	past := goal(submitted, plan, started("a", "c1"))
	for asked, wait := range map[time.Duration]time.Duration{-time.Hour: time.Second, time.Millisecond: time.Second, time.Minute: time.Minute} {
		at := worker.At.Add(wait)
		past.When(worker, commands.FailTask{GoalRef: ref, Task: "a", Claim: "c1", Retryable: true, NotBefore: asked}).
			Then(t, events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1", RetryAt: &at})
	}
}

func TestWhatCannotBeRetriedFailsAtOnce(t *testing.T) {
	t.Parallel()
	plan := planned("a")
	plan.Tasks[0].Retries = 3
	goal(submitted, plan, started("a", "c1")).
		When(worker, commands.FailTask{GoalRef: ref, Task: "a", Claim: "c1", Code: "invalid", Error: "no such file"}).
		Then(t, events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1", Code: "invalid", Error: "no such file"})
}

func TestARetryIsEnabledByTheFailure(t *testing.T) {
	t.Parallel()
	at := commandtest.Epoch.Add(time.Minute)
	past := goal(submitted, planned("a"), started("a", "c1"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1", RetryAt: &at})
	a, _ := past.State().Task("a")
	if !a.Ready() || a.EnabledBy != commandtest.Revision(4) || !a.RetryAt.Equal(at) || a.Claim != "" {
		t.Errorf("task is %+v", a)
	}
	if a, _ := past.And(events.TaskStarted{Task: "a", Attempt: 2, Claim: "c2"}).State().Task("a"); !a.RetryAt.IsZero() {
		t.Errorf("a started task still waits until %s", a.RetryAt)
	}
}
