package events

// GoalModelCall: a model was asked about the goal as a whole, such as for its
// plan. What it was told follows from the goal, and what it answered stands in
// the plan.
type GoalModelCall struct {
	goalFact
	For        string `json:"for"` // plan, replan
	Provider   string `json:"provider"`
	Model      string `json:"model"`
	Usage      Usage  `json:"usage"`
	Cost       int64  `json:"cost"` // millionths of a US dollar; -1 if it is not known
	DurationUS int64  `json:"duration_us"`
}

var goalModelCall = define[GoalModelCall](FamilyGoal, "goal.model_call", 1, OfAggregate)

func (GoalModelCall) kind() *Kind { return goalModelCall }
