package reactions

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// happens has a log of a contract that holds money observed, in a block of its own.
func (w *world) happens(contract, event string, args map[string]any) events.LogObserved {
	w.Helper()
	w.block++
	l := observedAt(w.block, event, args)
	l.ContractName, l.At.Contract = contract, "0x00000000000000000000000000000000000000"+map[string]string{"StakeRegistry": "b1", "ChallengeManager": "b2", "TaskEscrow": "b3"}[contract]
	ref := commands.ContractRef{Workspace: "main", Contract: fmt.Sprintf("%d-%s", chainID, l.At.Contract)}
	w.run(commands.ObserveLogs{ContractRef: ref, Logs: []events.LogObserved{l}})
	return l
}

// facts are those of an agent after its registration, by kind and in the order of the log.
func (w *world) facts(agent string) (all []events.Event) {
	w.Helper()
	for r, err := range w.Log.Load(w.Context(), events.AgentStream("main", agent), 0) {
		if err != nil {
			w.Fatal(err)
		}
		e, err := w.set.Codec.Decode(w.Context(), r)
		if err != nil {
			w.Fatal(err)
		}
		if r.Kind != registered {
			all = append(all, e.Fact)
		}
	}
	return all
}

// wantFacts compares what an agent was told, however often it was reacted to.
func (w *world) wantFacts(agent string, want ...events.Event) {
	w.Helper()
	for range 2 {
		w.react(w.config())
		have := w.facts(agent)
		if len(have) != len(want) {
			w.Fatalf("%d facts, want %d: %s", len(have), len(want), w.told(agent))
		}
		for i := range want {
			a, _ := json.Marshal(have[i])
			b, _ := json.Marshal(want[i])
			if string(a) != string(b) || events.KindOfFact(have[i]) != events.KindOfFact(want[i]) {
				w.Errorf("fact %d is %s\nwant %s", i+1, a, b)
			}
		}
	}
}

func TestAnAgentIsToldOfItsStake(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("a1", ada)
	in := w.happens("StakeRegistry", "StakeDeposited", map[string]any{"agent": ada, "from": bob, "amount": "1000000000000000000"})
	out := w.happens("StakeRegistry", "StakeUnbonded", map[string]any{"agent": ada, "amount": "400000000000000000", "releaseAt": 1767225600})
	held := w.happens("StakeRegistry", "StakeHeld", map[string]any{"agent": ada, "holds": 1})
	cut := w.happens("StakeRegistry", "StakeSlashed", map[string]any{"agent": ada, "beneficiary": bob, "amount": "700000000000000000"})
	w.happens("StakeRegistry", "StakeDeposited", map[string]any{"agent": bob, "from": bob, "amount": "1"}) // no agent of ours
	w.happens("StakeRegistry", "TiersSet", map[string]any{"minimums": []string{"1"}})
	end := Size(1767225600).Time()
	w.wantFacts("a1",
		events.StakeChanged{Change: "deposited", Amount: "1000000000000000000", Account: bob, Bonded: "1000000000000000000", Unbonding: "0", At: in.At},
		events.StakeChanged{Change: "unbonded", Amount: "400000000000000000", Bonded: "600000000000000000", Unbonding: "400000000000000000", ReleaseAt: &end, At: out.At},
		events.StakeChanged{Change: "held", Bonded: "600000000000000000", Unbonding: "400000000000000000", ReleaseAt: &end, Holds: 1, At: held.At},
		events.StakeChanged{Change: "slashed", Amount: "700000000000000000", Account: bob, Bonded: "0", Unbonding: "300000000000000000", ReleaseAt: &end, Holds: 1, At: cut.At},
	)
}

