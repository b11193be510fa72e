// Package plan is the model of a goal's task graph as a person or a planner writes it: what a plan may say, which faults it
// can have, how its tasks refer to each other's results. Everything here is pure.
package plan

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// MaxTasks is how many tasks a plan may hold.
const MaxTasks = 256

// Plan is a task graph with its parameters. Its JSON form is what schemas/plan.schema.json describes.
type Plan struct {
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
	// Params maps a parameter to its default; null makes it required. Values stay raw JSON because decoding would round
	// integers above 2^53, and a parameter is handed on exactly as it was given.
	Params map[string]json.RawMessage `json:"params,omitempty"`
	Limits *Limits                    `json:"limits,omitempty"`
	Tasks  []Task                     `json:"tasks"`
}

// Task is one node of the graph: a tool with its arguments, or a prompt for the role's model.
type Task struct {
	ID   string `json:"id"`
	Role string `json:"role"`
	Tool string `json:"tool,omitempty"`
	// Args is a JSON object; the strings in it may hold references.
	Args   json.RawMessage `json:"args,omitempty"`
	Prompt string          `json:"prompt,omitempty"`
	// Tools narrows what the model may use. Nil is all that there are, and an empty list none.
	Tools []string `json:"tools,omitzero"`
	Model string   `json:"model,omitempty"`
	// Needs names only what is written out; Dependencies adds what references imply.
	Needs      []string `json:"needs,omitempty"`
	Supervised bool     `json:"supervised,omitempty"`
	// Retries is how often a failed attempt is repeated. Nil leaves it to the executor.
	Retries *int     `json:"retries,omitempty"`
	Timeout Duration `json:"timeout,omitzero"`
	// Effect overrides what the tool says about itself: read, idempotent or write.
	Effect string `json:"effect,omitempty"`
}

// Limits bounds a whole goal. Zero means no limit.
type Limits struct {
	Steps  int64 `json:"steps,omitempty"`
	Tokens int64 `json:"tokens,omitempty"`
	// Cost is in US dollars; CostMicros is what the log keeps.
	Cost float64 `json:"cost,omitempty"`
	// Deadline counts from the goal's submission, so that a plan file can be used again.
	Deadline Duration `json:"deadline,omitzero"`
}

// CostMicros is Cost in millionths of a US dollar.
func (l Limits) CostMicros() int64 { return int64(math.Round(l.Cost * 1e6)) }

// Roles are the roles a task may have.
func Roles() []string { return []string{"researcher", "writer", "coder", "integrator"} }

// Dependencies lists the tasks that must be done before t: those it names and those its arguments or prompt refer to, each
// once, in that order. References that do not parse are left to Validate.
func (t Task) Dependencies() []string {
	var ids []string
	add := func(id string) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, id := range t.Needs {
		add(id)
	}
	for _, found := range t.references() {
		if found.err == nil && found.ref.Kind == TaskRef {
			add(found.ref.Name)
		}
	}
	return ids
}

// Order returns the tasks so that each comes after all it depends on; among equals the plan's own order holds.
func Order(p Plan) ([]Task, error) {
	g := newGraph(p.Tasks, referencesOf(p.Tasks))
	if faults := g.cycles(); len(faults) > 0 {
		return nil, &InvalidError{Faults: faults}
	}
	ordered := make([]Task, 0, len(p.Tasks))
	placed := make([]bool, len(p.Tasks))
	for len(ordered) < len(p.Tasks) {
		for i := range p.Tasks {
			if !placed[i] && g.ready(i, placed) {
				placed[i] = true
				ordered = append(ordered, p.Tasks[i])
				break
			}
		}
	}
	return ordered, nil
}

// Duration is a time.Duration whose JSON form is a Go duration string; a number is read as seconds.
type Duration time.Duration

// MarshalJSON writes the form "1m30s".
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }

// UnmarshalJSON reads 90, 1.5 or "1m30s".
func (d *Duration) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil && !isNull(data) {
		parsed, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("%q is not a duration; write seconds or a text like \"30s\"", text)
		}
		*d = Duration(parsed)
		return nil
	}
	var seconds float64
	if err := json.Unmarshal(data, &seconds); err != nil || isNull(data) {
		return fmt.Errorf("is not a duration; write seconds or a text like \"30s\"")
	}
	if math.Abs(seconds) >= math.MaxInt64/float64(time.Second) {
		return fmt.Errorf("is too long for a duration")
	}
	*d = Duration(seconds * float64(time.Second))
	return nil
}

func isNull(value json.RawMessage) bool {
	text := strings.TrimSpace(string(value))
	return text == "" || text == "null"
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// choices ends a fault with what would have been right.
func choices(names []string, none string) string {
	switch {
	case len(names) == 0:
		return none
	case len(names) > 12:
		return "use one of " + strings.Join(names[:12], ", ") + ", …"
	}
	return "use one of " + strings.Join(names, ", ")
}
