package commands

import (
	"context"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Named is any command, whatever aggregate it is about.
type Named interface {
	Name() string
	Stream() events.StreamID
}

// Dispatcher runs commands. Set does it here, bus.Client in another process;
// both return a *Refusal for what is refused and any other error for what came
// to no decision.
type Dispatcher interface {
	Dispatch(ctx context.Context, req Request, c Named) (Answer, error)
}

// Set is a runner for each kind of aggregate, over one log.
type Set struct {
	Log     eventlog.Log
	Codec   eventlog.Codec
	Goals   *Runner[*Goal]
	Runs    *Runner[*Run]
	Signers *Runner[*Signer]
	Agents  *Runner[*Agent]

	Contracts *Runner[*Contract]
	Audits    *Runner[*Audit]

	Repositories *Runner[*Repository]
}

var _ Dispatcher = (*Set)(nil)

// NewSet makes the runners.
func NewSet(log eventlog.Log, keys eventlog.Keys, cfg Config) *Set {
	codec := eventlog.Codec{Keys: keys}
	return &Set{
		Log: log, Codec: codec,
		Goals:   NewRunner(log, codec, cfg, NewGoal),
		Runs:    NewRunner(log, codec, cfg, NewRun),
		Signers: NewRunner(log, codec, cfg, NewSigner),
		Agents:  NewRunner(log, codec, cfg, NewAgent),

		Contracts: NewRunner(log, codec, cfg, NewContract),
		Audits:    NewRunner(log, codec, cfg, NewAudit),

		Repositories: NewRunner(log, codec, cfg, NewRepository),
	}
}

// Dispatch runs a command with the runner of its aggregate.
func (s *Set) Dispatch(ctx context.Context, req Request, c Named) (Answer, error) {
	switch c := c.(type) {
	case Command[*Goal]:
		return s.Goals.Run(ctx, req, c)
	case Command[*Run]:
		return s.Runs.Run(ctx, req, c)
	case Command[*Signer]:
		return s.Signers.Run(ctx, req, c)
	case Command[*Agent]:
		return s.Agents.Run(ctx, req, c)
	case Command[*Contract]:
		return s.Contracts.Run(ctx, req, c)
	case Command[*Audit]:
		return s.Audits.Run(ctx, req, c)
	case Command[*Repository]:
		return s.Repositories.Run(ctx, req, c)
	}
	return Answer{}, refuse(Invalid, ErrUnknownCommand.Code, "no aggregate has a command %q", c.Name())
}

// guarded is implemented by commands that answer a repetition from the
// aggregate's state, as they answered the first time.
type guarded interface{ guarded() bool }

// Repeatable reports whether a command whose answer was lost can be sent again:
// it has an ID, or guards itself.
func Repeatable(req Request, c Named) bool {
	g, ok := c.(guarded)
	return req.ID != "" || ok && g.guarded()
}
