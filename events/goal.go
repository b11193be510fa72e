package events

import (
	"encoding/json"
	"time"
)

// FamilyGoal holds goals, their task graphs and the runs of their tasks.
const FamilyGoal = "goal"

// Goal is any fact in a goal's own aggregate: its whole task graph, what people
// were asked, and its proof.
//
//sumtype:decl
type Goal interface {
	Event
	isGoal()
}

type goalFact struct{}

func (goalFact) isGoal() {}

// Limits bound a goal. Zero means no limit of its own.
type Limits struct {
	Steps    int        `json:"steps,omitempty"`  // model and tool calls
	Tokens   int64      `json:"tokens,omitempty"` // prompt and completion together
	Cost     int64      `json:"cost,omitempty"`   // millionths of a US dollar
	Deadline *time.Time `json:"deadline,omitempty"`
}

// Mount is a folder of the host that a goal may read.
type Mount struct {
	Name string `json:"name"`
	Path string `json:"path" seal:"content"`
}

// GoalSubmitted: somebody asked for something to be achieved.
type GoalSubmitted struct {
	goalFact
	Title       string          `json:"title" seal:"content"`
	Description string          `json:"description,omitempty" seal:"content"`
	Submitter   string          `json:"submitter"`
	Parent      string          `json:"parent,omitempty"` // goal that spawned it
	Plan        json.RawMessage `json:"plan,omitempty" seal:"content"`
	Playbook    string          `json:"playbook,omitempty"`
	Params      json.RawMessage `json:"params,omitempty" seal:"content"` // name → value
	Mounts      []Mount         `json:"mounts,omitempty"`
	Agent       string          `json:"agent,omitempty"` // runs all tasks as this agent
	Limits      Limits          `json:"limits,omitzero"`
}

// PlannedTask is one node of a goal's graph.
type PlannedTask struct {
	ID         string          `json:"id"`
	Role       string          `json:"role"`
	Tool       string          `json:"tool,omitempty"`
	Args       json.RawMessage `json:"args,omitempty" seal:"content"`
	Prompt     string          `json:"prompt,omitempty" seal:"content"`
	Tools      []string        `json:"tools,omitempty"` // allowed to the agent loop
	Model      string          `json:"model,omitempty"`
	Needs      []string        `json:"needs,omitempty"` // explicit and by reference
	Supervised bool            `json:"supervised,omitempty"`
	Retries    int             `json:"retries,omitempty"`    // after the first attempt
	TimeoutMS  int64           `json:"timeout_ms,omitempty"` // of one call, milliseconds
	Effect     string          `json:"effect,omitempty"`     // overrides the tool's
}

// Planner says who made a plan.
type Planner struct {
	Name     string `json:"name"` // "explicit", "offline" or a provider
	Model    string `json:"model,omitempty"`
	Playbook string `json:"playbook,omitempty"`
	Why      string `json:"why,omitempty"`
	Cached   bool   `json:"cached,omitempty"`
}

// GoalPlanned: the goal has a task graph.
type GoalPlanned struct {
	goalFact
	Version int           `json:"version"` // of the plan, counted from 1
	Title   string        `json:"title,omitempty" seal:"content"`
	Tasks   []PlannedTask `json:"tasks"`
	Planner Planner       `json:"planner"`
}

// GoalReplanned: the graph was rewritten after a failure. Done tasks keep their
// results; every other task of the old plan is dropped.
type GoalReplanned struct {
	goalFact
	Version int           `json:"version"`
	Tasks   []PlannedTask `json:"tasks"`
	Planner Planner       `json:"planner"`
	Reason  string        `json:"reason,omitempty" seal:"content"`
}

// Budget is what a task may use of its goal's limits.
type Budget struct {
	Steps  int   `json:"steps,omitempty"`
	Tokens int64 `json:"tokens,omitempty"`
	Cost   int64 `json:"cost,omitempty"` // millionths of a US dollar
}

// TaskStarted: a worker holds the task. Claim is random; every later command
// for the task must carry it.
type TaskStarted struct {
	goalFact
	Task    string `json:"task"`
	Attempt int    `json:"attempt"` // counted from 1
	Claim   string `json:"claim"`
	Worker  string `json:"worker,omitempty"`
	Agent   string `json:"agent,omitempty"`
	Budget  Budget `json:"budget,omitzero"`
	// Supersedes is the claim of a worker that was lost.
	Supersedes string `json:"supersedes,omitempty"`
}

// TaskCompleted: the task has its result. The result itself stands in the run,
// at ResultAt, and on the chain as a leaf.
type TaskCompleted struct {
	goalFact
	Task         string `json:"task"`
	Attempt      int    `json:"attempt"`
	Claim        string `json:"claim"`
	Result       Digest `json:"result"`                           // salted, see ResultHash
	Size         int64  `json:"size"`                             // of the result's JSON, bytes
	ResultAt     uint64 `json:"result_at"`                        // ordinal in the run
	Preview      string `json:"preview,omitempty" seal:"content"` // at most PreviewSize bytes
	AgentAddress string `json:"agent_address,omitempty"`          // 0x…, of the agent that acted
	Run          Digest `json:"run"`                              // digest of the run's last event
	Spent        Budget `json:"spent,omitzero"`
}