func TestStakeThatAReorgTookBackIsUndone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("a1", ada)
	in := w.happens("StakeRegistry", "StakeDeposited", map[string]any{"agent": ada, "from": bob, "amount": "5"})
	w.react(w.config())
	w.run(commands.RemoveLogs{ContractRef: commands.ContractRef{Workspace: "main", Contract: fmt.Sprintf("%d-%s", chainID, in.At.Contract)},
		Logs: []events.LogRemoved{{ContractName: in.ContractName, Event: in.Event, Args: in.Args, At: in.At}}})
	again := w.happens("StakeRegistry", "StakeDeposited", map[string]any{"agent": ada, "from": bob, "amount": "5"})
	w.wantFacts("a1",
		events.StakeChanged{Change: "deposited", Amount: "5", Account: bob, Bonded: "5", Unbonding: "0", At: in.At},
		events.StakeChanged{Change: "reorged", Bonded: "0", Unbonding: "0", At: in.At},
		events.StakeChanged{Change: "deposited", Amount: "5", Account: bob, Bonded: "5", Unbonding: "0", At: again.At},
	)
}

func TestAnAgentIsToldOfChallengesAndEscrows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("a1", ada)
	digest, err := events.ParseDigest(hash[2:])
	if err != nil {
		t.Fatal(err)
	}
	escrow, unpaid := "0xe1", "0xe2"
	fund := func(id, deadline string) events.LogObserved {
		return w.happens("TaskEscrow", "EscrowFunded", map[string]any{"id": id, "payer": bob, "payee": ada, "goal": hash, "task": hash, "deadline": deadline, "amount": "9"})
	}
	f1, f2 := fund(escrow, "1767225600"), fund(unpaid, "18446744073709551615")
	p1 := w.happens("TaskEscrow", "EscrowProven", map[string]any{"id": escrow, "result": hash, "releasableAt": "1767225700"})
	open := func(id string) events.LogObserved {
		return w.happens("ChallengeManager", "ChallengeOpened", map[string]any{"id": id, "subject": hash, "agent": ada, "goal": hash, "task": hash, "challenger": bob, "bond": "3", "evidence": hash})
	}
	c1, c2, c3 := open("1"), open("2"), open("3")
	a1 := w.happens("ChallengeManager", "ChallengeAnswered", map[string]any{"id": "1", "answer": hash})
	e1 := w.happens("ChallengeManager", "ChallengeResolved", map[string]any{"id": "1", "upheld": true, "penalty": "6", "reward": "2"})
	e2 := w.happens("ChallengeManager", "ChallengeResolved", map[string]any{"id": "2", "upheld": false, "penalty": "0", "reward": "0"})
	e3 := w.happens("ChallengeManager", "ChallengeExpired", map[string]any{"id": "3"})
	r1 := w.happens("TaskEscrow", "EscrowReleased", map[string]any{"id": escrow, "payee": ada, "amount": "9"})
	r2 := w.happens("TaskEscrow", "EscrowRefunded", map[string]any{"id": unpaid, "payer": bob, "amount": "9"})
	w.happens("ChallengeManager", "ChallengeExpired", map[string]any{"id": "4"}) // of an agent that is not ours

	challenge := func(id string, l events.LogObserved) events.Event {
		return events.ChallengeOpened{Challenge: id, Goal: digest, Task: digest, Challenger: bob, Bond: "3", Evidence: digest, At: l.At}
	}
	aside := func(id string, deadline Size, l events.LogObserved) events.Event {
		return events.EscrowFunded{Escrow: id, Goal: digest, Task: digest, Payer: bob, Payee: ada, Deadline: deadline.Time(), Amount: "9", At: l.At}
	}
	w.wantFacts("a1",
		aside(escrow, 1767225600, f1), aside(unpaid, lastMoment, f2),
		events.EscrowProven{Escrow: escrow, Result: digest, ReleasableAt: Size(1767225700).Time(), At: p1.At},
		challenge("1", c1), challenge("2", c2), challenge("3", c3),
		events.ChallengeAnswered{Challenge: "1", Answer: digest, At: a1.At},
		events.ChallengeResolved{Challenge: "1", Outcome: "upheld", Penalty: "6", Reward: "2", At: e1.At},
		events.ChallengeResolved{Challenge: "2", Outcome: "rejected", At: e2.At},
		events.ChallengeResolved{Challenge: "3", Outcome: "expired", At: e3.At},
		events.EscrowReleased{Escrow: escrow, Amount: "9", At: r1.At},
		events.EscrowRefunded{Escrow: unpaid, Amount: "9", At: r2.At},
	)
}
