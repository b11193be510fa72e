package planner

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/model"
)

const instructions = `You plan the work on a goal: you break it down into tasks that others do, and do none of it yourself. Answer with one JSON object, the plan, and nothing else.

A plan has a title and a list of tasks. A task has
- "id": a short name of A-Z a-z 0-9 _ -, unique in the plan;
- "role": %s;
- either "tool" and "args", where you know exactly which call is to be made, or "prompt", where a model has to find out, decide or write something: then "tools" lists the tools that it may use;
- "needs": the IDs of tasks that must be done before. Tasks that do not need each other run at the same time.

A task refers to what another came to by {{tasks.ID.result}} or a part of it, {{tasks.ID.result.FIELD}}, within the texts of args or in a prompt; it then needs that task without saying so. The result of a tool is what the tool answers; the result of a task with a prompt is {"text": "…"}. {{goal.title}} and {{goal.description}} are the goal. Two braces as such are written {{"{{"}}.

- Plan as few tasks as the goal needs. What one task can do well is not split.
- The last task's result is what the person gets: it should be what was asked for.
- Give "supervised": true to a task that should not act without a person's consent, such as one that cannot be undone.
- Use only the tools below, and their arguments exactly as described.`

// opening is what a planner is told of any goal. It is the same for all goals, so that providers can cache it.
func (m Modelled) opening() model.Message {
	var out strings.Builder
	fmt.Fprintf(&out, instructions, "one of "+strings.Join(m.roles(), ", "))
	out.WriteString("\n\nTools:\n")
	for _, t := range m.Tools() {
		fmt.Fprintf(&out, "\n%s: %s\nargs: %s\n", t.Name, strings.TrimSpace(t.Description), t.Input)
	}
	return model.Message{By: model.System, Text: out.String()}
}

// roles are those whose prompts would be answered.
func (m Modelled) roles() (roles []string) {
	for _, r := range plan.Roles() {
		if m.Router.Has(r) {
			roles = append(roles, r)
			continue
		}
		roles = append(roles, r+" (only with a tool)")
	}
	return roles
}

// question asks for a first plan.
func (m Modelled) question(goal events.GoalSubmitted, may []string, memories []Memory) []model.Message {
	return []model.Message{m.opening(), {By: model.User, Text: about(goal, may, memories)}}
}

func about(goal events.GoalSubmitted, may []string, memories []Memory) string {
	var out strings.Builder
	out.WriteString("Goal: " + goal.Title + "\n")
	if goal.Description != "" {
		out.WriteString("\n" + goal.Description + "\n")
	}
	for _, mount := range goal.Mounts {
		fmt.Fprintf(&out, "\nThe folder %q can be read with file_ops, under this name.", mount.Name)
	}
	if may != nil {
		out.WriteString("\nThe agent that works on it may use no other tools than these: " + listed(may) + ".\n")
	}
	if len(goal.Params) > 0 && string(goal.Params) != "null" {
		fmt.Fprintf(&out, "\nParameters: %s\n", goal.Params)
	}
	out.WriteString(recited(memories))
	return out.String()
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// again asks for another plan.
func (m Modelled) again(after commands.Setback, may []string, memories []Memory) []model.Message {
	var out strings.Builder
	out.WriteString(about(after.Goal, may, memories))
	out.WriteString("\nA plan for this goal has failed. Its tasks:\n")
	for _, t := range after.Tasks {
		text, err := json.Marshal(asPlan([]events.PlannedTask{t})[0])
		if err != nil {
			continue // a plan that was recorded is JSON
		}
		fmt.Fprintf(&out, "%s\n", text)
		switch result, done := after.Done[t.ID]; {
		case done:
			fmt.Fprintf(&out, "  is done. Its result begins: %s\n", result)
		case t.ID == after.Task:
			fmt.Fprintf(&out, "  has failed: %s: %s\n", after.Code, after.Error)
		}
	}
	out.WriteString("\nMake another plan for what is left, in which this failure cannot happen again. Leave out the tasks that are done: they stay, and yours may refer to their results. Do not plan anew what has been written or sent already.")
	return []model.Message{m.opening(), {By: model.User, Text: out.String()}}
}
