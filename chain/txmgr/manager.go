// Package txmgr sees to it that transactions end up in finalized blocks, whatever the node, the network or this process do
// meanwhile. Its outbox is in the log: a transaction, and each one that replaces it, is stored before it is sent, so
// whoever comes next knows all that may be on its way.
package txmgr

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Key signs for one account; *wallet.Wallet is one.
type Key interface {
	Address() common.Address
	Sign(tx *types.Transaction, chainID *big.Int) (*types.Transaction, error)
}

// Client is who wishes the transactions of one purpose. The manager calls it for each transaction from one goroutine at a
// time. What returns an error is called again; all may be called again after a crash, and must not mind.
type Client interface {
	// Done reports whether all that a transaction is for stands on the chain already.
	Done(ctx context.Context, tx events.TxPrepared) (bool, error)
	// Sent says that a node has a transaction, under this hash; once for each hash, unless it was final first.
	Sent(ctx context.Context, tx events.TxPrepared, hash string) error
	// Final says that a transaction is in a finalized block. The receipt tells what it did; one that filled a dead slot or
	// was reverted did nothing.
	Final(ctx context.Context, tx events.TxPrepared, receipt *types.Receipt) error
	// Closed says that the outbox does not hold a transaction any more: it was final, or cannot become so. Whatever it was
	// for and is not done may be wished anew.
	Closed(ctx context.Context, tx events.TxPrepared) error
	// Reorged says that the block of a transaction is gone although it was final.
	Reorged(ctx context.Context, tx events.TxPrepared, receipt *types.Receipt) error
}

// Config of a Manager. Commands, Chain, ChainID, Key, Now and Log are required.
type Config struct {
	Commands *commands.Set
	Chain    Chain
	ChainID  uint64
	Key      Key
	// Now is the clock.
	Now func() time.Time
	Log *slog.Logger
	// Workspace that the outbox is in. Defaults to main.
	Workspace string
	// Profile says what the chain expects. Defaults to that of the development chain.
	Profile profile.Profile
	// InFlight is how many transactions may be open at a time. A stuck one blocks all after it. Defaults to the profile's.
	InFlight int
	// Poll is how often the chain is looked at while a transaction is open. Defaults to 200 ms.
	Poll time.Duration
	// ResendBlocks and ResendAfter say when a transaction that is in no block is sent again, whichever comes first.
	// Default to the profile's blocks and 10 s.
	ResendBlocks uint64
	ResendAfter  time.Duration
	// Backoff is the wait after a first failure; it doubles with each further one, up to 8-fold where a chain or log is down
	// and to 32-fold for one transaction. Defaults to 1 s.
	Backoff time.Duration
	// MinTip is the lowest priority fee, in wei. Defaults to 1 gwei: the base fee of an idle chain decays to nearly nothing,
	// and fees must be large enough to be raised by a tenth.
	MinTip *big.Int
	// MaxFee bounds what a unit of gas may cost, in wei. Defaults to the profile's. While the chain asks for more, we wait.
	MaxFee *big.Int
	// At is told of every point where a crash would leave something half done, for tests. May be nil.
	At func(Point)
}

// Point is a place between two steps of a transaction's life.
type Point string

// The points, in order.
const (
	AtSigned    Point = "signed"    // nothing is stored yet
	AtPrepared  Point = "prepared"  // stored, not sent
	AtBroadcast Point = "broadcast" // sent, its client does not know
	AtSent      Point = "sent"      // its client knows
	AtResigned  Point = "resigned"  // with a higher fee, not stored
	AtReplaced  Point = "replaced"  // stored, not sent
	AtIncluded  Point = "included"  // in a block, not final
	AtFinal     Point = "final"     // its client does not know
	AtConfirmed Point = "confirmed" // its client knows, it is not settled
	AtSettled   Point = "settled"   // its client may go on
	AtLost      Point = "lost"      // its nonce was used otherwise, not abandoned yet
	AtAbandoned Point = "abandoned"
)

func (c Config) withDefaults() Config {
	c.Workspace = cmp.Or(c.Workspace, "main")
	if c.Profile.ChainID == 0 {
		c.Profile, _ = profile.Known(profile.Dev)
	}
	c.InFlight = cmp.Or(c.InFlight, c.Profile.InFlight)
	c.Poll = cmp.Or(c.Poll, 200*time.Millisecond)
	c.ResendBlocks = cmp.Or(c.ResendBlocks, c.Profile.ResendBlocks)
	c.ResendAfter = cmp.Or(c.ResendAfter, 10*time.Second)
	c.Backoff = cmp.Or(c.Backoff, time.Second)
	if c.MinTip == nil {
		c.MinTip = big.NewInt(params.GWei)
	}
	if c.MaxFee == nil {
		c.MaxFee = c.Profile.MaxFee
	}
	return c
}

