package commands_test

import (
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

var (
	paid     = commandtest.Given[commands.Agent]
	paidRef  = commands.AgentRef{Workspace: commandtest.Workspace, Agent: commandtest.Agent}
	enrolled = events.AgentRegistered{DID: "did:mergit:a1", Name: "ada", Address: "0xa1", By: "user:ada"}
	watcher  = by("watcher")
)

const registry = "0x5700000000000000000000000000000000000000"

func onChain(block, index uint64) events.OnChain {
	return events.OnChain{Chain: 1337, Contract: registry, Tx: "0x01", Block: block, BlockHash: "0x02", LogIndex: index}
}

func see(change, amount string, at events.OnChain) commands.SeeStake {
	c := commands.SeeStake{AgentRef: paidRef, Change: change, Amount: amount, At: at}
	if change == events.StakeUnbonded {
		c.ReleaseAt = &commandtest.Epoch
	}
	return c
}

// stake is what a change leads to.
func stake(c commands.SeeStake, bonded, unbonding string, holds int) events.StakeChanged {
	return events.StakeChanged{Change: c.Change, Amount: c.Amount, Bonded: bonded, Unbonding: unbonding, ReleaseAt: c.ReleaseAt, Holds: holds, At: c.At}
}

func TestStakeAddsUpAsOnTheChain(t *testing.T) {
	t.Parallel()
	past := paid(enrolled)
	steps := []struct {
		see               commands.SeeStake
		bonded, unbonding string
		holds             int
		waits             bool // there is a time from which the rest can be fetched
	}{
		{see(events.StakeDeposited, "100", onChain(5, 0)), "100", "0", 0, false},
		{see(events.StakeDeposited, "340282366920938463463374607431768211456", onChain(5, 3)), "340282366920938463463374607431768211556", "0", 0, false},
		{see(events.StakeUnbonded, "340282366920938463463374607431768211500", onChain(6, 0)), "56", "340282366920938463463374607431768211500", 0, true},
		{commands.SeeStake{AgentRef: paidRef, Change: events.StakeHeld, Holds: 1, At: onChain(7, 0)}, "56", "340282366920938463463374607431768211500", 1, true},
		{see(events.StakeSlashed, "30", onChain(8, 1)), "26", "340282366920938463463374607431768211500", 1, true},
		{see(events.StakeSlashed, "27", onChain(8, 2)), "0", "340282366920938463463374607431768211499", 1, true},
		{commands.SeeStake{AgentRef: paidRef, Change: events.StakeHeld, At: onChain(8, 3)}, "0", "340282366920938463463374607431768211499", 0, true},
		{see(events.StakeReleased, "340282366920938463463374607431768211499", onChain(9, 0)), "0", "0", 0, false},
	}
	for _, s := range steps {
		want := stake(s.see, s.bonded, s.unbonding, s.holds)
		if want.ReleaseAt = nil; s.waits {
			want.ReleaseAt = &commandtest.Epoch
		}
		past.When(watcher, s.see).Then(t, want)
		past.And(want)
		past.When(watcher, s.see).Then(t) // the log came again
	}
	past.When(watcher, steps[3].see).Then(t) // and an old one
}

func TestStakeThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	first := see(events.StakeDeposited, "100", onChain(5, 0))
	past := paid(enrolled, stake(first, "100", "0", 0))
	for name, c := range map[string]struct {
		see  commands.SeeStake
		code string
	}{
		"more unbonded than bonded": {see(events.StakeUnbonded, "101", onChain(6, 0)), "STAKE_DIFFERS"},
		"more slashed than there":   {see(events.StakeSlashed, "101", onChain(6, 0)), "STAKE_DIFFERS"},
		"released and not unbonded": {see(events.StakeReleased, "1", onChain(6, 0)), "STAKE_DIFFERS"},
		"no end of unbonding":       {commands.SeeStake{AgentRef: paidRef, Change: events.StakeUnbonded, Amount: "1", At: onChain(6, 0)}, "STAKE_INVALID"},
		"an unknown change":         {see("burnt", "1", onChain(6, 0)), "STAKE_INVALID"},
		"a negative amount":         {see(events.StakeDeposited, "-1", onChain(6, 0)), "AMOUNT_INVALID"},
		"a fraction":                {see(events.StakeDeposited, "1.5", onChain(6, 0)), "AMOUNT_INVALID"},
		"no amount":                 {see(events.StakeDeposited, "", onChain(6, 0)), "AMOUNT_INVALID"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			past.When(watcher, c.see).Refuses(t, refusal(c.code))
		})
	}
	paid().When(watcher, first).Refuses(t, refusal("AGENT_NOT_FOUND"))
}

