package oracle_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/oracle"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

func TestAgentsGetScoresFiguresAndBadges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bob := w.register("ada"), w.register("bob")
	idle := w.register("idle")
	w.start(setup{})
	w.proven(ada, 3)
	w.proven(ada, 2)
	w.proven(bob, 1)
	w.failed(bob)

	got := w.settled(ada, func(c events.ReputationComponents) bool { return c.Badges.Count == 1 })
	if c := got.Updated.Components; c.Completed.Count != 5 || c.Completed.Of != 5 || c.Score != 8889 {
		t.Errorf("ada's components are %+v", c)
	}
	got = w.settled(bob, func(c events.ReputationComponents) bool { return c.Completed.Of == 2 })
	if c := got.Updated.Components; c.Completed.Count != 1 || c.Score != 4917 {
		t.Errorf("bob's components are %+v", c)
	}
	if r := w.reputation(idle); r.Next() != 0 || r.Pending() {
		t.Errorf("an agent of which nothing was seen has %+v", r)
	}

	w.verifies(ada)
	w.verifies(bob)
	w.verifies(idle)
	badges := facts[events.BadgeIssued](w, ada)
	if len(badges) != 1 || badges[0].Badge != "verified_run" {
		t.Fatalf("ada's badges are %+v", badges)
	}
	has, err := issuer.UnpackHas(w.call(w.at.Badges.Address, issuer.PackHas(ada.address, oracle.Kind("verified_run"))))
	if err != nil || !has {
		t.Errorf("the contract knows of ada's badge: %v, %v", has, err)
	}
	for a, want := range map[agent][2]uint32{ada: {5, 0}, bob: {1, 1}} {
		chaintest.Eventually(t, "a passport has its figures", func() bool {
			token, err := passport.UnpackPassportOf(w.call(w.at.AgentPassport.Address, passport.PackPassportOf(a.address)))
			if err != nil {
				t.Fatal(err)
			}
			known, err := passport.UnpackPassport(w.call(w.at.AgentPassport.Address, passport.PackPassport(token)))
			return err == nil && [2]uint32{known.Done, known.Failed} == want
		})
	}
}

// Every step of a falling score is one that the contract takes, and no step is taken before the one before stands.
func TestAScoreFallsStepByStep(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.register("ada")
	w.start(setup{})
	w.proven(ada, 2)
	w.settled(ada, anyScore)
	for range 6 {
		w.failed(ada)
	}
	w.settled(ada, func(c events.ReputationComponents) bool { return c.Completed.Of == 8 })
	updated, anchored := facts[events.ReputationUpdated](w, ada), facts[events.ReputationAnchored](w, ada)
	if len(updated) != len(anchored) || len(updated) < 4 {
		t.Fatalf("%d scores, %d on the chain", len(updated), len(anchored))
	}
	for i, u := range updated {
		if a := anchored[i]; u.Index != uint64(i) || a.Index != u.Index || a.Score != u.Score || a.ComponentHash != u.ComponentHash || a.Previous != u.Previous {
			t.Errorf("score %d is %+v, on the chain %+v", i, u, a)
		}
		if i > 0 && (u.Previous != updated[i-1].Score || u.Score != commands.ReputationStep(u.Previous, u.Components.Score)) {
			t.Errorf("score %d goes from %d to %d on the way to %d", i, updated[i-1].Score, u.Score, u.Components.Score)
		}
	}
}

// An hour that leaves the window makes a score another one, although nothing happened.
func TestWhatLeavesTheWindowDoesNotCount(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.register("ada")
	w.ago = commands.ReputationWindow - 12*time.Hour
	w.failed(ada)
	w.ago = 0
	w.proven(ada, 1)
	var later atomic.Int64
	w.start(setup{oracle: oracle.Config{Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }}})
	w.settled(ada, func(c events.ReputationComponents) bool { return c.Completed.Of == 2 })
	later.Store(int64(24 * time.Hour))
	r := w.settled(ada, func(c events.ReputationComponents) bool { return c.Completed.Of == 1 })
	if r.Anchored.Score != 8333 || r.Anchored.Index != 3 { // 5900 and 7080 on the way
		t.Errorf("%+v", r.Anchored)
	}
	w.verifies(ada)

	// Of an agent that rests nothing is observed any more. It keeps what it has.
	later.Store(int64(40 * 24 * time.Hour))
	bob := w.register("bob")
	w.ago = -40 * 24 * time.Hour
	w.failed(bob)
	w.settled(bob, anyScore)
	if rests := w.reputation(ada); rests.Updated.Index != 3 || rests.Anchored.Score != 8333 {
		t.Errorf("%+v", rests.Updated)
	}
}

