package commandtest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

// judge notes what a test would have failed with.
type judge struct {
	testing.TB
	said string
}

func (j *judge) Helper() {}

func (j *judge) Fatalf(format string, args ...any) {
	j.said = fmt.Sprintf(format, args...)
	panic(j)
}

// verdict is what a check fails with, nothing if it passes.
func verdict(check func(testing.TB)) (said string) {
	j := new(judge)
	defer func() {
		if p := recover(); p != nil && p != any(j) {
			panic(p)
		}
		said = j.said
	}()
	check(j)
	return ""
}

// drift changes the state while it decides.
type drift struct{ commands.GoalRef }

func (drift) Name() string { return "drift" }
func (drift) Decide(g *commands.Goal, _ commands.Request) ([]events.Event, error) {
	g.Replans++
	return nil, nil
}

func TestAWrongExpectationFails(t *testing.T) {
	t.Parallel()
	ref := commands.GoalRef{Workspace: commandtest.Workspace, Goal: commandtest.Goal}
	req := commands.Request{At: commandtest.Epoch, Actor: "user:ada"}
	past := commandtest.Given[commands.Goal](events.GoalSubmitted{Title: "x"})
	cancel := past.When(req, commands.CancelGoal{GoalRef: ref})
	plan := past.When(req, commands.PlanGoal{GoalRef: ref})
	cancelled := events.GoalCancelled{By: "user:ada"}
	for name, c := range map[string]struct {
		check func(testing.TB)
		want  string
	}{
		"right":            {func(t testing.TB) { cancel.Then(t, cancelled) }, ""},
		"right refusal":    {func(t testing.TB) { plan.Refuses(t, &commands.Refusal{Code: "PLAN_INVALID"}) }, ""},
		"another fact":     {func(t testing.TB) { cancel.Then(t, events.GoalCancelled{By: "user:bob"}) }, "want"},
		"another kind":     {func(t testing.TB) { cancel.Then(t, events.GoalFailed{}) }, "goal.failed"},
		"no fact":          {func(t testing.TB) { cancel.Then(t) }, "led to 1 facts, want 0"},
		"more facts":       {func(t testing.TB) { cancel.Then(t, cancelled, cancelled) }, "led to 1 facts, want 2"},
		"was not refused":  {func(t testing.TB) { cancel.Refuses(t, commands.ErrGoalEnded) }, "goal.cancelled"},
		"was refused":      {func(t testing.TB) { plan.Then(t) }, "was refused"},
		"refused, state":   {func(t testing.TB) { plan.State(t) }, "was refused"},
		"another refusal":  {func(t testing.TB) { plan.Refuses(t, commands.ErrGoalEnded) }, "PLAN_INVALID"},
		"changes of state": {func(t testing.TB) { past.When(req, drift{ref}).Then(t) }, "not pure"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if said := verdict(c.check); said == "" != (c.want == "") || !strings.Contains(said, c.want) {
				t.Errorf("failed with %q, want %q in it", said, c.want)
			}
		})
	}
}

func TestGivenFactsFormAChain(t *testing.T) {
	t.Parallel()
	var seen []events.Envelope[events.Event]
	commandtest.Given[recorder](events.GoalSubmitted{Title: "x"}, events.GoalCancelled{}).State().hand(&seen)
	if len(seen) != 2 || seen[1].Previous != seen[0].Digest || seen[1].Ordinal != 2 || seen[1].Revision <= seen[0].Revision ||
		seen[1].PreviousRevision != seen[0].Revision || seen[1].Cause != string(seen[0].ID) || !seen[1].Time.After(seen[0].Time) {
		t.Errorf("given are %+v", seen)
	}
}

// recorder is an aggregate that remembers what was folded into it.
type recorder struct {
	seen []events.Envelope[events.Event]
}

func (r *recorder) Evolve(e events.Envelope[events.Event])   { r.seen = append(r.seen, e) }
func (r *recorder) Answered(string) (commands.Answer, bool)  { return commands.Answer{}, false }
func (r *recorder) hand(to *[]events.Envelope[events.Event]) { *to = r.seen }
