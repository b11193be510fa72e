package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/dispatch"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/credential"
	"github.com/mergit-io/mergit/handlers/tools/spawngoal"
	"github.com/mergit-io/mergit/handlers/tools/waitwebhook"
	"github.com/mergit-io/mergit/handlers/waits"
)

const (
	// deepest is how many goals may be nested in one that a person submitted; most is how many one goal may spawn.
	deepest = 3
	most    = 16
	// shownResults bounds the results of a child that its parent is given, in bytes.
	shownResults = 512 << 10
)

// addGoalTools adds the tools that work on goals.
func (n *node) addGoalTools() {
	n.tools.Add(spawngoal.New(family{n}), credential.New(confidant{n.secrets, n.set.Goals}))
	if n.c.runs(Gateway) && len(n.c.WebhookSecrets) == 0 {
		n.tools.Lack(waitwebhook.Name, nobodyCalls)
		return
	}
	n.tools.Add(waitwebhook.New(callers{n}))
}

// family is the goals that goals have spawned.
type family struct{ n *node }

// Spawn implements spawngoal.Goals.
func (f family) Spawn(ctx context.Context, caller tools.Caller, key string, child spawngoal.Child) (string, error) {
	command := waits.Spawned + uuid.NewSHA1(uuid.NameSpaceOID, []byte("child/"+key)).String()
	if id, err := f.spawned(ctx, caller, command); err != nil || id != "" {
		return id, err
	}
	var (
		parent events.GoalSubmitted
		left   commands.Allowance
	)
	err := f.n.set.Goals.View(ctx, events.GoalStream(caller.Workspace, caller.Goal), true, func(g *commands.Goal, _ events.Revision) {
		parent, left = g.Submitted, g.Left()
	})
	if err != nil {
		return "", err
	}
	depth, err := f.depth(ctx, caller.Workspace, parent)
	if err != nil {
		return "", err
	}
	if depth >= deepest {
		return "", tools.Fail(tools.CodeForbidden, "the goal is nested %d deep, and may spawn no others", depth)
	}
	wish := commands.SubmitGoal{
		GoalRef: commands.GoalRef{Workspace: caller.Workspace}, Title: child.Title, Description: child.Description, Parent: caller.Goal,
		Plan: child.Plan, Playbook: child.Playbook, Params: child.Params, Mounts: parent.Mounts, Agent: parent.Agent, Limits: inherit(parent.Limits, left, child),
	}
	err = f.n.checkForAgent(ctx, events.GoalSubmitted{Title: wish.Title, Description: wish.Description, Plan: wish.Plan, Playbook: wish.Playbook,
		Params: wish.Params, Mounts: wish.Mounts, Agent: wish.Agent})
	if refused, ok := errors.AsType[dispatch.Refusal](err); ok {
		return "", &tools.Error{Code: tools.CodeInvalidArgs, Path: "plan", Message: refused.Error(), Err: err}
	}
	if err != nil {
		return "", err
	}
	// The submitter is the parent's: a child has no more rights.
	request := commands.Request{ID: command, At: time.Now(), Actor: parent.Submitter, Agent: parent.Agent, Cause: caller.Goal + "." + caller.Task, Correlation: caller.Goal}
	for n := range most {
		wish.Goal = childID(caller, n)
		_, err = f.n.set.Goals.Run(ctx, request, wish)
		refused, ok := errors.AsType[*commands.Refusal](err)
		switch {
		case ok && refused.Code == commands.ErrGoalExists.Code:
			continue
		case ok && refused.Code == commands.ErrRequestDiffers.Code:
			return wish.Goal, nil // the same call, at the same time: its limits were others
		case ok:
			return "", tools.Fail(tools.CodeInvalidArgs, "%s", refused.Message)
		}
		return wish.Goal, err
	}
	return "", tools.Fail(tools.CodeForbidden, "the goal has spawned %d others, and may spawn no more", most)
}

// childID is one of as many IDs as a goal may spawn others. A child takes the first that is free, so that many calls at once, on
// whatever machines, spawn no more than that; none becomes free again.
func childID(caller tools.Caller, n int) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "child/%s/%s/%d", caller.Workspace, caller.Goal, n)).String()
}

