// Package policy says what follows from where a goal stands. It is pure: the
// same goal always gives the same reactions, so a reaction that was lost in a
// crash is simply derived again.
package policy

import (
	"fmt"
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
)

func (Plan) isReaction()     {}
func (Offer) isReaction()    {}
func (Wake) isReaction()     {}
func (Complete) isReaction() {}
func (Fail) isReaction()     {}
func (Expire) isReaction()   {}

// Next lists what follows, at a time, from where a goal stands.
func Next(g *commands.Goal, now time.Time) []Reaction {
	switch {
	case g.Status == commands.GoalNone || g.Status.Ended():
		return nil
	case overdue(g.Submitted.Limits.Deadline, now):
		return []Reaction{Fail{Code: "deadline_exceeded", Error: "the goal's deadline has passed"}}
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
		return []Reaction{Fail{Code: "task_failed", Error: failed.Failed.Code + ": " + failed.Failed.Error, Task: failed.ID}}
	}
	ready, blocked := offers(g, now)
	if blocked != "" && len(ready) == 0 && !g.Running() && g.Status != commands.GoalWaiting {
		return []Reaction{Fail{Code: "limit_exceeded", Task: blocked,
			Error: fmt.Sprintf("the goal's limit of %d calls is used up", g.Submitted.Limits.Steps)}}
	}
	return append(out, ready...)
}

// offers lists the ready tasks that the goal's limits allow, and those that must
// wait for their time. blocked is the first task that the limits do not allow.
func offers(g *commands.Goal, now time.Time) (out []Reaction, blocked string) {
	left, limited := g.StepsLeft()
	for _, t := range g.Tasks {
		granted := t.Claim != "" // a person answered: the attempt goes on
		switch {
		case !t.Ready():
		case now.Before(t.RetryAt):
			out = append(out, Wake{Name: "retry-" + strconv.Itoa(t.Index()), At: t.RetryAt})
		case limited && !granted && left < 1:
			if blocked == "" {
				blocked = t.ID
			}
		default:
			if limited && !granted {
				left--
			}
			out = append(out, Offer{Task: t.ID, Role: t.Role, EnabledBy: t.EnabledBy})
		}
	}
	return out, blocked
}

func overdue(at *time.Time, now time.Time) bool { return at != nil && !now.Before(*at) }
