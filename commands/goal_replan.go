package commands

import (
	"fmt"

	"github.com/mergit-io/mergit/events"
)

const (
	// MaxReplans is how often a plan is rewritten after a failure before a
	// person is asked.
	MaxReplans = 2
	// FailuresToHeal is how many tasks fail in a row before the cause is looked
	// for in a goal of its own.
	FailuresToHeal = 3
)

// Escalation is the type of an interrupt that asks what to do about a goal that
// neither retries nor new plans could help.
const Escalation = "escalation"

// The answers to an Escalation.
const (
	RetryTask = "retry"   // try the task once more
	GiveUp    = "give_up" // the goal has failed
)

// ReplanGoal rewrites the graph after a failure. Done tasks stay as they are and
// stand in the new plan.
type ReplanGoal struct {
	GoalRef
	// Replaces is the version of the plan that failed.
	Replaces int                  `json:"replaces"`
	Tasks    []events.PlannedTask `json:"tasks"`
	Planner  events.Planner       `json:"planner"`
	Reason   string               `json:"reason,omitempty"`
}

// Name implements Command.
func (ReplanGoal) Name() string { return "goal.replan" }

// Decide implements Command.
func (c ReplanGoal) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if err := c.open(g); err != nil {
		return nil, err
	}
	_, failed := g.FailedTask()
	switch {
	case g.Planned != c.Replaces || !failed:
		return nil, refuse(Conflict, "PLAN_REPLACED", "plan %d of goal %s is not one that has failed", c.Replaces, c.Goal)
	case g.Running():
		return nil, refuse(Conflict, "TASKS_OPEN", "goal %s has tasks that are under way", c.Goal)
	case g.Replans >= MaxReplans:
		return nil, refuse(Conflict, "REPLANS_SPENT", "goal %s was planned anew %d times already", c.Goal, g.Replans)
	}
	if err := checkGraph(c.Tasks); err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for _, t := range c.Tasks {
		named[t.ID] = true
	}
	for _, t := range g.DoneTasks() {
		if !named[t.ID] {
			return nil, refuse(Invalid, "PLAN_INVALID", "task %s is done and not in the new plan", t.ID)
		}
	}
	return []events.Event{events.GoalReplanned{Version: g.Planned + 1, Tasks: c.Tasks, Planner: c.Planner, Reason: c.Reason}}, nil
}

// RetryGoal has a goal that failed go on: done tasks keep their results, every
// other one begins anew.
type RetryGoal struct{ GoalRef }

// Name implements Command.
func (RetryGoal) Name() string { return "goal.retry" }

// Decide implements Command.
func (c RetryGoal) Decide(g *Goal, req Request) ([]events.Event, error) {
	deadline := g.Submitted.Limits.Deadline
	switch {
	case g.Status == GoalNone:
		return nil, refuse(NotFound, ErrGoalNotFound.Code, "no goal %s", c.Goal)
	case g.Status != GoalFailed:
		return nil, refuse(Conflict, "GOAL_NOT_FAILED", "goal %s is %s; only one that failed can be retried", c.Goal, g.Status)
	case g.Planned == 0:
		return nil, refuse(Conflict, "GOAL_NOT_PLANNED", "goal %s never had a plan; submit it again", c.Goal)
	case deadline != nil && !req.At.Before(*deadline):
		return nil, refuse(Conflict, "DEADLINE_PASSED", "the deadline of goal %s has passed; submit it again", c.Goal)
	}
	if lacks := g.spentFor(); lacks != "" {
		return nil, refuse(Conflict, ErrLimitReached.Code, "the limit of %s of goal %s is used up, and holds for all of its tries together; submit it again with a higher one", g.Limit(lacks), c.Goal)
	}
	tasks := make([]events.PlannedTask, len(g.Tasks))
	for i, t := range g.Tasks {
		tasks[i] = t.PlannedTask
	}
	return []events.Event{events.GoalReplanned{Version: g.Planned + 1, Tasks: tasks, Planner: g.Planner, Reason: "retried by " + req.Actor}}, nil
}

// EscalateGoal asks a person what to do about a task that has failed for good.
type EscalateGoal struct {
	GoalRef
	Task string `json:"task"`
}

// Name implements Command.
func (EscalateGoal) Name() string { return "goal.escalate" }

func (EscalateGoal) guarded() bool { return true }

// Decide implements Command.
func (c EscalateGoal) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if err := c.open(g); err != nil {
		return nil, err
	}
	t, ok := g.Task(c.Task)
	if !ok {
		return nil, refuse(NotFound, ErrTaskNotFound.Code, "goal %s has no task %s", c.Goal, c.Task)
	}
	id := escalation(g, t)
	if _, asked := g.InterruptByID(id); asked {
		return nil, nil
	}
	if t.Status != TaskFailed || g.Running() {
		return nil, refuse(Conflict, "TASK_NOT_FAILED", "task %s is %s", c.Task, t.Status)
	}
	return []events.Event{events.InterruptPending{
		Interrupt: id, Type: Escalation, Task: c.Task, Options: []string{RetryTask, GiveUp},
		Description: fmt.Sprintf("Task %s failed, and %d new plans did not help: %s: %s. With %s you can say what to do otherwise.", c.Task, g.Replans, t.Failed.Code, t.Failed.Error, RetryTask),
	}}, nil
}

// escalation names what is asked about one failure of a task.
func escalation(g *Goal, t *Task) string {
	sum := events.Sum(fmt.Appendf(nil, "%s/%d/%d", t.ID, g.Planned, t.Attempt))
	return "escalation-" + sum.String()[:16]
}

// GivenUp finds an escalation about the plan as it is that a person has answered
// with GiveUp.
func (g *Goal) GivenUp() (*Interrupt, bool) {
	for _, i := range g.interrupts {
		if i.Type == Escalation && i.Decision == GiveUp && i.plan == g.Planned {
			return i, true
		}
	}
	return nil, false
}

// PlannedByModel reports whether a model made the plan, so that one may make
// another: what a person or a playbook says is not rewritten.
func (g *Goal) PlannedByModel() bool { return g.Planned > 0 && g.Planner.Model != "" }

// Setback is what a planner has to know to plan anew.
type Setback struct {
	Goal    events.GoalSubmitted
	Version int // of the plan that failed
	Replans int // before this one
	Tasks   []events.PlannedTask
	// Done maps each done task to the beginning of its result.
	Done              map[string]string
	Task, Code, Error string // what failed
	Spent             events.Budget
}

// Setback tells what a task's failure leaves.
func (g *Goal) Setback(task string) Setback {
	s := Setback{Goal: g.Submitted, Version: g.Planned, Replans: g.Replans, Task: task, Done: map[string]string{}, Spent: g.Spent}
	for _, t := range g.Tasks {
		s.Tasks = append(s.Tasks, t.PlannedTask)
		if t.Status == TaskDone {
			s.Done[t.ID] = t.Done.Preview
		}
		if t.ID == task {
			s.Code, s.Error = t.Failed.Code, t.Failed.Error
		}
	}
	return s
}