func TestStakeOfAnotherRegistryBeginsWithNothing(t *testing.T) {
	t.Parallel()
	past := paid(enrolled, stake(see(events.StakeDeposited, "100", onChain(50, 0)), "100", "0", 2))
	moved := see(events.StakeDeposited, "7", onChain(3, 0))
	moved.At.Contract = "0x5800000000000000000000000000000000000000"
	past.When(watcher, moved).Then(t, stake(moved, "7", "0", 0))
	if got := past.Having(watcher, moved).State().Bonded().String(); got != "7" {
		t.Errorf("bonded is %s", got)
	}
}

func TestAReorgTakesChangesOfStakeBack(t *testing.T) {
	t.Parallel()
	first, second := see(events.StakeDeposited, "100", onChain(5, 0)), see(events.StakeDeposited, "7", onChain(6, 4))
	past := paid(enrolled, stake(first, "100", "0", 0), stake(second, "107", "0", 0))
	gone := commands.UnseeStake{AgentRef: paidRef, At: second.At}
	back := events.StakeChanged{Change: events.StakeReorged, Bonded: "100", Unbonding: "0", At: second.At}
	past.When(watcher, commands.UnseeStake{AgentRef: paidRef, At: first.At}).Refuses(t, refusal("STAKE_DIFFERS"))
	past.When(watcher, gone).Then(t, back)
	past.And(back)
	past.When(watcher, gone).Then(t)

	// The transaction got into another block, at the same height and place.
	again := second
	again.At.BlockHash = "0x03"
	past.When(watcher, again).Then(t, stake(again, "107", "0", 0))
	past.And(stake(again, "107", "0", 0))
	past.When(watcher, again).Then(t)
	past.When(watcher, gone).Then(t)

	none := events.StakeChanged{Change: events.StakeReorged, Bonded: "0", Unbonding: "0", At: first.At}
	paid(enrolled, stake(first, "100", "0", 0)).When(watcher, commands.UnseeStake{AgentRef: paidRef, At: first.At}).Then(t, none)
	paid(enrolled, stake(first, "100", "0", 0), none).When(watcher, first).Then(t, stake(first, "100", "0", 0))
}

func TestAReorgedChallengeIsOneUnlessItsNumberIsAnothers(t *testing.T) {
	t.Parallel()
	past := paid(enrolled, opened)
	again := commands.SeeChallenge{AgentRef: paidRef, Challenge: opened}
	again.Challenge.At.BlockHash, again.Challenge.At.Block = "0x03", 6
	past.When(watcher, again).Then(t)
	again.Challenge.Challenger = "0xd0"
	past.When(watcher, again).Then(t, again.Challenge)
	if c, ok := past.And(again.Challenge).State().Challenge(opened.At, "1"); !ok || c.Challenger != "0xd0" {
		t.Errorf("the challenge is %+v", c)
	}
}

var opened = events.ChallengeOpened{Challenge: "1", Goal: events.Sum([]byte("g1")), Task: events.Sum([]byte("t1")), Challenger: "0xc4", Bond: "5", Evidence: events.Sum([]byte("e")), At: onChain(5, 1)}

