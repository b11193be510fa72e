package commands

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/mergit-io/mergit/events"
)

const (
	// MaxTitle and MaxDescription bound what a goal may say, in bytes.
	MaxTitle       = 500
	MaxDescription = 64 << 10
	// MaxTasks bounds a plan.
	MaxTasks = 256
)

// GoalRef is the goal a command is about.
type GoalRef struct {
	Workspace string `json:"workspace"`
	Goal      string `json:"goal"`
}

// Stream is the goal's own aggregate.
func (r GoalRef) Stream() events.StreamID { return events.GoalStream(r.Workspace, r.Goal) }

// SubmitGoal asks for something to be achieved.
type SubmitGoal struct {
	GoalRef
	Title       string          `json:"title"`
	Description string          `json:"description,omitempty"`
	Parent      string          `json:"parent,omitempty"`
	Plan        json.RawMessage `json:"plan,omitempty"`
	Playbook    string          `json:"playbook,omitempty"`
	Params      json.RawMessage `json:"params,omitempty"`
	Mounts      []events.Mount  `json:"mounts,omitempty"`
	Agent       string          `json:"agent,omitempty"`
	Limits      events.Limits   `json:"limits,omitzero"`
}

// Name implements Command.
func (SubmitGoal) Name() string { return "goal.submit" }

// Creates says that the goal is usually new.
func (SubmitGoal) Creates() bool { return true }

// Decide implements Command.
func (c SubmitGoal) Decide(g *Goal, req Request) ([]events.Event, error) {
	switch {
	case g.Status != GoalNone:
		return nil, refuse(Conflict, ErrGoalExists.Code, "goal %s exists already", c.Goal)
	case c.Title == "":
		return nil, refuse(Invalid, "GOAL_EMPTY", "title: say what is to be achieved")
	case !utf8.ValidString(c.Title):
		return nil, refuse(Invalid, "GOAL_INVALID", "title: is not valid UTF-8")
	case len(c.Title) > MaxTitle:
		return nil, refuse(Invalid, "GOAL_INVALID", "title: has %d bytes, at most %d are allowed; put the rest into the description", len(c.Title), MaxTitle)
	case !utf8.ValidString(c.Description):
		return nil, refuse(Invalid, "GOAL_INVALID", "description: is not valid UTF-8")
	case len(c.Description) > MaxDescription:
		return nil, refuse(Invalid, "GOAL_INVALID", "description: has %d bytes, at most %d are allowed; mount a folder with the material instead", len(c.Description), MaxDescription)
	case len(c.Plan) > 0 && c.Playbook != "":
		return nil, refuse(Invalid, "GOAL_INVALID", "plan and playbook: give one of the two")
	}
	return []events.Event{events.GoalSubmitted{
		Title: c.Title, Description: c.Description, Submitter: req.Actor, Parent: c.Parent, Plan: c.Plan,
		Playbook: c.Playbook, Params: c.Params, Mounts: c.Mounts, Agent: c.Agent, Limits: c.Limits,
	}}, nil
}

// PlanGoal gives a goal its task graph. What the plan says must have been
// validated; here it is only refused if the graph could not be run at all.
type PlanGoal struct {
	GoalRef
	Tasks   []events.PlannedTask `json:"tasks"`
	Planner events.Planner       `json:"planner"`
}

// Name implements Command.
func (PlanGoal) Name() string { return "goal.plan" }

// Decide implements Command.
func (c PlanGoal) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if err := c.open(g); err != nil {
		return nil, err
	}
	if g.Planned > 0 {
		return nil, refuse(Conflict, "GOAL_PLANNED", "goal %s has a plan already", c.Goal)
	}
	if err := checkGraph(c.Tasks); err != nil {
		return nil, err
	}
	return []events.Event{events.GoalPlanned{Version: 1, Tasks: c.Tasks, Planner: c.Planner}}, nil
}

// CompleteGoal says that every task is done.
type CompleteGoal struct{ GoalRef }

// Name implements Command.
func (CompleteGoal) Name() string { return "goal.complete" }

// Decide implements Command.
func (c CompleteGoal) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if err := c.open(g); err != nil {
		return nil, err
	}
	if !g.AllDone() {
		return nil, refuse(Conflict, "TASKS_OPEN", "goal %s has tasks that are not done", c.Goal)
	}
	return []events.Event{events.GoalCompleted{Tasks: len(g.Tasks), Result: g.Result(), Spent: g.Spent}}, nil
}

// FailGoal gives a goal up.
type FailGoal struct {
	GoalRef
	Code  string `json:"code"`
	Error string `json:"error,omitempty"`
	Task  string `json:"task,omitempty"`
}

// Name implements Command.
func (FailGoal) Name() string { return "goal.fail" }

// Decide implements Command.
func (c FailGoal) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if err := c.open(g); err != nil {
		return nil, err
	}
	return []events.Event{events.GoalFailed{Code: c.Code, Error: c.Error, Task: c.Task}}, nil
}

// CancelGoal calls a goal off.
type CancelGoal struct {
	GoalRef
	Reason string `json:"reason,omitempty"`
}

// Name implements Command.
func (CancelGoal) Name() string { return "goal.cancel" }

// Decide implements Command.
func (c CancelGoal) Decide(g *Goal, req Request) ([]events.Event, error) {
	if err := c.open(g); err != nil {
		return nil, err
	}
	return []events.Event{events.GoalCancelled{Reason: c.Reason, By: req.Actor}}, nil
}

// open refuses what needs a goal that still runs.
func (r GoalRef) open(g *Goal) error {
	switch {
	case g.Status == GoalNone:
		return refuse(NotFound, ErrGoalNotFound.Code, "no goal %s", r.Goal)
	case g.Status.Ended():
		return refuse(Conflict, ErrGoalEnded.Code, "goal %s is %s already", r.Goal, g.Status)
	}
	return nil
}

// checkGraph refuses graphs that Evolve could not lay out or that would never
// end.
func checkGraph(tasks []events.PlannedTask) error {
	if len(tasks) == 0 || len(tasks) > MaxTasks {
		return refuse(Invalid, "PLAN_INVALID", "a plan has 1 to %d tasks, this one has %d", MaxTasks, len(tasks))
	}
	unmet, enables := map[string]int{}, map[string][]string{}
	for _, t := range tasks {
		if _, twice := unmet[t.ID]; twice || !events.IsToken(t.ID) || t.ID == events.Whole {
			return refuse(Invalid, "PLAN_INVALID", "task ID %q is used twice or not of A–Z, a–z, 0–9, _ and -", t.ID)
		}
		unmet[t.ID] = len(t.Needs)
	}
	var free []string
	for _, t := range tasks {
		for _, n := range t.Needs {
			if _, ok := unmet[n]; !ok {
				return refuse(Invalid, "PLAN_INVALID", "task %s needs %q, which is not in the plan", t.ID, n)
			}
			enables[n] = append(enables[n], t.ID)
		}
		if len(t.Needs) == 0 {
			free = append(free, t.ID)
		}
	}
	reached := 0
	for ; len(free) > 0; reached++ {
		id := free[len(free)-1]
		free = free[:len(free)-1]
		for _, next := range enables[id] {
			if unmet[next]--; unmet[next] == 0 {
				free = append(free, next)
			}
		}
	}
	if reached < len(tasks) {
		return refuse(Invalid, "PLAN_INVALID", "the plan has a cycle: %d tasks could never start", len(tasks)-reached)
	}
	return nil
}
