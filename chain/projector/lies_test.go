package projector_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
)

type (
	call   = chaintest.Call
	answer = chaintest.Answer
	pass   = func(call) answer
)

// first has the first n calls of a method answered by a lie.
func first(n int32, method string, lie chaintest.Lie) chaintest.Lie {
	var told atomic.Int32
	return func(c call, pass pass) answer {
		if c.Method == method && told.Add(1) <= n {
			return lie(c, pass)
		}
		return pass(c)
	}
}

// always has every call of a method answered by a lie.
func always(method string, lie chaintest.Lie) chaintest.Lie { return first(1<<30, method, lie) }

func says(a answer) chaintest.Lie { return func(call, pass) answer { return a } }

func TestGoalsAreConfirmedOnceWhateverTheNodeSays(t *testing.T) {
	t.Parallel()
	const (
		send    = "eth_sendRawTransaction"
		receipt = "eth_getTransactionReceipt"
		count   = "eth_getTransactionCount"
	)
	passThen := func(a answer) chaintest.Lie {
		return func(c call, pass pass) answer { pass(c); return a }
	}
	for name, lie := range map[string]chaintest.Lie{
		"the connection is cut after each of the first sends":  first(4, send, passThen(chaintest.Drop)),
		"the connection is cut before each of the first sends": first(4, send, says(chaintest.Drop)),
		"it knows every transaction already":                   always(send, passThen(chaintest.Fault(-32000, "already known"))),
		"it has no receipts for a while":                       first(6, receipt, says(chaintest.Null)),
		"it never has a receipt":                               always(receipt, says(chaintest.Null)),
		"it is still indexing":                                 first(6, receipt, says(chaintest.Fault(-32000, "transaction indexing is in progress"))),
		"it refuses transactions for a while":                  first(8, send, says(chaintest.Fault(-32000, "exceeds block gas limit"))),
		"the account seems poor for a while":                   first(6, send, says(chaintest.Fault(-32000, "insufficient funds for gas * price + value"))),
		"its pool is full for a while":                         first(6, send, says(chaintest.Fault(-32000, "txpool is full"))),
		"fees are too low at first":                            first(2, send, says(chaintest.Fault(-32000, "transaction underpriced"))),
		"it limits the rate":                                   first(9, "eth_call", says(chaintest.Fault(-32005, "limit exceeded"))),
		"nonces seem used at first":                            first(3, send, says(chaintest.Fault(-32000, "nonce too low"))),
		"it names too high a nonce once":                       tooHigh(),
		"it is behind, again and again":                        behind(count, "eth_getBlockByNumber"),
		"it shows no events for a while":                       first(3, "eth_getLogs", says(answer{Result: json.RawMessage("[]")})),
		"many an answer is lost":                               lossy(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, devchain.Config{})
			proxy := chaintest.NewProxy(t, w.url)
			proxy.Lie(lie)
			w.url = proxy.URL
			goals := w.goals(t, 7)
			w.start(t, setup{proof: projector.Config{Batch: 4}})
			w.check(t, goals)
			if n := w.log.count("proof given up: an operator must look", slog.LevelError); n != 0 {
				t.Errorf("%d goals were given up", n)
			}
		})
	}
}

// tooHigh claims for once that two more nonces are used, which leaves a gap.
func tooHigh() chaintest.Lie {
	var told atomic.Bool
	return func(c call, pass pass) answer {
		if c.Method == "eth_getTransactionCount" && strings.Contains(string(c.Params), "latest") && told.CompareAndSwap(false, true) {
			return answer{Result: json.RawMessage(`"0x3"`)} // 1 is right
		}
		return pass(c)
	}
}

