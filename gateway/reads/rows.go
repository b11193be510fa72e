package reads

import (
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/views"
)

// dollars turns millionths of a US dollar into dollars.
func dollars(micros int64) float64 { return float64(micros) / 1e6 }

func usage(steps, tokens, cost int64) wire.Usage {
	return wire.Usage{Steps: steps, Tokens: tokens, Cost: dollars(cost)}
}

func summary(r projections.GoalRow) wire.GoalSummary {
	return wire.GoalSummary{
		ID: r.ID, Workspace: r.Workspace, Title: r.Title, Status: r.Status, Submitter: r.Submitter, Parent: r.Parent,
		Agent: r.Agent, Playbook: r.Playbook, TasksTotal: r.Tasks, TasksDone: r.TasksDone, TasksRunning: r.TasksRunning,
		TasksFailed: r.TasksFailed, ResultTask: r.ResultTask, Code: r.Code, Error: r.Error, FailedTask: r.FailedTask,
		EndedBy: r.EndedBy, Usage: usage(r.SpentSteps, r.SpentTokens, r.SpentCost), Created: r.Created, Updated: r.Updated,
		Ended: r.Ended, Submitted: uint64(r.Submitted), Revision: uint64(r.Revision),
	}
}

func goal(g views.Goal) wire.Goal {
	out := wire.Goal{
		GoalSummary: summary(g.GoalRow), Description: g.Description, Params: g.Params,
		Tasks: each(g.Tasks, task), Interrupts: each(g.Interrupts, interrupt), Pulls: each(g.Pulls, pull),
	}
	if g.Planner != "" {
		out.Planner = wire.Planner{Name: g.Planner, Model: g.Model, Why: g.PlannerWhy, Cached: g.PlanCached, Version: g.PlanVersion}
	}
	if g.LimitSteps != 0 || g.LimitTokens != 0 || g.LimitCost != 0 || g.Deadline != nil {
		out.Limits = &wire.GoalLimits{Steps: g.LimitSteps, Tokens: g.LimitTokens, Cost: dollars(g.LimitCost), Deadline: g.Deadline}
	}
	if g.Proof != nil {
		p := proof(*g.Proof)
		out.Proof = &p
	}
	places := make(map[string]int, len(out.Tasks))
	for i, t := range out.Tasks {
		places[t.ID] = i
	}
	for _, c := range g.Calls { // those of tasks that a new plan dropped have no place
		if i, ok := places[c.Task]; ok {
			out.Tasks[i].Calls = append(out.Tasks[i].Calls, call(c))
		}
	}
	return out
}

func task(r projections.TaskRow) wire.Task {
	return wire.Task{
		ID: r.ID, Role: r.Role, Tool: r.Tool, Args: r.Args, Prompt: r.Prompt, Tools: r.Tools, Model: r.Model, Needs: r.Needs,
		Supervised: r.Supervised, Status: r.Status, Attempt: r.Attempt, Worker: r.Worker, Agent: r.Agent, Interrupt: r.Interrupt,
		RetryAt: r.RetryAt, ResultHash: r.Result, ResultSize: r.Size, Preview: r.Preview, AgentAddress: r.AgentAddress,
		Code: r.Code, Error: r.Error, Usage: usage(r.SpentSteps, r.SpentTokens, r.SpentCost), Started: r.Started, Ended: r.Ended,
		Calls: []wire.Call{},
	}
}

func call(r projections.CallRow) wire.Call {
	return wire.Call{
		Attempt: r.Attempt, Call: r.Call, Kind: r.Kind, Name: r.Name, Provider: r.Provider, InputTokens: r.InputTokens,
		OutputTokens: r.OutputTokens, CachedTokens: r.CachedTokens, Cost: dollars(max(r.Cost, 0)), CostUnknown: r.Cost < 0, Effect: r.Effect, Args: r.Args,
		Status: r.Status, ResultHash: r.Result, ResultSize: r.Size, Preview: r.Preview, Cached: r.Cached, Code: r.Code,
		Error: r.Error, SettledBy: r.By, DurationUS: r.DurationUS, Started: r.Started, Ended: r.Ended,
	}
}

func interrupt(r projections.InterruptRow) wire.Interrupt {
	return wire.Interrupt{
		Goal: r.Goal, ID: r.ID, Task: r.Task, Type: r.Type, Description: r.Description, Data: r.Data, Approves: r.Approves,
		Options: r.Options, Status: r.Status, Decision: r.Decision, Feedback: r.Feedback, By: r.By, Expires: r.Expires,
		Created: r.Created, Resolved: r.Resolved, Raised: uint64(r.Raised),
	}
}

func pull(r projections.PullRow) wire.Pull {
	return wire.Pull{
		Repo: r.Repo, Number: r.Number, URL: r.URL, Head: r.Head, Base: r.Base, Task: r.Task, Agent: r.Agent, Status: r.Status,
		Commit: r.Commit, RolledBack: r.RolledBack, Flagged: r.Flagged, Created: r.Created, Ended: r.Ended,
	}
}

func proof(r projections.ProofRow) wire.Proof {
	return wire.Proof{
		Goal: r.Goal, Bundle: r.Bundle, Root: r.Root, Tasks: r.Tasks, Status: r.Status, Chain: uint64(r.Chain), Signer: r.Signer,
		Tx: r.Tx, Block: uint64(r.Block), BlockHash: r.BlockHash, Attempts: r.Attempts, Reason: r.Reason, Created: r.Created,
		Submitted: r.Submitted, Confirmed: r.Confirmed,
	}
}
