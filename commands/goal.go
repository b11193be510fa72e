package commands

import (
	"slices"
	"time"

	"github.com/mergit-io/mergit/events"
)

// GoalStatus is where a goal stands.
type GoalStatus string

const (
	GoalNone      GoalStatus = ""
	GoalPending   GoalStatus = "pending"
	GoalExecuting GoalStatus = "executing"
	GoalWaiting   GoalStatus = "awaiting_human"
	GoalDone      GoalStatus = "done"
	GoalFailed    GoalStatus = "failed"
	GoalCancelled GoalStatus = "cancelled"
)

// Ended reports whether no task of the goal will run any more.
func (s GoalStatus) Ended() bool { return s == GoalDone || s == GoalFailed || s == GoalCancelled }

// TaskStatus is where a task stands. A pending task is ready once all it needs
// is done; that is derived, not decided.
type TaskStatus string

const (
	TaskPending   TaskStatus = "pending"
	TaskRunning   TaskStatus = "running"
	TaskWaiting   TaskStatus = "waiting"
	TaskDone      TaskStatus = "done"
	TaskFailed    TaskStatus = "failed"
	TaskCancelled TaskStatus = "cancelled"
)

// Goal is a goal's aggregate folded: its task graph and what became of it.
type Goal struct {
	answers
	Status    GoalStatus
	Submitted events.GoalSubmitted
	Planned   int // version of the plan, 0 before
	Planner   events.Planner
	Replans   int
	Retries   int     // times that it went on after its end
	Tasks     []*Task // in plan order
	Proof     Proof
	Spent     events.Budget // by all attempts, also those that failed
	Created   time.Time
	Ended     events.Revision
	// FailedInRow is how many tasks have failed for good since one was done.
	FailedInRow int

	byID       map[string]*Task
	attempts   map[string]int // highest of each task, over all plans
	done       int
	interrupts map[string]*Interrupt
}

// Task is one node of the graph and how far it is.
type Task struct {
	events.PlannedTask
	Status  TaskStatus
	Attempt int
	Claim   string
	Worker  string
	RetryAt time.Time // earliest start of the next attempt
	// EnabledBy is the event that made the task ready; dispatching is
	// de-duplicated by it.
	EnabledBy events.Revision
	// Done holds the completing fact of a done task.
	Done events.TaskCompleted
	// Failed holds the last failure.
	Failed events.TaskFailed
	// Interrupt is what a waiting task waits for.
	Interrupt string
	// Granted is what the attempt may use of the goal's limits.
	Granted events.Budget
	// Since is when the attempt began, whoever goes on with it.
	Since time.Time

	index   int
	earlier int     // attempts under plans before this one
	unmet   int     // needs that are not done
	enables []*Task // tasks that need this one
}

// Ready reports whether a worker may start the task.
func (t *Task) Ready() bool { return t.Status == TaskPending && t.unmet == 0 }

// Index is the task's place in the plan.
func (t *Task) Index() int { return t.index }

// Interrupt is something a person is asked.
type Interrupt struct {
	events.InterruptPending
	Decision string // empty while it is open
	Feedback string
	By       string
	Expired  bool
	// Answered is the answer's event; zero while there is none.
	Answered events.Revision

	plan int // version of the plan when it was asked
}

// Open reports whether an answer is still awaited.
func (i *Interrupt) Open() bool { return i.Decision == "" && !i.Expired }

// Proof is how far the goal's bundle is.
type Proof struct {
	Status string // "", pending, submitted, confirmed, dead_lettered
	events.ProofPending
	Retries   int // of the goal, when it was announced: which of its ends it proves
	Tx        string
	Block     uint64
	BlockHash string
}

// NewGoal is a goal of which nothing is known.
func NewGoal() *Goal { return &Goal{} }

// Task finds a task by its ID.
func (g *Goal) Task(id string) (*Task, bool) { t, ok := g.byID[id]; return t, ok }

// InterruptByID finds what was asked.
func (g *Goal) InterruptByID(id string) (*Interrupt, bool) { i, ok := g.interrupts[id]; return i, ok }