func TestAChallengeIsAnsweredOnceAndEndsOnce(t *testing.T) {
	t.Parallel()
	open := commands.SeeChallenge{AgentRef: paidRef, Challenge: opened}
	answered := events.ChallengeAnswered{Challenge: "1", Answer: events.Sum([]byte("a")), At: onChain(6, 0)}
	answer := commands.SeeAnswer{AgentRef: paidRef, Answer: answered}
	upheld := events.ChallengeResolved{Challenge: "1", Outcome: events.ChallengeUpheld, Penalty: "40", Reward: "20", At: onChain(7, 0)}
	end := commands.SeeJudgement{AgentRef: paidRef, Resolved: upheld}

	paid().When(watcher, open).Refuses(t, refusal("AGENT_NOT_FOUND"))
	past := paid(enrolled)
	past.When(watcher, answer).Refuses(t, refusal("CHALLENGE_NOT_FOUND"))
	past.When(watcher, end).Refuses(t, refusal("CHALLENGE_NOT_FOUND"))
	past.When(watcher, open).Then(t, opened)
	past.And(opened)
	past.When(watcher, open).Then(t)
	past.When(watcher, end).Then(t, upheld) // nobody has to answer
	past.When(watcher, answer).Then(t, answered)
	past.And(answered)
	past.When(watcher, answer).Then(t)
	other := answer
	other.Answer.Answer = events.Sum([]byte("b"))
	past.When(watcher, other).Refuses(t, refusal("CHALLENGE_ANSWERED"))
	past.When(watcher, end).Then(t, upheld)
	past.And(upheld)
	past.When(watcher, end).Then(t)
	rejected := end
	rejected.Resolved = events.ChallengeResolved{Challenge: "1", Outcome: events.ChallengeRejected, At: onChain(8, 0)}
	past.When(watcher, rejected).Refuses(t, refusal("CHALLENGE_CLOSED"))
	strange := end
	strange.Resolved.Outcome = "forgotten"
	past.When(watcher, strange).Refuses(t, refusal("CHALLENGE_INVALID"))

	// The next contract counts from one again.
	again := open
	again.Challenge.At.Contract = "0xother"
	past.When(watcher, again).Then(t, again.Challenge)
}

func TestAnEscrowGoesOneWay(t *testing.T) {
	t.Parallel()
	funded := events.EscrowFunded{Escrow: "0xe5", Goal: opened.Goal, Task: opened.Task, Payer: "0xbb", Payee: "0xa1", Deadline: commandtest.Epoch.Add(time.Hour), Amount: "9", At: onChain(5, 1)}
	proven := events.EscrowProven{Escrow: "0xe5", Result: events.Sum([]byte("r")), ReleasableAt: commandtest.Epoch, At: onChain(6, 1)}
	released := events.EscrowReleased{Escrow: "0xe5", Amount: "9", At: onChain(7, 1)}
	refunded := events.EscrowRefunded{Escrow: "0xe5", Amount: "9", At: onChain(7, 1)}
	fund := commands.SeeEscrow{AgentRef: paidRef, Escrow: funded}
	prove := commands.SeeEscrowProof{AgentRef: paidRef, Proven: proven}
	release := commands.SeeRelease{AgentRef: paidRef, Released: released}
	refund := commands.SeeRefund{AgentRef: paidRef, Refunded: refunded}

	paid().When(watcher, fund).Refuses(t, refusal("AGENT_NOT_FOUND"))
	paid(enrolled).When(watcher, prove).Refuses(t, refusal("ESCROW_NOT_FOUND"))
	paid(enrolled).When(watcher, fund).Then(t, funded)

	past := paid(enrolled, funded)
	past.When(watcher, fund).Then(t)
	past.When(watcher, release).Refuses(t, refusal("ESCROW_STATE"))
	past.When(watcher, refund).Then(t, refunded) // no proof came in time
	past.When(watcher, prove).Then(t, proven)
	past.And(proven)
	past.When(watcher, prove).Then(t)
	past.When(watcher, refund).Then(t, refunded) // a challenge was upheld
	past.When(watcher, release).Then(t, released)
	past.And(released)
	for _, seen := range []commands.Command[*commands.Agent]{fund, prove, release} {
		past.When(watcher, seen).Then(t)
	}
	past.When(watcher, refund).Refuses(t, refusal("ESCROW_STATE"))
	if e, ok := past.State().Escrow(funded.At, "0xe5"); !ok || e.Status != commands.EscrowReleased || e.Amount != "9" {
		t.Errorf("the escrow is %+v", e)
	}
}
