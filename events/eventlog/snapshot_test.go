package eventlog_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// short is a log that ends at a revision, for all that a snapshot asks of it.
type short struct {
	eventlog.Log
	head events.Revision
}

func (s short) Head(context.Context) (events.Revision, error) { return s.head, nil }

// kept holds states in memory.
type kept map[string][]byte

func (k kept) Load(_ context.Context, name string) ([]byte, error) {
	if name == "away" {
		return nil, errors.New("the store is away")
	}
	return k[name], nil
}

func (k kept) Save(_ context.Context, name string, state []byte) error {
	k[name] = state
	return nil
}

func TestASnapshotIsOfTheLogThatItIsAbout(t *testing.T) {
	t.Parallel()
	states := kept{"noise": []byte("{")}
	open := map[events.StreamID]bool{events.GoalStream("main", "g1"): true, events.AgentStream("main", "a1"): true}
	if err := eventlog.SaveOpen(t.Context(), states, "mine", 7, maps.Keys(open)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		head events.Revision
		at   events.Revision
		open int
	}{
		{"mine", 7, 7, 2}, {"mine", 9, 7, 2},
		{"mine", 6, 0, 0}, // the log lost its end
		{"noise", 9, 0, 0}, {"none", 9, 0, 0},
	} {
		at, got, err := eventlog.LoadOpen(t.Context(), short{head: c.head}, states, c.name)
		if err != nil || at != c.at || len(got) != c.open || c.open > 0 && !maps.Equal(got, open) {
			t.Errorf("%s of a log up to %d: %d, %v, %v", c.name, c.head, at, got, err)
		}
	}
	if _, _, err := eventlog.LoadOpen(t.Context(), short{}, states, "away"); err == nil {
		t.Error("a store that is away is taken for an empty one")
	}
}

func TestKindsAreSelectedWhereTheyStand(t *testing.T) {
	t.Parallel()
	kind := events.KindOf[events.GoalFailed]().Name
	goal, run := events.GoalStream("main", "g1"), events.RunStream("main", "g1", "t1")
	for filter, want := range map[string][]bool{ // the goal's, its run's
		eventlog.KindFilter("*", events.FamilyGoal, events.Whole, kind):        {true, false},
		eventlog.KindFilter("main", events.FamilyGoal, events.Whole, "goal.*"): {true, false},
		eventlog.KindFilter("*", events.FamilyGoal, "*", kind):                 {true, true},
		eventlog.KindFilter("other", events.FamilyGoal, "*", kind):             {false, false},
		eventlog.KindFilter("*", events.FamilyAgent, "*", kind):                {false, false},
		eventlog.KindFilter("*", events.FamilyGoal, "*", "goal.completed"):     {false, false},
	} {
		got := []bool{eventlog.Matches(filter, eventlog.Subject(goal, kind)), eventlog.Matches(filter, eventlog.Subject(run, kind))}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", filter, got, want)
		}
	}
}

func ExampleKindFilters() {
	fmt.Println(eventlog.KindFilters(events.FamilyAgent, "agent.revoked", "passport.minted"))
	// Output: [mergit.ev.*.*.agent.*._.agent.revoked mergit.ev.*.*.agent.*._.passport.minted]
}
