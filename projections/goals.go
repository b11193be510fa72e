package projections

import (
	"encoding/json"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Where a goal stands.
const (
	GoalPending   = "pending"  // its explicit plan is yet to be recorded
	GoalPlanning  = "planning" // a planner has to make its plan
	GoalExecuting = "executing"
	GoalWaiting   = "awaiting_human" // something was asked and is not answered
	GoalDone      = "done"
	GoalFailed    = "failed"
	GoalCancelled = "cancelled"
)

// GoalRow is a goal.
type GoalRow struct {
	ID          string          `json:"id"`
	Workspace   string          `json:"workspace"`
	Title       string          `json:"title"`
	Description string          `json:"description,omitempty"`
	Status      string          `json:"status"`
	Submitter   string          `json:"submitter"`
	Parent      string          `json:"parent,omitempty"`
	Agent       string          `json:"agent,omitempty"`
	Playbook    string          `json:"playbook,omitempty"`
	Planner     string          `json:"planner,omitempty"`
	Model       string          `json:"planner_model,omitempty"`
	PlannerWhy  string          `json:"planner_why,omitempty"`
	PlanCached  bool            `json:"plan_cached,omitempty"`
	PlanVersion int64           `json:"plan_version"` // 0: not planned
	Params      json.RawMessage `json:"params,omitempty"`

	Tasks        int64  `json:"tasks_total"`
	TasksDone    int64  `json:"tasks_done"`
	TasksRunning int64  `json:"tasks_running"`
	TasksFailed  int64  `json:"tasks_failed"`
	ResultTask   string `json:"result_task,omitempty"`

	Code       string `json:"code,omitempty"` // of the failure
	Error      string `json:"error,omitempty"`
	FailedTask string `json:"failed_task,omitempty"`
	EndedBy    string `json:"ended_by,omitempty"` // who cancelled

	LimitSteps  int64      `json:"limit_steps,omitempty"`
	LimitTokens int64      `json:"limit_tokens,omitempty"`
	LimitCost   int64      `json:"limit_cost,omitempty"`
	Deadline    *time.Time `json:"deadline,omitempty"`
	SpentSteps  int64      `json:"spent_steps"`
	SpentTokens int64      `json:"spent_tokens"`
	SpentCost   int64      `json:"spent_cost"` // millionths of a US dollar

	Created   time.Time  `json:"created_at"`
	Updated   time.Time  `json:"updated_at"`
	Ended     *time.Time `json:"ended_at,omitempty"`
	Submitted int64      `json:"submitted_revision"` // orders goals by age
	Revision  int64      `json:"revision"`           // of the goal's newest event
}

// Key implements Keyed.
func (r *GoalRow) Key() string { return r.ID }

var goalTable = &table[Goal, *GoalRow]{
	name: "goals", keys: 1,
	indexes: []string{"(workspace, submitted)", "(status, submitted)", "(agent, submitted) WHERE agent <> ''"},
	rows:    func(g *Goal) *Rows[*GoalRow] { return &g.Goals },
	empty:   func() *GoalRow { return new(GoalRow) },
	columns: []Column[*GoalRow]{
		Text("id", func(r *GoalRow) *string { return &r.ID }),
		Fixed(Text("workspace", func(r *GoalRow) *string { return &r.Workspace })),
		Sealed(Text("title", func(r *GoalRow) *string { return &r.Title })),
		Sealed(Fixed(Text("description", func(r *GoalRow) *string { return &r.Description }))),
		Text("status", func(r *GoalRow) *string { return &r.Status }),
		Fixed(Text("submitter", func(r *GoalRow) *string { return &r.Submitter })),
		Fixed(Text("parent", func(r *GoalRow) *string { return &r.Parent })),
		Fixed(Text("agent", func(r *GoalRow) *string { return &r.Agent })),
		Text("playbook", func(r *GoalRow) *string { return &r.Playbook }),
		Text("planner", func(r *GoalRow) *string { return &r.Planner }),
		Text("planner_model", func(r *GoalRow) *string { return &r.Model }),
		Text("planner_why", func(r *GoalRow) *string { return &r.PlannerWhy }),
		Flag("plan_cached", func(r *GoalRow) *bool { return &r.PlanCached }),
		Number("plan_version", func(r *GoalRow) *int64 { return &r.PlanVersion }),
		Sealed(Fixed(JSON("params", func(r *GoalRow) *json.RawMessage { return &r.Params }))),
		Number("tasks_total", func(r *GoalRow) *int64 { return &r.Tasks }),
		Number("tasks_done", func(r *GoalRow) *int64 { return &r.TasksDone }),
		Number("tasks_running", func(r *GoalRow) *int64 { return &r.TasksRunning }),
		Number("tasks_failed", func(r *GoalRow) *int64 { return &r.TasksFailed }),
		Text("result_task", func(r *GoalRow) *string { return &r.ResultTask }),
		Text("code", func(r *GoalRow) *string { return &r.Code }),
		Sealed(Text("error", func(r *GoalRow) *string { return &r.Error })),
		Text("failed_task", func(r *GoalRow) *string { return &r.FailedTask }),
		Text("ended_by", func(r *GoalRow) *string { return &r.EndedBy }),
		Fixed(Number("limit_steps", func(r *GoalRow) *int64 { return &r.LimitSteps })),
		Fixed(Number("limit_tokens", func(r *GoalRow) *int64 { return &r.LimitTokens })),
		Fixed(Number("limit_cost", func(r *GoalRow) *int64 { return &r.LimitCost })),
		Fixed(MaybeTime("deadline", func(r *GoalRow) **time.Time { return &r.Deadline })),
		Number("spent_steps", func(r *GoalRow) *int64 { return &r.SpentSteps }),
		Number("spent_tokens", func(r *GoalRow) *int64 { return &r.SpentTokens }),
		Number("spent_cost", func(r *GoalRow) *int64 { return &r.SpentCost }),
		Fixed(Time("created", func(r *GoalRow) *time.Time { return &r.Created })),
		Time("updated", func(r *GoalRow) *time.Time { return &r.Updated }),
		MaybeTime("ended", func(r *GoalRow) **time.Time { return &r.Ended }),
		Fixed(Number("submitted", func(r *GoalRow) *int64 { return &r.Submitted })),
		Number("revision", func(r *GoalRow) *int64 { return &r.Revision }),
	},
}

var goalRoutes = []Route{
	On(goalSubmitted),
	On(goalPlanned),
	On(goalReplanned),
	On(goalModelCalled),
	On(goalCompleted),
	On(goalFailed),
	On(goalCancelled),
}

func goalSubmitted(g *Goal, e events.Envelope[events.GoalSubmitted]) error {
	f := e.Fact
	row := &GoalRow{
		ID: e.Stream.ID, Workspace: e.Stream.Workspace, Title: f.Title, Description: f.Description, Status: GoalPlanning,
		Submitter: f.Submitter, Parent: f.Parent, Agent: f.Agent, Playbook: f.Playbook, Params: present(f.Params),
		LimitSteps: int64(f.Limits.Steps), LimitTokens: f.Limits.Tokens, LimitCost: f.Limits.Cost, Deadline: f.Limits.Deadline,
		Created: e.Time, Updated: e.Time, Submitted: int64(e.Revision), Revision: int64(e.Revision),
	}
	if len(present(f.Plan)) > 0 {
		row.Status = GoalPending
	}
	g.Goals.Put(row)
	return nil
}

func goalPlanned(g *Goal, e events.Envelope[events.GoalPlanned]) error {
	row, err := g.goal(e.Meta)
	if err != nil {
		return err
	}
	row.plan(e.Fact.Version, e.Fact.Planner)
	if e.Fact.Title != "" && row.Title == "" {
		row.Title = e.Fact.Title
	}
	g.layOut(e.Meta, e.Fact.Tasks)
	return g.settle(row)
}

func goalReplanned(g *Goal, e events.Envelope[events.GoalReplanned]) error {
	row, err := g.goal(e.Meta)
	if err != nil {
		return err
	}
	row.plan(e.Fact.Version, e.Fact.Planner)
	row.Code, row.Error, row.FailedTask, row.Ended = "", "", "", nil // where it had failed and is retried
	g.layOut(e.Meta, e.Fact.Tasks)
	return g.settle(row)
}

// goalModelCalled adds what planning took.
func goalModelCalled(g *Goal, e events.Envelope[events.GoalModelCall]) error {
	row, err := g.goal(e.Meta)
	if err != nil {
		return err
	}
	f := e.Fact
	row.SpentSteps++
	row.SpentTokens += f.Usage.Input + f.Usage.Output
	row.SpentCost += max(f.Cost, 0)
	return nil
}

func (r *GoalRow) plan(version int, p events.Planner) {
	r.PlanVersion, r.Planner, r.Model = int64(version), p.Name, p.Model
	r.PlannerWhy, r.PlanCached = p.Why, p.Cached
	if p.Playbook != "" {
		r.Playbook = p.Playbook
	}
}

func goalCompleted(g *Goal, e events.Envelope[events.GoalCompleted]) error {
	row, err := g.goal(e.Meta)
	if err != nil {
		return err
	}
	row.ResultTask = e.Fact.Result
	return g.end(row, GoalDone, e.Time)
}

func goalFailed(g *Goal, e events.Envelope[events.GoalFailed]) error {
	row, err := g.goal(e.Meta)
	if err != nil {
		return err
	}
	row.Code, row.Error, row.FailedTask = e.Fact.Code, e.Fact.Error, e.Fact.Task
	return g.end(row, GoalFailed, e.Time)
}

func goalCancelled(g *Goal, e events.Envelope[events.GoalCancelled]) error {
	row, err := g.goal(e.Meta)
	if err != nil {
		return err
	}
	row.Error, row.EndedBy = e.Fact.Reason, e.Fact.By
	return g.end(row, GoalCancelled, e.Time)
}

// present turns forgotten or absent JSON into none.
func present(text json.RawMessage) json.RawMessage {
	if len(text) == 0 || string(text) == "null" {
		return nil
	}
	return text
}