// Interrupts lists what was asked, in no order.
func (g *Goal) Interrupts(yield func(*Interrupt) bool) {
	for _, i := range g.interrupts {
		if !yield(i) {
			return
		}
	}
}

// AllDone reports whether every task has its result.
func (g *Goal) AllDone() bool { return g.Planned > 0 && g.done == len(g.Tasks) }

// DoneTasks lists the tasks that have a result, in plan order.
func (g *Goal) DoneTasks() []*Task {
	done := make([]*Task, 0, g.done)
	for _, t := range g.Tasks {
		if t.Status == TaskDone {
			done = append(done, t)
		}
	}
	return done
}

// FailedTask finds a task that will not be tried again.
func (g *Goal) FailedTask() (*Task, bool) {
	for _, t := range g.Tasks {
		if t.Status == TaskFailed {
			return t, true
		}
	}
	return nil, false
}

// Running reports whether a worker still holds a task.
func (g *Goal) Running() bool {
	return slices.ContainsFunc(g.Tasks, func(t *Task) bool { return t.Status == TaskRunning })
}

// Result names the task whose result stands for the goal's: the last in plan
// order that no other task needs.
func (g *Goal) Result() string {
	for _, t := range slices.Backward(g.Tasks) {
		if len(t.enables) == 0 && t.Status == TaskDone {
			return t.ID
		}
	}
	return ""
}

// Evolve folds one fact in.
func (g *Goal) Evolve(e events.Envelope[events.Event]) {
	g.record(e.Meta)
	fact, ok := e.Fact.(events.Goal)
	if !ok {
		return
	}
	switch f := fact.(type) {
	case events.GoalSubmitted:
		g.Status, g.Submitted, g.Created = GoalPending, f, e.Time
	case events.GoalPlanned:
		g.Planned, g.Planner, g.Status = f.Version, f.Planner, GoalExecuting
		g.graph(f.Tasks, e.Revision)
	case events.GoalModelCall:
		g.spend(budgetOf(f))
	case events.GoalReplanned:
		g.Planned, g.Planner = f.Version, f.Planner
		g.Replans++
		if g.Status.Ended() { // it is retried
			g.Status, g.Ended, g.Replans = GoalExecuting, 0, 0
			g.Retries++
		}
		g.graph(f.Tasks, e.Revision)
		g.moot()
	case events.TaskStarted:
		if t, ok := g.byID[f.Task]; ok {
			t.Status, t.Attempt, t.Claim, t.Worker, t.Interrupt = TaskRunning, f.Attempt, f.Claim, f.Worker, ""
			t.RetryAt, t.Granted = time.Time{}, f.Budget
			if f.Supersedes == "" {
				t.Since = e.Time
			}
			g.attempts[f.Task] = f.Attempt
		}
	case events.TaskCompleted:
		g.complete(f, e.Revision)
	case events.TaskFailed:
		g.spend(f.Spent)
		if t, ok := g.byID[f.Task]; ok {
			t.Failed, t.Claim = f, ""
			t.Status = TaskFailed
			if f.RetryAt != nil {
				t.Status, t.RetryAt, t.EnabledBy = TaskPending, *f.RetryAt, e.Revision
			} else {
				g.FailedInRow++
			}
		}
	case events.InterruptPending:
		g.ask(f)
	case events.InterruptResolved:
		if i, ok := g.interrupts[f.Interrupt]; ok {
			i.Decision, i.Feedback, i.By, i.Answered = f.Decision, f.Feedback, f.By, e.Revision
			g.answer(i, e.Revision)
		}
	case events.InterruptExpired:
		if i, ok := g.interrupts[f.Interrupt]; ok {
			i.Expired = true
			g.answer(i, e.Revision)
		}
	case events.GoalCompleted:
		g.end(GoalDone, e.Revision)
	case events.GoalFailed:
		g.end(GoalFailed, e.Revision)
	case events.GoalCancelled:
		g.end(GoalCancelled, e.Revision)
	case events.ProofPending:
		g.Proof = Proof{Status: "pending", ProofPending: f, Retries: g.Retries}
	case events.ProofSubmitted:
		g.Proof.Status, g.Proof.Tx = "submitted", f.Tx
	case events.ProofConfirmed:
		g.Proof.Status, g.Proof.Tx, g.Proof.Block, g.Proof.BlockHash = "confirmed", f.Tx, f.Block, f.BlockHash
	case events.ProofReorged:
		g.Proof.Status = "submitted"
	case events.ProofDeadLettered:
		g.Proof.Status = "dead_lettered"
	}
}

