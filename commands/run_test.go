package commands_test

import (
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

// at is a step under a claim that was given the later the higher its last digit
// is.
func at(attempt, call int, claim string) events.Step {
	s := events.Step{Attempt: attempt, Call: call, Claim: claim, Started: 1}
	if claim != "" {
		s.Started += events.Revision(claim[len(claim)-1])
	}
	return s
}

func toolCall(s events.Step, effect string) events.TaskToolCall {
	return events.TaskToolCall{Step: s, Tool: "file_ops", ArgsHash: events.Sum([]byte("args")), Effect: effect, TimeoutMS: 1000}
}

func toolResult(s events.Step, said string) events.TaskToolResult {
	return events.TaskToolResult{Step: s, Result: events.Content{Hash: events.Sum([]byte(said)), Size: int64(len(said))}}
}

func begin(s events.Step, effect string) commands.BeginCall {
	return commands.BeginCall{RunRef: runRef, Call: toolCall(s, effect)}
}

func end(result events.TaskToolResult) commands.EndCall {
	return commands.EndCall{RunRef: runRef, Outcome: commands.Outcome{Result: &result}}
}

func endFailed(failed events.TaskToolFailed) commands.EndCall {
	return commands.EndCall{RunRef: runRef, Outcome: commands.Outcome{Failed: &failed}}
}

func TestACallIsBegunAndEnded(t *testing.T) {
	t.Parallel()
	s := at(1, 1, "c1")
	past := run()
	past.When(worker, begin(s, "write")).Then(t, toolCall(s, "write"))
	past.Having(worker, begin(s, "write"))
	past.When(worker, end(toolResult(s, "ok"))).Then(t, toolResult(s, "ok"))
	r := past.When(worker, end(toolResult(s, "ok"))).State(t)
	if c, ok := r.Find(1, 1); !ok || c.Status != commands.CallDone || c.At != 2 || c.Result.Hash != events.Sum([]byte("ok")) {
		t.Errorf("call is %+v", c)
	}
	failed := events.TaskToolFailed{Step: s, Code: "no", Retryable: true, RetryMS: 5}
	if c, _ := past.When(worker, endFailed(failed)).State(t).Find(1, 1); c.Status != commands.CallFailed || c.Failed != failed {
		t.Errorf("call is %+v", c)
	}
}

func TestACallAndItsOutcomeMayBeRecordedTogether(t *testing.T) {
	t.Parallel()
	s := at(1, 1, "c1")
	result := toolResult(s, "ok")
	c := begin(s, "read")
	c.Then = &commands.Outcome{Result: &result}
	run().When(worker, c).Then(t, toolCall(s, "read"), result)

	c.Call.Effect = "write" // was made before it was recorded
	run().When(worker, c).Refuses(t, refusal("CALL_INVALID"))
	c.Then = &commands.Outcome{Failed: &events.TaskToolFailed{Step: s, Code: "not_allowed"}}
	run().When(worker, c).Then(t, toolCall(s, "write"), *c.Then.Failed)
}

func TestAnOutcomeIsEitherAResultOrAFailureOfItsOwnCall(t *testing.T) {
	t.Parallel()
	s := at(1, 1, "c1")
	result, failed := toolResult(s, "ok"), events.TaskToolFailed{Step: s}
	past := run(toolCall(s, "read"))
	for name, o := range map[string]commands.Outcome{"none": {}, "both": {Result: &result, Failed: &failed}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			past.When(worker, commands.EndCall{RunRef: runRef, Outcome: o}).Refuses(t, refusal("OUTCOME_INVALID"))
			c := begin(s, "read")
			c.Then = &o
			run().When(worker, c).Refuses(t, refusal("OUTCOME_INVALID"))
		})
	}
	other := toolResult(at(1, 2, "c1"), "ok")
	c := begin(s, "read")
	c.Then = &commands.Outcome{Result: &other}
	run().When(worker, c).Refuses(t, refusal("OUTCOME_INVALID"))
}

func TestACallMustSayWhatItDoes(t *testing.T) {
	t.Parallel()
	for _, effect := range []string{"", "unknown"} {
		run().When(worker, begin(at(1, 1, "c1"), effect)).Refuses(t, refusal("CALL_INVALID"))
	}
	run().When(worker, begin(at(0, 1, "c1"), "read")).Refuses(t, refusal("STEP_INVALID"))
	run().When(worker, begin(at(1, 1, "no token"), "read")).Refuses(t, refusal("INVALID_ID"))
	c := begin(at(1, 1, "c1"), "read")
	c.Task = events.Whole
	run().When(worker, c).Refuses(t, refusal("INVALID_ID"))
}

