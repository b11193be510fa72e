package node

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/identity"
	"github.com/mergit-io/mergit/chain/registrar"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/bus"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/dispatch"
)

// registers reports whether a command is one that only processes with agents' keys run: those of the chain's role.
func registers(command string) bool { return command == commands.RegisterAgent{}.Name() }

// startKeys serves the registration of agents. It needs no chain: an agent is registered although its passport has to wait.
func (n *node) startKeys(part func(string, func(context.Context) error)) error {
	keys, err := identity.Open(n.layout.Agents())
	if err != nil {
		return err
	}
	part("keys of agents", func(ctx context.Context) error {
		return bus.Serve(ctx, n.infra.conn, identity.Registering{To: n.set, Keys: keys}, bus.Config{Log: n.c.Log, Serves: registers})
	})
	return nil
}

// startRegistrar mints and revokes passports.
func (n *node) startRegistrar(_ context.Context, c *onchain) ([]onchainPart, error) {
	minter, err := c.manager(deploy.Minter)
	if err != nil {
		return nil, err
	}
	revoker, err := c.revoker()
	if err != nil {
		return nil, err
	}
	r, err := registrar.New(registrar.Config{Commands: n.set, Chain: c.chain, Contract: c.at.AgentPassport.Address, Minter: minter, Revoker: revoker,
		Snapshots: n.snapshots, URI: n.registrationURI, Now: time.Now, Log: n.c.Log})
	if err != nil {
		return nil, err
	}
	return []onchainPart{{"registrar of agents", r.Run}}, nil
}

// revoker sends what takes the admin's role; nil where nobody here has it, as with a multisig.
func (c *onchain) revoker() (*txmgr.Manager, error) {
	if c.prof.Public || c.node.c.Keystores != "" {
		file, _ := wallet.Files(c.node.c.Keystores, string(deploy.Admin))
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
	} else if _, open := c.node.signers[deploy.Admin]; !open {
		owner, err := c.node.deployer()
		if err != nil {
			return nil, err
		}
		c.node.signers[deploy.Admin] = owner // who deploys without naming an admin is it
	}
	return c.manager(deploy.Admin)
}

// registrationURI is where a passport says its agent is described; none where it is not known how the server is reached.
func (n *node) registrationURI(agent string) string {
	if n.public == "" {
		return ""
	}
	return strings.TrimSuffix(n.public, "/") + "/agents/" + agent + "/registration.json"
}

// mayAct refuses an agent that may do nothing, as the log has it now.
func (n *node) mayAct(ctx context.Context, workspace, agent string) (err error) {
	ref := commands.AgentRef{Workspace: workspace, Agent: agent}
	failed := n.set.Agents.View(ctx, ref.Stream(), true, func(a *commands.Agent, _ events.Revision) { err = ref.MayAct(a) })
	if failed != nil {
		return failed
	}
	return err
}

// forAgents has a planner plan for agents only what they may do.
func forAgents(p dispatch.Planner, set *commands.Set) dispatch.Planner {
	limited := agentPlanner{p, set}
	if again, ok := p.(dispatch.Replanner); ok {
		return agentReplanner{limited, again}
	}
	return limited
}

type agentPlanner struct {
	dispatch.Planner
	set *commands.Set
}

// Plan implements dispatch.Planner.
func (p agentPlanner) Plan(ctx context.Context, goal events.GoalSubmitted) ([]events.PlannedTask, events.Planner, error) {
	tasks, by, err := p.Planner.Plan(ctx, goal)
	if err == nil {
		err = p.check(ctx, goal.Agent, tasks)
	}
	return tasks, by, err
}

type agentReplanner struct {
	agentPlanner
	again dispatch.Replanner
}

// Asks implements dispatch.Replanner.
func (p agentReplanner) Asks(goal events.GoalSubmitted) bool { return p.again.Asks(goal) }

// Replan implements dispatch.Replanner.
func (p agentReplanner) Replan(ctx context.Context, after commands.Setback) ([]events.PlannedTask, events.Planner, error) {
	tasks, by, err := p.again.Replan(ctx, after)
	if err == nil {
		err = p.check(ctx, after.Goal.Agent, tasks)
	}
	return tasks, by, err
}

// checkForAgent finds the tasks of a goal that its agent may not do, as far as they can be told without a model.
func (n *node) checkForAgent(ctx context.Context, goal events.GoalSubmitted) error {
	if n.asksModel(goal) {
		return nil
	}
	_, _, err := forAgents(n.planner(), n.set).Plan(ctx, goal)
	return err
}

// check refuses tasks whose tools an agent may not use.
func (p agentPlanner) check(ctx context.Context, agent string, tasks []events.PlannedTask) (err error) {
	if agent == "" {
		return nil
	}
	tools := func(yield func(string) bool) {
		for _, t := range tasks {
			if !yield(t.Tool) {
				return
			}
		}
	}
	ref := commands.AgentRef{Workspace: workspace, Agent: agent}
	failed := p.set.Agents.View(ctx, ref.Stream(), true, func(a *commands.Agent, _ events.Revision) {
		if err = ref.MayAct(a); err == nil {
			err = commands.CheckTools(agent, a.Capabilities, tools)
		}
	})
	if _, ok := errors.AsType[*commands.Refusal](failed); ok { // its ID can be nobody's
		failed = &plan.InvalidError{Faults: []plan.Fault{{Reason: failed.Error()}}}
	}
	return errors.Join(failed, err)
}
