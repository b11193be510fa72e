// Package projector records the done tasks of every goal that has ended on a chain: it announces their Merkle bundle, has
// many bundles recorded by one transaction, and confirms each once its block is final.
//
// Nothing here is kept but in the log and on the chain. The announcement, the outbox of the transaction manager and the
// contract, which records a bundle once, tell whoever comes after a crash what is left to do.
package projector

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Purpose is that of the transactions which record bundles.
const Purpose = "proof.bundles"

// Config of a Projector. Commands, Chain, Contract, Manager, Snapshots, Now and Log are required.
type Config struct {
	Commands *commands.Set
	Chain    txmgr.Chain
	// Contract is the address of ProofOfWork. The manager's account must be a recorder.
	Contract common.Address
	// Manager sends the transactions. It runs beside the projector.
	Manager   *txmgr.Manager
	Snapshots eventlog.Snapshots
	Now       func() time.Time
	Log       *slog.Logger
	// Gather is how long a bundle waits for others to share a transaction with. Defaults to 200 ms.
	Gather time.Duration
	// Batch is how many bundles share a transaction at most. Defaults to 50.
	Batch int
	// Attempts is how often a bundle that the contract refuses is tried before it is given up. Defaults to 10.
	Attempts int
	// Backoff is the wait after a first refusal; it doubles with each further one. Defaults to 1 s.
	Backoff time.Duration
	// Workers is how many goals are handled, and events appended, at a time. Defaults to 16.
	Workers int
	// At is told of every point where a crash would leave something half done, for tests. May be nil.
	At func(Point)
}

// Point is a place between two steps of a bundle's life. The manager has its own between them.
type Point string

// The points, in order.
const (
	AtEnded      Point = "ended"         // the goal's end was seen
	AtPended     Point = "pended"        // announced, not asked for
	AtAsked      Point = "asked"         // the contract does not know it
	AtSubmitting Point = "submitting"    // some goals of a transaction know of it
	AtConfirming Point = "confirming"    // some are confirmed
	AtFound      Point = "found"         // recorded by a transaction that is not in the outbox
	AtDead       Point = "dead_lettered" // given up
)

func (c Config) withDefaults() Config {
	c.Gather = cmp.Or(c.Gather, 200*time.Millisecond)
	c.Batch = cmp.Or(c.Batch, 50)
	c.Attempts = cmp.Or(c.Attempts, 10)
	c.Backoff = cmp.Or(c.Backoff, time.Second)
	c.Workers = cmp.Or(c.Workers, 16)
	return c
}

func (c Config) validate() error {
	var faults []error
	for what, missing := range map[string]bool{
		"Commands": c.Commands == nil, "Chain": c.Chain == nil, "Contract": c.Contract == common.Address{},
		"Manager": c.Manager == nil, "Snapshots": c.Snapshots == nil, "Now": c.Now == nil, "Log": c.Log == nil,
	} {
		if missing {
			faults = append(faults, fmt.Errorf("%s is missing", what))
		}
	}
	if c.Batch < 1 || c.Attempts < 1 || c.Workers < 1 {
		faults = append(faults, fmt.Errorf("batch %d, attempts %d and workers %d must be positive", c.Batch, c.Attempts, c.Workers))
	}
	return errors.Join(faults...)
}

// Projector is the chain's consumer of the log.
type Projector struct {
	cfg      Config
	contract contract
	notes    chan *job
	queue    queue
	busy     chan struct{} // a place for each append in progress

	mu   sync.Mutex
	open map[events.StreamID]*job // goals that ended and are not through
}

// job is a goal on its way to a proof.
type job struct {
	goal events.StreamID
	// What its end said; the zero value if it is not known any more.
	cause, correlation, trace string
	ended                     events.Revision

	ref      events.BundleRef
	attempts atomic.Int32 // that were refused
	since    time.Time    // it is in the queue
	after    time.Time    // it is not tried before
	queued   bool
}

var _ txmgr.Client = (*Projector)(nil)

// New makes a projector and has the manager call it.
func New(cfg Config) (*Projector, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("chain projector: %w", err)
	}
	p := &Projector{
		cfg: cfg, contract: newContract(cfg.Chain, cfg.Contract), notes: make(chan *job, cfg.Workers),
		busy: make(chan struct{}, cfg.Workers), open: map[events.StreamID]*job{},
	}
	p.queue.init(cfg)
	cfg.Manager.Serve(Purpose, p)
	return p, nil
}

// Run records bundles until the context ends or the log cannot be read. A chain that is down is waited for; meanwhile
// bundles are announced and queue up.
func (p *Projector) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	for range p.cfg.Workers {
		wg.Go(func() {
			if err := p.work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	wg.Go(func() {
		if err := p.dispatch(ctx); err != nil {
			cancel(err)
		}
	})
	at, err := p.recover(ctx)
	if err == nil {
		err = p.follow(ctx, at)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// at passes a point. It fails once the context has ended, so that a test can stop the work exactly there.
func (p *Projector) at(ctx context.Context, point Point) error {
	if p.cfg.At != nil {
		p.cfg.At(point)
	}
	return ctx.Err()
}

// track notes that a goal has ended, once for each end: one that was retried has another bundle for the next.
func (p *Projector) track(j *job) (*job, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, ok := p.open[j.goal]; ok && known.ended >= j.ended {
		return known, false
	}
	p.open[j.goal] = j
	return j, true
}

func (p *Projector) tracked(goal events.StreamID) (*job, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	j, ok := p.open[goal]
	return j, ok
}

// through lets an end of a goal go: its proof is confirmed or given up, or it needs none.
func (p *Projector) through(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, ok := p.open[j.goal]; ok && known != j && (known.ref.Bundle == events.Digest{} || known.ref.Bundle != j.ref.Bundle) {
		return // the goal has ended again
	}
	delete(p.open, j.goal)
	p.cfg.Commands.Goals.Forget(j.goal)
}
