package memory

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// leastGoals is in how many goals something must have happened for it to be a lesson.
const leastGoals = 2

// mostEvidence bounds the goals that an insight names.
const mostEvidence = 5

// Insight is a lesson that several episodes teach, made by counting: in how many goals a tool, or a task, failed in one way, and
// what became of it. It holds only what the log holds in plain text: names of tools, roles and codes.
type Insight struct {
	// Tool failed; if it is empty tasks did.
	Tool string
	// Roles are those of the tasks, in alphabetical order.
	Roles []string
	Code  string
	// Failures in Goals goals, of Of that used the tool, or had a task of such a role.
	Failures, Goals, Of int
	// Overcome counts goals by how they went on.
	Overcome map[string]int
	// Confidence is the least share of such goals that meet it which the counts are evidence for: the lower end of the 95 % interval
	// by Wilson (1927).
	Confidence float64
	// Evidence are goals, the newest first.
	Evidence []string
}

// Text says it in a sentence.
func (i Insight) Text() string {
	var out strings.Builder
	what, of := "tasks of role "+strings.Join(i.Roles, ", "), "that had such tasks"
	if i.Tool != "" {
		what, of = i.Tool, "that used it"
	}
	fmt.Fprintf(&out, "%s failed with %s %s in %d of %d goals %s", what, i.Code, times(i.Failures), i.Goals, i.Of, of)
	if i.Tool != "" {
		fmt.Fprintf(&out, ", in tasks of role %s", strings.Join(i.Roles, ", "))
	}
	left := i.Goals
	for _, way := range []string{SameAttempt, NextAttempt, NextPlan} {
		if n := i.Overcome[way]; n > 0 {
			fmt.Fprintf(&out, "; %d went on %s", n, way)
			left -= n
		}
	}
	if left > 0 {
		fmt.Fprintf(&out, "; %d did not get over it", left)
	}
	return out.String()
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// Distil counts what episodes, the newest first, have in common: the most certain lesson first, and of equally certain ones in the
// order of their names.
func Distil(episodes []Episode) []Insight {
	type kind struct{ tool, role, code string }
	uses, found := map[kind]int{}, map[kind]*Insight{}
	for _, e := range episodes {
		with := map[kind]bool{}
		for _, u := range e.Tools {
			with[kind{tool: u.Tool}] = true
		}
		for _, s := range e.Plan {
			with[kind{role: s.Role}] = true
		}
		here := map[kind]bool{}
		for _, t := range e.Troubles {
			k := kind{tool: t.Tool, code: t.Code}
			if t.Tool == "" {
				k.role = t.Role
			}
			with[kind{tool: k.tool, role: k.role}] = true // also of an earlier plan
			i := found[k]
			if i == nil {
				i = &Insight{Tool: t.Tool, Code: t.Code, Overcome: map[string]int{}}
				found[k] = i
			}
			i.Failures += t.Count
			if at, known := slices.BinarySearch(i.Roles, t.Role); !known {
				i.Roles = slices.Insert(i.Roles, at, t.Role)
			}
			if here[k] { // another role's, in the same goal
				continue
			}
			here[k] = true
			i.Goals++
			if t.Overcome != "" {
				i.Overcome[t.Overcome]++
			}
			if len(i.Evidence) < mostEvidence {
				i.Evidence = append(i.Evidence, e.Goal)
			}
		}
		for k := range with {
			uses[k]++
		}
	}
	var list []Insight
	for _, k := range slices.SortedFunc(maps.Keys(found), func(x, y kind) int {
		return cmp.Or(cmp.Compare(x.tool, y.tool), cmp.Compare(x.role, y.role), cmp.Compare(x.code, y.code))
	}) {
		i := found[k]
		if i.Goals < leastGoals {
			continue
		}
		i.Of = uses[kind{tool: k.tool, role: k.role}]
		i.Confidence = wilson(i.Goals, i.Of)
		list = append(list, *i)
	}
	slices.SortStableFunc(list, func(x, y Insight) int { return cmp.Compare(y.Confidence, x.Confidence) })
	return list
}

// wilson is the lower end of the 95 % interval of a share, k of n.
func wilson(k, n int) float64 {
	if n == 0 {
		return 0
	}
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	low := (p + z*z/(2*m) - z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))) / (1 + z*z/m)
	return max(0, low)
}
