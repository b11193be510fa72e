package commands

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/events"
)

// InDoubt is the type of an interrupt that asks what became of a write.
const InDoubt = "tool_in_doubt"

// The answers to an InDoubt interrupt.
const (
	Happened = "happened" // take it as done
	DidNot   = "did_not"  // take it as failed
	Again    = "again"    // run it once more
)

// RaiseInterrupt asks a person about a task, which then waits.
type RaiseInterrupt struct {
	GoalRef
	Interrupt   string          `json:"interrupt"`
	Type        string          `json:"type"`
	Task        string          `json:"task"`
	Claim       string          `json:"claim"`
	Call        int             `json:"call,omitempty"`
	Description string          `json:"description"`
	Data        json.RawMessage `json:"data,omitempty"`
	Approves    events.Digest   `json:"approves,omitzero"`
	Options     []string        `json:"options"`
	Expires     *time.Time      `json:"expires,omitempty"`
}

// Name implements Command.
func (RaiseInterrupt) Name() string { return "interrupt.raise" }

func (RaiseInterrupt) guarded() bool { return true }

// Decide implements Command.
func (c RaiseInterrupt) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if i, ok := g.InterruptByID(c.Interrupt); ok && c.Claim != "" && i.Claim == c.Claim && i.Task == c.Task && i.Type == c.Type && i.Call == c.Call {
		return nil, nil
	}
	if _, err := c.held(g, c.Task, c.Claim); err != nil {
		return nil, err
	}
	if !events.IsToken(c.Interrupt) {
		return nil, refuse(Invalid, "INVALID_ID", "interrupt %q: an ID is 1 to 64 of A–Z, a–z, 0–9, _ and -", c.Interrupt)
	}
	if _, ok := g.InterruptByID(c.Interrupt); ok {
		return nil, refuse(Conflict, "INTERRUPT_EXISTS", "interrupt %s exists already", c.Interrupt)
	}
	if len(c.Options) == 0 {
		return nil, refuse(Invalid, "INTERRUPT_INVALID", "interrupt %s: give options, or it cannot be answered", c.Interrupt)
	}
	return []events.Event{events.InterruptPending{
		Interrupt: c.Interrupt, Type: c.Type, Task: c.Task, Claim: c.Claim, Call: c.Call, Description: c.Description,
		Data: c.Data, Approves: c.Approves, Options: c.Options, Expires: c.Expires,
	}}, nil
}

// asked finds what a goal that still runs asks under an ID.
func (r GoalRef) asked(g *Goal, interrupt string) (*Interrupt, error) {
	if err := r.open(g); err != nil {
		return nil, err
	}
	i, ok := g.InterruptByID(interrupt)
	if !ok {
		return nil, refuse(NotFound, "INTERRUPT_NOT_FOUND", "goal %s asks nothing under %s", r.Goal, interrupt)
	}
	return i, nil
}

// ResolveInterrupt is a person's answer.
type ResolveInterrupt struct {
	GoalRef
	Interrupt string `json:"interrupt"`
	Decision  string `json:"decision"`
	Feedback  string `json:"feedback,omitempty"`
}

// Name implements Command.
func (ResolveInterrupt) Name() string { return "interrupt.resolve" }

// Decide implements Command.
func (c ResolveInterrupt) Decide(g *Goal, req Request) ([]events.Event, error) {
	i, err := c.asked(g, c.Interrupt)
	switch {
	case err != nil:
		return nil, err
	case i.Decision != "":
		return nil, refuse(Conflict, ErrInterruptClosed.Code, "%s has answered already: %s", i.By, i.Decision)
	case i.Expired, i.Expires != nil && !req.At.Before(*i.Expires):
		return nil, refuse(Conflict, ErrInterruptClosed.Code, "interrupt %s has expired", c.Interrupt)
	case !slices.Contains(i.Options, c.Decision):
		return nil, refuse(Invalid, "DECISION_UNKNOWN", "decision %q: answer with one of %s", c.Decision, strings.Join(i.Options, ", "))
	}
	return []events.Event{events.InterruptResolved{Interrupt: c.Interrupt, Decision: c.Decision, Feedback: c.Feedback, By: req.Actor}}, nil
}

// ExpireInterrupt says that nobody answered in time.
type ExpireInterrupt struct {
	GoalRef
	Interrupt string `json:"interrupt"`
}

// Name implements Command.
func (ExpireInterrupt) Name() string { return "interrupt.expire" }

// Decide implements Command.
func (c ExpireInterrupt) Decide(g *Goal, req Request) ([]events.Event, error) {
	i, err := c.asked(g, c.Interrupt)
	switch {
	case err != nil:
		return nil, err
	case !i.Open():
		return nil, refuse(Conflict, ErrInterruptClosed.Code, "interrupt %s is closed", c.Interrupt)
	case i.Expires == nil || req.At.Before(*i.Expires):
		return nil, refuse(Conflict, "INTERRUPT_OPEN", "interrupt %s has not expired", c.Interrupt)
	}
	return []events.Event{events.InterruptExpired{Interrupt: c.Interrupt}}, nil
}
