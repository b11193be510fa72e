package commands_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

func pending(id, task, claim string) events.InterruptPending {
	return events.InterruptPending{Interrupt: id, Type: "pr_approval", Task: task, Claim: claim, Options: []string{"yes", "no"}}
}

func resolve(id, decision string) commands.ResolveInterrupt {
	return commands.ResolveInterrupt{GoalRef: ref, Interrupt: id, Decision: decision, Feedback: "ok"}
}

func TestATaskThatAsksWaitsWithItsAttempt(t *testing.T) {
	t.Parallel()
	expires := worker.At.Add(time.Hour)
	ask := commands.RaiseInterrupt{
		GoalRef: ref, Interrupt: "i1", Type: "pr_approval", Task: "a", Claim: "c2", Call: 3, Description: "merge?",
		Data: json.RawMessage(`{"pr":7}`), Approves: events.Sum([]byte("diff")), Options: []string{"yes", "no"}, Expires: &expires,
	}
	past := goal(submitted, planned("a", "b"), events.TaskStarted{Task: "a", Attempt: 2, Claim: "c2"})
	past.When(worker, ask).Then(t, events.InterruptPending{
		Interrupt: "i1", Type: "pr_approval", Task: "a", Claim: "c2", Call: 3, Description: "merge?",
		Data: ask.Data, Approves: ask.Approves, Options: ask.Options, Expires: &expires,
	})
	past.Having(worker, ask)
	g := past.State()
	a, _ := g.Task("a")
	if g.Status != commands.GoalWaiting || a.Status != commands.TaskWaiting || a.Attempt != 2 || a.Interrupt != "i1" {
		t.Errorf("goal is %s, task %s in attempt %d for %s", g.Status, a.Status, a.Attempt, a.Interrupt)
	}
	past.When(worker, start("a", "c3")).Refuses(t, commands.ErrTaskNotReady)
	past.When(worker, complete("a", "c2")).Refuses(t, commands.ErrClaimLost)
	past.When(worker, start("b", "c4")).Then(t, events.TaskStarted{Task: "b", Attempt: 1, Claim: "c4", Worker: "w-c4"})

	past.Having(by("user:ada"), resolve("i1", "yes"))
	g = past.State()
	if a, _ := g.Task("a"); !a.Ready() || a.EnabledBy != commandtest.Revision(5) || g.Status != commands.GoalExecuting {
		t.Errorf("after the answer the goal is %s and the task %s, enabled by %d", g.Status, a.Status, a.EnabledBy)
	}
	past.When(worker, start("a", "c3")).Then(t, events.TaskStarted{Task: "a", Attempt: 2, Claim: "c3", Worker: "w-c3", Supersedes: "c2"})
}

func TestAskingRefusesWhatNobodyCouldAnswer(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a", "b"), started("a", "c1"), started("b", "c2"))
	ask := commands.RaiseInterrupt{GoalRef: ref, Interrupt: "i1", Type: "pr_approval", Task: "a", Claim: "c1", Options: []string{"yes"}}
	bad := ask
	bad.Interrupt = "no token"
	past.When(worker, bad).Refuses(t, refusal("INVALID_ID"))
	bad = ask
	bad.Options = nil
	past.When(worker, bad).Refuses(t, refusal("INTERRUPT_INVALID"))
	past.Having(worker, ask)
	past.When(worker, ask).Then(t) // its answer was lost
	other := ask
	other.Task, other.Claim = "b", "c2"
	past.When(worker, other).Refuses(t, refusal("INTERRUPT_EXISTS"))
}

func TestTheSecondAnswerIsToldWhoWon(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a"), started("a", "c1"), pending("i1", "a", "c1"))
	past.When(by("user:ada"), resolve("i1", "yes")).Then(t, events.InterruptResolved{Interrupt: "i1", Decision: "yes", Feedback: "ok", By: "user:ada"})
	past.Having(by("user:ada"), resolve("i1", "yes"))
	r := past.When(by("user:bob"), resolve("i1", "no")).Refuses(t, commands.ErrInterruptClosed)
	if !strings.Contains(r.Message, "user:ada") || !strings.Contains(r.Message, "yes") || r.Sort != commands.Conflict {
		t.Errorf("refused with %q", r.Message)
	}
}