// graph lays out a plan. Tasks that are already done keep what they have. The
// others start afresh but go on counting attempts: a run knows its calls by
// their attempt, and those of an older plan are not this one's.
func (g *Goal) graph(planned []events.PlannedTask, at events.Revision) {
	before := g.byID
	if g.attempts == nil {
		g.attempts = map[string]int{}
	}
	g.Tasks, g.byID, g.done = make([]*Task, len(planned)), make(map[string]*Task, len(planned)), 0
	for i, p := range planned {
		t := &Task{PlannedTask: p, Status: TaskPending, Attempt: g.attempts[p.ID], index: i, earlier: g.attempts[p.ID], EnabledBy: at}
		if old, ok := before[p.ID]; ok && old.Status == TaskDone {
			t.Status, t.Attempt, t.Claim, t.Done = TaskDone, old.Attempt, old.Claim, old.Done
			g.done++
		}
		g.Tasks[i], g.byID[p.ID] = t, t
	}
	for _, t := range g.Tasks {
		for _, need := range t.Needs {
			if n, ok := g.byID[need]; ok {
				n.enables = append(n.enables, t)
				if n.Status != TaskDone {
					t.unmet++
				}
			}
		}
	}
}

func (g *Goal) complete(f events.TaskCompleted, at events.Revision) {
	t, ok := g.byID[f.Task]
	if !ok || t.Status == TaskDone {
		return
	}
	t.Status, t.Done = TaskDone, f
	g.FailedInRow = 0
	g.done++
	g.spend(f.Spent)
	for _, next := range t.enables {
		if next.unmet--; next.unmet == 0 {
			next.EnabledBy = at
		}
	}
}

func (g *Goal) spend(b events.Budget) {
	g.Spent.Steps += b.Steps
	g.Spent.Tokens += b.Tokens
	g.Spent.Cost += b.Cost
}

func (g *Goal) ask(f events.InterruptPending) {
	if g.interrupts == nil {
		g.interrupts = map[string]*Interrupt{}
	}
	g.interrupts[f.Interrupt] = &Interrupt{InterruptPending: f, plan: g.Planned}
	if f.ForPerson() {
		g.Status = GoalWaiting
	}
	if t, ok := g.byID[f.Task]; ok {
		t.Status, t.Interrupt = TaskWaiting, f.Interrupt
	}
}

// answer lets the task that waited go on.
func (g *Goal) answer(i *Interrupt, at events.Revision) {
	if t, ok := g.byID[i.Task]; ok && t.Interrupt == i.Interrupt && t.Status == TaskWaiting {
		t.Status, t.Interrupt, t.EnabledBy = TaskPending, "", at
	}
	if g.Status == GoalWaiting && !g.waiting() {
		g.Status = GoalExecuting
	}
}

// moot closes what was asked for tasks that a new plan has dropped or reset.
func (g *Goal) moot() {
	for _, i := range g.interrupts {
		if i.Open() && i.Task != "" {
			i.Expired = true
		}
	}
	if g.Status == GoalWaiting && !g.waiting() {
		g.Status = GoalExecuting
	}
}

// Awaits reports whether a task waits for something, be it a person or not.
func (g *Goal) Awaits() bool {
	for _, i := range g.interrupts {
		if i.Open() {
			return true
		}
	}
	return false
}

// waiting reports whether a person has yet to answer.
func (g *Goal) waiting() bool {
	for _, i := range g.interrupts {
		if i.Open() && i.ForPerson() {
			return true
		}
	}
	return false
}

func (g *Goal) end(status GoalStatus, at events.Revision) {
	g.Status, g.Ended = status, at
	for _, t := range g.Tasks {
		switch t.Status {
		case TaskPending, TaskRunning, TaskWaiting:
			t.Status = TaskCancelled
		case TaskDone, TaskFailed, TaskCancelled:
		}
	}
}
