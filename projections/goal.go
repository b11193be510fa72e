package projections

import (
	"fmt"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Goals is the projection of goals, their tasks and calls, what people were
// asked, and proofs. They are one projection so that a reader sees all of a goal
// at one moment of the log, and so that each event is opened once.
var Goals = Define("goals", 1, []string{events.FamilyGoal},
	OfAggregate([]TableOf[Goal]{goalTable, taskTable, interruptTable, proofTable, leafTable},
		join(goalRoutes, taskRoutes, interruptRoutes, proofRoutes)...),
	OfRun([]TableOf[Run]{callTable}, callRoutes...),
)

// Projections lists every projection.
func Projections() []*Projection {
	return []*Projection{Goals, Agents, Economy, Reputation, Audit, Repository}
}

func join(groups ...[]Route) (all []Route) {
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

// Goal is the unit of a goal's own aggregate.
type Goal struct {
	Goals      Rows[*GoalRow] // one
	Tasks      Rows[*TaskRow]
	Interrupts Rows[*InterruptRow]
	Proofs     Rows[*ProofRow] // at most one
	Leaves     Rows[*LeafRow]
}

// goal is the goal's row, brought to the event's moment. Every fold of the
// goal's aggregate begins with it.
func (g *Goal) goal(e events.Meta) (*GoalRow, error) {
	row, ok := g.Goals.Edit(e.Stream.ID)
	if !ok {
		return nil, fmt.Errorf("goal %s was never submitted", e.Stream.ID)
	}
	row.Updated, row.Revision = e.Time, int64(e.Revision)
	return row, nil
}

// task is a task's row, brought to the event's moment.
func (g *Goal) task(e events.Meta, id string) (*TaskRow, error) {
	row, ok := g.Tasks.Edit(id)
	if !ok {
		return nil, fmt.Errorf("goal %s has no task %s", e.Stream.ID, id)
	}
	row.Updated = e.Time
	return row, nil
}

// settle derives what follows from the rows: which tasks are ready, the counts,
// and where a goal that has not ended stands.
func (g *Goal) settle(row *GoalRow) error {
	g.ready()
	row.Tasks, row.TasksDone, row.TasksRunning, row.TasksFailed = 0, 0, 0, 0
	for t := range g.Tasks.All() {
		row.Tasks++
		switch t.Status {
		case TaskDone:
			row.TasksDone++
		case TaskRunning:
			row.TasksRunning++
		case TaskFailed:
			row.TasksFailed++
		}
	}
	if row.Ended != nil {
		return nil
	}
	switch {
	case g.asked():
		row.Status = GoalWaiting
	case row.PlanVersion > 0:
		row.Status = GoalExecuting
	}
	return nil
}

// asked reports whether a person has yet to answer.
func (g *Goal) asked() bool {
	for i := range g.Interrupts.All() {
		if i.Status == InterruptPending && events.InterruptForPerson(i.Type) {
			return true
		}
	}
	return false
}

// ready marks the pending tasks all of whose needs are done.
func (g *Goal) ready() {
	ready := func(t *TaskRow) bool {
		if t.Status != TaskPending {
			return false
		}
		for _, need := range t.Needs {
			if n, ok := g.Tasks.Get(need); ok && n.Status != TaskDone {
				return false
			}
		}
		return true
	}
	for t := range g.Tasks.EditAll(ready) {
		t.Status = TaskReady
	}
}

// end closes the goal and everything in it that is still open.
func (g *Goal) end(row *GoalRow, status string, at time.Time) error {
	row.Status, row.Ended = status, &at
	for t := range g.Tasks.EditAll((*TaskRow).open) {
		t.Status, t.Claim, t.Interrupt, t.RetryAt = TaskCancelled, "", "", nil
		t.Updated, t.Ended = at, &at
	}
	pending := func(i *InterruptRow) bool { return i.Status == InterruptPending }
	for i := range g.Interrupts.EditAll(pending) {
		i.Status, i.Resolved = InterruptCancelled, &at
	}
	return g.settle(row)
}