// behind answers half of the calls as if the chain had stayed as it was a while ago.
func behind(methods ...string) chaintest.Lie {
	var calls atomic.Int32
	old := map[string]answer{}
	lock := make(chan struct{}, 1)
	return func(c call, pass pass) answer {
		for _, method := range methods {
			if c.Method != method || !strings.Contains(string(c.Params), "latest") {
				continue
			}
			lock <- struct{}{}
			defer func() { <-lock }()
			n := calls.Add(1)
			if _, ok := old[method]; !ok || n%40 == 0 {
				old[method] = pass(c)
			}
			if n%2 == 0 {
				return old[method]
			}
		}
		return pass(c)
	}
}

func lossy() chaintest.Lie {
	var calls atomic.Int32
	return func(c call, pass pass) answer {
		a := pass(c)
		if calls.Add(1)%13 == 0 {
			return chaintest.Drop
		}
		return a
	}
}

func TestStolenNonceIsGivenUpAndTheBundlesAreSentAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	goals := w.goals(t, 5)
	steal(t, w, nil)
	w.start(t, setup{})
	w.check(t, goals)
	if n := len(w.kinds(t, "tx.abandoned")); n != 1 {
		t.Errorf("%d signers abandoned a nonce, want one", n)
	}
}

func TestFeeFollowsTheBaseFee(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	proxy := chaintest.NewProxy(t, w.url)
	proxy.Lie(func(c call, pass func(call) answer) answer {
		switch {
		case c.Method == "eth_getBlockByNumber" && proxy.Seen("eth_sendRawTransaction") == 0:
			return withBaseFee(pass(c), "0x1")
		case c.Method == "eth_getBlockByNumber" && proxy.Seen("eth_sendRawTransaction") < 3:
			return withBaseFee(pass(c), "0x2540be400") // 10 gwei
		case c.Method == "eth_sendRawTransaction" && proxy.Seen("eth_sendRawTransaction") == 1:
			return answer{Result: json.RawMessage(`"0x` + strings.Repeat("00", 32) + `"`)} // and loses it
		}
		return pass(c)
	})
	w.url = proxy.URL
	goals := w.goals(t, 2)
	w.start(t, setup{})
	w.check(t, goals)
	if n := len(w.kinds(t, "tx.replaced")); n == 0 {
		t.Error("no fee was raised")
	}
}

// withBaseFee changes the base fee of a block.
func withBaseFee(a answer, fee string) answer {
	var block map[string]json.RawMessage
	if json.Unmarshal(a.Result, &block) == nil && block != nil {
		block["baseFeePerGas"], _ = json.Marshal(fee)
		a.Result, _ = json.Marshal(block)
	}
	return a
}

func TestFinalityThatWasALieIsTakenBack(t *testing.T) {
	t.Parallel()
	key := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Lag: 3, Period: 10 * time.Millisecond}, key)
	sealing := chaintest.Background(t, chain.Run)
	w := worldOn(t, chain, key)
	sealing()
	proxy := chaintest.NewProxy(t, w.url)
	proxy.Lie(func(c call, pass func(call) answer) answer {
		if len(c.Params) > 0 {
			c.Params = json.RawMessage(strings.ReplaceAll(string(c.Params), "finalized", "latest"))
		}
		return pass(c)
	})
	w.url = proxy.URL
	w.start(t, setup{})
	goals := w.goals(t, 3)
	chaintest.Eventually(t, "the goals are submitted", func() bool { return len(w.kinds(t, "proof.submitted")) == len(goals) })
	commit(t, chain)
	w.confirmed(t, goals)
	if err := chain.Reorg(1); err != nil {
		t.Fatal(err)
	}
	chaintest.Seal(t, chain)
	more := w.goals(t, 1) // nobody looks at an idle chain
	chaintest.Eventually(t, "all are confirmed again", func() bool {
		confirmed := w.kinds(t, "proof.confirmed")
		return confirmed[goals[0]] == 2 && confirmed[goals[1]] == 2 && confirmed[goals[2]] == 2 && confirmed[more[0]] >= 1
	})
	if n := w.kinds(t, "proof.reorged")[goals[0]]; n != 1 {
		t.Errorf("taken back %d times", n)
	}
}

