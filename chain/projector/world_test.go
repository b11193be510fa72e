package projector_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// world is a log, a chain with the contract, and a key that may record.
type world struct {
	chaintest.Store
	chain     *devchain.Chain // nil on another node
	id        uint64
	url       string // of the node, or of a proxy before it
	node      txmgr.Node
	contract  common.Address
	from      uint64 // block of the contract
	key       *wallet.Wallet
	snapshots chaintest.Snapshots
	log       *logged
}

// newWorld makes a world whose chain seals on its own.
func newWorld(t testing.TB, cfg devchain.Config) *world {
	t.Helper()
	if cfg.Period == 0 {
		cfg.Period = 10 * time.Millisecond
	}
	key := chaintest.Wallet(t)
	chain := chaintest.Open(t, cfg, key)
	chaintest.Seal(t, chain)
	return worldOn(t, chain, key)
}

// worldOn makes a world on a chain where the key has money.
func worldOn(t testing.TB, chain *devchain.Chain, key *wallet.Wallet) *world {
	t.Helper()
	node := chaintest.Node(t, chain.HTTP())
	at, err := deploy.Ensure(t.Context(), node, key, t.TempDir(), deploy.Config{Contracts: []deploy.Name{deploy.ProofOfWork}, Poll: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return &world{
		Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}, chain: chain, id: at.ChainID, url: chain.HTTP(), node: node, contract: at.ProofOfWork.Address, from: at.ProofOfWork.Block,
		key: key, log: &logged{},
	}
}

// setup is how a worker is started.
type setup struct {
	tx    txmgr.Config
	proof projector.Config
	set   *commands.Set
	// at is told of every point, with the context that ends when the worker is stopped.
	at func(ctx context.Context, point string)
}

// start runs a manager and a projector that know nothing of earlier ones, as after a crash.
func (w *world) start(t testing.TB, s setup) (stop func()) {
	t.Helper()
	node := chaintest.Node(t, w.url)
	log := slog.New(w.log)
	set := s.set
	if set == nil {
		set = w.Commands()
	}
	tx := s.tx
	tx.Commands, tx.Chain, tx.ChainID, tx.Key, tx.Now, tx.Log = set, node, w.id, w.key, time.Now, log
	or(&tx.Poll, 5*time.Millisecond)
	or(&tx.ResendAfter, 100*time.Millisecond)
	or(&tx.Backoff, 2*time.Millisecond)
	proof := s.proof
	proof.Commands, proof.Chain, proof.Contract, proof.Snapshots, proof.Now, proof.Log = set, node, w.contract, &w.snapshots, time.Now, log
	or(&proof.Gather, 5*time.Millisecond)
	or(&proof.Backoff, 2*time.Millisecond)
	ctx, cancel := context.WithCancelCause(context.Background())
	if s.at != nil {
		tx.At, proof.At = func(p txmgr.Point) { s.at(ctx, string(p)) }, func(p projector.Point) { s.at(ctx, string(p)) }
	}
	manager, err := txmgr.New(tx)
	if err != nil {
		t.Fatal(err)
	}
	proof.Manager = manager
	p, err := projector.New(proof)
	if err != nil {
		t.Fatal(err)
	}
	return chaintest.Background(t, func(stopped context.Context) error {
		defer context.AfterFunc(stopped, func() { cancel(stopped.Err()) })()
		var wg sync.WaitGroup
		defer wg.Wait()
		wg.Go(func() { cancel(manager.Run(ctx)) })
		wg.Go(func() { cancel(p.Run(ctx)) })
		<-ctx.Done()
		return context.Cause(ctx)
	})
}

func or(d *time.Duration, value time.Duration) {
	if *d == 0 {
		*d = value
	}
}

// kinds counts the events of one kind in each stream.
func (w *world) kinds(t testing.TB, kind string) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for r, err := range w.Log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Kind == kind {
			counts[r.Stream.ID]++
		}
	}
	return counts
}

// confirmed waits until every goal is.
func (w *world) confirmed(t testing.TB, goals []string) {
	t.Helper()
	chaintest.Eventually(t, "all goals are confirmed", func() bool { return len(w.kinds(t, "proof.confirmed")) == len(goals) })
}

