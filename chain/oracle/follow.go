package oracle

import (
	"context"
	"fmt"
	"log/slog"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/oracle/score"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// account is what the oracle knows of an agent.
type account struct {
	ref     commands.AgentRef
	address common.Address
	known   bool         // it was registered
	token   *big.Int     // of its passport; nil: not seen on the chain
	seen    *score.Agent // nil: nothing was observed of it
	news    bool         // its score may be another than the last
	rep     commands.Reputation
}

// told are the kinds that say what becomes of agents and their scores.
var told = map[string]bool{
	events.KindOf[events.AgentRegistered]().Name:    true,
	events.KindOf[events.PassportMinted]().Name:     true,
	events.KindOf[events.ReputationUpdated]().Name:  true,
	events.KindOf[events.ReputationAnchored]().Name: true,
}

// everything is the log from a revision on. The oracle chooses what it needs of it by itself: to have the server choose among
// many subjects takes thirty times as long as to be sent them all.
func everything(after events.Revision) eventlog.Query { return eventlog.Query{After: after} }

// recover reads the log up to now: everything that is known is made from it.
func (o *Oracle) recover(ctx context.Context) (at events.Revision, err error) {
	for r, err := range o.cfg.Commands.Log.Read(ctx, everything(0)) {
		if err == nil {
			err = o.apply(r)
		}
		if err != nil {
			return 0, fmt.Errorf("oracle: read the log: %w", err)
		}
		at = r.Revision
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.cfg.Log.InfoContext(ctx, "scoring agents", slog.Int("agents", len(o.agents)), slog.Int("pending", len(o.pending)), slog.Uint64("after", uint64(at)))
	return at, nil
}

// follow takes in what comes.
func (o *Oracle) follow(ctx context.Context, at events.Revision) error {
	for r, err := range o.cfg.Commands.Log.Follow(ctx, everything(at)) {
		if err == nil {
			err = o.apply(r)
		}
		if err != nil {
			return fmt.Errorf("oracle: follow the log: %w", err)
		}
	}
	return ctx.Err()
}

// Open decodes a record without its content, which no score depends on: whoever scores needs no keys.
func Open(r eventlog.Record) (events.Envelope[events.Event], error) {
	fact, _, err := events.Unmarshal(r.ID, r.Kind, r.Version, r.Body, func(string) (*events.Key, error) { return nil, events.ErrForgotten })
	if err != nil {
		return events.Envelope[events.Event]{}, fmt.Errorf("%s at sequence %d: %w", r.Stream, r.Revision, err)
	}
	return events.Envelope[events.Event]{Meta: r.Meta, Fact: fact}, nil
}

// apply takes in one record.
func (o *Oracle) apply(r eventlog.Record) error {
	if !score.Sees(r.Kind) && !told[r.Kind] {
		return nil
	}
	e, err := Open(r)
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if seen := o.fold.Apply(e); seen != nil {
		a := o.account(seen.Stream)
		a.seen, a.news = seen, true
		o.owes(a)
		o.grown[a] = true
	}
	if e.Stream.Family != events.FamilyAgent {
		return nil
	}
	a := o.account(e.Stream)
	switch f := e.Fact.(type) {
	case events.AgentRegistered:
		a.address, a.known, a.news = common.HexToAddress(f.Address), true, true
		o.byKey[a.address] = a
	case events.PassportMinted:
		// A number means nothing in another contract, as after a chain was begun anew: there it is another agent's.
		token, ok := new(big.Int).SetString(f.TokenID, 10)
		if a.token = nil; ok && common.HexToAddress(f.At.Contract) == o.cfg.Contracts.Passport {
			a.token = token
			o.grown[a] = true
		}
	case events.ReputationAnchored:
		a.news = true // there may be another step to take
	}
	o.evolve(a, e.Fact)
	return nil
}

// account finds or begins an agent's. The caller holds mu.
func (o *Oracle) account(stream events.StreamID) *account {
	a, ok := o.agents[stream]
	if !ok {
		a = &account{ref: commands.AgentRef{Workspace: stream.Workspace, Agent: stream.ID}}
		o.agents[stream] = a
	}
	return a
}

// evolve folds a fact into an agent's reputation. The caller holds mu.
func (o *Oracle) evolve(a *account, fact events.Event) {
	a.rep.Evolve(fact)
	mark(o.pending, a, a.rep.Pending())
	o.owes(a)
}

// owes notes whether an agent earned a badge that it does not have. The caller holds mu.
func (o *Oracle) owes(a *account) { mark(o.owed, a, len(a.deserves()) > 0) }

// deserves are the badges that an agent earned and does not have.
func (a *account) deserves() (badges []badge) {
	if a.seen == nil {
		return nil
	}
	for _, b := range score.Badges {
		evidence, earned := a.seen.Earned(b.Name)
		if _, has := a.rep.Badges[b.Name]; earned && !has {
			badges = append(badges, badge{agent: a.address, kind: Kind(b.Name), evidence: evidence})
		}
	}
	return badges
}

func mark(set map[*account]bool, a *account, in bool) {
	if in {
		set[a] = true
	} else {
		delete(set, a)
	}
}