func TestChainThatIsDownIsWaitedForAndLoggedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	proxy := chaintest.NewProxy(t, w.url)
	down := func(call, pass) answer { return chaintest.Drop }
	proxy.Lie(down)
	w.url = proxy.URL
	goals := w.goals(t, 3)
	w.start(t, setup{})
	chaintest.Eventually(t, "the chain was asked again and again", func() bool {
		return len(w.kinds(t, "proof.pending")) == len(goals) && proxy.Seen("eth_call")+proxy.Seen("eth_chainId") > 10
	})
	if n := w.log.count("proofs wait for the chain", slog.LevelWarn); n != 1 {
		t.Errorf("logged %d times that proofs wait", n)
	}
	proxy.Lie(nil)
	w.check(t, goals)
	if n := w.log.count("proofs are sent again", slog.LevelInfo); n != 1 {
		t.Errorf("logged %d times that they go on", n)
	}
	if n := w.log.count("", slog.LevelError); n != 0 {
		t.Errorf("%d errors", n)
	}
}

func TestRestartedChainIsSentWhatItForgot(t *testing.T) {
	t.Parallel()
	key := chaintest.Wallet(t)
	cfg := devchain.Config{Period: 10 * time.Millisecond, Dir: t.TempDir()}
	chain := chaintest.Open(t, cfg, key)
	sealing := chaintest.Background(t, chain.Run)
	w := worldOn(t, chain, key)
	sealing()
	proxy := chaintest.NewProxy(t, w.url)
	w.url = proxy.URL
	w.start(t, setup{tx: txmgr.Config{ResendAfter: time.Hour}}) // only the outage tells
	goals := w.goals(t, 3)
	chaintest.Eventually(t, "the goals are submitted", func() bool { return len(w.kinds(t, "proof.submitted")) == len(goals) })
	if err := chain.Close(); err != nil {
		t.Fatal(err)
	}
	chaintest.Eventually(t, "the outage is noticed", func() bool { return w.log.count("chain transactions wait", slog.LevelWarn) == 1 })
	chain = chaintest.Open(t, cfg, key)
	proxy.Redirect(chain.HTTP())
	w.chain, w.node = chain, chaintest.Node(t, chain.HTTP())
	chaintest.Seal(t, chain)
	w.check(t, goals)
}

func TestNodeOfAnotherChainGetsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	proxy := chaintest.NewProxy(t, w.url)
	proxy.Lie(always("eth_chainId", says(answer{Result: json.RawMessage(`"0x1"`)})))
	w.url = proxy.URL
	w.goals(t, 1)
	w.start(t, setup{})
	chaintest.Eventually(t, "the node was asked several times", func() bool { return proxy.Seen("eth_chainId") > 5 })
	if n := proxy.Seen("eth_sendRawTransaction"); n != 0 || len(w.kinds(t, "tx.prepared")) != 0 {
		t.Errorf("%d transactions were sent to another chain", n)
	}
}

func TestTooFewPartsOfAConfigAreAllNamed(t *testing.T) {
	t.Parallel()
	_, err := projector.New(projector.Config{})
	for _, part := range []string{"Commands", "Chain", "Contract", "Manager", "Snapshots", "Now", "Log"} {
		if err == nil || !strings.Contains(err.Error(), part+" is missing") {
			t.Errorf("%s is not named in %v", part, err)
		}
	}
}

func TestCancelledRunReturnsThat(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	manager, err := txmgr.New(txmgr.Config{
		Commands: w.Commands(), Chain: w.node, ChainID: 1337, Key: w.key, Now: time.Now, Log: slog.New(w.log),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := manager.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the manager ends with %v", err)
	}
	p, err := projector.New(projector.Config{
		Commands: w.Commands(), Chain: w.node, Contract: w.contract, Manager: manager, Snapshots: &w.snapshots, Now: time.Now, Log: slog.New(w.log),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the projector ends with %v", err)
	}
}
