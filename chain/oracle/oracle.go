// Package oracle scores agents: from what the log says of their work it computes how good they were, says so in the log, and
// moves the scores on the chain, a step at a time, with their passports' figures and the badges they earned.
//
// Nothing here is kept but in the log and on the chain. What was computed is in the agent's stream, what was sent in the
// outbox of the transaction manager, and what came of it is known by the contracts' logs, which others observe.
package oracle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/oracle/score"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Config of an Oracle. Commands, Chain, Contracts, Manager, Now and Log are required.
type Config struct {
	Commands  *commands.Set
	Chain     txmgr.Chain
	Contracts Contracts
	// Manager sends the transactions. It runs beside the oracle.
	Manager *txmgr.Manager
	// Now is the clock: it tells in which hour a window ends.
	Now func() time.Time
	Log *slog.Logger
	// Workspace that the outbox is in. Defaults to main.
	Workspace string
	// Every is how often agents with news are scored, and thereby how often a score takes a step. Defaults to 10 min.
	Every time.Duration
	// Batch is how many agents share a transaction at most. Defaults to 50.
	Batch int
	// Workers is how many events are appended at a time. Defaults to 16.
	Workers int
	// Backoff is the wait after a first failure; it doubles with each further one, up to 8-fold. Defaults to 1 s.
	Backoff time.Duration
	// At is told of every point where a crash would leave something half done, for tests. May be nil.
	At func(Point)
}

// Point is a place between two steps of a score's life. The manager has its own between them.
type Point string

// The points, in order.
const (
	AtComputed Point = "computed" // some scores are computed, none of them is stored
	AtUpdated  Point = "updated"  // some are stored, not sent
	AtAsked    Point = "asked"    // the contract does not have them
)

func (c Config) withDefaults() Config {
	c.Workspace = cmp.Or(c.Workspace, "main")
	c.Every = cmp.Or(c.Every, 10*time.Minute)
	c.Batch = cmp.Or(c.Batch, 50)
	c.Workers = cmp.Or(c.Workers, 16)
	c.Backoff = cmp.Or(c.Backoff, time.Second)
	return c
}

func (c Config) validate() error {
	var faults []error
	for what, missing := range map[string]bool{
		"Commands": c.Commands == nil, "Chain": c.Chain == nil, "Contracts.Reputation": c.Contracts.Reputation == common.Address{},
		"Contracts.Passport": c.Contracts.Passport == common.Address{}, "Contracts.Badges": c.Contracts.Badges == common.Address{},
		"Manager": c.Manager == nil, "Now": c.Now == nil, "Log": c.Log == nil,
	} {
		if missing {
			faults = append(faults, fmt.Errorf("%s is missing", what))
		}
	}
	if c.Every < 0 || c.Batch < 1 || c.Workers < 1 {
		faults = append(faults, fmt.Errorf("every %s, batch %d and workers %d must be positive", c.Every, c.Batch, c.Workers))
	}
	return errors.Join(faults...)
}

// at passes a point. It fails once the context has ended, so that a test can stop the work exactly there.
func (c *Config) at(ctx context.Context, p Point) error {
	if c.At != nil {
		c.At(p)
	}
	return ctx.Err()
}

// Oracle scores agents.
type Oracle struct {
	cfg    Config
	scores *mover[step]
	stats  *mover[stats]
	badges *mover[badge]
	wake   chan struct{} // a transaction was closed
	looked bool          // back, by the rounds

	mu      sync.Mutex // guards what follows
	fold    score.Fold
	agents  map[events.StreamID]*account
	pending map[*account]bool // their last score is not seen on the chain
	grown   map[*account]bool // their figures are not those of their passport, or may not be
	owed    map[*account]bool // they earned a badge that was not seen on the chain
	window  score.Window      // of the last round; windows only move on
	byKey   map[common.Address]*account
	suspect map[*account]bool // a reorg may have taken back scores of theirs
}

// New makes an oracle and has the manager call it.
func New(cfg Config) (*Oracle, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("oracle: %w", err)
	}
	o := &Oracle{
		cfg: cfg, wake: make(chan struct{}, 1), agents: map[events.StreamID]*account{},
		pending: map[*account]bool{}, grown: map[*account]bool{}, owed: map[*account]bool{},
		byKey: map[common.Address]*account{}, suspect: map[*account]bool{},
	}
	poke := func() {
		select {
		case o.wake <- struct{}{}:
		default:
		}
	}
	o.scores = &mover[step]{cfg: &o.cfg, purpose: PurposeScores, to: cfg.Contracts.Reputation, batch: cfg.Batch, pack: packSteps, unpack: readSteps, wake: poke, gone: o.gone}
	o.stats = &mover[stats]{cfg: &o.cfg, purpose: PurposeStats, to: cfg.Contracts.Passport, batch: cfg.Batch, pack: packStats, unpack: readStats, wake: poke}
	o.badges = &mover[badge]{cfg: &o.cfg, purpose: PurposeBadges, to: cfg.Contracts.Badges, batch: 1, pack: packBadge, unpack: readBadge, wake: poke}
	cfg.Manager.Serve(PurposeScores, o.scores)
	cfg.Manager.Serve(PurposeStats, o.stats)
	cfg.Manager.Serve(PurposeBadges, o.badges)
	return o, nil
}

// Run scores agents until the context ends or the log cannot be read. A chain that is down is waited for.
func (o *Oracle) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	at, err := o.recover(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	wg.Go(func() {
		if err := o.follow(ctx, at); err != nil {
			cancel(err)
		}
	})
	err = o.rounds(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// rounds computes and moves scores, time and again.
func (o *Oracle) rounds(ctx context.Context) error {
	tick := time.NewTicker(o.cfg.Every)
	defer tick.Stop()
	due := true // the first round is now
	for failures := 0; ; {
		err := o.round(ctx, due)
		due = false
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case txmgr.Unreadable(err):
			return fmt.Errorf("oracle: %w", err)
		case err != nil:
			if failures++; failures == 1 {
				o.cfg.Log.WarnContext(ctx, "scores wait", slog.Any("err", err))
			}
		case failures > 0:
			o.cfg.Log.InfoContext(ctx, "scores go on", slog.Int("failures", failures))
			failures = 0
		}
		var again <-chan time.Time
		if failures > 0 {
			again = time.After(o.cfg.Backoff << min(failures-1, 3))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
			due = true
		case <-o.wake:
		case <-again:
		}
	}
}

// round has agents with news scored, if it is time, and sends what is to be on the chain.
func (o *Oracle) round(ctx context.Context, compute bool) error {
	var failed error
	if compute {
		failed = o.compute(ctx)
	}
	if !o.looked {
		if err := o.lookBack(ctx); err != nil {
			return errors.Join(failed, err)
		}
		o.looked = true
	}
	return errors.Join(failed, o.moveScores(ctx), o.moveStats(ctx), o.moveBadges(ctx))
}
