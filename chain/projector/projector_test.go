package projector_test

import (
	"context"
	"log/slog"
	"math/big"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/contracts/bindings"
)

func gwei(n int64) *big.Int     { return new(big.Int).Mul(big.NewInt(n), big.NewInt(params.GWei)) }
func chainID(w *world) *big.Int { return new(big.Int).SetUint64(w.id) }

// goals have n goals of one to three tasks done.
func (w *world) goals(t testing.TB, n int) []string {
	t.Helper()
	set, out := w.Commands(), make([]string, n)
	for i := range out {
		out[i] = w.Run(t.Context(), t, set, chaintest.Tasks(1+i%3)...)
	}
	return out
}

func TestEndedGoalsAreRecordedAndConfirmed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	before := w.goals(t, 4)
	w.start(t, setup{})
	all := append(before, w.goals(t, 5)...)
	set := w.Commands()
	agent := chaintest.Tasks(3)
	agent[1].Agent = "0x8004A818BFB912233c491871b3d84c89A494BD9e"
	agent[2].Needs = []string{"task-1"}
	all = append(all, w.Run(t.Context(), t, set, agent...))
	undone := chaintest.Tasks(3)
	undone[0].Result = ""
	all = append(all, w.Run(t.Context(), t, set, undone...)) // failed, and two of its tasks are proven
	nothing := chaintest.Tasks(1)
	nothing[0].Result = ""
	none := w.Run(t.Context(), t, set, nothing...)
	w.check(t, all)
	if n := w.kinds(t, "proof.pending")[none]; n != 0 {
		t.Errorf("a goal without a done task was announced %d times", n)
	}
	if n := w.log.count("", slog.LevelWarn); n != 0 {
		t.Errorf("%d warnings", n)
	}
}

func TestManyBundlesShareATransaction(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	goals := w.goals(t, 60)
	w.start(t, setup{proof: projector.Config{Batch: 25, Gather: 250 * time.Millisecond}})
	w.check(t, goals)
	sent := 0
	for _, n := range w.kinds(t, "tx.prepared") {
		sent += n
	}
	if sent > 4 { // 3 full ones, or less if the first were not all there
		t.Errorf("60 bundles took %d transactions", sent)
	}
}

func TestReorgedBundleIsRecordedAgain(t *testing.T) {
	t.Parallel()
	key := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Lag: 3, Period: 10 * time.Millisecond}, key)
	sealing := chaintest.Background(t, chain.Run)
	w := worldOn(t, chain, key)
	sealing() // from here on blocks come when they are wanted
	var included atomic.Bool
	w.start(t, setup{at: func(_ context.Context, point string) {
		if point == string(txmgr.AtIncluded) {
			included.Store(true)
		}
	}})
	goals := w.goals(t, 3)
	chaintest.Eventually(t, "the goals are submitted", func() bool { return len(w.kinds(t, "proof.submitted")) == len(goals) })
	commit(t, chain)
	chaintest.Eventually(t, "the transaction is seen in a block", included.Load)
	if err := chain.Reorg(1); err != nil {
		t.Fatal(err)
	}
	if n := len(w.kinds(t, "proof.confirmed")); n != 0 {
		t.Fatalf("%d goals confirmed before anything was final", n)
	}
	chaintest.Seal(t, chain)
	w.check(t, goals)
	if n := len(w.kinds(t, "proof.reorged")); n != 0 {
		t.Errorf("%d goals were taken back, none was confirmed", n)
	}
}

func TestBundleRecordedElsewhereIsConfirmedWhereItStands(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	set := w.Commands()
	goals := []string{w.Run(t.Context(), t, set, chaintest.Tasks(2)...), w.Run(t.Context(), t, set, chaintest.Tasks(3)...)}
	root, size := w.rootOf(t, goals[0])
	w.record(t, 1, goals[0], root, size)
	w.start(t, setup{})
	w.check(t, goals)
}

