package projections

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Where a task stands.
const (
	TaskPending   = "pending"
	TaskReady     = "ready" // all it needs is done
	TaskRunning   = "running"
	TaskWaiting   = "waiting" // for a person, or until another attempt may begin
	TaskDone      = "done"
	TaskFailed    = "failed"
	TaskCancelled = "cancelled"
)

// TaskRow is one node of a goal's graph.
type TaskRow struct {
	Goal       string          `json:"goal"`
	ID         string          `json:"id"`
	Position   int64           `json:"position"` // in the plan, from 0
	Role       string          `json:"role"`
	Tool       string          `json:"tool,omitempty"`
	Args       json.RawMessage `json:"args,omitempty"`
	Prompt     string          `json:"prompt,omitempty"`
	Tools      []string        `json:"tools,omitempty"`
	Model      string          `json:"model,omitempty"`
	Needs      []string        `json:"needs,omitempty"`
	Supervised bool            `json:"supervised,omitempty"`
	Retries    int64           `json:"retries,omitempty"`

	Status    string     `json:"status"`
	Attempt   int64      `json:"attempt"`
	Claim     string     `json:"-"` // whoever knows it may write for the worker
	Worker    string     `json:"worker,omitempty"`
	Agent     string     `json:"agent,omitempty"`
	Interrupt string     `json:"interrupt,omitempty"` // what it waits for
	RetryAt   *time.Time `json:"retry_at,omitempty"`

	Result       string `json:"result_hash,omitempty"`
	Size         int64  `json:"result_size,omitempty"`
	ResultAt     int64  `json:"result_at,omitempty"` // ordinal in the run
	Preview      string `json:"preview,omitempty"`
	AgentAddress string `json:"agent_address,omitempty"`
	Run          string `json:"run_digest,omitempty"`

	Code        string `json:"code,omitempty"` // of the newest failure
	Error       string `json:"error,omitempty"`
	SpentSteps  int64  `json:"spent_steps"`
	SpentTokens int64  `json:"spent_tokens"`
	SpentCost   int64  `json:"spent_cost"`

	Planned time.Time  `json:"planned_at"`
	Started *time.Time `json:"started_at,omitempty"` // newest attempt
	Updated time.Time  `json:"updated_at"`
	Ended   *time.Time `json:"ended_at,omitempty"`
}

// Key implements Keyed.
func (r *TaskRow) Key() string { return r.ID }

// open reports whether the task may still run.
func (r *TaskRow) open() bool {
	switch r.Status {
	case TaskPending, TaskReady, TaskRunning, TaskWaiting:
		return true
	}
	return false
}

var taskTable = &table[Goal, *TaskRow]{
	name: "tasks", keys: 2, task: "id",
	rows:  func(g *Goal) *Rows[*TaskRow] { return &g.Tasks },
	empty: func() *TaskRow { return new(TaskRow) },
	columns: []Column[*TaskRow]{
		Text("goal", func(r *TaskRow) *string { return &r.Goal }),
		Text("id", func(r *TaskRow) *string { return &r.ID }),
		Number("position", func(r *TaskRow) *int64 { return &r.Position }),
		Fixed(Text("role", func(r *TaskRow) *string { return &r.Role })),
		Fixed(Text("tool", func(r *TaskRow) *string { return &r.Tool })),
		Sealed(Fixed(JSON("args", func(r *TaskRow) *json.RawMessage { return &r.Args }))),
		Sealed(Fixed(Text("prompt", func(r *TaskRow) *string { return &r.Prompt }))),
		Fixed(List("tools", func(r *TaskRow) *[]string { return &r.Tools })),
		Fixed(Text("model", func(r *TaskRow) *string { return &r.Model })),
		Fixed(List("needs", func(r *TaskRow) *[]string { return &r.Needs })),
		Fixed(Flag("supervised", func(r *TaskRow) *bool { return &r.Supervised })),
		Fixed(Number("retries", func(r *TaskRow) *int64 { return &r.Retries })),
		Text("status", func(r *TaskRow) *string { return &r.Status }),
		Number("attempt", func(r *TaskRow) *int64 { return &r.Attempt }),
		Text("claim", func(r *TaskRow) *string { return &r.Claim }),
		Text("worker", func(r *TaskRow) *string { return &r.Worker }),
		Text("agent", func(r *TaskRow) *string { return &r.Agent }),
		Text("interrupt", func(r *TaskRow) *string { return &r.Interrupt }),
		MaybeTime("retry_at", func(r *TaskRow) **time.Time { return &r.RetryAt }),
		Text("result_hash", func(r *TaskRow) *string { return &r.Result }),
		Number("result_size", func(r *TaskRow) *int64 { return &r.Size }),
		Number("result_at", func(r *TaskRow) *int64 { return &r.ResultAt }),
		Sealed(Text("preview", func(r *TaskRow) *string { return &r.Preview })),
		Text("agent_address", func(r *TaskRow) *string { return &r.AgentAddress }),
		Text("run_digest", func(r *TaskRow) *string { return &r.Run }),
		Text("code", func(r *TaskRow) *string { return &r.Code }),
		Sealed(Text("error", func(r *TaskRow) *string { return &r.Error })),
		Number("spent_steps", func(r *TaskRow) *int64 { return &r.SpentSteps }),
		Number("spent_tokens", func(r *TaskRow) *int64 { return &r.SpentTokens }),
		Number("spent_cost", func(r *TaskRow) *int64 { return &r.SpentCost }),
		Fixed(Time("planned", func(r *TaskRow) *time.Time { return &r.Planned })),
		MaybeTime("started", func(r *TaskRow) **time.Time { return &r.Started }),
		Time("updated", func(r *TaskRow) *time.Time { return &r.Updated }),
		MaybeTime("ended", func(r *TaskRow) **time.Time { return &r.Ended }),
	},
}

