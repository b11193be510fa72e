package commands_test

import (
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

var (
	bundle = events.Sum([]byte(commandtest.Goal))
	root   = events.Sum([]byte("root"))
	pend   = commands.PendProof{GoalRef: ref, Bundle: bundle, Root: root, Tasks: []string{"a"}}
)

// proven is a goal that ended with one task done, and what became of its proof.
func proven(facts ...events.Event) *commandtest.Scenario[commands.Goal, *commands.Goal] {
	return goal(submitted, planned("a", "b"), started("a", "c1"), completed("a", "c1"), events.GoalFailed{Code: "x"}).And(facts...)
}

var (
	isPending   = events.ProofPending{Bundle: bundle, Root: root, Tasks: []string{"a"}}
	isSubmitted = events.ProofSubmitted{Bundle: bundle, Chain: 1, Signer: "0xabc", Tx: "0x1"}
	isConfirmed = events.ProofConfirmed{Bundle: bundle, Chain: 1, Tx: "0x1", Block: 7, BlockHash: "0xb7"}
	isReorged   = events.ProofReorged{Bundle: bundle, Tx: "0x1", Block: 7, BlockHash: "0xb7"}
	isDead      = events.ProofDeadLettered{Bundle: bundle, Attempts: 10, Reason: "no funds"}
)

func TestAProofFollowsTheEndOfItsGoal(t *testing.T) {
	t.Parallel()
	goal(submitted).When(by("chain"), pend).Refuses(t, refusal("GOAL_OPEN"))
	goal().When(by("chain"), pend).Refuses(t, commands.ErrGoalNotFound)
	proven().When(by("chain"), pend).Then(t, isPending)
	proven(isPending).When(by("chain"), pend).Then(t)
	other := pend
	other.Root = events.Sum([]byte("another"))
	proven(isPending).When(by("chain"), other).Refuses(t, refusal("PROOF_EXISTS"))
}

func TestAProofHoldsExactlyTheDoneTasks(t *testing.T) {
	t.Parallel()
	for name, tasks := range map[string][]string{"none": nil, "more": {"a", "b"}, "another": {"b"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := pend
			c.Tasks = tasks
			proven().When(by("chain"), c).Refuses(t, refusal("PROOF_INVALID"))
		})
	}
	c := pend
	c.Bundle = events.Sum([]byte("another goal"))
	proven().When(by("chain"), c).Refuses(t, refusal("PROOF_INVALID"))
}

func TestAProofGoesFromPendingToConfirmed(t *testing.T) {
	t.Parallel()
	submit := commands.SubmitProof{GoalRef: ref, Chain: 1, Signer: "0xabc", Tx: "0x1"}
	confirm := commands.ConfirmProof{GoalRef: ref, Chain: 1, Tx: "0x1", Block: 7, BlockHash: "0xb7"}
	reorg := commands.ReorgProof{GoalRef: ref, BlockHash: "0xb7"}
	dead := commands.DeadLetterProof{GoalRef: ref, Attempts: 10, Reason: "no funds"}

	type command = commands.Command[*commands.Goal]
	refused := events.Event(nil)
	for _, c := range []struct {
		name    string
		past    []events.Event
		command command
		want    []events.Event
	}{
		{"submit nothing", nil, submit, []events.Event{refused}},
		{"submit pending", []events.Event{isPending}, submit, []events.Event{isSubmitted}},
		{"submit twice", []events.Event{isPending, isSubmitted}, submit, nil},
		{"submit confirmed", []events.Event{isPending, isSubmitted, isConfirmed}, submit, []events.Event{refused}},
		{"submit dead", []events.Event{isPending, isDead}, submit, []events.Event{refused}},
		{"confirm nothing", nil, confirm, []events.Event{refused}},
		{"confirm pending", []events.Event{isPending}, confirm, []events.Event{isConfirmed}},
		{"confirm submitted", []events.Event{isPending, isSubmitted}, confirm, []events.Event{isConfirmed}},
		{"confirm dead", []events.Event{isPending, isSubmitted, isDead}, confirm, []events.Event{isConfirmed}},
		{"confirm twice", []events.Event{isPending, isConfirmed}, confirm, nil},
		{"reorg submitted", []events.Event{isPending, isSubmitted}, reorg, []events.Event{refused}},
		{"reorg confirmed", []events.Event{isPending, isSubmitted, isConfirmed}, reorg, []events.Event{isReorged}},
		{"reorg twice", []events.Event{isPending, isSubmitted, isConfirmed, isReorged}, reorg, nil},
		{"confirm again after reorg", []events.Event{isPending, isSubmitted, isConfirmed, isReorged}, confirm, []events.Event{isConfirmed}},
		{"dead letter nothing", nil, dead, []events.Event{refused}},
		{"dead letter pending", []events.Event{isPending}, dead, []events.Event{isDead}},
		{"dead letter submitted", []events.Event{isPending, isSubmitted}, dead, []events.Event{isDead}},
		{"dead letter twice", []events.Event{isPending, isDead}, dead, nil},
		{"dead letter confirmed", []events.Event{isPending, isConfirmed}, dead, []events.Event{refused}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := proven(c.past...).When(by("chain"), c.command)
			if len(c.want) == 1 && c.want[0] == refused {
				o.Refuses(t, refusal("PROOF_STATE"))
				return
			}
			o.Then(t, c.want...)
		})
	}
}

