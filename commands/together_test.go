package commands_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// finishing is what a worker appends at the end of a task: the call with its
// outcome, and the goal's task.
func finishing(set *commands.Set, task, claim string) []commands.Step {
	s := at(1, 1, claim)
	result := toolResult(s, "ok")
	c := commands.BeginCall{RunRef: commands.RunRef{Workspace: "main", Goal: ref.Goal, Task: task}, First: true, Call: toolCall(s, "read"), Then: &commands.Outcome{Result: &result}}
	return []commands.Step{set.Runs.With(worker, c), set.Goals.With(worker, complete(task, claim))}
}

func TestTogetherAppendsToSeveralAggregates(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	set := p.process()
	must(t, set, worker, start("a", "c1"))
	answer, err := commands.Together(t.Context(), p.log, finishing(set, "a", "c1")...)
	if err != nil || answer.Revision != 6 {
		t.Fatalf("answered %+v, %v", answer, err)
	}
	if have, want := kinds(t, p.log)[3:], []string{"task.tool_call", "task.tool_result", "task.completed"}; !slices.Equal(have, want) {
		t.Errorf("appended %v", have)
	}
	// The completion names where the run ends, which nobody knew beforehand.
	last, err := p.log.At(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []*commands.Set{set, p.process()} {
		err = set.Goals.View(t.Context(), ref.Stream(), false, func(g *commands.Goal, at events.Revision) {
			if a, _ := g.Task("a"); a.Done.Run != last.Digest() || a.Done.ResultAt != 2 || at != 6 {
				t.Errorf("at %d the task is %+v", at, a.Done)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestTogetherDoesNothingIfOneIsRefused(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	set := p.process()
	before := kinds(t, p.log)
	if _, err := commands.Together(t.Context(), p.log, finishing(set, "a", "c1")...); !errors.Is(err, commands.ErrClaimLost) {
		t.Errorf("answered %v", err)
	}
	if after := kinds(t, p.log); !slices.Equal(before, after) {
		t.Errorf("appended %v", after[len(before):])
	}
	// What was decided and not appended is not believed either.
	err := set.Runs.View(t.Context(), runStream("a"), false, func(r *commands.Run, at events.Revision) {
		if len(r.Calls) > 0 || at != 0 {
			t.Errorf("run at %d has %d calls", at, len(r.Calls))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func runStream(task string) events.StreamID { return events.RunStream("main", ref.Goal, task) }

func TestTogetherDecidesAllAgainIfOneIsStale(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a", "b")
	set, other := p.process(), p.process()
	must(t, set, worker, start("a", "c1"))
	must(t, other, worker, start("b", "c2"))
	if _, err := commands.Together(t.Context(), p.log, finishing(set, "a", "c1")...); err != nil {
		t.Fatal(err)
	}
	// Now the other process is behind, and what it wants has become impossible.
	must(t, set, by("user:ada"), commands.CancelGoal{GoalRef: ref})
	before := kinds(t, p.log)
	if _, err := commands.Together(t.Context(), p.log, finishing(other, "b", "c2")...); !errors.Is(err, commands.ErrGoalEnded) {
		t.Errorf("answered %v", err)
	}
	if after := kinds(t, p.log); !slices.Equal(before, after) {
		t.Errorf("appended %v", after[len(before):])
	}
}

func TestTogetherTakesOneCommandOfEachAggregate(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a", "b")
	set := p.process()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err := commands.Together(ctx, p.log, set.Goals.With(worker, start("a", "c1")), set.Goals.With(worker, start("b", "c2")))
	if err == nil || ctx.Err() != nil {
		t.Errorf("answered %v", err)
	}
	if have := kinds(t, p.log); len(have) != 2 {
		t.Errorf("the log holds %v", have)
	}
}

func TestTogetherInOppositeOrdersDoesNotDeadlock(t *testing.T) {
	t.Parallel()
	const rounds = 200
	p := newPlace()
	set := p.process(patient)
	var refs [2]commands.GoalRef
	for i := range refs {
		refs[i] = commands.GoalRef{Workspace: "main", Goal: fmt.Sprintf("g%d", i)}
		must(t, set, by("user:ada"), commands.SubmitGoal{GoalRef: refs[i], Title: "x"})
		must(t, set, worker, commands.PlanGoal{GoalRef: refs[i], Tasks: tasksOf("a")})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for k, set := range []*commands.Set{set, set, p.process(patient)} {
		wg.Go(func() {
			for n := range rounds {
				var steps []commands.Step
				for i := range refs {
					steps = append(steps, set.Goals.With(worker, commands.StartTask{
						GoalRef: refs[(i+k)%2], Task: "a", Claim: fmt.Sprintf("c-%d-%d", k, n), Redelivered: true}))
				}
				if _, err := commands.Together(ctx, p.log, steps...); err != nil {
					t.Errorf("worker %d, round %d: %v", k, n, err)
					return
				}
			}
		})
	}
	wg.Wait()
	if have := kinds(t, p.log); len(have) != 4+3*2*rounds {
		t.Errorf("the log holds %d events", len(have))
	}
}

func TestTogetherIsAnsweredWhenRepeated(t *testing.T) {
	t.Parallel()
	p := newPlace()
	steps := func(set *commands.Set) []commands.Step {
		var out []commands.Step
		for i := range 2 {
			c := commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: "main", Goal: fmt.Sprintf("g%d", i)}, Title: "x"}
			out = append(out, set.Goals.With(withID("k1"), c))
		}
		return out
	}
	log := &watched{Log: p.log}
	set := process(log, p.keys)
	log.lose.Store(1)
	if _, err := commands.Together(t.Context(), log, steps(set)...); !errors.Is(err, errLost) {
		t.Fatal(err)
	}
	for _, set := range []*commands.Set{set, p.process()} {
		answer, err := commands.Together(t.Context(), set.Log, steps(set)...)
		if err != nil || !answer.Repeated || answer.Revision != 2 {
			t.Errorf("answered %+v, %v", answer, err)
		}
	}
}

func TestTogetherRefusesACommandThatCannotFollowWhatIsThere(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	set := p.process()
	must(t, set, worker, start("a", "c1"))
	if _, err := commands.Together(t.Context(), p.log, finishing(set, "a", "c1")[0]); err != nil {
		t.Fatal(err)
	}
	// The run is not empty any more, so the optimistic first append conflicts.
	if _, err := commands.Together(t.Context(), p.log, finishing(p.process(), "a", "c1")...); !errors.Is(err, refusal("CALL_SETTLED")) {
		t.Errorf("answered %v", err)
	}
}

var _ eventlog.Log = (*watched)(nil)
