// Package watcher copies what Mergit's contracts emit into the log: each log of a finalized block once, in the order of the
// chain, and a note for each one that a reorg took back after all.
//
// The log itself says how far it got. Killed at any point it begins a little earlier than it ended, and what it sends again is
// answered with nothing new. A snapshot, which may be lost, spares it the blocks in which nothing was emitted.
package watcher

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/rpc"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Chain is what a watcher asks for; *rpc.Pool is one.
type Chain interface {
	// Head tells where the chain stands.
	Head(ctx context.Context, account common.Address) (txmgr.Head, error)
	// BlockHash is the hash of the canonical block at a height; ethereum.NotFound beyond its end.
	BlockHash(ctx context.Context, number uint64) (common.Hash, error)
	// Scan lists what contracts emitted in a range of blocks; *rpc.RangeError if that is too long.
	Scan(ctx context.Context, contracts []common.Address, from, to uint64) (rpc.Scanned, error)
	// Wake calls a function when there may be a new block, until the context ends. It promises nothing.
	Wake(ctx context.Context, wake func()) error
}

// Contract is one to watch.
type Contract struct {
	Name    string // in Solidity: "AgentPassport"
	Address common.Address
	From    uint64 // block of its deployment: nothing of it stands in earlier ones
}

// Config of a Watcher. Commands, Chain, ChainID, Contracts, Snapshots, Now and Log are required.
type Config struct {
	Commands  *commands.Set
	Chain     Chain
	ChainID   uint64
	Contracts []Contract
	Snapshots eventlog.Snapshots
	// Now is the clock.
	Now func() time.Time
	Log *slog.Logger
	// Workspace that the contracts' streams are in. Defaults to main.
	Workspace string
	// Poll is how often the chain is looked at, unless it tells of new blocks by itself. Defaults to 1 s.
	Poll time.Duration
	// Range is how many blocks are asked for at a time, at most; where nodes refuse, fewer are. Defaults to 1000.
	Range uint64
	// Backoff is the wait after a first failure; it doubles with each further one, up to 32-fold. Defaults to 500 ms.
	Backoff time.Duration
	// SaveEvery is how old a snapshot may become while there are new blocks. Defaults to 5 s.
	SaveEvery time.Duration
	// At is told of every point where a crash would leave something half done, for tests. May be nil.
	At func(Point)
}

// Point is a place between two steps.
type Point string

// The points, in order.
const (
	AtScanned  Point = "scanned"  // a range is read, nothing of it is stored
	AtObserved Point = "observed" // some of its logs are stored
	AtPassed   Point = "passed"   // all of its logs are stored
	AtSaved    Point = "saved"    // the snapshot is
	AtRemoving Point = "removing" // some logs of blocks that are gone are removed
	AtRewound  Point = "rewound"  // all are, nothing is read again
)

func (c Config) withDefaults() Config {
	c.Workspace = cmp.Or(c.Workspace, "main")
	c.Poll = cmp.Or(c.Poll, time.Second)
	c.Range = cmp.Or(c.Range, 1000)
	c.Backoff = cmp.Or(c.Backoff, 500*time.Millisecond)
	c.SaveEvery = cmp.Or(c.SaveEvery, 5*time.Second)
	return c
}

func (c Config) validate() error {
	var faults []error
	for what, missing := range map[string]bool{
		"Commands": c.Commands == nil, "Chain": c.Chain == nil, "ChainID": c.ChainID == 0, "Contracts": len(c.Contracts) == 0,
		"Snapshots": c.Snapshots == nil, "Now": c.Now == nil, "Log": c.Log == nil,
	} {
		if missing {
			faults = append(faults, fmt.Errorf("%s is missing", what))
		}
	}
	known := map[common.Address]bool{}
	for _, contract := range c.Contracts {
		switch {
		case interfaces[contract.Name] == nil:
			faults = append(faults, fmt.Errorf("no interface of a contract %q is known", contract.Name))
		case contract.Address == common.Address{}:
			faults = append(faults, fmt.Errorf("%s has no address", contract.Name))
		case known[contract.Address]:
			faults = append(faults, fmt.Errorf("%s is there twice", contract.Address))
		}
		known[contract.Address] = true
	}
	return errors.Join(faults...)
}

// Watcher reads one chain.
type Watcher struct {
	cfg  Config
	wake chan struct{}

	watched []*watched
	marks   []mark // blocks that were canonical when they were passed, ascending
	span    span
	saved   time.Time
	dirty   bool

	verified bool // what was read before this process began stands
	doubts   int  // looks in a row that found it gone
}

// watched is one contract and how far it was read.
type watched struct {
	Contract
	ref  commands.ContractRef
	abi  *abi.ABI
	next uint64 // the first block that was not read
}

// mark is a block that was final when it was passed.
type mark struct {
	Number uint64      `json:"number"`
	Hash   common.Hash `json:"hash"`
}

// New makes a watcher.
func New(cfg Config) (*Watcher, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("chain watcher: %w", err)
	}
	w := &Watcher{cfg: cfg, wake: make(chan struct{}, 1), span: span{max: cfg.Range, size: cfg.Range}}
	for _, c := range cfg.Contracts {
		parsed, err := interfaces[c.Name].ParseABI()
		if err != nil {
			return nil, fmt.Errorf("chain watcher: interface of %s: %w", c.Name, err)
		}
		w.watched = append(w.watched, &watched{Contract: c, abi: parsed, ref: commands.ContractRef{
			Workspace: cfg.Workspace, Contract: fmt.Sprintf("%d-%s", cfg.ChainID, lower(c.Address)),
		}})
	}
	return w, nil
}

// Run watches until the context ends or the log cannot be understood. A chain that is down is waited for.
func (w *Watcher) Run(ctx context.Context) error {
	var waking sync.WaitGroup
	defer waking.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	waking.Go(func() {
		_ = w.cfg.Chain.Wake(ctx, func() { // ends with ctx, and says nothing else
			select {
			case w.wake <- struct{}{}:
			default:
			}
		})
	})
	if err := w.load(ctx); err != nil {
		return fmt.Errorf("chain watcher: %w", err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		w.save(ctx, true)
	}()
	for failures := 0; ; {
		err := w.pass(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if txmgr.Unreadable(err) {
			return fmt.Errorf("chain watcher: %w", err)
		}
		wait := w.cfg.Poll
		switch {
		case err != nil:
			if failures == 0 {
				w.cfg.Log.WarnContext(ctx, "the chain is not watched, trying again", slog.Any("err", err))
			}
			wait = max(wait, w.cfg.Backoff<<min(failures, 5))
			failures++
		case failures > 0:
			w.cfg.Log.InfoContext(ctx, "the chain is watched again", slog.Int("failures", failures))
			failures = 0
		}
		w.save(ctx, false)
		if err := w.pause(ctx, wait, err == nil); err != nil {
			return err
		}
	}
}

// pause waits for a while, or until it is woken.
func (w *Watcher) pause(ctx context.Context, wait time.Duration, wakes bool) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	wake := w.wake
	if !wakes {
		wake = nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
	case <-wake:
	}
	return nil
}

// at passes a point. It fails once the context has ended, so that a test can stop the work exactly there.
func (w *Watcher) at(ctx context.Context, p Point) error {
	if w.cfg.At != nil {
		w.cfg.At(p)
	}
	return ctx.Err()
}

// request is what surrounds a command.
func (w *Watcher) request() commands.Request {
	return commands.Request{At: w.cfg.Now(), Actor: "chain:watcher"}
}