// spawned finds the child that a call has spawned before; empty if it has none.
func (f family) spawned(ctx context.Context, caller tools.Caller, command string) (id string, err error) {
	for n := range most {
		var is, any bool
		id = childID(caller, n)
		err = f.n.set.Goals.View(ctx, events.GoalStream(caller.Workspace, id), true, func(g *commands.Goal, at events.Revision) {
			_, is = g.Answered(command)
			any = at > 0
		})
		if err != nil || is {
			return id, err
		}
		if !any {
			break
		}
	}
	return "", nil
}

// depth counts the goals above one.
func (f family) depth(ctx context.Context, workspace string, goal events.GoalSubmitted) (depth int, err error) {
	for ; goal.Parent != "" && depth <= deepest; depth++ {
		above := goal.Parent
		goal = events.GoalSubmitted{}
		err = f.n.set.Goals.View(ctx, events.GoalStream(workspace, above), true, func(g *commands.Goal, _ events.Revision) { goal = g.Submitted })
		if err != nil {
			return depth, err
		}
	}
	return depth, nil
}

// inherit gives a child what it asks for, and no more than its parent has left.
func inherit(parent events.Limits, left commands.Allowance, child spawngoal.Child) events.Limits {
	within := func(left, asked int64) int64 {
		switch {
		case left == math.MaxInt64:
			return asked // the parent has no limit
		case asked == 0 || asked > left:
			return max(left, 1) // zero would be no limit
		}
		return asked
	}
	return events.Limits{Steps: int(within(left.Steps, int64(child.Steps))), Tokens: within(left.Tokens, child.Tokens),
		Cost: within(left.Cost, micros(child.Cost)), Deadline: parent.Deadline}
}

// micros is an amount of dollars in millionths, rounded up: the least that can be wished for is not none. What is beyond all
// money is less than a number holds.
func micros(dollars float64) int64 { return int64(min(math.Ceil(dollars*1e6), 1<<53)) }

// State implements spawngoal.Goals.
func (f family) State(ctx context.Context, caller tools.Caller, goal string) (spawngoal.State, error) {
	state := spawngoal.State{Goal: goal}
	var last []string
	err := f.n.set.Goals.View(ctx, events.GoalStream(caller.Workspace, goal), true, func(g *commands.Goal, _ events.Revision) {
		state.Title, state.Status = g.Submitted.Title, string(g.Status)
		needed := map[string]bool{}
		for _, t := range g.Tasks {
			for _, need := range t.Needs {
				needed[need] = true
			}
			if t.Status == commands.TaskFailed {
				state.Error = t.ID + ": " + t.Failed.Error
			}
		}
		for _, t := range g.Tasks {
			if !needed[t.ID] && t.Status == commands.TaskDone {
				last = append(last, t.ID)
			}
		}
	})
	if err != nil || state.Status != string(commands.GoalDone) {
		return state, err
	}
	results := eventlog.Results{Log: f.n.set.Log, Codec: f.n.set.Codec, Blobs: f.n.blobs}
	room := shownResults
	state.Results = map[string]json.RawMessage{}
	for _, task := range last {
		value, err := results.Get(ctx, caller.Workspace, goal, task)
		if err != nil {
			return state, err
		}
		if room -= len(value); room < 0 {
			state.Cut = true
			break
		}
		state.Results[task] = value
	}
	return state, nil
}

// callers are the systems that may call.
type callers struct{ n *node }

// Known implements waitwebhook.Calls. A process that takes no calls itself does not know who may.
func (c callers) Known(source string) bool {
	_, ok := c.n.c.WebhookSecrets[source]
	return ok || !c.n.c.runs(Gateway)
}

// Read implements waitwebhook.Calls.
func (c callers) Read(ctx context.Context, caller tools.Caller, woken string) (waitwebhook.Delivery, error) {
	revision, err := strconv.ParseUint(woken, 10, 64)
	if err != nil {
		return waitwebhook.Delivery{}, tools.Fail(tools.CodeNotFound, "nobody called")
	}
	record, err := c.n.set.Log.At(ctx, events.Revision(revision))
	if err != nil {
		return waitwebhook.Delivery{}, err
	}
	if record.Stream.Workspace != caller.Workspace || record.Stream.Family != events.FamilyRepository {
		return waitwebhook.Delivery{}, tools.Fail(tools.CodeForbidden, "revision %d is no call of another system", revision)
	}
	call, body, err := waits.Call(ctx, c.n.set, c.n.blobs, record)
	return waitwebhook.Delivery{Source: call.Source, Event: call.Event, Delivery: call.Delivery, Encoding: call.Encoding, Body: body}, err
}
