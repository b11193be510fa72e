package policy_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/policy"
)

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// given folds facts, each at the next revision.
func given(facts ...events.Event) *commands.Goal {
	g := commands.NewGoal()
	for i, f := range facts {
		g.Evolve(events.Envelope[events.Event]{Fact: f, Meta: events.Meta{Revision: events.Revision(i + 1), Ordinal: uint64(i + 1), Time: now}})
	}
	return g
}

func planned(tasks ...events.PlannedTask) events.GoalPlanned {
	return events.GoalPlanned{Version: 1, Tasks: tasks}
}

func task(id string, needs ...string) events.PlannedTask {
	return events.PlannedTask{ID: id, Role: "coder", Tool: "noop", Needs: needs}
}

func started(task, claim string) events.TaskStarted {
	return events.TaskStarted{Task: task, Attempt: 1, Claim: claim, Budget: events.Budget{Steps: 1}}
}

func done(task, claim string) events.TaskCompleted {
	return events.TaskCompleted{Task: task, Attempt: 1, Claim: claim, Result: events.Sum([]byte(task)), Spent: events.Budget{Steps: 1}}
}

func TestWhatFollowsFromAGoal(t *testing.T) {
	t.Parallel()
	soon, past := now.Add(time.Minute), now.Add(-time.Minute)
	submitted := events.GoalSubmitted{Title: "t"}
	limited := events.GoalSubmitted{Title: "t", Limits: events.Limits{Steps: 1}}
	offer := func(id string, by events.Revision) policy.Offer {
		return policy.Offer{Task: id, Role: "coder", EnabledBy: by}
	}
	for name, test := range map[string]struct {
		goal *commands.Goal
		want []policy.Reaction
	}{
		"nothing from nothing":  {given(), nil},
		"a new goal is planned": {given(submitted), []policy.Reaction{policy.Plan{}}},
		"ready tasks are offered": {given(submitted, planned(task("a"), task("b"), task("c", "a"))),
			[]policy.Reaction{offer("a", 2), offer("b", 2)}},
		"what a completion enables is offered": {given(submitted, planned(task("a"), task("b", "a")), started("a", "c1"), done("a", "c1")),
			[]policy.Reaction{offer("b", 4)}},
		"the last completion completes": {given(submitted, planned(task("a")), started("a", "c1"), done("a", "c1")),
			[]policy.Reaction{policy.Complete{}}},
		"a retry is waited for": {given(submitted, planned(task("a")), started("a", "c1"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1", RetryAt: &soon}),
			[]policy.Reaction{policy.Wake{Name: "retry-0", At: soon}}},
		"and offered when it is time": {given(submitted, planned(task("a")), started("a", "c1"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1", RetryAt: &past}),
			[]policy.Reaction{offer("a", 4)}},
		"a failure is final once nothing runs": {given(submitted, planned(task("a")), started("a", "c1"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1", Code: "x", Error: "y"}),
			[]policy.Reaction{policy.Fail{Code: "task_failed", Error: "x: y", Task: "a"}}},
		"what runs may finish first": {given(submitted, planned(task("a"), task("b")), started("a", "c1"), started("b", "c2"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1"}), nil},
		"an open question waits for its end": {given(submitted, planned(task("a")), started("a", "c1"), events.InterruptPending{Interrupt: "i", Task: "a", Claim: "c1", Expires: &soon}),
			[]policy.Reaction{policy.Wake{Name: "interrupt-i", At: soon}}},
		"and expires": {given(submitted, planned(task("a")), started("a", "c1"), events.InterruptPending{Interrupt: "i", Task: "a", Claim: "c1", Expires: &past}),
			[]policy.Reaction{policy.Expire{Interrupt: "i"}}},
		"a deadline ends the goal": {given(events.GoalSubmitted{Title: "t", Limits: events.Limits{Deadline: &past}}, planned(task("a"))),
			[]policy.Reaction{policy.Fail{Code: "deadline_exceeded", Error: "the goal's deadline has passed"}}},
		"no more is offered than the limit allows": {given(limited, planned(task("a"), task("b"))), []policy.Reaction{offer("a", 2)}},
		"and nothing while that runs":              {given(limited, planned(task("a"), task("b")), started("a", "c1")), nil},
		"a spent limit ends the goal": {given(limited, planned(task("a"), task("b")), started("a", "c1"), done("a", "c1")),
			[]policy.Reaction{policy.Fail{Code: "limit_exceeded", Error: "the goal's limit of 1 call is used up", Task: "b"}}},
		"what a model planned is planned anew": {drafted(1, false), []policy.Reaction{policy.Replan{Task: "a"}}},
		"twice, and then a person is asked and the cause is looked for": {drafted(3, false),
			[]policy.Reaction{policy.Heal{Task: "a", Code: "x"}, policy.Escalate{Task: "a"}}},
		"what looks for causes has none looked for": {drafted(3, true), []policy.Reaction{policy.Escalate{Task: "a"}}},
		"spent tokens end the goal, but not its tools": {given(events.GoalSubmitted{Title: "t", Limits: events.Limits{Tokens: 9}},
			planned(task("a"), events.PlannedTask{ID: "p", Role: "coder", Prompt: "?"}), started("a", "c1"),
			events.TaskCompleted{Task: "a", Attempt: 1, Claim: "c1", Result: events.Sum([]byte("a")), Spent: events.Budget{Tokens: 9}}),
			[]policy.Reaction{policy.Fail{Code: "limit_exceeded", Error: "the goal's limit of 9 tokens is used up", Task: "p"}}},
		"nothing follows from an end": {given(submitted, planned(task("a")), events.GoalCancelled{By: "user:x"}), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := policy.Next(test.goal, now, false); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestARevokedAgentsGoalsEndWhateverTheyWaitFor(t *testing.T) {
	t.Parallel()
	soon := now.Add(time.Minute)
	submitted := events.GoalSubmitted{Title: "t", Agent: "a1"}
	fail := []policy.Reaction{policy.Fail{Code: "agent_revoked", Error: "agent a1 is revoked; the goal was run as it"}}
	plan := planned(task("a"), task("b", "a"))
	for name, test := range map[string]struct {
		goal *commands.Goal
		want []policy.Reaction
	}{
		"a plan":   {given(submitted), fail},
		"a worker": {given(submitted, plan), fail},
		"a tool":   {given(submitted, plan, started("a", "c1")), fail},
		"an answer": {given(submitted, plan, started("a", "c1"),
			events.InterruptPending{Interrupt: "i", Task: "a", Claim: "c1", Expires: &soon}), fail},
		"a time": {given(submitted, plan, started("a", "c1"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1", RetryAt: &soon}), fail},
		"nothing, for all is done": {given(submitted, plan, started("a", "c1"), done("a", "c1"), started("b", "c2"), done("b", "c2")),
			[]policy.Reaction{policy.Complete{}}},
		"nothing, for it has ended": {given(submitted, plan, events.GoalCancelled{By: "user:x"}), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := policy.Next(test.goal, now, true); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// drafted is a goal that a model planned and that has failed as often as said.
func drafted(failures int, healer bool) *commands.Goal {
	submitted := events.GoalSubmitted{Title: "t", Submitter: "user:ada"}
	if healer {
		submitted.Submitter = policy.Healer
	}
	by := events.Planner{Name: "openai", Model: "gpt-4o"}
	facts := []events.Event{submitted, events.GoalPlanned{Version: 1, Tasks: []events.PlannedTask{task("a")}, Planner: by}}
	for n := range failures {
		if n > 0 {
			facts = append(facts, events.GoalReplanned{Version: n + 1, Tasks: []events.PlannedTask{task("a")}, Planner: by})
		}
		facts = append(facts, events.TaskStarted{Task: "a", Attempt: n + 1, Claim: "c"}, events.TaskFailed{Task: "a", Attempt: n + 1, Claim: "c", Code: "x"})
	}
	return given(facts...)
}
