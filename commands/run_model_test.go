package commands_test

import (
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

func modelCall(s events.Step, said string) events.TaskModelCall {
	return events.TaskModelCall{Step: s, Provider: "openai", Model: "gpt-4o", Usage: events.Usage{Input: 10, Output: 5}, Cost: 7,
		Prompt: events.Prompt{Digest: events.Sum([]byte("prompt"))}, Reply: events.Content{Hash: events.Sum([]byte(said)), Size: 2}}
}

func recordModel(s events.Step, said string) commands.RecordModelCall {
	return commands.RecordModelCall{RunRef: runRef, Call: modelCall(s, said)}
}

func TestAModelsCallIsRecordedOnceAndInOrder(t *testing.T) {
	t.Parallel()
	past := run()
	past.When(worker, recordModel(at(1, 1, "c1"), "hi")).Then(t, modelCall(at(1, 1, "c1"), "hi"))
	past.When(worker, recordModel(at(1, 2, "c1"), "hi")).Refuses(t, refusal("CALL_OUT_OF_ORDER"))
	past = past.Having(worker, recordModel(at(1, 1, "c1"), "hi"))
	past.When(worker, recordModel(at(1, 1, "c1"), "hi")).Then(t)
	past.When(worker, recordModel(at(1, 1, "c1"), "another answer")).Refuses(t, refusal("CALL_SETTLED"))
	past.When(worker, begin(at(1, 1, "c1"), "read")).Refuses(t, refusal("CALL_DIFFERS"))
	past = past.Having(worker, begin(at(1, 2, "c1"), "read")).And(toolResult(at(1, 2, "c1"), "x"))
	past.When(worker, recordModel(at(1, 2, "c1"), "hi")).Refuses(t, refusal("CALL_SETTLED"))
	past = past.Having(worker, recordModel(at(1, 3, "c2"), "done"))
	past.When(worker, recordModel(at(1, 4, "c1"), "late")).Refuses(t, commands.ErrClaimLost)
	if got, want := past.State().Spent(1), (events.Budget{Steps: 3, Tokens: 30, Cost: 14}); got != want {
		t.Errorf("spent %+v, want %+v", got, want)
	}
	unpriced := recordModel(at(2, 1, "c2"), "hi")
	unpriced.Call.Cost = -1
	if got, want := past.Having(worker, unpriced).State().Spent(2), (events.Budget{Steps: 1, Tokens: 15}); got != want {
		t.Errorf("with an unknown cost: spent %+v, want %+v", got, want)
	}
	nameless := recordModel(at(1, 1, "c1"), "hi")
	nameless.Call.Provider = ""
	run().When(worker, nameless).Refuses(t, refusal("CALL_INVALID"))
}
