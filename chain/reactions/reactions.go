// Package reactions has agents know what contracts did to them: it follows the log, where the watcher puts what contracts
// emitted, and turns it into commands.
//
// It is at-least-once: a log is passed only after its command's events are stored, and the commands mind no repetition. What
// it knows of agents is made from the log and can be made again.
package reactions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Config of a Reactor. Commands, Snapshots, Now and Log are required.
type Config struct {
	Commands  *commands.Set
	Snapshots eventlog.Snapshots
	// Now is the clock.
	Now func() time.Time
	Log *slog.Logger
	// Workspace for what is about no agent. Defaults to main.
	Workspace string
	// Backoff is the wait after a first failure; it doubles with each further one, up to 32-fold. Defaults to 100 ms.
	Backoff time.Duration
	// Waiting is how many addresses that belong to no agent yet are remembered. Defaults to 65,536. For agents with others,
	// more of the log is read again when they are registered.
	Waiting int

	table map[string]Reaction // for tests
}

func (c Config) validate() error {
	var faults []error
	for what, missing := range map[string]bool{
		"Commands": c.Commands == nil, "Snapshots": c.Snapshots == nil, "Now": c.Now == nil, "Log": c.Log == nil,
	} {
		if missing {
			faults = append(faults, fmt.Errorf("%s is missing", what))
		}
	}
	return errors.Join(faults...)
}

// Reactor follows the log.
type Reactor struct {
	cfg    Config
	agents agents
	at     events.Revision // all up to here was reacted to
	last   events.ID       // of the record there
}

// New makes a reactor.
func New(cfg Config) (*Reactor, error) {
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("chain reactions: %w", err)
	}
	cfg.Workspace = cmp.Or(cfg.Workspace, "main")
	cfg.Backoff = cmp.Or(cfg.Backoff, 100*time.Millisecond)
	cfg.Waiting = cmp.Or(cfg.Waiting, 1<<16)
	if cfg.table == nil {
		cfg.table = table
	}
	return &Reactor{cfg: cfg, agents: agents{max: cfg.Waiting}}, nil
}

var registered = events.KindOf[events.AgentRegistered]().Name

// subjects are what a reactor reads: registrations, and the contracts' logs.
func subjects() []string {
	return []string{
		eventlog.FamilyFilter(events.FamilyChain, events.Whole),
		eventlog.KindFilter("*", events.FamilyAgent, events.Whole, registered),
	}
}

// Run reacts until the context ends, or the log cannot be read or understood.
func (r *Reactor) Run(ctx context.Context) error {
	if err := r.recover(ctx); err != nil {
		return err
	}
	since, last := 0, r.cfg.Now()
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		r.save(ctx)
	}()
	for record, err := range r.cfg.Commands.Log.Follow(ctx, eventlog.Query{After: r.at, Subjects: subjects()}) {
		if err != nil {
			return fmt.Errorf("chain reactions: follow the log: %w", err)
		}
		if err := r.record(ctx, record, r.perform); err != nil {
			return err
		}
		r.at, r.last = record.Revision, record.ID
		if since++; since >= snapshotEvery || r.cfg.Now().Sub(last) >= snapshotAfter {
			r.save(ctx)
			since, last = 0, r.cfg.Now()
		}
	}
	return ctx.Err()
}

// performer does what follows from a log for an agent.
type performer func(ctx context.Context, reaction Reaction, l Log, agent commands.AgentRef, undo bool) error

// record takes in one record of the log.
func (r *Reactor) record(ctx context.Context, record eventlog.Record, perform performer) error {
	e, err := r.cfg.Commands.Codec.Decode(ctx, record)
	if err != nil {
		return fmt.Errorf("chain reactions: %w", err)
	}
	switch f := e.Fact.(type) {
	case events.AgentRegistered:
		return r.appeared(ctx, e.Meta, f, perform)
	case events.LogObserved:
		return r.log(ctx, Log{f, e.ID, e.Revision}, false, perform)
	case events.LogRemoved:
		return r.log(ctx, Log{events.LogObserved{ContractName: f.ContractName, Event: f.Event, Args: f.Args, At: f.At}, e.ID, e.Revision}, true, perform)
	}
	return nil
}