func TestANewTransactionMayReplaceTheOneThatWasSubmitted(t *testing.T) {
	t.Parallel()
	again := commands.SubmitProof{GoalRef: ref, Chain: 1, Signer: "0xabc", Tx: "0x2"}
	want := isSubmitted
	want.Tx = "0x2"
	proven(isPending, isSubmitted).When(by("chain"), again).Then(t, want)
}

func TestAReorgThatComesLateDoesNotUndoALaterBlock(t *testing.T) {
	t.Parallel()
	later := isConfirmed
	later.Block, later.BlockHash = 9, "0xb9"
	past := proven(isPending, isSubmitted, isConfirmed, isReorged, later)
	past.When(by("chain"), commands.ReorgProof{GoalRef: ref, BlockHash: "0xb7"}).Refuses(t, refusal("PROOF_STATE"))
	past.When(by("chain"), commands.ReorgProof{GoalRef: ref, BlockHash: "0xb9"}).
		Then(t, events.ProofReorged{Bundle: bundle, Tx: "0x1", Block: 9, BlockHash: "0xb9"})
}

func TestEachEndOfAGoalHasItsProof(t *testing.T) {
	t.Parallel()
	first, second := commands.BundleID(ref.Goal, 0), commands.BundleID(ref.Goal, 1)
	if first != events.Sum([]byte(ref.Goal)) || second == first {
		t.Errorf("bundles %s and %s", first, second)
	}
	pend := func(bundle events.Digest) commands.PendProof {
		return commands.PendProof{GoalRef: ref, Bundle: bundle, Tasks: []string{}}
	}
	failed := goal(submitted, planned("a"), events.GoalFailed{Code: "x"}, events.ProofPending{Bundle: first})
	failed.When(by("chain"), pend(second)).Refuses(t, refusal("PROOF_EXISTS"))
	retried := failed.Having(by("user:ada"), commands.RetryGoal{GoalRef: ref})
	retried.When(by("chain"), commands.ConfirmProof{GoalRef: ref, Bundle: first, Tx: "0x1"}).Then(t, events.ProofConfirmed{Bundle: first, Tx: "0x1"})
	again := retried.And(events.GoalFailed{Code: "x"})
	for _, late := range []commands.Command[*commands.Goal]{
		commands.SubmitProof{GoalRef: ref, Bundle: first, Tx: "0x1"}, commands.ConfirmProof{GoalRef: ref, Bundle: first, Tx: "0x1"},
		commands.ReorgProof{GoalRef: ref, Bundle: first}, commands.DeadLetterProof{GoalRef: ref, Bundle: first},
	} {
		again.When(by("chain"), late).Refuses(t, refusal("PROOF_SUPERSEDED"))
	}
	again.When(by("chain"), pend(first)).Then(t) // its answer was lost
	again.When(by("chain"), pend(second)).Then(t, events.ProofPending{Bundle: second, Tasks: []string{}})
	proven := again.And(events.ProofPending{Bundle: second})
	proven.When(by("chain"), commands.ConfirmProof{GoalRef: ref, Bundle: second, Tx: "0x2"}).Then(t, events.ProofConfirmed{Bundle: second, Tx: "0x2"})
	proven.When(by("chain"), commands.ConfirmProof{GoalRef: ref, Bundle: first, Tx: "0x1"}).Refuses(t, refusal("PROOF_SUPERSEDED"))
}

func TestWhatWasGivenUpCanBeTriedAgain(t *testing.T) {
	t.Parallel()
	announced := events.ProofPending{Bundle: commands.BundleID(ref.Goal, 0), Root: root, Tasks: []string{"a"}}
	past := goal(submitted, planned("a"), started("a", "c1"), completed("a", "c1"), events.GoalCompleted{Tasks: 1}, announced)
	retry := commands.RetryProof{GoalRef: ref}
	past.When(by("user:ada"), retry).Refuses(t, refusal("PROOF_STATE"))
	past.And(events.ProofDeadLettered{Bundle: announced.Bundle}).When(by("user:ada"), retry).Then(t, announced)
	if s := past.And(announced).State(); s.Proof.Status != "pending" {
		t.Errorf("the proof is %s", s.Proof.Status)
	}
}
