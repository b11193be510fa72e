package projector_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
)

// killAt runs a worker that stops for good when it passes a point for the nth time. It reports whether it did before
// everything was through.
func (w *world) killAt(t testing.TB, s setup, point string, nth int, through func() bool) bool {
	t.Helper()
	var passed atomic.Int32
	killed := make(chan struct{})
	s.at = func(ctx context.Context, p string) {
		if p == point && int(passed.Add(1)) == nth {
			close(killed)
			<-ctx.Done()
		}
		select {
		case <-killed:
			<-ctx.Done() // whoever comes by now is dead, too
		default:
		}
	}
	stop := w.start(t, s)
	reached := false
	chaintest.Eventually(t, "the worker reaches "+point+" or is through", func() bool {
		select {
		case <-killed:
			reached = true
		default:
		}
		return reached || through()
	})
	stop()
	return reached
}

// scenario is a course of events in which some points are passed.
type scenario struct {
	name   string
	points []string
	setup  setup
	// prepare makes trouble before a worker starts; end takes it back once it was killed.
	prepare func(t *testing.T, w *world, goals []string) (end func())
	dead    int // goals that are given up: the first ones
}

var plain = []string{
	string(projector.AtEnded), string(projector.AtPended), string(projector.AtAsked), string(txmgr.AtSigned),
	string(txmgr.AtPrepared), string(txmgr.AtBroadcast), string(projector.AtSubmitting), string(txmgr.AtSent),
	string(txmgr.AtFinal), string(projector.AtConfirming), string(txmgr.AtConfirmed), string(txmgr.AtSettled),
}

var scenarios = []scenario{
	{name: "nothing special", points: plain},
	{name: "final much later", points: []string{string(txmgr.AtIncluded)}, prepare: linger},
	{
		name: "recorded by another transaction", points: []string{string(projector.AtFound), string(projector.AtConfirming)},
		prepare: func(t *testing.T, w *world, goals []string) func() {
			for i, goal := range goals[:2] {
				root, size := w.rootOf(t, goal)
				w.record(t, uint64(1+i), goal, root, size)
			}
			return nil
		},
	},
	{
		name: "given up", points: []string{string(projector.AtDead)}, dead: 1,
		prepare: func(t *testing.T, w *world, goals []string) func() {
			w.record(t, 1, goals[0], [32]byte{1}, 9)
			return nil
		},
	},
	{
		name: "fee raised", points: []string{string(txmgr.AtResigned), string(txmgr.AtReplaced), string(txmgr.AtBroadcast), string(txmgr.AtConfirmed)},
		setup:   setup{tx: txmgr.Config{ResendAfter: 10 * time.Millisecond}},
		prepare: swallow,
	},
	{
		name: "nonce used by another transaction", points: []string{string(txmgr.AtLost), string(txmgr.AtAbandoned), string(txmgr.AtPrepared)},
		prepare: steal,
	},
}

// linger has a node say for a while that only the first block is final.
func linger(t *testing.T, w *world, _ []string) func() {
	proxy := chaintest.NewProxy(t, w.url)
	var asked atomic.Int32
	proxy.Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if c.Method == "eth_getBlockByNumber" && strings.Contains(string(c.Params), "finalized") && asked.Add(1) <= 100 {
			c.Params = json.RawMessage(`["0x0", false]`)
		}
		return pass(c)
	})
	w.url = proxy.URL
	return func() {}
}

// swallow has a node take transactions and lose them, until one comes again with a higher fee.
func swallow(t *testing.T, w *world, _ []string) func() {
	proxy := chaintest.NewProxy(t, w.url)
	var mu sync.Mutex
	first := map[uint64]common.Hash{} // that was sent with a nonce
	raised := false
	proxy.Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if c.Method != "eth_sendRawTransaction" {
			return pass(c)
		}
		var raw []hexutil.Bytes
		var tx types.Transaction
		if err := errors.Join(json.Unmarshal(c.Params, &raw), tx.UnmarshalBinary(raw[0])); err != nil {
			t.Error(err)
		}
		mu.Lock()
		if hash, sent := first[tx.Nonce()]; !sent {
			first[tx.Nonce()] = tx.Hash()
		} else if hash != tx.Hash() {
			raised = true
		}
		lose := !raised
		mu.Unlock()
		if lose {
			return chaintest.Answer{Result: json.RawMessage(`"` + tx.Hash().Hex() + `"`)}
		}
		return pass(c)
	})
	w.url = proxy.URL
	return func() { proxy.Lie(nil) }
}

// steal uses the key for another transaction whenever one is about to be sent for the first time.
func steal(t *testing.T, w *world, _ []string) func() {
	proxy := chaintest.NewProxy(t, w.url)
	var once sync.Once
	proxy.Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if c.Method == "eth_sendRawTransaction" {
			once.Do(func() {
				head, err := w.node.Head(context.Background(), w.key.Address())
				if err != nil {
					t.Error(err)
				}
				chaintest.Pay(t, w.node, w.chain.ChainID(), w.key, head.Nonce, 20e9)
			})
		}
		return pass(c)
	})
	w.url = proxy.URL
	return func() {}
}

// TestCrashAnywhereLosesAndRepeatsNothing stops a worker at each point, several times over, and has others finish.
func TestCrashAnywhereLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	for _, s := range scenarios {
		for _, point := range s.points {
			t.Run(s.name+"/"+point, func(t *testing.T) {
				t.Parallel()
				crash(t, s, point)
			})
		}
	}
}

func crash(t *testing.T, s scenario, point string) {
	const kills = 2
	w := newWorld(t, devchain.Config{})
	goals := w.goals(t, 7)
	if s.prepare != nil {
		if end := s.prepare(t, w, goals); end != nil {
			defer end()
		}
	}
	s.setup.proof.Batch = 3
	through := func() bool {
		return len(w.kinds(t, "proof.confirmed"))+len(w.kinds(t, "proof.dead_lettered")) == len(goals)
	}
	reached := 0
	for nth := range kills {
		if w.killAt(t, s.setup, point, 1+nth, through) {
			reached++
		}
		if nth == 0 {
			w.snapshots = chaintest.Snapshots{} // a kill leaves none; later ones find what was saved
		}
	}
	if reached == 0 {
		t.Errorf("no worker came to %s", point)
	}
	w.start(t, s.setup)
	w.check(t, goals[s.dead:])
	if n := len(w.kinds(t, "proof.dead_lettered")); n != s.dead {
		t.Errorf("%d goals were given up, want %d", n, s.dead)
	}
	if n := w.log.count("", slog.LevelError); n > s.dead {
		t.Errorf("%d errors logged", n)
	}
	t.Logf("killed %d times", reached)
}
