package economy_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/chain/merkle"
)

func TestStakeIsDepositedUnbondedAndFetchedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	agent, to := w.agent.Address(), common.Address{0x70}
	w.do(t, w.payer, w.at.Deposit(agent, coins(12)))
	w.refuses(t, w.payer, w.at.Deposit(agent, new(big.Int)), "AMOUNT_MISSING")
	w.refuses(t, w.agent, w.at.Unbond(coins(13)), "STAKE_TOO_SMALL")
	w.refuses(t, w.payer, w.at.Unbond(ether), "STAKE_TOO_SMALL") // who paid it in has no claim to it
	w.do(t, w.agent, w.at.Unbond(coins(5)))
	s, err := w.reader().Stake(t.Context(), agent)
	if err != nil || s.Bonded.Cmp(coins(7)) != 0 || s.Unbonding.Cmp(coins(5)) != 0 || s.Tier != 1 || s.Due.Sign() != 0 || s.ReleaseAt.IsZero() {
		t.Fatalf("the stake is %+v, %v", s, err)
	}
	w.refuses(t, w.agent, w.at.Withdraw(w.at.Stakes, to), "NOTHING_DUE") // it waits
	w.pass(t, unbonding)
	w.do(t, w.agent, w.at.Withdraw(w.at.Stakes, to))
	w.refuses(t, w.agent, w.at.Withdraw(w.at.Stakes, to), "NOTHING_DUE")
	w.refuses(t, w.agent, w.at.Withdraw(w.at.Stakes, common.Address{}), "RECIPIENT_MISSING")
	if got := w.balance(t, to); got.Cmp(coins(5)) != 0 {
		t.Errorf("%s wei were fetched", got)
	}
	tiers, err := w.reader().Tiers(t.Context())
	if err != nil || len(tiers) != 3 || tiers[2].Cmp(coins(100)) != 0 {
		t.Errorf("the tiers are %v, %v", tiers, err)
	}
}

func TestAChallengeIsJudgedOnceByWhoMay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	agent, one := w.agent.Address(), big.NewInt(1)
	goal, task, evidence := [32]byte{1}, [32]byte{2}, [32]byte{3}
	w.do(t, w.payer, w.at.Deposit(agent, coins(10)))
	terms, err := w.reader().ChallengeTerms(t.Context())
	if err != nil || terms.Bond.Cmp(ether) != 0 || terms.RewardBps != 4000 {
		t.Fatalf("challenges take %+v, %v", terms, err)
	}
	w.refuses(t, w.challenger, w.at.Open(goal, task, agent, evidence, big.NewInt(1)), "BOND_TOO_SMALL")
	w.refuses(t, w.challenger, w.at.Open(goal, task, agent, [32]byte{}, terms.Bond), "EVIDENCE_MISSING")
	w.do(t, w.challenger, w.at.Open(goal, task, agent, evidence, terms.Bond))
	w.refuses(t, w.payer, w.at.Answer(one, evidence), "ANSWER_NOT_AGENTS")
	w.do(t, w.agent, w.at.Answer(one, [32]byte{4}))
	w.refuses(t, w.agent, w.at.Answer(one, [32]byte{5}), "ANSWER_CONFLICT")
	w.refuses(t, w.challenger, w.at.Resolve(one, true, coins(5)), "ACCESS_CONTROL_UNAUTHORIZED_ACCOUNT")
	w.refuses(t, w.challenger, w.at.Expire(one), "CHALLENGE_PENDING")
	w.refuses(t, w.admin, w.at.Resolve(big.NewInt(9), true, coins(5)), "CHALLENGE_NOT_OPEN")
	w.do(t, w.admin, w.at.Resolve(one, true, coins(5)))
	w.refuses(t, w.admin, w.at.Resolve(one, false, nil), "CHALLENGE_NOT_OPEN")
	c, err := w.reader().Challenge(t.Context(), one)
	if err != nil || c.Status != economy.ChallengeUpheld || c.Agent != agent || c.Answer != [32]byte{4} {
		t.Errorf("the challenge is %+v, %v", c, err)
	}
	if due, err := w.reader().Due(t.Context(), w.at.Stakes, w.challenger.Address()); err != nil || due.Cmp(coins(2)) != 0 {
		t.Errorf("the reward is %v, %v", due, err)
	}
	if due, err := w.reader().Due(t.Context(), w.at.Challenges, w.challenger.Address()); err != nil || due.Cmp(ether) != 0 {
		t.Errorf("the bond is %v, %v", due, err)
	}
}

// terms of an escrow of the world's payer and agent.
func (w *world) terms(t *testing.T, goal, task string, seconds uint64) economy.Terms {
	t.Helper()
	return economy.Terms{
		Goal: merkle.BundleID(goal), Task: merkle.BundleID(task), Payer: w.payer.Address(), Payee: w.agent.Address(), Deadline: w.now(t) + seconds,
	}
}

func include(t *testing.T, leaves []merkle.Leaf, task string) economy.Inclusion {
	t.Helper()
	p, ok := economy.Include(leaves, task)
	if !ok {
		t.Fatalf("no leaf of %s", task)
	}
	return p
}

