package views_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/store"
	"github.com/mergit-io/mergit/projections/views"
)

// fold folds all there is into the tables of a projection.
func (w *world) fold(t *testing.T, p *projections.Projection) {
	t.Helper()
	s := store.New(w.pool)
	r := &projections.Runner{Projection: p, Store: s, Feeds: projections.Tails{Log: w.log}, Log: w.log, Keys: w.Keys, Progress: new(projections.Progress)}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	g, err := s.Open(t.Context(), p)
	for err == nil {
		var at projections.Position
		if at, err = s.Position(t.Context(), g); at.After(projections.Partition{}) >= w.head {
			break
		}
		select {
		case err := <-ended:
			t.Fatalf("the runner ended: %v", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
	stop()
	<-ended
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheEconomyIsListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	at := func(block uint64) events.OnChain {
		return events.OnChain{Chain: 1337, Contract: "0xc0", Tx: "0xf00", Block: block, BlockHash: "0xb"}
	}
	goal, deadline := sample.GoalID(1), time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	w.add(t, sample.Goal(goal, 2)...)
	for i := range 3 {
		stream := events.AgentStream(sample.Workspace, fmt.Sprint("a", i))
		w.add(t,
			sample.Fact{Stream: stream, Event: events.AgentRegistered{DID: "did:mergit:a", Address: "0xa"}},
			sample.Fact{Stream: stream, Event: events.StakeChanged{Change: "deposited", Amount: "1", Bonded: fmt.Sprint(i, "000"), Unbonding: "0", At: at(1)}},
			sample.Fact{Stream: stream, Event: events.ChallengeOpened{Challenge: fmt.Sprint(i + 1), Goal: events.Sum([]byte(goal)), Task: events.Sum([]byte("t01")), Challenger: "0xcc", Bond: "3", Evidence: events.Sum([]byte("e")), At: at(2)}},
			sample.Fact{Stream: stream, Event: events.EscrowFunded{Escrow: fmt.Sprint("0xe", i), Goal: events.Sum([]byte(goal)), Task: events.Sum([]byte(fmt.Sprint("t0", i))), Payer: "0xbb", Payee: "0xa", Deadline: deadline, Amount: "9", At: at(3)}},
		)
	}
	w.add(t, sample.Fact{Stream: events.AgentStream(sample.Workspace, "a1"), Event: events.ChallengeResolved{Challenge: "2", Outcome: "upheld", Penalty: "5", Reward: "2", At: at(4)}})
	w.fold(t, projections.Goals)
	w.fold(t, projections.Economy)
	v := views.New(w.pool, views.Config{})

	stakes, err := v.Stakes(t.Context(), views.StakeFilter{Workspace: sample.Workspace, Limit: 2})
	if err != nil || len(stakes.Stakes) != 2 || stakes.Stakes[0].Agent != "a2" || stakes.Next == "" {
		t.Fatalf("stakes are %+v, %v", stakes, err)
	}
	rest, err := v.Stakes(t.Context(), views.StakeFilter{Workspace: sample.Workspace, Limit: 2, Cursor: stakes.Next})
	if err != nil || len(rest.Stakes) != 1 || rest.Stakes[0].Agent != "a0" || rest.Next != "" {
		t.Errorf("then %+v, %v", rest, err)
	}
	if one, err := v.Stake(t.Context(), "a1"); err != nil || one.Bonded != "1000" {
		t.Errorf("one is %+v, %v", one, err)
	}
	if _, err := v.Stake(t.Context(), "nobody"); !errors.Is(err, views.ErrNotFound) {
		t.Errorf("of nobody: %v", err)
	}
	for name, c := range map[string]struct {
		filter views.ChallengeFilter
		want   int
	}{
		"all": {views.ChallengeFilter{}, 3}, "open": {views.ChallengeFilter{Status: "open"}, 2}, "upheld": {views.ChallengeFilter{Status: "upheld"}, 1},
		"of a task": {views.ChallengeFilter{Goal: goal, Task: "t01"}, 3}, "of another": {views.ChallengeFilter{Goal: goal, Task: "t00"}, 0},
		"of an agent": {views.ChallengeFilter{Agent: "a0"}, 1}, "one": {views.ChallengeFilter{Contract: "1337-0xc0", Number: "3"}, 1},
		"elsewhere": {views.ChallengeFilter{Workspace: "other"}, 0},
	} {
		if page, err := v.Challenges(t.Context(), c.filter); err != nil || len(page.Challenges) != c.want {
			t.Errorf("challenges, %s: %+v, %v", name, page, err)
		}
	}
	for name, c := range map[string]struct {
		filter views.EscrowFilter
		want   int
	}{
		"all": {views.EscrowFilter{}, 3}, "of a task": {views.EscrowFilter{Goal: goal, Task: "t02"}, 1}, "of a payer": {views.EscrowFilter{Payer: "0xbb"}, 3},
		"of nobody": {views.EscrowFilter{Payer: "0xb"}, 0}, "one": {views.EscrowFilter{Contract: "1337-0xc0", ID: "0xe1"}, 1}, "released": {views.EscrowFilter{Status: "released"}, 0},
	} {
		if page, err := v.Escrows(t.Context(), c.filter); err != nil || len(page.Escrows) != c.want {
			t.Errorf("escrows, %s: %+v, %v", name, page, err)
		}
	}
	page, err := v.Escrows(t.Context(), views.EscrowFilter{Limit: 2})
	if err != nil || page.Next == "" || !page.Escrows[0].Deadline.Equal(deadline) {
		t.Fatalf("escrows are %+v, %v", page, err)
	}
	names, err := v.NamesOf(t.Context(), sample.Workspace, []string{page.Escrows[0].Goal, events.Sum([]byte("other")).String()})
	if n := names[page.Escrows[0].Goal]; err != nil || len(names) != 1 || n.Goal != goal || n.Tasks[events.Sum([]byte("t01")).String()] != "t01" {
		t.Errorf("names are %+v, %v", names, err)
	}
	if names, err := v.NamesOf(t.Context(), "other", []string{page.Escrows[0].Goal}); err != nil || len(names) != 0 {
		t.Errorf("of another workspace: %+v, %v", names, err)
	}
}
