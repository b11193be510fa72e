package projector_test

import (
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// proofOf is how far the proof of a goal's newest end is.
func (w *world) proofOf(t *testing.T, goal string) (proof commands.Proof, retries int) {
	t.Helper()
	err := w.Commands().Goals.View(t.Context(), events.GoalStream(chaintest.Workspace, goal), true, func(g *commands.Goal, _ events.Revision) {
		proof, retries = g.Proof, g.Retries
	})
	if err != nil {
		t.Fatal(err)
	}
	return proof, retries
}

// A goal is proven at each of its ends, whether the earlier one was through when it went on or not, and also by a projector
// that starts afterwards.
func TestAGoalThatGoesOnIsProvenAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ wait, restart bool }{"proven before": {wait: true}, "not proven before": {}, "restarted": {wait: true, restart: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, devchain.Config{})
			stop := w.start(t, setup{proof: projector.Config{Gather: 20 * time.Millisecond}})
			set := w.Commands()
			tasks := chaintest.Tasks(3)
			late := tasks[2]
			tasks[2].Result = ""
			goal := w.Run(t.Context(), t, set, tasks...)
			other := w.Run(t.Context(), t, set, chaintest.Tasks(1)...)
			if c.wait {
				w.confirmed(t, []string{goal, other})
			}
			if c.restart {
				stop()
			}
			w.Retry(t.Context(), t, set, goal, late)
			if c.restart {
				w.start(t, setup{})
			}
			second := commands.BundleID(goal, 1)
			chaintest.Eventually(t, "the second end is confirmed", func() bool {
				proof, retries := w.proofOf(t, goal)
				return retries == 1 && proof.Status == "confirmed" && proof.Bundle == second && len(proof.Tasks) == 3
			})
			recorded := w.recorded(t)
			if logs := recorded[second]; len(logs) != 1 || logs[0].Size != 3 {
				t.Errorf("the second end was recorded as %+v", logs)
			}
			if logs := recorded[merkle.BundleID(goal)]; c.wait && (len(logs) != 1 || logs[0].Size != 2) {
				t.Errorf("the first end was recorded as %+v", logs)
			}
			if n := w.kinds(t, "proof.confirmed")[other]; n > 1 {
				t.Errorf("another goal was confirmed %d times", n)
			}
		})
	}
}

func TestWhatWasGivenUpCanBeTriedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	goals := w.goals(t, 2)
	url := w.url
	w.url = refusing(t, url)
	stop := w.start(t, setup{proof: projector.Config{Attempts: 2}})
	chaintest.Eventually(t, "both are given up", func() bool { return len(w.kinds(t, "proof.dead_lettered")) == len(goals) })
	stop()
	w.url = url
	retry := func(goal string) {
		ref := commands.GoalRef{Workspace: chaintest.Workspace, Goal: goal}
		if _, err := w.Commands().Goals.Run(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, commands.RetryProof{GoalRef: ref}); err != nil {
			t.Fatal(err)
		}
	}
	retry(goals[0]) // while nobody looks
	w.start(t, setup{})
	w.confirmed(t, goals[:1])
	retry(goals[1])
	w.check(t, goals)
}
