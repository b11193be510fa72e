package commands

import (
	"fmt"
	"math"

	"github.com/mergit-io/mergit/events"
)

// unlimited is what a limit that is not set leaves.
const unlimited = math.MaxInt64

// Allowance is what a goal's limits leave: neither spent nor granted to a task
// that is under way. A limit that is not set leaves more than anybody can use.
type Allowance struct {
	Steps, Tokens, Cost int64
	// asking is how many tasks with a prompt could start now; they share.
	asking int64
}

// Left is what the goal's limits leave.
func (g *Goal) Left() Allowance {
	l := g.Submitted.Limits
	left := Allowance{Steps: remain(int64(l.Steps), int64(g.Spent.Steps)), Tokens: remain(l.Tokens, g.Spent.Tokens), Cost: remain(l.Cost, g.Spent.Cost)}
	take := func(from *int64, granted int64) {
		if *from != unlimited {
			*from -= granted
		}
	}
	for _, t := range g.Tasks {
		switch {
		case t.Status == TaskRunning || t.Status == TaskWaiting || t.Status == TaskPending && t.Claim != "":
			take(&left.Steps, int64(t.Granted.Steps))
			take(&left.Tokens, t.Granted.Tokens)
			take(&left.Cost, t.Granted.Cost)
		case t.Ready() && t.Prompt != "":
			left.asking++
		}
	}
	return left
}

func remain(limit, spent int64) int64 {
	if limit == 0 {
		return unlimited
	}
	return limit - spent
}

// Lacks names the limit that keeps a task from starting, "" if none does.
func (a Allowance) Lacks(t *Task) string {
	switch {
	case a.Steps < 1:
		return "calls"
	case t.Prompt != "" && a.Tokens < 1:
		return "tokens"
	case t.Prompt != "" && a.Cost < 1:
		return "cost"
	}
	return ""
}

// Limit says how much the limit is that Lacks names.
func (g *Goal) Limit(lacks string) string {
	l := g.Submitted.Limits
	switch {
	case lacks == "tokens":
		return plural(l.Tokens, "token")
	case lacks == "cost":
		return fmt.Sprintf("$%.6f", float64(l.Cost)/1e6)
	}
	return plural(int64(l.Steps), "call")
}

func plural(n int64, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// spentFor names the limit that keeps every task from starting that a retry
// would begin with; "" if one could start.
func (g *Goal) spentFor() (lacks string) {
	left := g.Left()
	for _, t := range g.Tasks {
		if t.Status == TaskDone || t.unmet > 0 {
			continue
		}
		if lacks = left.Lacks(t); lacks == "" {
			return ""
		}
	}
	return lacks
}

// Less is what is left once a task has been granted one step, for whoever offers
// several tasks at once.
func (a Allowance) Less() Allowance {
	if a.Steps != unlimited {
		a.Steps--
	}
	return a
}

// grant sets aside what an attempt may use of the goal's limits: one call of a
// tool, or for a prompt an equal share of what is left. What it does not use
// comes back with its outcome.
func (g *Goal) grant(goal string, t *Task) (events.Budget, error) {
	left := g.Left()
	if lacks := left.Lacks(t); lacks != "" {
		return events.Budget{}, refuse(Conflict, ErrLimitReached.Code, "of goal %s all %s are spent or granted", goal, lacks)
	}
	if t.Prompt == "" {
		if left.Steps == unlimited {
			return events.Budget{}, nil
		}
		return events.Budget{Steps: 1}, nil
	}
	share := func(of int64) int64 {
		if of == unlimited {
			return 0 // no limit
		}
		return max(of/max(left.asking, 1), 1)
	}
	return events.Budget{Steps: int(share(left.Steps)), Tokens: share(left.Tokens), Cost: share(left.Cost)}, nil
}