func TestCallsOfAnAttemptAreCounted(t *testing.T) {
	t.Parallel()
	s := at(1, 1, "c1")
	past := run(toolCall(s, "read"), toolResult(s, "ok"))
	past.When(worker, begin(at(1, 2, "c1"), "read")).Then(t, toolCall(at(1, 2, "c1"), "read"))
	past.When(worker, begin(at(1, 3, "c1"), "read")).Refuses(t, refusal("CALL_OUT_OF_ORDER"))
	past.When(worker, begin(at(1, 0, "c1"), "read")).Refuses(t, refusal("CALL_OUT_OF_ORDER"))
	past.When(worker, begin(at(2, 1, "c2"), "read")).Then(t, toolCall(at(2, 1, "c2"), "read"))
}

func TestWhatIsRecordedAlreadyIsNotRecordedTwice(t *testing.T) {
	t.Parallel()
	s := at(1, 1, "c1")
	begun := run(toolCall(s, "write"))
	begun.When(worker, begin(s, "write")).Then(t) // the same worker, whose answer was lost
	done := run(toolCall(s, "write"), toolResult(s, "ok"))
	done.When(worker, end(toolResult(s, "ok"))).Then(t)
	done.When(worker, end(toolResult(s, "other"))).Refuses(t, refusal("CALL_SETTLED"))
	done.When(worker, endFailed(events.TaskToolFailed{Step: s})).Refuses(t, refusal("CALL_SETTLED"))
	done.When(worker, begin(s, "write")).Refuses(t, refusal("CALL_SETTLED"))
	failed := events.TaskToolFailed{Step: s, Code: "no"}
	run(toolCall(s, "write"), failed).When(worker, endFailed(failed)).Then(t)
	run().When(worker, end(toolResult(s, "ok"))).Refuses(t, refusal("CALL_NOT_BEGUN"))
}

func TestAReadThatWasLostRunsAgainAndSaysSo(t *testing.T) {
	t.Parallel()
	for _, effect := range []string{"read", "idempotent"} {
		past := run(toolCall(at(1, 1, "c1"), effect))
		want := toolCall(at(1, 1, "c2"), effect)
		want.Again = 1
		past.When(worker, begin(at(1, 1, "c2"), effect)).Then(t, want)
		past.Having(worker, begin(at(1, 1, "c2"), effect))
		want.Step, want.Again = at(1, 1, "c3"), 2
		past.When(worker, begin(at(1, 1, "c3"), effect)).Then(t, want)
		other := begin(at(1, 1, "c3"), effect)
		other.Call.Tool = "http_request"
		past.When(worker, other).Refuses(t, refusal("CALL_DIFFERS"))
	}
}

func TestAWriteThatWasLostIsNeverRepeatedOnAGuess(t *testing.T) {
	t.Parallel()
	run(toolCall(at(1, 1, "c1"), "write")).When(worker, begin(at(1, 1, "c2"), "write")).Refuses(t, refusal("CALL_IN_DOUBT"))
}

func TestTheNextWorkerMayRecordWhatItFound(t *testing.T) {
	t.Parallel()
	found := toolResult(at(1, 1, "c2"), "ok")
	found.Found = true
	past := run(toolCall(at(1, 1, "c1"), "write"))
	past.When(worker, end(found)).Then(t, found)
	past.Having(worker, end(found)).When(worker, end(toolResult(at(1, 1, "c1"), "late"))).Refuses(t, commands.ErrClaimLost)
}

func TestASupersededClaimRecordsNothingInTheRun(t *testing.T) {
	t.Parallel()
	past := run(toolCall(at(1, 1, "c1"), "read"), toolResult(at(1, 1, "c1"), "ok"), toolCall(at(1, 2, "c2"), "write"))
	old := at(1, 2, "c1")
	past.When(worker, begin(at(1, 3, "c1"), "read")).Refuses(t, commands.ErrClaimLost)
	past.When(worker, end(toolResult(old, "ok"))).Refuses(t, commands.ErrClaimLost)
	past.When(worker, commands.DoubtCall{RunRef: runRef, Step: old}).Refuses(t, commands.ErrClaimLost)
	past.When(worker, commands.SettleCall{RunRef: runRef, Step: old, Outcome: commands.Again}).Refuses(t, commands.ErrClaimLost)
	past.When(worker, begin(at(1, 3, ""), "read")).Refuses(t, refusal("INVALID_ID"))
	unknown := at(1, 3, "c2")
	unknown.Started = 0
	past.When(worker, begin(unknown, "read")).Refuses(t, refusal("STEP_INVALID"))
	past.When(worker, end(toolResult(at(1, 2, "c2"), "ok"))).Then(t, toolResult(at(1, 2, "c2"), "ok"))
}

func TestASupersededClaimThatNeverRecordedRecordsNothing(t *testing.T) {
	t.Parallel()
	past := run(toolCall(at(1, 1, "c3"), "read"))
	past.When(worker, end(toolResult(at(1, 1, "c2"), "late"))).Refuses(t, commands.ErrClaimLost)
	twin := at(1, 1, "c3")
	twin.Claim = "other"
	past.When(worker, end(toolResult(twin, "ok"))).Refuses(t, commands.ErrClaimLost)
}