var taskRoutes = []Route{
	On(taskStarted),
	On(taskCompleted),
	On(taskFailed),
}

// layOut makes the rows of a plan. Done tasks keep what they have, in the plan
// or not; every other task that the plan does not name is dropped.
func (g *Goal) layOut(e events.Meta, tasks []events.PlannedTask) {
	kept, named := int64(0), make(map[string]bool, len(tasks))
	for _, t := range tasks {
		named[t.ID] = true
	}
	var gone []string
	for t := range g.Tasks.All() {
		if t.Status != TaskDone {
			gone = append(gone, t.ID)
		}
	}
	for _, id := range gone {
		g.Tasks.Delete(id)
	}
	unnamed := slices.SortedFunc(g.Tasks.EditAll(func(t *TaskRow) bool { return !named[t.ID] }),
		func(a, b *TaskRow) int { return cmp.Compare(a.Position, b.Position) })
	for _, t := range unnamed {
		t.Position, kept = kept, kept+1
	}
	for i, p := range tasks {
		if done, ok := g.Tasks.Edit(p.ID); ok {
			done.Position = kept + int64(i)
			continue
		}
		g.Tasks.Put(&TaskRow{
			Goal: e.Stream.ID, ID: p.ID, Position: kept + int64(i), Role: p.Role, Tool: p.Tool, Args: present(p.Args), Prompt: p.Prompt,
			Tools: some(p.Tools), Model: p.Model, Needs: some(p.Needs), Supervised: p.Supervised, Retries: int64(p.Retries),
			Status: TaskPending, Planned: e.Time, Updated: e.Time,
		})
	}
}

func some(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

func taskStarted(g *Goal, e events.Envelope[events.TaskStarted]) error {
	row, err := g.goal(e.Meta)
	if err != nil {
		return err
	}
	t, err := g.task(e.Meta, e.Fact.Task)
	if err != nil {
		return err
	}
	f := e.Fact
	t.Status, t.Attempt, t.Claim, t.Worker, t.Agent = TaskRunning, int64(f.Attempt), f.Claim, f.Worker, f.Agent
	t.Interrupt, t.RetryAt, t.Ended = "", nil, nil
	if f.Supersedes == "" || t.Started == nil { // otherwise the attempt goes on
		t.Started = moment(e.Time)
	}
	return g.settle(row)
}

func taskCompleted(g *Goal, e events.Envelope[events.TaskCompleted]) error {
	row, err := g.goal(e.Meta)
	if err != nil {
		return err
	}
	t, err := g.task(e.Meta, e.Fact.Task)
	if err != nil {
		return err
	}
	f := e.Fact
	t.Status, t.Attempt, t.Claim, t.Interrupt, t.RetryAt = TaskDone, int64(f.Attempt), "", "", nil
	t.Result, t.Size, t.ResultAt, t.Preview = digestText(f.Result), f.Size, int64(f.ResultAt), f.Preview
	t.AgentAddress, t.Run = f.AgentAddress, digestText(f.Run)
	t.Code, t.Error, t.Ended = "", "", moment(e.Time)
	spend(row, t, f.Spent)
	return g.settle(row)
}

func taskFailed(g *Goal, e events.Envelope[events.TaskFailed]) error {
	row, err := g.goal(e.Meta)
	if err != nil {
		return err
	}
	t, err := g.task(e.Meta, e.Fact.Task)
	if err != nil {
		return err
	}
	f := e.Fact
	t.Status, t.Attempt, t.Claim, t.Interrupt = TaskFailed, int64(f.Attempt), "", ""
	t.Code, t.Error, t.Run, t.RetryAt, t.Ended = f.Code, f.Error, digestText(f.Run), f.RetryAt, moment(e.Time)
	if f.RetryAt != nil {
		t.Status, t.Ended = TaskWaiting, nil
	}
	spend(row, t, f.Spent)
	return g.settle(row)
}

// spend adds what an attempt used, failed ones too.
func spend(g *GoalRow, t *TaskRow, b events.Budget) {
	g.SpentSteps, t.SpentSteps = g.SpentSteps+int64(b.Steps), t.SpentSteps+int64(b.Steps)
	g.SpentTokens, t.SpentTokens = g.SpentTokens+b.Tokens, t.SpentTokens+b.Tokens
	g.SpentCost, t.SpentCost = g.SpentCost+b.Cost, t.SpentCost+b.Cost
}

func digestText(d events.Digest) string {
	if d.IsZero() {
		return ""
	}
	return d.String()
}

func moment(t time.Time) *time.Time { return &t }
