package registrar_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/registrar"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

func TestEveryAgentGetsItsPassport(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	before := w.register(t, 3)
	w.start(t, setup{registrar: registrar.Config{URI: func(agent string) string { return "https://mergit.test/agents/" + agent + "/registration.json" }}})
	agents := append(before, w.register(t, 3)...)
	w.minted(t, agents)
	w.settled(t)
	passport := bindings.NewAgentPassport()
	for _, ref := range agents {
		token, known := w.passport(t, ref)
		answers, err := w.node.Call(t.Context(), w.contract, false, passport.PackTokenURI(token), passport.PackGetMetadata(token, "did"), passport.PackOwnerOf(token))
		if err != nil {
			t.Fatal(err)
		}
		uri, _ := passport.UnpackTokenURI(answers[0])
		did, _ := passport.UnpackGetMetadata(answers[1])
		owner, _ := passport.UnpackOwnerOf(answers[2])
		if uri != "https://mergit.test/agents/"+ref.Agent+"/registration.json" || string(did) != "did:mergit:"+ref.Agent ||
			owner != common.HexToAddress(ref.Agent) || !known.Active {
			t.Errorf("agent %s: uri %q, did %q, owner %s, %+v", ref.Agent, uri, did, owner, known)
		}
	}
	if n := len(w.kinds(t, "tx.prepared")); n != 1 {
		t.Errorf("%d signers minted", n)
	}
	if n := w.kinds(t, "tx.prepared")[w.signer()]; n != len(agents) {
		t.Errorf("%d transactions for %d agents", n, len(agents))
	}
	if n := w.log.errors(); n != 0 {
		t.Errorf("%d errors", n)
	}
}

func (w *world) signer() string {
	m, err := txmgr.New(txmgr.Config{Commands: w.Commands(), Chain: w.node, ChainID: w.id, Key: w.minter, Now: time.Now, Log: slog.New(w.log)})
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%d-%s", w.id, m.Signer())
}

func TestARevokedAgentLosesItsPassport(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	agents := w.register(t, 3)
	w.do(t, w.Commands(), commands.RevokeAgent{AgentRef: agents[2]}) // before it had one
	w.start(t, setup{})
	w.minted(t, agents[:2])
	w.do(t, w.Commands(), commands.RevokeAgent{AgentRef: agents[0]})
	chaintest.Eventually(t, "the log says so", func() bool { return w.agent(t, agents[0]).Deactivated })
	w.settled(t)
	for i, want := range []struct{ minted, active, revoked bool }{{true, false, true}, {true, true, false}, {false, false, false}} {
		if token, known := w.passport(t, agents[i]); (token.Sign() > 0) != want.minted || known.Active != want.active || known.Revoked != want.revoked {
			t.Errorf("agent %d: token %s, %+v", i, token, known)
		}
	}
}

// On a chain that was begun anew, the number of a passport of before is another agent's.
func TestThePassportOfAnotherContractIsNotRevokedHere(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	agents := w.register(t, 1)
	stop := w.start(t, setup{})
	w.minted(t, agents)
	stop()
	before := w.register(t, 1)[0]
	w.do(t, w.Commands(), commands.SeePassport{AgentRef: before, Passport: events.PassportMinted{
		TokenID: w.agent(t, agents[0]).Passport.TokenID, At: events.OnChain{Chain: w.id, Contract: "0x00000000000000000000000000000000000000ee"},
	}})
	w.do(t, w.Commands(), commands.RevokeAgent{AgentRef: before})
	w.start(t, setup{})
	after := w.register(t, 1)
	chaintest.Eventually(t, "the next agent has its passport", func() bool { return w.agent(t, after[0]).Passport.TokenID != "" })
	w.settled(t)
	if _, known := w.passport(t, agents[0]); known.Revoked || !known.Active {
		t.Errorf("the passport of another agent is %+v", known)
	}
}

func TestAnAgentThatIsRevokedWhileItsPassportIsOnItsWayLosesIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	agents := w.register(t, 1)
	var once atomic.Bool
	w.start(t, setup{at: func(_ context.Context, point string) {
		if point == "tx "+string(txmgr.AtPrepared) && once.CompareAndSwap(false, true) {
			w.do(t, w.Commands(), commands.RevokeAgent{AgentRef: agents[0]})
		}
	}})
	chaintest.Eventually(t, "it had its passport and lost it", func() bool { return w.agent(t, agents[0]).Deactivated })
	if _, known := w.passport(t, agents[0]); !known.Revoked {
		t.Errorf("%+v", known)
	}
}

func TestWithoutARevokerAPersonIsToldOnce(t *testing.T) {
	t.Parallel()
	const message = "an operator must revoke a passport: nobody here has the role"
	w := newWorld(t, devchain.Config{})
	agents := w.register(t, 1)
	w.start(t, setup{noRevoker: true, registrar: registrar.Config{Recheck: time.Millisecond}})
	w.minted(t, agents)
	w.do(t, w.Commands(), commands.RevokeAgent{AgentRef: agents[0]})
	chaintest.Eventually(t, "somebody is told", func() bool { return len(w.log.said(message, "token")) > 0 })
	w.minted(t, append(agents, w.register(t, 2)...)) // and others do not wait
	if said := w.log.said(message, "token"); len(said) != 1 || said[0] != w.agent(t, agents[0]).Passport.TokenID {
		t.Errorf("told %q", said)
	}
}

