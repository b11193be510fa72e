package node

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/dispatch"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/planner"
	"github.com/mergit-io/mergit/handlers/work"
)

// readModels reads which model answers for which role.
func readModels(name string) (model.File, error) {
	f := model.DefaultFile()
	if name != "" {
		text, err := os.ReadFile(name)
		if err == nil {
			f, err = model.ReadFile(text)
		}
		if err != nil {
			return f, fmt.Errorf("--models %s: %w", name, err)
		}
	}
	if err := f.Check(append(plan.Roles(), model.Planner), os.Getenv); err != nil {
		return f, fmt.Errorf("--models %s: %w", name, err)
	}
	return f, nil
}

// openModels makes the models that roles have; none if no role has one.
func (n *node) openModels(ctx context.Context) error {
	f, err := readModels(n.c.Models)
	if err != nil || len(f.Roles) == 0 {
		return err
	}
	board, err := work.OpenBoard(ctx, n.queue)
	if err != nil {
		return err
	}
	n.modelFile = f
	n.models, err = model.NewRouter(model.RouterConfig{File: f, Env: os.Getenv, Board: board, Models: n.c.Answers, Asked: n.asked.came, Now: time.Now, Log: n.c.Log})
	return err
}

// checkingPlanner is a planner that can also say beforehand what it would refuse.
type checkingPlanner interface {
	dispatch.Planner
	Check(events.GoalSubmitted) error
}

// planner plans goals with a model, if there is one for it.
func (n *node) planner() checkingPlanner {
	goals := planner.Goals{Catalogue: catalogue(n.tools)}
	if n.models == nil {
		return goals
	}
	goals.Models = n.models
	return planner.Modelled{Goals: goals, Router: n.models, Cache: n.planCache(), Memories: n.memories, Allowed: n.allowed, Log: n.c.Log, Tools: func() []model.Tool {
		var list []model.Tool
		for _, t := range n.tools.List() {
			spec := t.Spec()
			list = append(list, model.Tool{Name: spec.Name, Description: spec.Description, Input: spec.Input})
		}
		return list
	}}
}

// allowed says which tools the agent of a goal may use. Where that cannot be told now, it is told when the plan is there.
func (n *node) allowed(ctx context.Context, goal events.GoalSubmitted) func(tool string) bool {
	can, _, err := agents{n.set}.Can(ctx, workspace, goal.Agent)
	if err != nil {
		return nil
	}
	return func(tool string) bool { return commands.AllowsTool(can, tool) }
}

// asksModel reports whether only a model can tell how a goal will be planned.
func (n *node) asksModel(goal events.GoalSubmitted) bool {
	p, ok := n.planner().(dispatch.Replanner)
	return ok && p.Asks(goal)
}
