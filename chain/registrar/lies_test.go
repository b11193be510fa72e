package registrar_test

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/commands"
)

// forAWhile tells a lie for the first calls, and the truth from then on.
func forAWhile(calls int32, lie chaintest.Lie) chaintest.Lie {
	var told atomic.Int32
	return func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if told.Add(1) <= calls {
			return lie(c, pass)
		}
		return pass(c)
	}
}

func TestPassportsAreMintedOnceWhateverTheNodeSays(t *testing.T) {
	t.Parallel()
	lies := map[string]chaintest.Lie{}
	for name, lie := range chaintest.Lies() {
		lies[name] = forAWhile(20, lie)
	}
	delete(lies, "of another chain") // which the manager finds out before it signs anything, and never believes again
	send := func(c chaintest.Call) bool { return c.Method == "eth_sendRawTransaction" }
	lies["cut off after each sending"] = func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if a := pass(c); !send(c) {
			return a
		}
		return chaintest.Drop
	}
	lies["nonces that seem used"] = forAWhile(60, func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if send(c) {
			return chaintest.Fault(-32000, "nonce too low")
		}
		return pass(c)
	})
	var mu sync.Mutex
	dice := rand.New(rand.NewPCG(1, 2))
	lies["lossy"] = func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		mu.Lock()
		lost := dice.IntN(5) == 0
		mu.Unlock()
		if lost {
			return chaintest.Drop
		}
		return pass(c)
	}
	for name, lie := range lies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, devchain.Config{})
			agents := w.register(t, 3)
			proxy := chaintest.NewProxy(t, w.url)
			proxy.Lie(lie)
			w.url = proxy.URL
			w.start(t, setup{})
			w.minted(t, agents)
			w.do(t, w.Commands(), commands.RevokeAgent{AgentRef: agents[0]})
			chaintest.Eventually(t, "the revoked agent's passport is", func() bool { return w.agent(t, agents[0]).Deactivated })
			w.settled(t)
			for i, ref := range agents {
				if _, known := w.passport(t, ref); known.Revoked != (i == 0) {
					t.Errorf("agent %d: %+v", i, known)
				}
			}
			if n := w.log.errors(); n != 0 {
				t.Errorf("%d errors", n)
			}
		})
	}
}
