package api

import (
	"context"
	"errors"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Views answers reads. What belongs to another workspace does not exist.
type Views interface {
	// Goals lists goals, newest first, at most q.Limit.
	Goals(ctx context.Context, q GoalQuery) ([]wire.GoalSummary, error)
	// Goal returns one goal as a whole, or ErrNotFound.
	Goal(ctx context.Context, workspace, goal string) (wire.Goal, error)
	// Proof returns a goal's proof, or ErrNotFound if it has none yet.
	Proof(ctx context.Context, workspace, goal string) (wire.Proof, error)
	// Interrupts lists what people are asked, newest first, at most q.Limit.
	Interrupts(ctx context.Context, q InterruptQuery) ([]wire.Interrupt, error)
	// WaitFor returns once reads see what stands at a revision in a slot of the
	// log, or with the context's error.
	WaitFor(ctx context.Context, slot int, revision events.Revision) error
}

// ErrNotFound says that there is no such thing.
var ErrNotFound = errors.New("not found")

// GoalQuery selects goals. Empty fields select all.
type GoalQuery struct {
	Workspace, Status, Agent string
	Before                   uint64 // submitted_revision of the last goal seen; 0: from the newest
	Limit                    int
}

// InterruptQuery selects interrupts. Empty fields select all.
type InterruptQuery struct {
	Workspace, Status string
	Before            uint64 // raised_revision of the last interrupt seen; 0: from the newest
	Limit             int
}

// Secrets keeps what people give goals in confidence.
type Secrets interface {
	// Confide keeps the secret that an open interrupt of a goal asks for. What asks for none, or is answered already, is left to the
	// answer itself; a value that cannot be a secret is a *commands.Refusal. Errors never hold the value.
	Confide(ctx context.Context, workspace, goal, interrupt, value string) error
}

// Check looks at one thing the gateway depends on.
type Check struct {
	Name string
	Run  func(context.Context) error
}
