// Package policy says what follows from where a goal stands. It is pure: the
// same goal always gives the same reactions, so a reaction that was lost in a
// crash is simply derived again.
package policy

import (
	"strconv"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Reaction is something that ought to happen because of where a goal stands.
//
//sumtype:decl
type Reaction interface{ isReaction() }

type (
	// Plan: the goal needs its task graph.
	Plan struct{}
	// Offer: a task is ready and must reach a worker.
	Offer struct {
		Task, Role string
		EnabledBy  events.Revision
	}
	// Wake: nothing can be done before a time.
	Wake struct {
		Name string
		At   time.Time
	}
	// Complete: every task is done.
	Complete struct{}
	// Fail: a task has failed for good and no other one is running.
	Fail struct{ Code, Error, Task string }
	// Expire: nobody answered in time.
	Expire struct{ Interrupt string }
	// Replan: a plan that a model made has failed; another may do.
	Replan struct{ Task string }
	// Escalate: new plans did not help either; a person is asked.
	Escalate struct{ Task string }
	// Heal: tasks fail one after another; the cause is looked for.
	Heal struct{ Task, Code, Error string }
)

func (Plan) isReaction()     {}
func (Offer) isReaction()    {}
func (Wake) isReaction()     {}
func (Complete) isReaction() {}
func (Fail) isReaction()     {}
func (Expire) isReaction()   {}
func (Replan) isReaction()   {}
func (Escalate) isReaction() {}
func (Heal) isReaction()     {}

// Next lists what follows, at a time, from where a goal stands. revoked says
// that the agent which it is run as is revoked.
func Next(g *commands.Goal, now time.Time, revoked bool) []Reaction {
	switch {
	case g.Status == commands.GoalNone || g.Status.Ended():
		return nil
	case overdue(g.Submitted.Limits.Deadline, now):
		return []Reaction{Fail{Code: "deadline_exceeded", Error: "the goal's deadline has passed"}}
	case revoked && !g.AllDone():
		return []Reaction{Fail{Code: "agent_revoked", Error: "agent " + g.Submitted.Agent + " is revoked; the goal was run as it"}}
	case g.Planned == 0:
		return []Reaction{Plan{}}
	case g.AllDone():
		return []Reaction{Complete{}}
	}
	var out []Reaction
	if d := g.Submitted.Limits.Deadline; d != nil {
		out = append(out, Wake{Name: "deadline", At: *d})
	}
	for i := range g.Interrupts {
		switch {
		case !i.Open() || i.Expires == nil:
		case overdue(i.Expires, now):
			out = append(out, Expire{Interrupt: i.Interrupt})
		default:
			out = append(out, Wake{Name: "interrupt-" + i.Interrupt, At: *i.Expires})
		}
	}
	if failed, ok := g.FailedTask(); ok {
		if g.Running() {
			return out // what runs may finish, and be proven
		}
		return append(out, afterFailure(g, failed)...)
	}
	if i, ok := g.GivenUp(); ok {
		return []Reaction{Fail{Code: "given_up", Error: i.By + " gave up: " + i.Feedback, Task: i.Task}}
	}
	ready, blocked, lacks := offers(g, now)
	if blocked != "" && len(ready) == 0 && !g.Running() && !g.Awaits() {
		return []Reaction{Fail{Code: "limit_exceeded", Task: blocked, Error: "the goal's limit of " + g.Limit(lacks) + " is used up"}}
	}
	return append(out, ready...)
}

// Healer submits the goals that look for the cause of failures. They have none
// of their own.
const Healer = "policy:heal"

// afterFailure says what follows when a task has failed for good and no other
// one is running. Only a plan that a model made is made anew.
func afterFailure(g *commands.Goal, failed *commands.Task) (out []Reaction) {
	if !g.PlannedByModel() {
		return []Reaction{Fail{Code: "task_failed", Error: failed.Failed.Code + ": " + failed.Failed.Error, Task: failed.ID}}
	}
	if g.FailedInRow >= commands.FailuresToHeal && g.Submitted.Submitter != Healer {
		out = append(out, Heal{Task: failed.ID, Code: failed.Failed.Code, Error: failed.Failed.Error})
	}
	if g.Replans < commands.MaxReplans {
		return append(out, Replan{Task: failed.ID})
	}
	return append(out, Escalate{Task: failed.ID})
}

// offers lists the ready tasks that the goal's limits allow, and those that must
// wait for their time. blocked is the first task that the limits do not allow,
// lacks the limit.
func offers(g *commands.Goal, now time.Time) (out []Reaction, blocked, lacks string) {
	left := g.Left()
	for _, t := range g.Tasks {
		granted := t.Claim != "" // a person answered: the attempt goes on
		switch {
		case !t.Ready():
		case now.Before(t.RetryAt):
			out = append(out, Wake{Name: "retry-" + strconv.Itoa(t.Index()), At: t.RetryAt})
		case !granted && left.Lacks(t) != "":
			if blocked == "" {
				blocked, lacks = t.ID, left.Lacks(t)
			}
		default:
			if !granted {
				left = left.Less()
			}
			out = append(out, Offer{Task: t.ID, Role: t.Role, EnabledBy: t.EnabledBy})
		}
	}
	return out, blocked, lacks
}

func overdue(at *time.Time, now time.Time) bool { return at != nil && !now.Before(*at) }