// check compares the log with the chain: every goal is confirmed once, in the transaction that recorded it, under the root
// of its tasks, and no nonce is open.
func (w *world) check(t testing.TB, goals []string) {
	t.Helper()
	w.confirmed(t, goals)
	set := w.Commands()
	chaintest.Eventually(t, "the outbox is empty", func() bool {
		empty := false
		for id := range w.kinds(t, "tx.prepared") {
			err := set.Signers.View(t.Context(), events.SignerStream("main", id), true, func(s *commands.Signer, _ events.Revision) {
				empty = len(s.Open()) == 0
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		return empty || len(w.kinds(t, "tx.prepared")) == 0
	})
	recorded := w.recorded(t)
	confirmed := w.kinds(t, "proof.confirmed")
	for _, goal := range goals {
		if confirmed[goal] != 1 {
			t.Errorf("goal %s was confirmed %d times", goal, confirmed[goal])
		}
		logs := recorded[merkle.BundleID(goal)]
		if len(logs) != 1 {
			t.Errorf("goal %s was recorded %d times", goal, len(logs))
			continue
		}
		err := set.Goals.View(t.Context(), events.GoalStream(chaintest.Workspace, goal), true, func(g *commands.Goal, _ events.Revision) {
			leaves, err := projector.Leaves(goal, g)
			if err != nil {
				t.Error(err)
			}
			if l := logs[0]; g.Proof.Tx != l.Raw.TxHash.Hex() || g.Proof.BlockHash != l.Raw.BlockHash.Hex() || g.Proof.Block != l.Raw.BlockNumber {
				t.Errorf("goal %s: the log says %s in block %d, the chain %s in block %d", goal, g.Proof.Tx, g.Proof.Block, l.Raw.TxHash, l.Raw.BlockNumber)
			}
			if root := merkle.Root(leaves); logs[0].Root != root || [32]byte(g.Proof.Root) != root || logs[0].Size != uint64(len(leaves)) {
				t.Errorf("goal %s: recorded %x over %d, announced %s; want %x over %d", goal, logs[0].Root, logs[0].Size, g.Proof.Root, root, len(leaves))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// recorded lists what the contract emitted, by bundle.
func (w *world) recorded(t testing.TB) map[[32]byte][]bindings.ProofOfWorkBundleRecorded {
	t.Helper()
	head, err := w.node.Head(t.Context(), w.key.Address())
	if err != nil {
		t.Fatal(err)
	}
	binding := bindings.NewProofOfWork()
	parsed := binding.GetABI()
	logs, err := w.node.Logs(t.Context(), w.contract, w.from, head.Latest.Number, []common.Hash{parsed.Events["BundleRecorded"].ID})
	if err != nil {
		t.Fatal(err)
	}
	out := map[[32]byte][]bindings.ProofOfWorkBundleRecorded{}
	for i := range logs {
		e, err := binding.UnpackBundleRecordedEvent(&logs[i])
		if err != nil {
			t.Fatal(err)
		}
		e.Raw = &logs[i]
		out[e.BundleId] = append(out[e.BundleId], *e)
	}
	return out
}

// record has somebody else record a bundle with the same key.
func (w *world) record(t testing.TB, nonce uint64, goal string, root [32]byte, size uint64) common.Hash {
	t.Helper()
	data := bindings.NewProofOfWork().PackRecordBundle(merkle.BundleID(goal), root, size)
	tx, err := w.key.Sign(types.NewTx(&types.DynamicFeeTx{
		Nonce: nonce, Gas: 200_000, To: &w.contract, Data: data, GasTipCap: gwei(10), GasFeeCap: gwei(100),
	}), chainID(w))
	if err == nil {
		err = w.node.SendTransaction(t.Context(), tx)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tx.Hash()
}

// logged keeps the messages that were logged.
type logged struct {
	mu       sync.Mutex
	messages []slog.Record
}

func (l *logged) Enabled(context.Context, slog.Level) bool { return true }
func (l *logged) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *logged) WithGroup(string) slog.Handler            { return l }

func (l *logged) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.messages = append(l.messages, r)
	return nil
}

// count is how often something was said, at a level or above.
func (l *logged) count(message string, level slog.Level) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.messages {
		if (message == "" || r.Message == message) && r.Level >= level {
			n++
		}
	}
	return n
}

// leaves are those of a goal as the log has it.
func (w *world) leaves(t testing.TB, goal string) (leaves []merkle.Leaf) {
	t.Helper()
	err := w.Commands().Goals.View(t.Context(), events.GoalStream(chaintest.Workspace, goal), true, func(g *commands.Goal, _ events.Revision) {
		var err error
		if leaves, err = projector.Leaves(goal, g); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return leaves
}

func commit(t testing.TB, chain *devchain.Chain) {
	t.Helper()
	if _, err := chain.Commit(); err != nil {
		t.Fatal(err)
	}
}