func TestAnEscrowIsReleasedOnTheTasksOwnProofAndOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	leaves := w.bundle(t, "g1", "a", "b", "c")
	foreign := w.bundle(t, "g2", "b")
	terms := w.terms(t, "g1", "b", 100_000)
	w.do(t, w.payer, w.at.Fund(terms, coins(3)))
	w.refuses(t, w.payer, w.at.Fund(terms, coins(3)), "ESCROW_EXISTS")

	w.refuses(t, w.agent, w.at.Prove(terms, include(t, foreign, "b")), "LEAF_FOREIGN")
	w.refuses(t, w.agent, w.at.Prove(terms, include(t, leaves, "a")), "LEAF_FOREIGN")
	short := include(t, leaves, "b")
	short.Leaf = short.Leaf[:116]
	w.refuses(t, w.agent, w.at.Prove(terms, short), "LEAF_MALFORMED")
	forged := include(t, leaves, "b")
	forged.Leaf = append([]byte(nil), forged.Leaf...)
	forged.Leaf[116] ^= 1 // another result
	w.refuses(t, w.agent, w.at.Prove(terms, forged), "PROOF_INVALID")
	other := terms
	other.Deadline++
	w.refuses(t, w.agent, w.at.Prove(other, include(t, leaves, "b")), "ESCROW_NOT_IN")
	w.refuses(t, w.agent, w.at.Release(terms), "ESCROW_NOT_IN")

	w.do(t, w.agent, w.at.Prove(terms, include(t, leaves, "b")))
	w.refuses(t, w.agent, w.at.Release(terms), "WINDOW_OPEN")
	w.refuses(t, w.payer, w.at.Refund(terms), "NOT_REFUNDABLE")
	e, err := w.reader().Escrow(t.Context(), terms.ID())
	if err != nil || e.State != economy.EscrowProven || e.Amount.Cmp(coins(3)) != 0 || e.ReleasableAt.Sub(e.ProvenAt).Seconds() != window {
		t.Fatalf("the escrow is %+v, %v", e, err)
	}
	w.pass(t, window)
	w.do(t, w.payer, w.at.Release(terms)) // anybody may
	w.refuses(t, w.payer, w.at.Release(terms), "ESCROW_NOT_IN")
	w.refuses(t, w.payer, w.at.Refund(terms), "NOT_REFUNDABLE")
	// A challenge that comes after the release does not get the money back.
	w.do(t, w.challenger, w.at.Open(terms.Goal, terms.Task, terms.Payee, [32]byte{7}, ether))
	w.do(t, w.admin, w.at.Resolve(big.NewInt(1), true, ether))
	w.refuses(t, w.payer, w.at.Refund(terms), "NOT_REFUNDABLE")
	to := common.Address{0x70}
	w.do(t, w.agent, w.at.Withdraw(w.at.Escrows, to))
	w.refuses(t, w.agent, w.at.Withdraw(w.at.Escrows, to), "NOTHING_DUE")
	if got := w.balance(t, to); got.Cmp(coins(3)) != 0 {
		t.Errorf("%s wei were paid", got)
	}
}

func TestAnOpenChallengeFreezesAnEscrow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	leaves := w.bundle(t, "g1", "a")
	terms := w.terms(t, "g1", "a", 100_000)
	w.do(t, w.payer, w.at.Deposit(terms.Payee, coins(10)))
	w.do(t, w.payer, w.at.Fund(terms, coins(3)))
	w.do(t, w.agent, w.at.Prove(terms, include(t, leaves, "a")))
	w.pass(t, window/2)
	w.do(t, w.challenger, w.at.Open(terms.Goal, terms.Task, terms.Payee, [32]byte{7}, ether))
	w.pass(t, window/2)
	w.refuses(t, w.agent, w.at.Release(terms), "ESCROW_FROZEN")
	w.do(t, w.admin, w.at.Resolve(big.NewInt(1), true, coins(4)))
	w.refuses(t, w.agent, w.at.Release(terms), "PROOF_REFUTED")
	w.do(t, w.payer, w.at.Refund(terms))
	if due, err := w.reader().Due(t.Context(), w.at.Escrows, terms.Payer); err != nil || due.Cmp(coins(3)) != 0 {
		t.Errorf("due to the payer is %v, %v", due, err)
	}
}

func TestWithoutAProofThePayerHasTheMoneyBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	leaves := w.bundle(t, "g1", "a")
	terms := w.terms(t, "g1", "a", 60)
	w.do(t, w.payer, w.at.Fund(terms, coins(3)))
	w.refuses(t, w.payer, w.at.Refund(terms), "NOT_REFUNDABLE")
	w.pass(t, 61)
	w.refuses(t, w.agent, w.at.Prove(terms, include(t, leaves, "a")), "DEADLINE_PASSED")
	w.do(t, w.payer, w.at.Refund(terms))
	w.refuses(t, w.payer, w.at.Refund(terms), "NOT_REFUNDABLE")
	late := terms
	late.Deadline = 1
	w.refuses(t, w.payer, w.at.Fund(late, coins(3)), "DEADLINE_PASSED")
}

func TestTermsHaveTheContractsID(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	terms := economy.Terms{Goal: [32]byte{1}, Task: [32]byte{2}, Payer: common.Address{3}, Payee: common.Address{4}, Deadline: 1<<64 - 1}
	id, err := w.reader().IDOf(t.Context(), terms)
	if err != nil || id != terms.ID() {
		t.Errorf("the contract says %s, %v; computed was %s", id, err, terms.ID())
	}
	if e, err := w.reader().Escrow(t.Context(), terms.ID()); err != nil || e.State != economy.EscrowNone {
		t.Errorf("an escrow that nobody funded is %+v, %v", e, err)
	}
}