// TaskFailed: an attempt ended without a result.
type TaskFailed struct {
	goalFact
	Task    string     `json:"task"`
	Attempt int        `json:"attempt"`
	Claim   string     `json:"claim"`
	Code    string     `json:"code"`
	Error   string     `json:"error,omitempty" seal:"content"`
	RetryAt *time.Time `json:"retry_at,omitempty"` // nil: this was the last attempt
	Run     Digest     `json:"run,omitzero"`
	Spent   Budget     `json:"spent,omitzero"`
}

// InterruptPending: a person must answer before a task goes on.
type InterruptPending struct {
	goalFact
	Interrupt   string          `json:"interrupt"`
	Type        string          `json:"type"` // pr_approval, tool_in_doubt, …
	Task        string          `json:"task,omitempty"`
	Claim       string          `json:"claim,omitempty"`
	Call        int             `json:"call,omitempty"`
	Description string          `json:"description,omitempty" seal:"content"`
	Data        json.RawMessage `json:"data,omitempty" seal:"content"`
	Approves    Digest          `json:"approves,omitzero"` // hash of what is asked about
	Options     []string        `json:"options,omitempty"` // decisions that are accepted
	Expires     *time.Time      `json:"expires,omitempty"`
}

// ForPerson reports whether a person is asked. For others the task waits for
// something that happens by itself, and is woken by it.
func (i InterruptPending) ForPerson() bool { return InterruptForPerson(i.Type) }

// InterruptForPerson is ForPerson of a type.
func InterruptForPerson(kind string) bool { return kind != "child_goal" && kind != "webhook" }

// InterruptResolved: a person answered.
type InterruptResolved struct {
	goalFact
	Interrupt string `json:"interrupt"`
	Decision  string `json:"decision"`
	Feedback  string `json:"feedback,omitempty" seal:"content"`
	By        string `json:"by"`
}

// InterruptExpired: nobody answered in time.
type InterruptExpired struct {
	goalFact
	Interrupt string `json:"interrupt"`
}

// GoalCompleted: every task is done.
type GoalCompleted struct {
	goalFact
	Tasks  int    `json:"tasks"`            // done
	Result string `json:"result,omitempty"` // task whose result is the goal's
	Spent  Budget `json:"spent,omitzero"`
}

// GoalFailed: the goal cannot be achieved.
type GoalFailed struct {
	goalFact
	Code  string `json:"code"`
	Error string `json:"error,omitempty" seal:"content"`
	Task  string `json:"task,omitempty"` // that failed
}

// GoalCancelled: somebody called it off.
type GoalCancelled struct {
	goalFact
	Reason string `json:"reason,omitempty" seal:"content"`
	By     string `json:"by"`
}

var (
	goalSubmitted     = define[GoalSubmitted](FamilyGoal, "goal.submitted", 1, OfAggregate)
	goalPlanned       = define[GoalPlanned](FamilyGoal, "goal.planned", 1, OfAggregate)
	goalReplanned     = define[GoalReplanned](FamilyGoal, "goal.replanned", 1, OfAggregate)
	taskStarted       = define[TaskStarted](FamilyGoal, "task.started", 1, OfAggregate)
	taskCompleted     = define[TaskCompleted](FamilyGoal, "task.completed", 1, OfAggregate)
	taskFailed        = define[TaskFailed](FamilyGoal, "task.failed", 1, OfAggregate)
	interruptPending  = define[InterruptPending](FamilyGoal, "interrupt.pending", 1, OfAggregate)
	interruptResolved = define[InterruptResolved](FamilyGoal, "interrupt.resolved", 1, OfAggregate)
	interruptExpired  = define[InterruptExpired](FamilyGoal, "interrupt.expired", 1, OfAggregate)
	goalCompleted     = define[GoalCompleted](FamilyGoal, "goal.completed", 1, OfAggregate)
	goalFailed        = define[GoalFailed](FamilyGoal, "goal.failed", 1, OfAggregate)
	goalCancelled     = define[GoalCancelled](FamilyGoal, "goal.cancelled", 1, OfAggregate)
)

func (GoalSubmitted) kind() *Kind     { return goalSubmitted }
func (GoalPlanned) kind() *Kind       { return goalPlanned }
func (GoalReplanned) kind() *Kind     { return goalReplanned }
func (TaskStarted) kind() *Kind       { return taskStarted }
func (TaskCompleted) kind() *Kind     { return taskCompleted }
func (TaskFailed) kind() *Kind        { return taskFailed }
func (InterruptPending) kind() *Kind  { return interruptPending }
func (InterruptResolved) kind() *Kind { return interruptResolved }
func (InterruptExpired) kind() *Kind  { return interruptExpired }
func (GoalCompleted) kind() *Kind     { return goalCompleted }
func (GoalFailed) kind() *Kind        { return goalFailed }
func (GoalCancelled) kind() *Kind     { return goalCancelled }