func TestAnAnswerMustBeOneOfTheOptions(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a"), started("a", "c1"), pending("i1", "a", "c1"))
	if r := past.When(by("user:ada"), resolve("i1", "perhaps")).Refuses(t, refusal("DECISION_UNKNOWN")); !strings.Contains(r.Message, "yes, no") {
		t.Errorf("refused with %q", r.Message)
	}
	past.When(by("user:ada"), resolve("i2", "yes")).Refuses(t, refusal("INTERRUPT_NOT_FOUND"))
}

func TestAnAnswerAfterExpiryIsRefused(t *testing.T) {
	t.Parallel()
	expires := worker.At
	ask := pending("i1", "a", "c1")
	ask.Expires = &expires
	past := goal(submitted, planned("a"), started("a", "c1"), ask)
	expire := commands.ExpireInterrupt{GoalRef: ref, Interrupt: "i1"}

	past.When(by("timer", -time.Microsecond), expire).Refuses(t, refusal("INTERRUPT_OPEN"))
	past.When(by("user:ada", -time.Microsecond), resolve("i1", "yes")).State(t)
	past.When(by("user:ada"), resolve("i1", "yes")).Refuses(t, commands.ErrInterruptClosed) // the timer is late
	past.When(by("timer"), expire).Then(t, events.InterruptExpired{Interrupt: "i1"})
	past.Having(by("timer"), expire)
	past.When(by("user:ada", -time.Hour), resolve("i1", "yes")).Refuses(t, commands.ErrInterruptClosed)
	past.When(by("timer"), expire).Refuses(t, commands.ErrInterruptClosed)
	past.When(by("timer"), commands.ExpireInterrupt{GoalRef: ref, Interrupt: "i2"}).Refuses(t, refusal("INTERRUPT_NOT_FOUND"))
	if a, _ := past.State().Task("a"); !a.Ready() {
		t.Errorf("after expiry the task is %s", a.Status)
	}
}

func TestWhatNeverExpiresCannotBeExpired(t *testing.T) {
	t.Parallel()
	goal(submitted, planned("a"), started("a", "c1"), pending("i1", "a", "c1")).
		When(by("timer", 1000*time.Hour), commands.ExpireInterrupt{GoalRef: ref, Interrupt: "i1"}).Refuses(t, refusal("INTERRUPT_OPEN"))
}

func TestAnAnswerAfterCancellingIsRefused(t *testing.T) {
	t.Parallel()
	goal(submitted, planned("a"), started("a", "c1"), pending("i1", "a", "c1"), events.GoalCancelled{By: "user:ada"}).
		When(by("user:bob"), resolve("i1", "yes")).Refuses(t, commands.ErrGoalEnded)
}

func TestAGoalWaitsUntilTheLastAnswer(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a", "b"), started("a", "c1"), started("b", "c2"), pending("i1", "a", "c1"), pending("i2", "b", "c2"),
		events.InterruptResolved{Interrupt: "i1", Decision: "yes"})
	if g := past.State(); g.Status != commands.GoalWaiting {
		t.Errorf("goal is %s with an open interrupt", g.Status)
	}
	if g := past.And(events.InterruptResolved{Interrupt: "i2", Decision: "no"}).State(); g.Status != commands.GoalExecuting {
		t.Errorf("goal is %s without one", g.Status)
	}
}

func TestReplanningClosesWhatItsTasksWereAsking(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a", "b"), started("a", "c1"), pending("i1", "a", "c1"),
		events.GoalReplanned{Version: 2, Tasks: tasksOf("a")})
	past.When(by("user:ada"), resolve("i1", "yes")).Refuses(t, commands.ErrInterruptClosed)
	if g := past.State(); g.Status != commands.GoalExecuting {
		t.Errorf("goal is %s", g.Status)
	}
}
