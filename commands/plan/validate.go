package plan

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Validate finds every fault of a plan at once. A nil error promises that the graph has no cycle, that every name in it
// exists, and that it can be stored as JSON.
func Validate(p Plan, known Catalogue) error {
	v := validator{plan: p, known: known, ids: make(map[string]int, len(p.Tasks))}
	v.head()
	for i, t := range p.Tasks {
		if first, twice := v.ids[t.ID]; twice {
			v.fault(field(taskPath(i), "id"), fmt.Sprintf("%q is already %s; IDs are unique", t.ID, taskPath(first)))
		} else {
			v.ids[t.ID] = i
		}
	}
	// Past the limit the plan is refused anyway, and a report on thousands of tasks helps nobody.
	if len(p.Tasks) <= MaxTasks {
		references := referencesOf(p.Tasks)
		for i, t := range p.Tasks {
			v.task(t, taskPath(i), references[i])
		}
		v.faults = append(v.faults, newGraph(p.Tasks, references).cycles()...)
	}
	if len(v.faults) > 0 {
		return &InvalidError{Faults: v.faults}
	}
	return nil
}

type validator struct {
	plan   Plan
	known  Catalogue
	ids    map[string]int
	faults []Fault
}

func (v *validator) fault(path, reason string) { v.faults = append(v.faults, Fault{path, reason}) }

func (v *validator) head() {
	if strings.TrimSpace(v.plan.Title) == "" {
		v.fault("title", "is empty; say what the plan is for")
	}
	v.utf8("title", v.plan.Title)
	v.utf8("description", v.plan.Description)
	for _, name := range sortedKeys(v.plan.Params) {
		if !namePattern.MatchString(name) {
			v.fault("params", fmt.Sprintf("name %q: use 1 to 64 of A-Z a-z 0-9 _ -", name))
		}
		if value := v.plan.Params[name]; !isNull(value) && (!json.Valid(value) || !utf8.Valid(value)) {
			v.fault(field("params", name), "is not JSON in UTF-8")
		}
	}
	if l := v.plan.Limits; l != nil {
		for _, limit := range []struct {
			name  string
			value float64
		}{{"steps", float64(l.Steps)}, {"tokens", float64(l.Tokens)}, {"cost", l.Cost}, {"deadline", float64(l.Deadline)}} {
			if !(limit.value >= 0) || math.IsInf(limit.value, 0) {
				v.fault(field("limits", limit.name), "is negative; leave it out for no limit")
			}
		}
	}
	switch n := len(v.plan.Tasks); {
	case n == 0:
		v.fault("tasks", "is empty; a plan needs at least one task")
	case n > MaxTasks:
		v.fault("tasks", fmt.Sprintf("%d tasks; the most is %d, split the goal", n, MaxTasks))
	}
}

func (v *validator) task(t Task, path string, references []located) {
	if t.ID == "_" || !namePattern.MatchString(t.ID) {
		v.fault(field(path, "id"), fmt.Sprintf("%q: use 1 to 64 of A-Z a-z 0-9 _ -, and not _ alone", t.ID))
	}
	if !slices.Contains(v.known.roles(), t.Role) {
		v.fault(field(path, "role"), fmt.Sprintf("no role %q; %s", t.Role, choices(v.known.roles(), "none is known")))
	}
	switch {
	case t.Tool == "" && strings.TrimSpace(t.Prompt) == "":
		v.fault(path, "has neither tool nor prompt; give one")
	case t.Tool != "" && t.Prompt != "":
		v.fault(path, "has both tool and prompt; give one")
	case t.Tool != "":
		v.tool(t, path)
	default:
		v.prompt(t, path)
	}
	if t.Retries != nil && *t.Retries < 0 {
		v.fault(field(path, "retries"), "is negative; 0 means one attempt")
	}
	if t.Timeout < 0 {
		v.fault(field(path, "timeout"), "is negative")
	}
	v.needs(t, path)
	v.references(references, path)
}

func (v *validator) tool(t Task, path string) {
	v.utf8(field(path, "tool"), t.Tool)
	if !v.known.hasTool(t.Tool) {
		v.fault(field(path, "tool"), v.known.noTool(t.Tool))
	}
	switch {
	case len(t.Args) > 0 && (!json.Valid(t.Args) || !utf8.Valid(t.Args)):
		v.fault(field(path, "args"), "is not JSON in UTF-8")
	case len(t.Args) > 0 && strings.TrimSpace(string(t.Args))[0] != '{':
		v.fault(field(path, "args"), "must be an object")
	default:
		for _, fault := range v.known.checkArgs(t.Tool, t.Args) {
			v.fault(field(path, fault.Path), fault.Reason)
		}
	}
	if t.Effect != "" && !slices.Contains([]string{"read", "idempotent", "write"}, t.Effect) {
		v.fault(field(path, "effect"), fmt.Sprintf("no effect %q; use read, idempotent or write", t.Effect))
	}
	if t.Tools != nil {
		v.fault(field(path, "tools"), "belongs to a task with a prompt")
	}
	if t.Model != "" {
		v.fault(field(path, "model"), "belongs to a task with a prompt")
	}
}

func (v *validator) prompt(t Task, path string) {
	v.utf8(field(path, "prompt"), t.Prompt)
	v.utf8(field(path, "model"), t.Model)
	if len(t.Args) > 0 {
		v.fault(field(path, "args"), "belongs to a task with a tool")
	}
	if t.Effect != "" {
		v.fault(field(path, "effect"), "belongs to a task with a tool")
	}
	for i, name := range t.Tools {
		if name == "" || !v.known.hasTool(name) {
			v.fault(element(field(path, "tools"), i), v.known.noTool(name))
		}
	}
}

func (v *validator) needs(t Task, path string) {
	for i, id := range t.Needs {
		at := element(field(path, "needs"), i)
		if _, ok := v.ids[id]; !ok {
			v.fault(at, fmt.Sprintf("no task %q", id))
		} else if slices.Contains(t.Needs[:i], id) {
			v.fault(at, fmt.Sprintf("%q is listed twice", id))
		}
	}
}

func (v *validator) references(all []located, path string) {
	for _, found := range all {
		at := field(path, found.at)
		if found.err != nil {
			v.fault(at, found.err.Error())
			continue
		}
		switch found.ref.Kind {
		case TaskRef:
			if _, ok := v.ids[found.ref.Name]; !ok {
				v.fault(at, fmt.Sprintf("%s: no task %q", found.ref, found.ref.Name))
			}
		case ParamRef:
			if _, ok := v.plan.Params[found.ref.Name]; !ok {
				v.fault(at, fmt.Sprintf("%s: no parameter %q; %s", found.ref, found.ref.Name, choices(sortedKeys(v.plan.Params), "add it to params")))
			}
		case GoalRef, SecretRef:
		}
	}
}

func (v *validator) utf8(path, text string) {
	if !utf8.ValidString(text) {
		v.fault(path, "is not UTF-8")
	}
}
