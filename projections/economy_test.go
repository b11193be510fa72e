package projections_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/memstore"
)

// account folds facts of agent a1.
func account(t *testing.T, facts ...events.Event) projections.Account {
	t.Helper()
	rows, err := foldAccount(t, facts...)
	if err != nil {
		t.Fatal(err)
	}
	return *rows
}

func foldAccount(t *testing.T, facts ...events.Event) (*projections.Account, error) {
	t.Helper()
	w, records := sample.New(), []eventlog.Record(nil)
	for _, f := range facts {
		r, err := w.Record(events.AgentStream(sample.Workspace, "a1"), f)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	batch, err := projections.Economy.Open(t.Context(), w.Keys, records)
	if err != nil {
		t.Fatal(err)
	}
	store := new(memstore.Store)
	g, err := store.Open(t.Context(), projections.Economy)
	if err != nil {
		t.Fatal(err)
	}
	f, at := projections.NewFolder(projections.Economy, 8), events.Revision(0)
	for i, e := range batch { // each is stored, and read by another folder
		for _, m := range f.Missing(batch[i : i+1]) {
			if err := store.Load(t.Context(), g, m); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Fold(batch[i : i+1]); err != nil {
			return nil, err
		}
		move := projections.Move{Slot: eventlog.Slot(e.Stream), From: at, To: projections.Mark{Revision: e.Revision, Digest: e.Digest}}
		if err := store.Commit(t.Context(), g, projections.Commit{Seen: e.Revision, Moves: []projections.Move{move}, Changes: f.Changes()}); err != nil {
			t.Fatal(err)
		}
		f, at = projections.NewFolder(projections.Economy, 8), e.Revision
	}
	unit := projections.Economy.Models()[0].Units("a1")
	if err := store.Load(t.Context(), g, unit); err != nil {
		t.Fatal(err)
	}
	return unit.Unit("a1").(*projections.Account), nil
}

func placedAt(block uint64) events.OnChain {
	return events.OnChain{Chain: 1337, Contract: "0xc0", Tx: "0xf00", Block: block, BlockHash: "0xb"}
}

var (
	somebody  = events.AgentRegistered{DID: "did:mergit:a1", Name: "ada", Address: "0xa1"}
	goalHash  = events.Sum([]byte("g1"))
	challenge = events.ChallengeOpened{Challenge: "1", Goal: goalHash, Task: events.Sum([]byte("t1")), Challenger: "0xcc", Bond: "3", Evidence: events.Sum([]byte("e")), At: placedAt(4)}
	aside     = events.EscrowFunded{Escrow: "0xe1", Goal: goalHash, Task: events.Sum([]byte("t1")), Payer: "0xbb", Payee: "0xa1", Deadline: later, Amount: "9", At: placedAt(5)}
)

func TestAnAgentsMoneyIsFolded(t *testing.T) {
	t.Parallel()
	a := account(t, somebody,
		events.StakeChanged{Change: "deposited", Amount: "100", Account: "0xbb", Bonded: "100", Unbonding: "0", At: placedAt(1)},
		events.StakeChanged{Change: "unbonded", Amount: "40", Bonded: "60", Unbonding: "40", ReleaseAt: &later, At: placedAt(2)},
		challenge, aside,
		events.ChallengeAnswered{Challenge: "1", Answer: events.Sum([]byte("a")), At: placedAt(6)},
		events.EscrowProven{Escrow: "0xe1", Result: result, ReleasableAt: later.Add(time.Hour), At: placedAt(7)},
		events.ChallengeResolved{Challenge: "1", Outcome: "upheld", Penalty: "20", Reward: "8", At: placedAt(8)},
		events.EscrowRefunded{Escrow: "0xe1", Amount: "9", At: placedAt(9)},
	)
	s := slices.Collect(a.Stakes.All())
	if len(s) != 1 || s[0].Bonded != "60" || s[0].Unbonding != "40" || s[0].ReleaseAt == nil || !s[0].ReleaseAt.Equal(later) || s[0].Block != 2 || s[0].Agent != "a1" {
		t.Errorf("the stake is %+v", s[0])
	}
	c := slices.Collect(a.Challenges.All())
	if len(c) != 1 || c[0].Status != projections.ChallengeUpheld || c[0].Penalty != "20" || c[0].Reward != "8" || c[0].Answer == "" || c[0].Ended == nil || c[0].Contract != "1337-0xc0" {
		t.Errorf("the challenge is %+v", c[0])
	}
	e := slices.Collect(a.Escrows.All())
	if len(e) != 1 || e[0].Status != projections.EscrowRefunded || e[0].Result != result.String() || e[0].ReleasableAt == nil || e[0].Ended == nil || e[0].Amount != "9" {
		t.Errorf("the escrow is %+v", e[0])
	}
}

func TestTheSameNumberInAnotherContractIsAnotherChallenge(t *testing.T) {
	t.Parallel()
	other := challenge
	other.At.Contract = "0xc1"
	a := account(t, somebody, challenge, other, events.ChallengeResolved{Challenge: "1", Outcome: "expired", At: other.At})
	status := map[string]string{}
	for c := range a.Challenges.All() {
		status[c.Contract] = c.Status
	}
	if want := map[string]string{"1337-0xc0": "open", "1337-0xc1": "expired"}; !maps.Equal(status, want) {
		t.Errorf("they are %v, want %v", status, want)
	}
}

func TestWhatFollowsNothingStopsTheEconomy(t *testing.T) {
	t.Parallel()
	for name, fact := range map[string]events.Event{
		"an answer":  events.ChallengeAnswered{Challenge: "9", At: placedAt(1)},
		"an end":     events.ChallengeResolved{Challenge: "9", Outcome: "expired", At: placedAt(1)},
		"a proof":    events.EscrowProven{Escrow: "0xe9", At: placedAt(1)},
		"a release":  events.EscrowReleased{Escrow: "0xe9", At: placedAt(1)},
		"a refund":   events.EscrowRefunded{Escrow: "0xe9", At: placedAt(1)},
		"one beside": events.EscrowProven{Escrow: "0xe1", At: events.OnChain{Chain: 1, Contract: "0xc0"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := foldAccount(t, somebody, aside, fact); err == nil {
				t.Error("it was folded")
			}
		})
	}
}
