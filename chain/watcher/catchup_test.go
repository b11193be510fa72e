package watcher_test

import (
	"os"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

const (
	// busy is how many blocks of a long chain have a log, and quiet how many follow each that have none.
	busy  = 200
	quiet = 499
)

// newFarWorld makes a world whose chain is 100,000 blocks long: what a fast chain makes in half a day. They are made by the dev
// chain, at two thousand a second: anvil takes the longer for a block the more there are, and an hour and more for so many.
func newFarWorld(t testing.TB) (w *world, blocks uint64) {
	t.Helper()
	w = newWorld(t, devchain.Config{Dir: t.TempDir()}) // in memory, each block takes the longer the more there are
	for i := range busy {
		w.emit(byte(i))
		if err := w.Chain.Mine(quiet); err != nil {
			t.Fatal(err)
		}
	}
	w.final()
	blocks, err := w.Node.BlockNumber(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if blocks < 100_000 {
		t.Fatalf("only %d blocks were made", blocks)
	}
	return w, blocks
}

// forget has the log and the cache be empty.
func (w *world) forget() { w.Store.Log, w.snapshots = new(memlog.Log), chaintest.Snapshots{} }

// caughtUp waits until all logs of a long chain are observed.
func (w *world) caughtUp() {
	w.Helper()
	chaintest.Eventually(w.TB, "all logs are observed", func() bool {
		head, err := w.Store.Log.Head(w.Context())
		return err == nil && head >= busy+2
	})
}

// TestAWatcherCatchesUpWithALongChain is long: the blocks have to be made.
func TestAWatcherCatchesUpWithALongChain(t *testing.T) {
	if os.Getenv("MERGIT_LONG") == "" {
		t.Skip("set MERGIT_LONG=1 for long tests")
	}
	w, blocks := newFarWorld(t)
	monad, ok := profile.Known(profile.Monad)
	if !ok {
		t.Fatal("Monad has no profile")
	}
	for _, length := range []uint64{1000, monad.LogRange} {
		w.forget()
		cfg := w.config()
		cfg.Range = length
		began := time.Now()
		stop := w.watch(cfg)
		w.caughtUp()
		took := time.Since(began)
		w.agrees()
		w.once()
		stop()
		t.Logf("%d blocks with %d logs in ranges of up to %d: %s, %.0f blocks/s", blocks, busy, length, took.Round(time.Millisecond), float64(blocks)/took.Seconds())
	}
}

// BenchmarkCatchUp reads a long chain from its beginning.
func BenchmarkCatchUp(b *testing.B) {
	w, blocks := newFarWorld(b)
	for b.Loop() {
		w.forget()
		stop := w.watch(w.config())
		w.caughtUp()
		stop()
	}
	b.ReportMetric(float64(blocks)*float64(b.N)/b.Elapsed().Seconds(), "blocks/s")
}

func TestANodeThatIsNotGoEthereumIsWatchedTheSame(t *testing.T) {
	t.Parallel()
	trail, url := chaintest.NewForeignTrail(t)
	w := worldOf(trail, url)
	call := func(method string, args ...any) {
		t.Helper()
		if err := w.Node.Client.Client().CallContext(t.Context(), nil, method, args...); err != nil {
			t.Fatal(err)
		}
	}
	w.watch(w.config())
	w.emit(1, 2)
	call("anvil_mine", hexutil.Uint64(500))
	w.emit(3)
	w.final()
	w.agrees()
	for depth := 1; depth <= 3; depth++ {
		w.emit(byte(10*depth), byte(10*depth+1))
		call("anvil_reorg", depth, []any{})
		nonce, err := w.Node.NonceAt(t.Context(), w.Key.Address(), nil) // transactions are not pending again
		if err != nil {
			t.Fatal(err)
		}
		w.Nonce = nonce
		w.emit(byte(10*depth + 2))
		w.final()
		w.agrees()
	}
	if n := len(w.stands()); n < 2+3+3 {
		t.Errorf("only %d logs stand", n)
	}
}
