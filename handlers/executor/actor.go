package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/capability"
	"github.com/mergit-io/mergit/handlers/tools"
)

// Guard lets the calls of agents through, or not; *capability.Guard is one.
type Guard interface {
	// Allow fails with *capability.DeniedError if an agent may not do this, and
	// with any other error if that cannot be told now.
	Allow(ctx context.Context, h capability.Holder, u capability.Use) error
	// Done says that a task is over.
	Done(h capability.Holder)
}

// actor is the agent that a task is run as; the zero value is nobody.
type actor struct {
	address string
	can     events.Capabilities
	doubted bool // its score is low
}

// leave is why an agent's tasks need a person's leave; empty if they do not.
func (a actor) leave() string {
	if a.address != "" && a.can.Trust == commands.TrustLow {
		return "the agent is of low trust"
	}
	if a.doubted {
		return "the agent's score is low"
	}
	return ""
}

// mayUse reports whether the tool is one of the agent's.
func (a actor) mayUse(tool string) bool {
	return a.address == "" || commands.AllowsTool(a.can, tool)
}

func (e *execution) holder() capability.Holder {
	return capability.Holder{Workspace: e.item.Workspace, Agent: e.goal.Agent, Goal: e.item.Goal, Task: e.item.Task}
}

func (e *execution) agentRef() commands.AgentRef {
	return commands.AgentRef{Workspace: e.item.Workspace, Agent: e.goal.Agent}
}

// standing reads what the log has of the agent now.
func (e *execution) standing(ctx context.Context) (can events.Capabilities, address string, err error) {
	ref := e.agentRef()
	failed := e.x.cfg.Commands.Agents.View(ctx, ref.Stream(), true, func(a *commands.Agent, _ events.Revision) {
		can, address, err = a.Capabilities, a.Registered.Address, ref.MayAct(a)
	})
	if failed != nil {
		err = failed
	}
	return can, address, err
}

// appear finds out whom the goal is run as, before anything is started. A goal
// whose agent may not act any more is given up, and so is what else of it is
// running: it reports true.
func (e *execution) appear(ctx context.Context) (given bool, err error) {
	ended := false
	err = e.x.cfg.Commands.Goals.View(ctx, e.ref().Stream(), false, func(g *commands.Goal, _ events.Revision) {
		e.goal.Agent, ended = g.Submitted.Agent, g.Status.Ended()
	})
	if err != nil || e.goal.Agent == "" || ended {
		return false, err
	}
	e.actor.can, e.actor.address, err = e.standing(ctx)
	refused, ok := errors.AsType[*commands.Refusal](err)
	if err == nil {
		e.actor.doubted, err = e.doubted(ctx)
	}
	if !ok {
		return false, err
	}
	_, err = e.x.cfg.Commands.Goals.Run(ctx, e.request(), commands.FailGoal{
		GoalRef: e.ref(), Code: strings.ToLower(refused.Code), Error: refused.Message + "; the goal was run as it", Task: e.item.Task,
	})
	return true, err
}

// depart forgets what was kept of the agent for this task.
func (e *execution) depart() {
	if e.x.cfg.Guard != nil && e.goal.Agent != "" {
		e.x.cfg.Guard.Done(e.holder())
	}
}

// allowed refuses a call that the agent may not make.
func (e *execution) allowed(ctx context.Context, tool tools.Tool, args json.RawMessage) *failure {
	if e.goal.Agent == "" {
		return nil
	}
	use := capability.Use{Tool: tool.Spec().Name}
	if scoped, ok := tool.(tools.Scoped); ok {
		scope := scoped.Scope(args)
		use.Repos, use.Hosts, use.Paths = scope.Repos, scope.Hosts, scope.Paths
	}
	err := e.permit(ctx, use)
	if denied, ok := errors.AsType[*capability.DeniedError](err); ok {
		return &failure{code: strings.ToLower(string(denied.Code)), message: denied.Error()}
	}
	if err != nil {
		return &failure{err: &infrastructure{err}}
	}
	return e.staked(ctx, tool, args)
}

// permit asks the guard, or the log where there is none.
func (e *execution) permit(ctx context.Context, use capability.Use) error {
	if e.x.cfg.Guard != nil {
		return e.x.cfg.Guard.Allow(ctx, e.holder(), use)
	}
	can, _, err := e.standing(ctx)
	if refused, ok := errors.AsType[*commands.Refusal](err); ok {
		return &capability.DeniedError{Code: capability.Revoked, Reason: refused.Message}
	}
	if err != nil {
		return fmt.Errorf("what agent %s may do: %w", e.goal.Agent, err)
	}
	if lacks := capability.Missing(can, use); lacks != "" {
		return &capability.DeniedError{Code: capability.Denied, Agent: e.goal.Agent, Reason: "has no capability for " + lacks}
	}
	return nil
}

// reach says which hosts a call may be led to; nil is any.
func (e *execution) reach() func(host string) bool {
	if e.goal.Agent == "" {
		return nil
	}
	return func(host string) bool { return commands.AllowsHost(e.actor.can, host) }
}
