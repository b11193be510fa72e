package commands_test

import (
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

func TestWhatPlanningCostsIsSpentByTheGoal(t *testing.T) {
	t.Parallel()
	call := events.GoalModelCall{For: commands.ForPlan, Provider: "openai", Model: "gpt-4o", Usage: events.Usage{Input: 900, Output: 100}, Cost: 250}
	unpriced := call
	unpriced.Cost = -1
	limited := submitted
	limited.Limits = events.Limits{Steps: 5, Tokens: 3000, Cost: 1000}
	record := commands.RecordGoalModelCalls{GoalRef: ref, Calls: []events.GoalModelCall{call, unpriced}}
	o := goal(limited).When(worker, record)
	o.Then(t, call, unpriced)
	g := o.State(t)
	if want := (events.Budget{Steps: 2, Tokens: 2000, Cost: 250}); g.Spent != want || g.Left().Tokens != 1000 || g.Status != commands.GoalPending {
		t.Errorf("spent %+v, the goal is %s", g.Spent, g.Status)
	}
	nameless := record
	nameless.Calls = []events.GoalModelCall{{For: "fun", Provider: "openai"}}
	goal(limited).When(worker, nameless).Refuses(t, refusal("CALL_INVALID"))
	goal().When(worker, record).Refuses(t, commands.ErrGoalNotFound)
	goal(submitted, events.GoalCancelled{By: "user:ada"}).When(worker, record).Refuses(t, commands.ErrGoalEnded)
}
