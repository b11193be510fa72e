package auditlog

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// chained is a world with a chain that has the contract, whose writer is key.
type chained struct {
	*world
	id       uint64
	node     txmgr.Node
	key      *wallet.Wallet
	contract common.Address
	trail    *Trail
}

func newChained(t *testing.T) *chained {
	c := &chained{world: newWorld(t), key: chaintest.Wallet(t), id: 1337}
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, c.key)
	chaintest.Seal(t, chain)
	c.node = chaintest.Node(t, chain.HTTP())
	c.deploy()
	return c
}

// deploy has the contract on the chain.
func (c *chained) deploy() deploy.Contract {
	c.Helper()
	at, err := deploy.Ensure(c.Context(), c.node, c.key, c.TempDir(), deploy.Config{Contracts: []deploy.Name{deploy.AuditTrail}, Poll: 5 * time.Millisecond})
	if err != nil {
		c.Fatal(err)
	}
	c.contract = at.AuditTrail.Address
	c.trail = NewTrail(c.node, c.contract)
	return at.AuditTrail
}

// anchorer makes one with its manager, as of a process that knows nothing of earlier ones.
func (c *chained) anchorer(at func(txmgr.Point)) (*Anchorer, *txmgr.Manager) {
	c.Helper()
	set, log := commandsOf(c.log), slog.New(slog.DiscardHandler)
	manager, err := txmgr.New(txmgr.Config{Commands: set, Chain: c.node, ChainID: c.id, Key: c.key, Now: time.Now, Log: log,
		Poll: 5 * time.Millisecond, Backoff: 2 * time.Millisecond, ResendAfter: 100 * time.Millisecond, At: at})
	if err != nil {
		c.Fatal(err)
	}
	a, err := NewAnchorer(AnchorConfig{Commands: set, Chain: c.node, Contract: c.contract, Manager: manager, Prover: NewProver(c.tiles), Log: log, Every: every})
	if err != nil {
		c.Fatal(err)
	}
	return a, manager
}

// anchors runs an anchorer until stop is called, the test ends, or at ends its context.
func (c *chained) anchors(at func(txmgr.Point, context.CancelFunc)) (stop func()) {
	c.Helper()
	return chaintest.Background(c, func(ctx context.Context) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		a, manager := c.anchorer(func(p txmgr.Point) {
			if at != nil {
				at(p, cancel)
			}
		})
		var wg sync.WaitGroup
		defer wg.Wait()
		wg.Go(func() { _ = manager.Run(ctx) })
		if err := a.Run(ctx); !errors.Is(err, context.Canceled) {
			return err
		}
		return nil
	})
}

// watch does what watcher and reactions do: it has the log know of the anchors that are final. It returns them.
func (c *chained) watch() (seen []events.CheckpointAnchored) {
	c.Helper()
	head, err := c.node.Head(c.Context(), c.key.Address())
	if err != nil {
		c.Fatal(err)
	}
	logs, err := c.node.Logs(c.Context(), c.contract, 0, head.Final.Number, []common.Hash{c.trail.topic})
	if err != nil {
		c.Fatal(err)
	}
	for _, l := range logs {
		e, err := c.trail.binding.UnpackAnchoredEvent(&l)
		if err != nil {
			c.Fatal(err)
		}
		anchor := events.CheckpointAnchored{Size: e.Size, Root: e.Root, At: events.OnChain{
			Chain: c.id, Contract: strings.ToLower(c.contract.Hex()), Tx: l.TxHash.Hex(), Block: l.BlockNumber, BlockHash: l.BlockHash.Hex(), LogIndex: uint64(l.Index),
		}}
		seen = append(seen, anchor)
		c.send(commands.SeeAnchor{AuditRef: commands.AuditRef{Workspace: "main"}, Anchor: anchor})
	}
	return seen
}

// reaches waits until the chain's final anchor is that of a checkpoint.
func (c *chained) reaches(want events.CheckpointSigned) {
	c.Helper()
	chaintest.Eventually(c, "the newest checkpoint is anchored", func() bool {
		newest, err := c.trail.Latest(c.Context(), true)
		return err == nil && newest == commands.TreeHead{Size: want.Size, Root: want.Root}
	})
}

func TestCheckpointsAreAnchored(t *testing.T) {
	t.Parallel()
	c := newChained(t)
	c.run()
	c.anchors(nil)
	for range 3 {
		c.happen(5)
		want := c.covers(c.last())
		c.reaches(want)
		roots, err := c.trail.Roots(t.Context(), true, want.Size, want.Size+1)
		if err != nil || roots[0] != want.Root || !roots[1].IsZero() {
			t.Errorf("the contract has %v, %v", roots, err)
		}
	}
	last := uint64(0)
	for _, s := range c.watch() {
		if s.Size <= last {
			t.Errorf("size %d is anchored after %d", s.Size, last)
		}
		last = s.Size
	}
	if c.anchored() != last || last != c.newest().Size {
		t.Errorf("the log knows of an anchor of size %d, the chain of %d, the newest checkpoint is of %d", c.anchored(), last, c.newest().Size)
	}
	c.sound()
}

