package watcher_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/watcher"
	"github.com/mergit-io/mergit/events"
)

func TestEveryLogOfAFinalBlockIsObservedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	w.emit(1, 2)
	w.emit()
	w.emit(3)
	w.Commit()
	w.watch(w.config())
	w.agrees()
	w.emit(4)
	w.emit(5)
	chaintest.Eventually(t, "the fourth is observed", func() bool { return len(w.read()) == 2+4 }) // two of the deployment
	for range 5 {
		w.Commit()
	}
	w.agrees()
	w.once()
	logs := w.stands()
	l := logs[2]
	want := fmt.Sprintf(`{"action":"0x02%[1]s","actor":"0x01%[1]s","payload":"0x01%[1]s"}`, strings.Repeat("00", 31))
	if l.ContractName != "AuditTrail" || l.Event != "ActionLogged" || string(l.Args) != want || len(l.Topics) != 3 {
		t.Errorf("the first log is %+v, with arguments %s", l, l.Args)
	}
}

func TestALogThatIsNotFinalIsNotObserved(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{Lag: 3})
	w.final()
	w.emit(1)
	w.watch(w.config())
	w.Commit()
	w.agrees()
	if n := len(w.stands()); n != 2 {
		t.Errorf("%d logs are observed, want only those of the deployment", n)
	}
	if err := w.Chain.Reorg(2); err != nil { // the transaction is pending again
		t.Fatal(err)
	}
	w.final()
	w.final()
	w.agrees()
	if n := len(w.stands()); n != 3 {
		t.Errorf("%d logs are observed, want 3", n)
	}
	for _, f := range w.read() {
		if _, ok := f.(events.LogRemoved); ok {
			t.Error("a log was taken back")
		}
	}
}

func TestAKilledWatcherGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	for _, point := range []watcher.Point{watcher.AtScanned, watcher.AtObserved, watcher.AtPassed, watcher.AtSaved} {
		for nth := 1; nth <= 3; nth++ {
			t.Run(fmt.Sprintf("%s %d", point, nth), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, devchain.Config{})
				other := w.Address
				w.Deploy() // a second contract, whose logs lie between those of the first
				w.contracts = append(w.contracts, watcher.Contract{Name: "AuditTrail", Address: w.Address, From: w.Block})
				for i := range byte(6) {
					for range 4 {
						w.Address, other = other, w.Address
						w.Trail.Log(i)
					}
					w.Commit()
				}
				w.Commit()
				ctx, kill := context.WithCancel(t.Context())
				defer kill()
				cfg := w.config()
				cfg.Range = 2
				cfg.At = (&killed{left: nth, name: point, kill: kill}).at
				if err := open(t, cfg).Run(ctx); !errors.Is(err, context.Canceled) {
					t.Fatalf("it ended with %v", err)
				}
				if nth != 1 {
					w.snapshots = chaintest.Snapshots{} // and the cache is lost
				}
				w.emit(7)
				w.Commit()
				w.watch(w.config())
				w.agrees()
				w.once()
			})
		}
	}
}

func TestTwoWatchersObserveEachLogOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	w.watch(w.config())
	w.watch(w.config())
	for i := range byte(10) {
		w.emit(i, i+100)
	}
	w.Commit()
	w.agrees()
	w.once()
}

func TestAContractThatIsAddedLaterIsCaughtUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	w.emit(1)
	w.final()
	first := w.contracts
	w.Deploy()
	w.emit(2, 3)
	w.final()
	stop := w.watch(w.config())
	w.agrees()
	stop()
	w.contracts = append(first, watcher.Contract{Name: "AuditTrail", Address: w.Address, From: w.Block})
	w.emit(4)
	w.final()
	w.watch(w.config())
	w.agrees()
	w.once()
}

func TestASnapshotOfALongerLogIsOfNoUse(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	w.emit(1)
	w.final()
	stop := w.watch(w.config())
	w.agrees()
	stop()
	lost := newWorld(t, devchain.Config{}) // of the same chain, with an empty log
	lost.Trail, lost.contracts, lost.urls = w.Trail, w.contracts, w.urls
	text, err := w.snapshots.Load(t.Context(), "watcher-1337")
	if err != nil || !strings.Contains(string(text), `"last"`) {
		t.Fatalf("the snapshot is %s, %v", text, err)
	}
	if err := lost.snapshots.Save(t.Context(), "watcher-1337", text); err != nil {
		t.Fatal(err)
	}
	lost.watch(lost.config())
	lost.agrees()
}

func TestRangesShrinkToWhatNodesTake(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	for i := range byte(40) {
		w.emit(i)
	}
	w.Commit()
	proxy := chaintest.NewProxy(t, w.Chain.HTTP())
	proxy.Lie(chaintest.ShortRanges(3))
	w.urls = []string{proxy.URL}
	cfg := w.config()
	cfg.Range = 1000
	w.watch(cfg)
	w.agrees()
	w.once()
	if n := proxy.Seen("eth_getLogs"); n > 60 {
		t.Errorf("asked %d times for 42 blocks in ranges of up to 3", n)
	}
}

func TestTheFaultsOfAConfigAreAllNamed(t *testing.T) {
	t.Parallel()
	_, err := watcher.New(watcher.Config{Contracts: []watcher.Contract{{Name: "Bank"}}})
	for _, part := range []string{"Commands", "Chain", "ChainID", "Snapshots", "Now", "Log", `"Bank"`} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s is not named in %v", part, err)
		}
	}
}

func TestAChainThatIsDownIsWaitedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	w.emit(1)
	w.final()
	proxy := chaintest.NewProxy(t, w.Chain.HTTP())
	proxy.Lie(func(chaintest.Call, func(chaintest.Call) chaintest.Answer) chaintest.Answer { return chaintest.Drop })
	w.urls = []string{proxy.URL}
	w.watch(w.config())
	chaintest.Eventually(t, "it was asked again and again", func() bool { return proxy.Seen("eth_chainId") > 3 })
	proxy.Lie(nil)
	w.agrees()
}

func TestANewBlockWakes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	cfg := w.config()
	pool := wakeable{w.pool(), make(chan func(), 1)}
	cfg.Chain, cfg.Poll = pool, time.Hour
	w.watch(cfg)
	wake := <-pool.woken
	w.emit(1)
	w.final()
	wake()
	w.agrees()
}

// wakeable hands out what wakes a watcher.
type wakeable struct {
	watcher.Chain
	woken chan func()
}

func (c wakeable) Wake(ctx context.Context, wake func()) error {
	c.woken <- wake
	<-ctx.Done()
	return ctx.Err()
}
