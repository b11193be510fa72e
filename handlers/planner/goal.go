package planner

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
)

// NoTools stands alone in the recorded list of a task's tools that may use none.
const NoTools = "none"

// DefaultRetries is how often a task is tried again whose plan does not say.
const DefaultRetries = 2

// Goals plans submitted goals: an explicit plan is checked and taken as it is,
// a playbook by its name or by what the goal says. It never asks a model.
type Goals struct {
	// Catalogue is what a plan may use.
	Catalogue plan.Catalogue
	// Models answer tasks with a prompt; nil where there are none.
	Models Models
}

// Models says which models there are; model.Router does.
type Models interface {
	// Has reports whether a role has a model.
	Has(role string) bool
	// Knows reports whether a model, "provider/model", is one of those that are
	// configured.
	Knows(name string) bool
}

// Plan makes the task graph of a goal. An error with a method Refused says that
// there is none to be made.
func (g Goals) Plan(_ context.Context, goal events.GoalSubmitted) ([]events.PlannedTask, events.Planner, error) {
	p, by, err := g.plan(goal)
	if err != nil {
		return nil, events.Planner{}, err
	}
	return Tasks(p), by, nil
}

// Check finds what Plan would refuse, so that whoever submits a goal is told at
// once. Faults of parameters are at params.NAME, whether the goal has a plan,
// names a playbook or leaves the choice to the planner.
func (g Goals) Check(goal events.GoalSubmitted) error {
	_, _, err := g.plan(goal)
	return err
}

func (g Goals) plan(goal events.GoalSubmitted) (plan.Plan, events.Planner, error) {
	var params map[string]json.RawMessage
	if len(goal.Params) > 0 {
		if err := json.Unmarshal(goal.Params, &params); err != nil {
			return plan.Plan{}, events.Planner{}, &plan.InvalidError{Faults: []plan.Fault{{Path: "params", Reason: "is not an object"}}}
		}
	}
	p, by, err := g.choose(goal, params)
	if err == nil {
		err = plan.Validate(p, g.Catalogue)
	}
	if err == nil {
		err = g.answered(p)
	}
	return p, by, err
}

// answered refuses prompts that no model would answer.
func (g Goals) answered(p plan.Plan) error {
	var faults []plan.Fault
	for i, t := range p.Tasks {
		switch {
		case t.Prompt == "":
		case g.Models == nil:
			faults = append(faults, plan.Fault{Path: fmt.Sprintf("tasks[%d].prompt", i), Reason: "no model is configured; start the server with --models FILE, or give the task a tool and args"})
		case t.Model != "" && !g.Models.Knows(t.Model):
			faults = append(faults, plan.Fault{Path: fmt.Sprintf("tasks[%d].model", i), Reason: fmt.Sprintf("no model %q is in the server's file of models; write PROVIDER/MODEL as there, or leave it out for the role's", t.Model)})
		case t.Model == "" && !g.Models.Has(t.Role):
			faults = append(faults, plan.Fault{Path: fmt.Sprintf("tasks[%d].prompt", i), Reason: fmt.Sprintf("role %s has no model; give it one, or the task a tool and args", t.Role)})
		}
	}
	if len(faults) > 0 {
		return &plan.InvalidError{Faults: faults}
	}
	return nil
}

func (g Goals) choose(goal events.GoalSubmitted, params map[string]json.RawMessage) (plan.Plan, events.Planner, error) {
	if len(goal.Plan) > 0 {
		p, err := plan.Parse(goal.Plan)
		if err == nil {
			p, err = plan.Bind(p, params)
		}
		return p, events.Planner{Name: "explicit"}, err
	}
	mounts := make([]string, len(goal.Mounts))
	for i, m := range goal.Mounts {
		mounts[i] = m.Name
	}
	says := strings.TrimSpace(goal.Title + "\n" + goal.Description)
	var choice Choice
	var err error
	if goal.Playbook != "" {
		choice, err = Use(goal.Playbook, says, params, mounts)
	} else {
		choice, err = Choose(says, params, mounts)
	}
	if err != nil {
		return plan.Plan{}, events.Planner{}, err
	}
	return choice.Plan, events.Planner{Name: "offline", Playbook: choice.Playbook, Why: choice.Why}, nil
}

// Tasks turns a bound plan into what goal.planned records.
func Tasks(p plan.Plan) []events.PlannedTask {
	tasks := make([]events.PlannedTask, len(p.Tasks))
	for i, t := range p.Tasks {
		tasks[i] = events.PlannedTask{
			ID: t.ID, Role: t.Role, Tool: t.Tool, Args: t.Args, Prompt: t.Prompt, Tools: t.Tools, Model: t.Model,
			Needs: t.Dependencies(), Supervised: t.Supervised, Retries: DefaultRetries,
			TimeoutMS: time.Duration(t.Timeout).Milliseconds(), Effect: t.Effect,
		}
		if t.Retries != nil {
			tasks[i].Retries = *t.Retries
		}
		if t.Tools != nil && len(t.Tools) == 0 {
			tasks[i].Tools = []string{NoTools} // an empty list is not recorded, and would mean all
		}
	}
	return tasks
}