// anchored is the size of the newest anchor that the log knows of.
func (c *chained) anchored() (size uint64) {
	c.Helper()
	err := commandsOf(c.log).Audits.View(c.Context(), events.AuditStream("main"), true, func(a *commands.Audit, _ events.Revision) { size = a.Anchored.Size })
	if err != nil {
		c.Fatal(err)
	}
	return size
}

func TestACrashAnywhereAnchorsOnce(t *testing.T) {
	t.Parallel()
	c := newChained(t)
	worker := c.resumed()
	for _, point := range []txmgr.Point{txmgr.AtSigned, txmgr.AtPrepared, txmgr.AtBroadcast, txmgr.AtSent, txmgr.AtIncluded, txmgr.AtFinal, txmgr.AtConfirmed, txmgr.AtSettled} {
		c.happen(1)
		if !c.signs(worker) {
			t.Fatal("nothing was signed")
		}
		want := c.newest()
		var crashed atomic.Bool
		stop := c.anchors(func(p txmgr.Point, cancel context.CancelFunc) {
			if p == point {
				cancel()
				crashed.Store(true)
			}
		})
		// A fast chain can leave out AtIncluded.
		chaintest.Eventually(t, "it crashes or anchors", func() bool {
			newest, err := c.trail.Latest(t.Context(), true)
			return crashed.Load() || err == nil && newest.Size == want.Size
		})
		stop()
		stop = c.anchors(nil)
		c.reaches(want)
		stop()
	}
	seen := map[uint64]int{}
	for _, s := range c.watch() {
		seen[s.Size]++
	}
	if len(seen) != 8 {
		t.Errorf("%d sizes are anchored", len(seen))
	}
	for size, times := range seen {
		if times != 1 {
			t.Errorf("size %d was anchored %d times", size, times)
		}
	}
}

// anchorAs has somebody with the auditor's key anchor something.
func (c *chained) anchorAs(size uint64, root events.Digest) {
	c.Helper()
	manager, err := txmgr.New(txmgr.Config{Commands: commandsOf(c.log), Chain: c.node, ChainID: c.id, Key: c.key, Now: time.Now,
		Log: slog.New(slog.DiscardHandler), Poll: 5 * time.Millisecond})
	if err != nil {
		c.Fatal(err)
	}
	stop := chaintest.Background(c, manager.Run)
	defer stop()
	if _, err := manager.Send(c.Context(), txmgr.Request{Purpose: "other", To: c.contract, Data: c.trail.binding.PackAnchor(size, root)}); err != nil {
		c.Fatal(err)
	}
	chaintest.Eventually(c, "the other anchor is final", func() bool {
		newest, err := c.trail.Latest(c.Context(), true)
		return err == nil && newest.Size == size
	})
}

func TestTheChainMustHaveThisLog(t *testing.T) {
	t.Parallel()
	c := newChained(t)
	worker := c.resumed()
	c.happen(10)
	c.signs(worker)
	c.anchorAs(3, events.Sum([]byte("another log")))
	a, _ := c.anchorer(nil)
	fork, ok := errors.AsType[*ForkError](a.anchor(t.Context()))
	if !ok || fork.Size != 3 || fork.Want != events.Sum([]byte("another log")) {
		t.Errorf("it says %v", fork)
	}
	c.anchorAs(5000, events.Sum([]byte("a longer log")))
	rolled, ok := errors.AsType[*RolledBackError](a.anchor(t.Context()))
	if !ok || rolled.Size != 5000 || rolled.Head != c.head() {
		t.Errorf("it says %v", rolled)
	}
}

func TestWhoMayNotAnchorIsTold(t *testing.T) {
	t.Parallel()
	c := newChained(t)
	c.happen(1)
	c.signs(c.resumed())
	c.key = chaintest.Wallet(t) // of somebody else; the contract is asked before anything is paid
	a, _ := c.anchorer(nil)
	if err := a.anchor(t.Context()); err == nil || !strings.Contains(err.Error(), "is not a writer: grant it WRITER_ROLE") {
		t.Errorf("it says %v", err)
	}
}

// FuzzCarried reads any stored transaction.
func FuzzCarried(f *testing.F) {
	trail := NewTrail(nil, common.Address{1})
	key := chaintest.Wallet(f)
	for _, data := range [][]byte{nil, {1, 2, 3}, trail.binding.PackAnchor(7, [32]byte{9}), trail.binding.PackLatest()} {
		tx, err := key.Sign(call(common.Address{1}, data), big.NewInt(1337))
		if err != nil {
			f.Fatal(err)
		}
		raw, err := tx.MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(hexutil.Encode(raw))
	}
	f.Add("0x")
	f.Add("")
	f.Fuzz(func(t *testing.T, raw string) {
		head, err := trail.carried(events.TxPrepared{Raw: raw})
		if err == nil && !bytes.Contains(hexutil.MustDecode(raw), head.Root[:]) {
			t.Errorf("it is read to carry %+v", head)
		}
	})
}

// call is a transaction, not signed.
func call(to common.Address, data []byte) *types.Transaction {
	return types.NewTx(&types.DynamicFeeTx{ChainID: big.NewInt(1337), To: &to, Data: data, Gas: 100_000, GasFeeCap: big.NewInt(1e10), GasTipCap: big.NewInt(1e9)})
}
