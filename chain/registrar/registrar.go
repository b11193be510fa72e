// Package registrar sees to it that every agent has its passport on the chain: it mints one for each agent that is registered
// and revokes that of each agent that is revoked.
//
// Nothing here is kept but in the log and on the chain. That a passport stands is said by whoever observes the chain's logs,
// never by what was sent from here; until then the contract, which registers an address once, and the outbox of the
// transaction manager tell whoever comes after a crash what is left to do.
package registrar

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events/eventlog"
)

// What transactions are for.
const (
	Mint   = "passport.mint"
	Revoke = "passport.revoke"
)

// Config of a Registrar. Commands, Chain, Contract, Minter, Snapshots, Now and Log are required.
type Config struct {
	Commands *commands.Set
	Chain    txmgr.Chain
	// Contract is the address of AgentPassport.
	Contract common.Address
	// Minter sends what mints; its account must be a minter. It runs beside the registrar.
	Minter *txmgr.Manager
	// Revoker sends what revokes; its account must be a revoker. It runs beside the registrar and may be the minter. Nil
	// leaves that to whoever has the role, such as a multisig: they are told in the log.
	Revoker   *txmgr.Manager
	Snapshots eventlog.Snapshots
	// Workspace that the managers' outboxes are in. Defaults to main.
	Workspace string
	// URI is where an agent is described, for its passport. Nil, or an empty answer, leaves that out.
	URI func(agent string) string
	Now func() time.Time
	Log *slog.Logger
	// Backoff is the wait after a first failure or refusal; it doubles with each further one, up to 32-fold. Defaults to 1 s.
	Backoff time.Duration
	// Recheck is how long nothing may be heard of an agent before the chain is looked at again. Defaults to 30 s.
	Recheck time.Duration
	// At is told of every point where a crash would leave something half done, for tests. May be nil.
	At func(Point)
}

// Point is a place between two steps of a passport's life. The manager has its own between them.
type Point string

// The points, in order.
const (
	AtSeen   Point = "seen"   // the agent has no passport, or still has one
	AtAsked  Point = "asked"  // neither outbox nor contract know of it
	AtSent   Point = "passed" // the outbox has it
	AtClosed Point = "closed" // the outbox does not have it any more
)

func (c Config) withDefaults() Config {
	c.Workspace = cmp.Or(c.Workspace, "main")
	c.Backoff = cmp.Or(c.Backoff, time.Second)
	c.Recheck = cmp.Or(c.Recheck, 30*time.Second)
	if c.URI == nil {
		c.URI = func(string) string { return "" }
	}
	return c
}

func (c Config) validate() error {
	var faults []error
	for what, missing := range map[string]bool{
		"Commands": c.Commands == nil, "Chain": c.Chain == nil, "Contract": c.Contract == common.Address{}, "Minter": c.Minter == nil,
		"Snapshots": c.Snapshots == nil, "Now": c.Now == nil, "Log": c.Log == nil,
	} {
		if missing {
			faults = append(faults, fmt.Errorf("%s is missing", what))
		}
	}
	return errors.Join(faults...)
}

// Registrar follows the log for agents.
type Registrar struct {
	cfg      Config
	contract contract
	wake     chan struct{} // tells dispatch that a job became due

	mu    sync.Mutex
	queue queue
}

// New makes a registrar and has the managers call it.
func New(cfg Config) (*Registrar, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("registrar: %w", err)
	}
	r := &Registrar{cfg: cfg, contract: newContract(cfg.Chain, cfg.Contract), wake: make(chan struct{}, 1)}
	cfg.Minter.Serve(Mint, client{r})
	if cfg.Revoker != nil {
		cfg.Revoker.Serve(Revoke, client{r})
	}
	return r, nil
}

// Run mints and revokes until the context ends or the log cannot be read. A chain that is down is waited for.
func (r *Registrar) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	at, err := r.recover(ctx)
	if err != nil {
		return err
	}
	wg.Go(func() {
		if err := r.dispatch(ctx); err != nil {
			cancel(err)
		}
	})
	err = r.follow(ctx, at)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// at passes a point. It fails once the context has ended, so that a test can stop the work exactly there.
func (r *Registrar) at(ctx context.Context, p Point) error {
	if r.cfg.At != nil {
		r.cfg.At(p)
	}
	return ctx.Err()
}