func TestWhoMayNotMintIsToldAndTriesAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	right := w.minter
	w.minter = chaintest.Wallet(t)
	chaintest.Give(t, w.node, int64(w.id), right, w.minter.Address(), 1e18)
	agents := w.register(t, 2)
	stop := w.start(t, setup{})
	chaintest.Eventually(t, "it is told", func() bool { return len(w.log.said("passport refused", "why")) > 2 })
	if why := w.log.said("passport refused", "why")[0]; !strings.Contains(why, w.minter.Address().Hex()) || !strings.Contains(why, "grant") {
		t.Errorf("told %q", why)
	}
	stop()
	w.minter = right
	w.start(t, setup{})
	w.minted(t, agents)
}

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

func TestCrashAnywhereLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	for _, point := range []string{
		string(registrar.AtSeen), string(registrar.AtAsked), string(registrar.AtSent), string(registrar.AtClosed),
		"tx " + string(txmgr.AtSigned), "tx " + string(txmgr.AtPrepared), "tx " + string(txmgr.AtBroadcast), "tx " + string(txmgr.AtSent),
		"tx " + string(txmgr.AtFinal), "tx " + string(txmgr.AtConfirmed), "tx " + string(txmgr.AtSettled),
	} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, devchain.Config{})
			agents := w.register(t, 3)
			minted := func() bool { return len(w.kinds(t, "passport.minted")) == len(agents) }
			ended := func() bool { return w.agent(t, agents[0]).Deactivated }
			reached := 0
			kill := func(nth int, through func() bool) {
				if w.killAt(t, setup{}, point, nth, through) {
					reached++
				}
			}
			kill(1, func() bool { return false })
			w.snapshots = chaintest.Snapshots{} // a kill leaves none; later ones find what was saved
			kill(2, minted)
			stop := w.start(t, setup{})
			w.minted(t, agents)
			w.settled(t)
			stop()
			w.do(t, w.Commands(), commands.RevokeAgent{AgentRef: agents[0]})
			kill(1, ended)
			w.start(t, setup{})
			chaintest.Eventually(t, "the revoked agent's passport is", ended)
			w.settled(t)
			t.Logf("killed %d times", reached)
			w.minted(t, agents)
			for i, ref := range agents {
				if _, known := w.passport(t, ref); known.Active == (i == 0) || known.Revoked != (i == 0) {
					t.Errorf("agent %d: %+v", i, known)
				}
				if n := w.kinds(t, "passport.minted")[ref.Agent]; n != 1 {
					t.Errorf("agent %d was minted %d times", i, n)
				}
			}
			if n := w.log.errors(); n != 0 {
				t.Errorf("%d errors", n)
			}
		})
	}
}

// A node that says too early that a block is final is found out, and the passport is minted anew.
func TestAPassportWhoseBlockIsGoneIsMintedAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{Lag: 128})
	proxy := chaintest.NewProxy(t, w.url)
	var honest atomic.Bool
	proxy.Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if !honest.Load() && strings.Contains(string(c.Params), "finalized") {
			c.Params = json.RawMessage(strings.ReplaceAll(string(c.Params), `"finalized"`, `"latest"`))
		}
		return pass(c)
	})
	w.url, w.node = proxy.URL, chaintest.Node(t, proxy.URL)
	agents := w.register(t, 1)
	w.start(t, setup{registrar: registrar.Config{Recheck: 10 * time.Millisecond}})
	w.minted(t, agents)
	first := w.agent(t, agents[0]).Passport.At
	chaintest.Eventually(t, "the block of the passport is gone", func() bool {
		head, err := w.node.Head(t.Context(), w.minter.Address())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.chain.Reorg(head.Latest.Number - first.Block + 1); err != nil {
			t.Fatal(err)
		}
		hash, err := w.node.BlockHash(t.Context(), first.Block)
		return err == nil && hash.Hex() != first.BlockHash
	})
	honest.Store(true)
	chaintest.Eventually(t, "it stands elsewhere", func() bool {
		now := w.agent(t, agents[0]).Passport.At
		hash, err := w.node.BlockHash(t.Context(), now.Block)
		return err == nil && now.BlockHash != first.BlockHash && hash.Hex() == now.BlockHash
	})
	if token, known := w.passport(t, agents[0]); token.Sign() == 0 || !known.Active {
		t.Errorf("token %s, %+v", token, known)
	}
}

func TestManyAgentsRegisterAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	agents := w.register(t, 100)
	w.start(t, setup{})
	w.minted(t, agents)
	w.settled(t)
	n := 0
	for r, err := range w.Log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Kind == "tx.prepared" {
			n++
		}
	}
	if n != len(agents) {
		t.Errorf("%d transactions for %d agents", n, len(agents))
	}
}