func (c Config) validate() error {
	var faults []error
	for what, missing := range map[string]bool{
		"Commands": c.Commands == nil, "Chain": c.Chain == nil, "ChainID": c.ChainID == 0,
		"Key": c.Key == nil, "Now": c.Now == nil, "Log": c.Log == nil,
	} {
		if missing {
			faults = append(faults, fmt.Errorf("%s is missing", what))
		}
	}
	if c.InFlight < 1 {
		faults = append(faults, fmt.Errorf("in flight: %d transactions cannot do anything", c.InFlight))
	}
	return errors.Join(faults...)
}

// Manager owns the nonces of one account.
type Manager struct {
	cfg Config
	ref commands.SignerRef
	id  *big.Int

	clients map[string]Client // by purpose; fixed once Run runs

	nonce  chan struct{} // holds one element while somebody takes a nonce
	wake   chan struct{} // tells Run that a transaction was prepared
	health health

	latest atomic.Uint64 // block
	cost   atomic.Pointer[big.Int]

	mu      sync.Mutex // guards what follows
	flights map[uint64]*flight
	room    chan struct{} // closed and replaced when an open transaction is closed
	checked bool          // the node is of the right chain
	epoch   int           // counts the times that the chain came back

	// Run's own.
	closing []events.TxPrepared // closed, and their clients do not know
	settled []settled           // oldest first
	watched common.Hash         // head under which settled was looked at
	gap     time.Time           // since when a nonce below the open ones is unused; now if none is
}

// New makes a manager.
func New(cfg Config) (*Manager, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("transaction manager: %w", err)
	}
	address := strings.ToLower(cfg.Key.Address().Hex())
	return &Manager{
		cfg: cfg, id: new(big.Int).SetUint64(cfg.ChainID),
		ref:     commands.SignerRef{Workspace: cfg.Workspace, Signer: fmt.Sprintf("%d-%s", cfg.ChainID, address)},
		clients: map[string]Client{}, flights: map[uint64]*flight{},
		nonce: make(chan struct{}, 1), wake: make(chan struct{}, 1), room: make(chan struct{}),
		health: health{log: cfg.Log, first: cfg.Backoff},
	}, nil
}

// Serve has a client called for the transactions of a purpose. It comes before Run.
func (m *Manager) Serve(purpose string, c Client) { m.clients[purpose] = c }

// Signer names the account, "0x…".
func (m *Manager) Signer() string { return strings.ToLower(m.cfg.Key.Address().Hex()) }

// Address is the account.
func (m *Manager) Address() common.Address { return m.cfg.Key.Address() }

// Cost is what the newest transaction may cost at most, in wei; nil if this process made none.
func (m *Manager) Cost() *big.Int { return m.cost.Load() }

// ChainID is the chain's ID.
func (m *Manager) ChainID() uint64 { return m.cfg.ChainID }

// Carries reports whether an open transaction records a bundle.
func (m *Manager) Carries(ctx context.Context, bundle events.Digest) (carried bool, err error) {
	err = m.cfg.Commands.Signers.View(ctx, m.ref.Stream(), false, func(s *commands.Signer, _ events.Revision) {
		carried = s.Carries(bundle)
	})
	return carried, err
}

// open copies what the outbox holds, lowest nonce first, and the first nonce that was never prepared.
func (m *Manager) open(ctx context.Context) (open []commands.Tx, next uint64, err error) {
	err = m.cfg.Commands.Signers.View(ctx, m.ref.Stream(), false, func(s *commands.Signer, _ events.Revision) {
		next = s.Next
		for _, tx := range s.Open() {
			kept := *tx
			kept.Hashes = slices.Clone(tx.Hashes)
			open = append(open, kept)
		}
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read the outbox: %w", err)
	}
	return open, next, nil
}

// request is what surrounds the commands of the outbox.
func (m *Manager) request() commands.Request {
	return commands.Request{At: m.cfg.Now(), Actor: "chain:txmgr"}
}

// decide runs a command of the outbox. done says that it was refused because somebody else did the same before.
func (m *Manager) decide(ctx context.Context, c commands.Command[*commands.Signer]) (done bool, err error) {
	_, err = m.cfg.Commands.Signers.Run(ctx, m.request(), c)
	if refused, ok := errors.AsType[*commands.Refusal](err); ok && refused.Code == "NONCE_CLOSED" {
		return true, nil
	}
	return false, err
}

// at passes a point. It fails once the context has ended, so that a test can stop the work exactly there.
func (m *Manager) at(ctx context.Context, p Point) error {
	if m.cfg.At != nil {
		m.cfg.At(p)
	}
	return ctx.Err()
}

// check makes sure, once, that the node is of our chain: a transaction for another one must not be signed by mistake.
func (m *Manager) check(ctx context.Context) error {
	m.mu.Lock()
	checked := m.checked
	m.mu.Unlock()
	if checked {
		return nil
	}
	id, err := m.cfg.Chain.ChainID(ctx)
	if err != nil {
		return fmt.Errorf("chain ID: %w", err)
	}
	if id.Cmp(m.id) != 0 {
		return fmt.Errorf("the node is of chain %s, not %s", id, m.id)
	}
	m.mu.Lock()
	m.checked = true
	m.mu.Unlock()
	return nil
}
