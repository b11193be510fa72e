package watcher_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/rpc"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/watcher"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// newProvingWorld makes a world whose contract is ProofOfWork, on a chain that seals by itself.
func newProvingWorld(t testing.TB, lag uint64) (w *world, seal func() (stop func())) {
	t.Helper()
	trail := &chaintest.Trail{TB: t, Key: chaintest.Wallet(t), ID: 1337}
	trail.Chain = chaintest.Open(t, devchain.Config{Period: 10 * time.Millisecond, Lag: lag}, trail.Key)
	trail.Node = chaintest.Node(t, trail.Chain.HTTP())
	seal = func() func() { return chaintest.Background(t, trail.Chain.Run) }
	stop := seal()
	at, err := deploy.Ensure(t.Context(), trail.Node, trail.Key, t.TempDir(), deploy.Config{Contracts: []deploy.Name{deploy.ProofOfWork}, Poll: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	stop()
	w = &world{Trail: trail, Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}}
	w.urls = []string{trail.Chain.HTTP()}
	w.contracts = []watcher.Contract{{Name: "ProofOfWork", Address: at.ProofOfWork.Address, From: at.ProofOfWork.Block}}
	return w, seal
}

// prove runs all that works with the chain, as a process does that has just started, until it is stopped.
func (w *world) prove(cfg rpc.Config) (stop func()) {
	w.Helper()
	cfg.URLs, cfg.Now, cfg.Log = w.urls, time.Now, slog.New(slog.DiscardHandler)
	pool, err := rpc.New(cfg)
	if err != nil {
		w.Fatal(err)
	}
	set := w.Commands()
	manager, err := txmgr.New(txmgr.Config{Commands: set, Chain: pool, ChainID: 1337, Key: w.Key, Now: time.Now, Log: cfg.Log,
		Poll: 5 * time.Millisecond, ResendAfter: 100 * time.Millisecond, Backoff: 2 * time.Millisecond})
	if err != nil {
		w.Fatal(err)
	}
	proofs, err := projector.New(projector.Config{Commands: set, Chain: pool, Contract: w.contracts[0].Address, Manager: manager, Snapshots: &w.snapshots,
		Now: time.Now, Log: cfg.Log, Gather: 5 * time.Millisecond, Backoff: 2 * time.Millisecond})
	if err != nil {
		w.Fatal(err)
	}
	watch := w.config()
	watch.Commands, watch.Chain = set, pool
	watching := open(w.TB, watch)
	return chaintest.Background(w.TB, func(ctx context.Context) error {
		defer pool.Close()
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		var wg sync.WaitGroup
		defer wg.Wait()
		for _, run := range []func(context.Context) error{manager.Run, proofs.Run, watching.Run} {
			wg.Go(func() { cancel(run(ctx)) })
		}
		<-ctx.Done()
		return context.Cause(ctx)
	})
}

// kinds counts the events of a kind in each stream.
func (w *world) kinds(kind string) map[string]int {
	w.Helper()
	counts := map[string]int{}
	for r, err := range w.Store.Log.Read(w.Context(), eventlog.Query{}) {
		if err != nil {
			w.Fatal(err)
		}
		if r.Kind == kind {
			counts[r.Stream.ID]++
		}
	}
	return counts
}

// proven waits until each goal is confirmed, and checks that chain and log have each bundle once.
func (w *world) proven(goals []string) {
	w.Helper()
	chaintest.Eventually(w.TB, "all goals are confirmed", func() bool { return len(w.kinds("proof.confirmed")) == len(goals) })
	w.agrees()
	recorded := map[[32]byte]int{}
	for _, l := range w.emittedBundles() {
		recorded[l.Topics[1]]++
	}
	confirmed := w.kinds("proof.confirmed")
	for _, goal := range goals {
		if confirmed[goal] != 1 || recorded[merkle.BundleID(goal)] != 1 {
			w.Errorf("goal %s was confirmed %d times and recorded %d times", goal, confirmed[goal], recorded[merkle.BundleID(goal)])
		}
	}
	if n := len(w.kinds("proof.dead_lettered")); n != 0 {
		w.Errorf("%d goals were given up", n)
	}
}

// emittedBundles are the logs of recorded bundles.
func (w *world) emittedBundles() (logs []types.Log) {
	w.Helper()
	for _, l := range w.emitted() {
		for _, have := range w.stands() {
			if have.At.BlockHash == l.BlockHash.Hex() && have.At.LogIndex == uint64(l.Index) && have.Event == "BundleRecorded" {
				logs = append(logs, l)
			}
		}
	}
	return logs
}

func (w *world) goals(n int) []string {
	w.Helper()
	set := w.Commands()
	out := make([]string, n)
	for i := range out {
		out[i] = w.Run(w.Context(), w.TB, set, chaintest.Tasks(2)...)
	}
	return out
}

func TestProofsAndLogsSurviveOneOfTwoNodes(t *testing.T) {
	t.Parallel()
	for name := range chaintest.Lies() {
		for _, first := range []bool{true, false} {
			t.Run(name+map[bool]string{true: ", asked first", false: ", asked second"}[first], func(t *testing.T) {
				t.Parallel()
				w, seal := newProvingWorld(t, 1)
				seal()
				liar, honest := chaintest.NewProxy(t, w.Chain.HTTP()), chaintest.NewProxy(t, w.Chain.HTTP())
				w.urls = []string{honest.URL, liar.URL}
				if first {
					w.urls = []string{liar.URL, honest.URL}
				}
				early := w.goals(2)
				w.prove(rpc.Config{Backoff: 20 * time.Millisecond, Patience: 5 * time.Second, Grace: 2 * time.Second})
				chaintest.Eventually(t, "the first are on their way", func() bool { return len(w.kinds("proof.submitted")) > 0 })
				liar.Lie(chaintest.Lies()[name]) // in the middle of the work
				w.proven(append(early, w.goals(5)...))
				w.once()
			})
		}
	}
}

// Whoever is killed, and whatever blocks go, each bundle is on the chain once and in the log as the chain has it.
func TestProofsAndLogsSurviveReorgsAndKills(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 11))
			w, seal := newProvingWorld(t, 3)
			w.urls = append(w.urls, chaintest.NewProxy(t, w.Chain.HTTP()).URL)
			seal()
			cfg := rpc.Config{Backoff: 5 * time.Millisecond, Patience: 5 * time.Second, Grace: 2 * time.Second}
			stop := w.prove(cfg)
			var goals []string
			for depth := uint64(1); depth <= 3; depth++ {
				for range 3 {
					goals = append(goals, w.goals(2)...)
					submitted := len(w.kinds("proof.submitted"))
					chaintest.Eventually(t, "a transaction is on its way", func() bool {
						return len(w.kinds("proof.submitted")) > min(submitted, len(goals)-1)
					})
					if err := w.Chain.Reorg(depth); err != nil {
						t.Fatal(err)
					}
					if r.IntN(2) == 0 {
						stop()
						stop = w.prove(cfg)
					}
				}
			}
			w.proven(goals)
			w.once()
			if n := w.removed(); n != 0 {
				t.Errorf("%d logs were taken back, and finality held", n)
			}
		})
	}
}