func TestAnEarlierAttemptRecordsNothingMore(t *testing.T) {
	t.Parallel()
	past := run(toolCall(at(2, 1, "c2"), "read"))
	past.When(worker, begin(at(1, 1, "c9"), "read")).Refuses(t, commands.ErrClaimLost)
}

func inDoubt(claim string) *commandtest.Scenario[commands.Run, *commands.Run] {
	return run(toolCall(at(1, 1, "c1"), "write"), events.TaskToolInDoubt{Step: at(1, 1, claim), Reason: "lost"})
}

func TestOnlyAWriteWithoutOutcomeIsInDoubt(t *testing.T) {
	t.Parallel()
	s := at(1, 1, "c2")
	doubt := commands.DoubtCall{RunRef: runRef, Step: s, Reason: "lost"}
	run(toolCall(at(1, 1, "c1"), "write")).When(worker, doubt).Then(t, events.TaskToolInDoubt{Step: s, Reason: "lost"})
	inDoubt("c2").When(worker, doubt).Then(t)
	run(toolCall(at(1, 1, "c1"), "read")).When(worker, doubt).Refuses(t, refusal("CALL_SETTLED"))
	run(toolCall(at(1, 1, "c1"), "write"), toolResult(at(1, 1, "c1"), "ok")).When(worker, doubt).Refuses(t, refusal("CALL_SETTLED"))
	run().When(worker, doubt).Refuses(t, refusal("CALL_NOT_BEGUN"))
	inDoubt("c2").When(worker, end(toolResult(s, "ok"))).Refuses(t, refusal("CALL_SETTLED"))
	inDoubt("c2").When(worker, begin(s, "write")).Refuses(t, refusal("CALL_SETTLED"))
}

func TestAPersonSaysWhatBecameOfACall(t *testing.T) {
	t.Parallel()
	s := at(1, 1, "c3")
	stands := events.Content{Hash: events.Sum([]byte("settled")), Size: 2}
	settle := commands.SettleCall{RunRef: runRef, Step: s, Outcome: commands.Happened, By: "user:ada", Result: stands}

	past := inDoubt("c2")
	past.When(worker, settle).Then(t, events.TaskToolSettled{Step: s, Outcome: commands.Happened, By: "user:ada", Result: stands})
	past.Having(worker, settle)
	if c, _ := past.State().Find(1, 1); c.Status != commands.CallDone || c.Result.Hash != stands.Hash || c.At != 3 {
		t.Errorf("happened: %+v", c)
	}
	past.When(worker, settle).Then(t) // its answer was lost
	settle.Outcome = commands.DidNot
	past.When(worker, settle).Refuses(t, refusal("CALL_SETTLED"))

	past = inDoubt("c2").Having(worker, settle)
	if c, _ := past.State().Find(1, 1); c.Status != commands.CallFailed || c.Failed.Code != "did_not_happen" {
		t.Errorf("did not: %+v", c)
	}

	settle.Outcome = commands.Again
	past = inDoubt("c2").Having(worker, settle)
	if c, _ := past.State().Find(1, 1); c.Status != commands.CallAgain {
		t.Errorf("again: %+v", c)
	}
	want := toolCall(s, "write")
	want.Again = 1
	past.When(worker, begin(s, "write")).Then(t, want)
	// Lost once more, it is asked about once more.
	past.Having(worker, begin(s, "write")).And(events.TaskToolInDoubt{Step: at(1, 1, "c4")})
	settle.Step = at(1, 1, "c4")
	past.When(worker, settle).Then(t, events.TaskToolSettled{Step: settle.Step, Outcome: commands.Again, By: "user:ada", Result: stands})

	settle.Outcome = "perhaps"
	past.When(worker, settle).Refuses(t, refusal("DECISION_UNKNOWN"))
	run(toolCall(at(1, 1, "c1"), "write")).When(worker, commands.SettleCall{RunRef: runRef, Step: s, Outcome: commands.Again}).Refuses(t, refusal("CALL_SETTLED"))
}

func TestARunKnowsWhereItEnds(t *testing.T) {
	t.Parallel()
	s := at(1, 1, "c1")
	past := run(events.TaskModelCall{Step: s, Provider: "offline", Reply: events.Content{Hash: events.Sum([]byte("hi"))}}, toolCall(at(1, 2, "c1"), "read"))
	r := past.State()
	if r.Ord != 2 || r.Last.IsZero() || len(r.Calls) != 2 || r.Calls[0].At != 1 || r.Calls[0].Status != commands.CallDone {
		t.Errorf("run ends at %d with %s and has calls %+v", r.Ord, r.Last, r.Calls)
	}
	past.When(worker, begin(at(1, 3, "c1"), "read")).State(t)
}