func TestConflictingBundleIsGivenUpAndKeepsNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	goals := w.goals(t, 5)
	w.record(t, 1, goals[2], [32]byte{1}, 9)
	w.start(t, setup{})
	chaintest.Eventually(t, "the conflict is given up", func() bool { return w.kinds(t, "proof.dead_lettered")[goals[2]] == 1 })
	w.check(t, slices.Delete(slices.Clone(goals), 2, 3))
	if n := w.log.count("proof given up: an operator must look", slog.LevelError); n != 1 {
		t.Errorf("%d errors logged, want one", n)
	}
}

func TestRefusedBundlesAreGivenUpAfterTenAttempts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	goals := w.goals(t, 3)
	url := w.url
	w.url = refusing(t, url)
	w.start(t, setup{})
	chaintest.Eventually(t, "all are given up", func() bool { return len(w.kinds(t, "proof.dead_lettered")) == len(goals) })
	if n := w.log.count("bundle refused", slog.LevelWarn); n != 9*len(goals) {
		t.Errorf("%d refusals before the last, want 9 each", n)
	}
	w.url = url
	w.start(t, setup{}) // what is given up stays so
	more := w.goals(t, 1)
	w.confirmed(t, more)
}

// refusing is a node on which the contract refuses every bundle.
func refusing(t *testing.T, url string) string {
	proxy := chaintest.NewProxy(t, url)
	proxy.Lie(always("eth_estimateGas", says(chaintest.Fault(3, "execution reverted"))))
	return proxy.URL
}

func TestAnAccountThatIsNoRecorderIsWaitedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	goals := w.goals(t, 3)
	admin, binding := w.key, bindings.NewProofOfWork()
	role, err := w.node.Call(t.Context(), w.contract, false, binding.PackRECORDERROLE())
	if err != nil {
		t.Fatal(err)
	}
	proxy := chaintest.NewProxy(t, w.url)
	w.url, w.key = proxy.URL, chaintest.Wallet(t)
	chaintest.Give(t, w.node, int64(w.id), admin, w.key.Address(), 1e18)
	w.start(t, setup{proof: projector.Config{Attempts: 2}})
	chaintest.Eventually(t, "it was refused more often than a bundle may be", func() bool { return proxy.Seen("eth_estimateGas") > 5 })
	if n := w.log.count("proofs wait for the chain", slog.LevelWarn); n != 1 {
		t.Errorf("%d warnings, want one", n)
	}
	head, err := w.node.Head(t.Context(), admin.Address())
	if err != nil {
		t.Fatal(err)
	}
	grant, err := admin.Sign(types.NewTx(&types.DynamicFeeTx{
		Nonce: head.Nonce, Gas: 200_000, To: &w.contract, Data: binding.PackGrantRole([32]byte(role[0]), w.key.Address()),
		GasTipCap: gwei(10), GasFeeCap: gwei(100),
	}), chainID(w))
	if err == nil {
		err = w.node.SendTransaction(t.Context(), grant)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.check(t, goals)
	if n := len(w.kinds(t, "proof.dead_lettered")); n != 0 {
		t.Errorf("%d goals were given up", n)
	}
}

func TestLatencyIsWithinItsTarget(t *testing.T) {
	if testing.Short() {
		t.Skip("blocks of a second")
	}
	t.Parallel()
	w := newWorld(t, devchain.Config{Period: time.Second})
	w.start(t, setup{tx: txmgr.Config{Poll: 200 * time.Millisecond}, proof: projector.Config{Gather: 200 * time.Millisecond}})
	var took []time.Duration
	for range 7 {
		goal := w.goals(t, 1)[0]
		began := time.Now()
		chaintest.Eventually(t, "the goal is confirmed", func() bool { return w.kinds(t, "proof.confirmed")[goal] == 1 })
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	t.Logf("completed to confirmed: %v", took)
	if p50 := took[len(took)/2]; p50 > 3*time.Second {
		t.Errorf("p50 is %s, want at most 3 s", p50)
	}
}

func (w *world) rootOf(t testing.TB, goal string) ([32]byte, uint64) {
	t.Helper()
	leaves := w.leaves(t, goal)
	return merkle.Root(leaves), uint64(len(leaves))
}
