package plan

import (
	"fmt"
	"strconv"
	"strings"
)

// Fault is one thing wrong with a plan.
type Fault struct {
	// Path is the place in the plan, like tasks[2].needs[0]; empty for the plan as a whole.
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

func (f Fault) String() string {
	if f.Path == "" {
		return f.Reason
	}
	return f.Path + ": " + f.Reason
}

// InvalidError carries every fault of a plan, in the plan's order.
type InvalidError struct{ Faults []Fault }

func (e *InvalidError) Error() string {
	if len(e.Faults) == 1 {
		return "plan: " + e.Faults[0].String()
	}
	lines := make([]string, len(e.Faults))
	for i, fault := range e.Faults {
		lines[i] = "\n  " + fault.String()
	}
	return fmt.Sprintf("plan has %d faults:%s", len(e.Faults), strings.Join(lines, ""))
}

// Refused tells that a bad plan is an answer and not a failure: repeating it will not help.
func (e *InvalidError) Refused() string { return e.Error() }

func field(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func element(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// trail is a place that is written out only where there is something to say about it: a plan has many more values than faults.
type trail []step

type step struct {
	key    string
	index  int
	listed bool // an element of a list
}

func (t *trail) down(s step) { *t = append(*t, s) }

func (t *trail) up() { *t = (*t)[:len(*t)-1] }

func (t trail) String() string {
	path := ""
	for _, s := range t {
		if s.listed {
			path = element(path, s.index)
		} else {
			path = field(path, s.key)
		}
	}
	return path
}

func taskPath(i int) string { return element("tasks", i) }