// log reacts to a log, or to its removal.
func (r *Reactor) log(ctx context.Context, l Log, undo bool, perform performer) error {
	reaction, ok := r.cfg.table[l.ContractName+"."+l.Event]
	if !ok {
		return nil
	}
	about, learns, err := reaction.resolve(l)
	if err != nil {
		// The contract's own interface was decoded; that it does not fit is a mistake in our table, and of no use to repeat.
		r.cfg.Log.ErrorContext(ctx, "a log cannot be reacted to", slog.Uint64("sequence", uint64(l.Revision)), slog.Any("err", err))
		return nil
	}
	if about == "" {
		return perform(ctx, reaction, l, commands.AgentRef{Workspace: r.cfg.Workspace}, undo)
	}
	agent, ok := r.agents.find(about)
	if !ok {
		r.cfg.Log.DebugContext(ctx, "a log is about no known agent", slog.String("event", l.ContractName+"."+l.Event), slog.String("key", string(about)))
		r.agents.wait(about, l.Revision)
		return nil
	}
	r.agents.know(agent, learns...)
	return perform(ctx, reaction, l, agent, undo)
}

// appeared notes an agent, and reacts to what was about it before it was known here.
func (r *Reactor) appeared(ctx context.Context, m events.Meta, f events.AgentRegistered, perform performer) error {
	agent := commands.AgentRef{Workspace: m.Stream.Workspace, Agent: m.Stream.ID}
	key := Address(f.Address)
	if other, taken := r.agents.find(key); taken && other != agent {
		r.cfg.Log.WarnContext(ctx, "two agents have one address; what happens to it on the chain is told the first",
			slog.String("address", f.Address), slog.String("first", other.Agent), slog.String("second", agent.Agent))
		return nil
	}
	from, missed := r.agents.appear(key, agent)
	if !missed {
		return nil
	}
	query := eventlog.Query{After: from - 1, Subjects: []string{eventlog.FamilyFilter(events.FamilyChain, events.Whole)}}
	for record, err := range r.cfg.Commands.Log.Read(ctx, query) {
		if err != nil {
			return fmt.Errorf("chain reactions: read the log: %w", err)
		}
		if record.Revision >= m.Revision {
			break
		}
		err := r.record(ctx, record, func(ctx context.Context, reaction Reaction, l Log, about commands.AgentRef, undo bool) error {
			if about != agent {
				return nil // it was told at its time
			}
			return perform(ctx, reaction, l, about, undo)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// perform sends the command that follows, for as long as it takes.
func (r *Reactor) perform(ctx context.Context, reaction Reaction, l Log, agent commands.AgentRef, undo bool) error {
	make := reaction.do
	if undo {
		make = reaction.undo
	}
	if make == nil {
		return nil
	}
	command, err := make(l, agent)
	if err != nil {
		return fmt.Errorf("chain reactions: %w", err)
	}
	if command == nil {
		return nil
	}
	for failures := 0; ; failures++ {
		_, err := r.cfg.Commands.Dispatch(ctx, r.request(l, command, undo), command)
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		attrs := []any{slog.String("command", command.Name()), slog.String("stream", command.Stream().String()),
			slog.Uint64("sequence", uint64(l.Revision)), slog.Any("err", err)}
		if _, refused := errors.AsType[*commands.Refusal](err); refused {
			r.cfg.Log.WarnContext(ctx, "what a contract did was refused", attrs...)
			return nil
		}
		r.cfg.Log.ErrorContext(ctx, "chain reaction failed, trying again", attrs...)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(r.cfg.Backoff << min(failures, 5)):
		}
	}
}

// request surrounds a command. One that does not mind being repeated names the log as its cause; another is told apart by the
// log's place.
func (r *Reactor) request(l Log, c commands.Named, undo bool) commands.Request {
	req := commands.Request{At: r.cfg.Now(), Actor: "chain:watcher", Cause: string(l.ID)}
	if !commands.Repeatable(req, c) {
		did := "log"
		if undo {
			did = "removed"
		}
		req.ID = fmt.Sprintf("%s-%d-%s-%d", did, l.At.Chain, l.At.BlockHash, l.At.LogIndex)
	}
	return req
}
