package oracle_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/oracle"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/events"
)

var oracleRole = crypto.Keccak256Hash([]byte("ORACLE_ROLE"))

// However often the oracle is killed, and wherever: each score is set once, in the order in which they were computed.
func TestKilledAtEveryPoint(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	points := []string{
		string(oracle.AtComputed), string(oracle.AtUpdated), string(oracle.AtAsked),
		string(txmgr.AtSigned), string(txmgr.AtPrepared), string(txmgr.AtBroadcast), string(txmgr.AtSent), string(txmgr.AtIncluded),
		string(txmgr.AtFinal), string(txmgr.AtConfirmed), string(txmgr.AtSettled),
	}
	for _, point := range points {
		ada := w.register("at-" + strings.ReplaceAll(point, "_", "-"))
		w.proven(ada, 2)
		var passed atomic.Bool
		killed := make(chan struct{})
		stop := w.start(setup{at: func(ctx context.Context, p string) {
			if p == point && passed.CompareAndSwap(false, true) {
				close(killed)
			}
			if passed.Load() {
				<-ctx.Done() // whoever comes by now is dead, too
			}
		}})
		chaintest.Eventually(t, "the oracle reaches "+point, passed.Load)
		<-killed
		stop()
		stop = w.start(setup{})
		w.settled(ada, anyScore)
		stop()
		updated, anchored := facts[events.ReputationUpdated](w, ada), facts[events.ReputationAnchored](w, ada)
		if len(updated) != 1 || len(anchored) != 1 {
			t.Errorf("killed at %s: %d scores, %d on the chain", point, len(updated), len(anchored))
		}
		count, err := registry.UnpackUpdateCount(w.call(w.at.ReputationRegistry.Address, registry.PackUpdateCount(ada.address)))
		if err != nil || count != 1 {
			t.Errorf("killed at %s: the contract counts %d updates, %v", point, count, err)
		}
	}
}

// One that the contract refuses does not keep the others.
func TestARefusedScoreDoesNotKeepTheOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	proxy := chaintest.NewProxy(t, w.url)
	w.url = proxy.URL
	good, bad, other := w.register("good"), w.register("bad"), w.register("other")
	refused := strings.ToLower(strings.TrimPrefix(bad.address.Hex(), "0x"))
	var refuses atomic.Bool
	refuses.Store(true)
	proxy.Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if c.Method == "eth_estimateGas" && refuses.Load() && strings.Contains(strings.ToLower(string(c.Params)), refused) {
			fault := chaintest.Fault(3, "execution reverted")
			fault.Error = json.RawMessage(`{"code":3,"message":"execution reverted","data":"0x"}`)
			return fault
		}
		return pass(c)
	})
	for _, a := range []agent{good, bad, other} {
		w.proven(a, 1)
	}
	w.start(setup{})
	w.settled(good, anyScore)
	w.settled(other, anyScore)
	if r := w.reputation(bad); !r.Pending() || r.Next() != 0 {
		t.Errorf("what is refused is %+v", r)
	}
	refuses.Store(false)
	w.settled(bad, anyScore)
}

// A chain that cannot be reached keeps nothing from being computed, and what was is sent once it is back.
func TestAChainThatIsAwayIsWaitedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	proxy := chaintest.NewProxy(t, w.url)
	w.url = proxy.URL
	ada := w.register("ada")
	w.proven(ada, 1)
	proxy.Lie(func(chaintest.Call, func(chaintest.Call) chaintest.Answer) chaintest.Answer { return chaintest.Drop })
	w.start(setup{})
	chaintest.Eventually(t, "the score is in the log", func() bool { r := w.reputation(ada); return r.Pending() })
	proxy.Lie(nil)
	w.settled(ada, anyScore)
}

// Final blocks that are gone all the same, as after a chain was put back: all scores come back in their order, whether the
// oracle saw it happen or was not there.
func TestWhatAReorgTookBackComesBack(t *testing.T) {
	t.Parallel()
	for name, there := range map[string]bool{"seen": true, "while nobody looked": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			proxy := chaintest.NewProxy(t, w.url)
			w.url = proxy.URL
			ada, bob := w.register("ada"), w.register("bob")
			stop := w.start(setup{})
			w.proven(ada, 1)
			w.settled(ada, anyScore)
			w.failed(ada)
			w.settled(ada, func(c events.ReputationComponents) bool { return c.Completed.Of == 2 })
			before := w.scores(ada)

			// The same chain without anything that the oracle did.
			other := chaintest.Open(t, devchain.Config{Period: 10 * time.Millisecond}, w.key, w.minter)
			chaintest.Seal(t, other)
			w.node = chaintest.Node(t, other.HTTP())
			w.deploy()
			w.mint(ada)
			w.mint(bob)
			for range 50 { // a shorter chain is one that is behind
				if _, err := other.Commit(); err != nil {
					t.Fatal(err)
				}
			}
			if !there {
				stop()
			}
			proxy.Redirect(other.HTTP())
			if there {
				w.proven(bob, 1) // a manager without an open transaction does not look
			} else {
				w.start(setup{})
			}
			chaintest.Eventually(t, "all scores are back", func() bool { return len(w.scores(ada)) == len(before) })
			if !slices.Equal(w.scores(ada), before) {
				t.Errorf("there were %v, and there are %v", before, w.scores(ada))
			}
		})
	}
}
