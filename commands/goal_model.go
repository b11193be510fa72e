package commands

import "github.com/mergit-io/mergit/events"

// What a model is asked about a goal for.
const (
	ForPlan   = "plan"
	ForReplan = "replan"
)

// RecordGoalModelCalls records that models were asked about a goal as a whole.
// It counts against the goal's limits like any other call.
type RecordGoalModelCalls struct {
	GoalRef
	Calls []events.GoalModelCall `json:"calls"`
}

// Name implements Command.
func (RecordGoalModelCalls) Name() string { return "goal.record_model_calls" }

// Decide implements Command.
func (c RecordGoalModelCalls) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if err := c.open(g); err != nil {
		return nil, err
	}
	facts := make([]events.Event, len(c.Calls))
	for i, call := range c.Calls {
		if call.Provider == "" || call.For != ForPlan && call.For != ForReplan {
			return nil, refuse(Invalid, "CALL_INVALID", "a call of a model names its provider, and what for: %s or %s", ForPlan, ForReplan)
		}
		facts[i] = call
	}
	return facts, nil
}

// budgetOf is what a call about the goal has used.
func budgetOf(c events.GoalModelCall) events.Budget {
	return events.Budget{Steps: 1, Tokens: c.Usage.Input + c.Usage.Output, Cost: max(c.Cost, 0)}
}
