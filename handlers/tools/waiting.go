package tools

import (
	"encoding/json"
	"time"
)

// Kinds of Waiting; the types of the interrupts that stand for it.
const (
	WaitGoal    = "child_goal"         // until another goal has ended; no person answers
	WaitWebhook = "webhook"            // until another system calls; no person answers
	WaitSecret  = "credential_request" // until a person gives a secret
)

// The answers to a WaitSecret.
const (
	Provide = "provide"
	Reject  = "reject"
)

// Arrived is how an interrupt of a Waiting is answered once what it waits for is there.
const Arrived = "arrived"

// Waiting is an error of a call that has nothing to say yet: it waits for something that happens elsewhere. The task gives its worker
// back, and the call is made again, with Call.Woken, once that is there. Only calls that may be made again wait.
type Waiting struct {
	// Kind is one of the three, and On says of what: read by whoever wakes the task.
	Kind string
	On   json.RawMessage
	// Text says it to people.
	Text string
	// Most is the longest that the call waits in all; then it fails.
	Most time.Duration
}

func (w *Waiting) Error() string { return w.Text }

// Caller is the task that a call is made for. It is for the few tools that work on goals.
type Caller struct{ Workspace, Goal, Task string }
