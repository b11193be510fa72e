// Package spawngoal is the tool with which a goal has another one worked on, and waits for it without holding a worker.
package spawngoal

import (
	"context"
	_ "embed"
	"encoding/json"
	"strings"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// Name is the tool's name.
const Name = "spawn_goal"

//go:embed input.json
var input []byte

//go:embed output.json
var output []byte

const (
	timeout   = 30 * time.Second
	mostWait  = 7 * 24 * time.Hour
	maxResult = 1 << 20
)

// Child is the goal that is wished for. What it does not say it inherits from its parent: mounts, agent, submitter, and limits.
type Child struct {
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Plan        json.RawMessage `json:"plan"`
	Playbook    string          `json:"playbook"`
	Params      json.RawMessage `json:"params"`
	// Steps, Tokens and Cost (in dollars) bound it, within what its parent has left. Zero is that.
	Steps  int     `json:"steps"`
	Tokens int64   `json:"tokens"`
	Cost   float64 `json:"cost"`
	// Wait is the longest that its parent waits, in seconds.
	Wait float64 `json:"wait"`
}

// State is where a child stands.
type State struct {
	Goal  string `json:"goal"`
	Title string `json:"title"`
	// Status is done, failed, cancelled, or another while it goes on.
	Status string `json:"status"`
	Error  string `json:"error,omitempty"`
	// Results are those of the tasks that no other task needs, by task.
	Results map[string]json.RawMessage `json:"results,omitempty"`
	// Cut says that results were too large to be here.
	Cut bool `json:"cut,omitempty"`
}

// Ended reports whether the child goes on no more.
func (s State) Ended() bool {
	return s.Status == "done" || s.Status == "failed" || s.Status == "cancelled"
}

// Goals is where goals are kept. Errors of both are *tools.Error where asking again would not help.
type Goals interface {
	// Spawn submits a child of the caller's goal, unless the call with this key has done so before, and returns its ID. It refuses
	// what is nested too deep, one more than a goal may spawn, and what cannot be planned.
	Spawn(ctx context.Context, caller tools.Caller, key string, child Child) (goal string, err error)
	// State tells where a goal stands.
	State(ctx context.Context, caller tools.Caller, goal string) (State, error)
}

// Tool is spawn_goal.
type Tool struct{ goals Goals }

var _ tools.Tool = (*Tool)(nil)

// New makes the tool.
func New(goals Goals) *Tool { return &Tool{goals} }

// Spec describes the tool.
func (*Tool) Spec() tools.Spec {
	return tools.Spec{
		Name:  Name,
		Title: "Spawn a goal",
		Description: "Hands a part of the work to a goal of its own and returns what it came to: the results of its last tasks. Use it for a part " +
			"that needs a plan by itself; for one step use the step's tool. Say in title what is to be achieved; give a plan or a playbook " +
			"if there is one. The child sees the same mounts, has a workspace of its own, and gets no more than this goal has left. It is " +
			"called off when this goal ends. A child that fails is a failure.",
		Input:       input,
		Output:      output,
		Annotations: tools.Annotations{Idempotent: true},
		Timeout:     timeout,
		MaxResult:   maxResult,
	}
}

// Effect is idempotent: the same call spawns the same child.
func (*Tool) Effect(args json.RawMessage) tools.Effect {
	if _, err := parse(args); err != nil {
		return tools.Write
	}
	return tools.Idempotent
}

func parse(raw json.RawMessage) (Child, error) {
	var child Child
	if err := tools.Decode(raw, &child); err != nil {
		return child, err
	}
	child.Title = strings.TrimSpace(child.Title)
	has := func(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }
	switch {
	case child.Title == "":
		return child, tools.BadArg("title", "is empty; say what is to be achieved")
	case has(child.Plan) && child.Plan[0] != '{', has(child.Params) && child.Params[0] != '{':
		return child, tools.BadArg("plan", "plan and params are objects")
	case has(child.Plan) && child.Playbook != "":
		return child, tools.BadArg("playbook", "goes without a plan")
	case child.Steps < 0 || child.Tokens < 0 || child.Cost < 0:
		return child, tools.BadArg("steps", "limits are not negative")
	case child.Wait < 0 || child.Wait > mostWait.Seconds():
		return child, tools.BadArg("wait", "is %v seconds; the most is %v", child.Wait, mostWait.Seconds())
	}
	return child, nil
}

// Run spawns the child, and tells what it came to once it has ended.
func (t *Tool) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	child, err := parse(call.Args)
	if err != nil {
		return tools.Result{}, err
	}
	ctx, cancel := tools.Within(ctx, timeout)
	defer cancel()
	doing := "spawn a goal"
	if err := ctx.Err(); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, doing)
	}
	if call.Caller.Goal == "" || call.IdempotencyKey == "" {
		return tools.Result{}, tools.Fail(tools.CodeForbidden, "only a goal's task can spawn a goal")
	}
	goal, err := t.goals.Spawn(ctx, call.Caller, call.IdempotencyKey, child)
	if err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, doing)
	}
	state, err := t.goals.State(ctx, call.Caller, goal)
	if err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "look at goal "+goal)
	}
	switch {
	case !state.Ended():
		on, err := json.Marshal(map[string]string{"goal": goal})
		if err != nil {
			return tools.Result{}, tools.Wrap(ctx, err, doing)
		}
		return tools.Result{}, &tools.Waiting{Kind: tools.WaitGoal, On: on, Text: "waits for goal " + goal + ": " + child.Title,
			Most: time.Duration(child.Wait * float64(time.Second))}
	case state.Status != "done":
		return tools.Result{}, tools.Fail("child_"+state.Status, "goal %s %s: %s", goal, state.Status, state.Error)
	}
	return tools.Value(state)
}