// What is on the chain is where a step starts, whoever put it there.
func TestAnotherOracleIsReckonedWith(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.register("ada")
	// The minter deployed the contracts and may make itself an oracle.
	w.transact(w.minter, w.at.ReputationRegistry.Address, registry.PackGrantRole(oracleRole, w.minter.Address()))
	w.transact(w.minter, w.at.ReputationRegistry.Address, registry.PackUpdateScore(ada.address, 2000, [32]byte{7}))
	w.proven(ada, 1)
	w.start(setup{})
	w.settled(ada, anyScore)
	updated, anchored := facts[events.ReputationUpdated](w, ada), facts[events.ReputationAnchored](w, ada)
	if anchored[0].Score != 2000 {
		t.Errorf("the first on the chain is %+v", anchored[0])
	}
	for i, u := range updated {
		if u.Index > 0 && u.Score != commands.ReputationStep(u.Previous, u.Components.Score) {
			t.Errorf("score %d of %+v is no step", i, u)
		}
	}
}

func TestManyAgentsShareTransactions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	agents := make([]agent, 7)
	for i := range agents {
		agents[i] = w.register(fmt.Sprint("agent-", i))
		w.proven(agents[i], 1)
	}
	chaintest.Eventually(t, "all passports are in the log", func() bool { return w.count("passport.minted") == len(agents) })
	w.start(setup{oracle: oracle.Config{Batch: 3}})
	for _, a := range agents {
		w.settled(a, anyScore)
	}
	if n := w.count("tx.prepared"); n > 3+3 {
		t.Errorf("%d transactions for 7 scores and 7 passports in threes", n)
	}
}

func TestTheStepIsTheContracts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for from := int64(0); from <= events.MaxScore; from += 700 {
		var calls [][]byte
		for s := from; s < from+700 && s <= events.MaxScore; s += 7 {
			calls = append(calls, registry.PackStepLimit(uint16(s)))
		}
		answers, err := w.node.Call(t.Context(), w.at.ReputationRegistry.Address, false, calls...)
		if err != nil {
			t.Fatal(err)
		}
		for i, answer := range answers {
			s := from + 7*int64(i)
			limit, err := registry.UnpackStepLimit(answer)
			if up, down := commands.ReputationStep(s, 1<<20)-s, s-commands.ReputationStep(s, -1<<20); err != nil || up != int64(limit) || down != int64(limit) {
				t.Errorf("from %d it is %d up and %d down here, %d there; %v", s, up, down, limit, err)
			}
		}
	}
}

// On a chain that was begun anew, the number of a passport of before is another agent's.
func TestFiguresDoNotGoToThePassportOfAnotherAgent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.register("ada")
	w.start(setup{})
	w.proven(ada, 2)
	token := func() string {
		minted := facts[events.PassportMinted](w, ada)
		if len(minted) == 0 {
			return ""
		}
		return minted[0].TokenID
	}
	chaintest.Eventually(t, "ada has her passport", func() bool { return token() != "" })
	old := agent{commands.AgentRef{Workspace: chaintest.Workspace, Agent: "old"}, chaintest.Wallet(t).Address()}
	w.dispatch(commands.RegisterAgent{AgentRef: old.ref, AgentName: "old", Roles: []string{"researcher"},
		Capabilities: events.Capabilities{Tools: []string{"*"}, Trust: "standard"}, Address: strings.ToLower(old.address.Hex())})
	w.dispatch(commands.SeePassport{AgentRef: old.ref, Passport: events.PassportMinted{
		TokenID: token(), At: events.OnChain{Chain: 1337, Contract: "0x00000000000000000000000000000000000000ee"},
	}})
	w.proven(old, 7)
	w.settled(old, func(c events.ReputationComponents) bool { return c.Completed.Of == 7 })
	w.proven(ada, 1)
	chaintest.Eventually(t, "ada's passport has her figures", func() bool {
		number, err := passport.UnpackPassportOf(w.call(w.at.AgentPassport.Address, passport.PackPassportOf(ada.address)))
		if err != nil {
			t.Fatal(err)
		}
		known, err := passport.UnpackPassport(w.call(w.at.AgentPassport.Address, passport.PackPassport(number)))
		return err == nil && known.Done == 3 && known.Failed == 0
	})
}
