package commands_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

func goalNamed(id string) commands.GoalRef { return commands.GoalRef{Workspace: "main", Goal: id} }

func TestAnAggregateThatWasDroppedIsLoadedAgain(t *testing.T) {
	t.Parallel()
	p := newPlace()
	log := &watched{Log: p.log}
	set := process(log, p.keys, func(c *commands.Config) { c.Cached = 2 })
	for _, id := range []string{"g1", "g2"} {
		must(t, set, by("user:ada"), commands.SubmitGoal{GoalRef: goalNamed(id), Title: "x"})
	}
	plan := func(id string, loads int64) {
		t.Helper()
		must(t, set, worker, commands.PlanGoal{GoalRef: goalNamed(id), Tasks: tasksOf("a")})
		if n := log.loads.Load(); n != loads {
			t.Errorf("%d loads after planning %s, want %d", n, id, loads)
		}
	}
	plan("g1", 0)
	must(t, set, by("user:ada"), commands.SubmitGoal{GoalRef: goalNamed("g3"), Title: "x"}) // drops g2
	plan("g3", 0)
	plan("g2", 1)
	set.Goals.Forget(goalNamed("g3").Stream())
	set.Goals.Forget(goalNamed("unknown").Stream())
	must(t, set, worker, commands.StartTask{GoalRef: goalNamed("g3"), Task: "a", Claim: "c1"})
	if n := log.loads.Load(); n != 2 {
		t.Errorf("%d loads", n)
	}
}

func TestWhatIsRememberedIsBoundedByItsSize(t *testing.T) {
	t.Parallel()
	p := newPlace()
	log := &watched{Log: p.log}
	set := process(log, p.keys, func(c *commands.Config) { c.CachedBytes = 64 << 10 })
	big := commands.SubmitGoal{Title: "x", Plan: json.RawMessage(`"` + strings.Repeat("a", 30<<10) + `"`)} // 40 KiB sealed
	for i := range 4 {
		big.GoalRef = goalNamed(fmt.Sprintf("g%d", i))
		must(t, set, by("user:ada"), big)
	}
	must(t, set, worker, commands.PlanGoal{GoalRef: goalNamed("g3"), Tasks: tasksOf("a")})
	if n := log.loads.Load(); n != 0 {
		t.Errorf("the newest was dropped: %d loads", n)
	}
	for i := range 3 {
		must(t, set, worker, commands.PlanGoal{GoalRef: goalNamed(fmt.Sprintf("g%d", i)), Tasks: tasksOf("a")})
	}
	if n := log.loads.Load(); n != 3 {
		t.Errorf("%d loads, want one for each that was dropped", n)
	}
}

func TestDroppingWhileCommandsRunLosesNothing(t *testing.T) {
	t.Parallel()
	const goals, rounds = 4, 50
	p := newPlace()
	set := p.process(patient, func(c *commands.Config) { c.Cached = 1 })
	for i := range goals {
		must(t, set, by("user:ada"), commands.SubmitGoal{GoalRef: goalNamed(fmt.Sprintf("g%d", i)), Title: "x"})
		must(t, set, worker, commands.PlanGoal{GoalRef: goalNamed(fmt.Sprintf("g%d", i)), Tasks: tasksOf("a")})
	}
	var wg sync.WaitGroup
	for k := range 2 * goals {
		wg.Go(func() {
			for n := range rounds {
				c := commands.StartTask{GoalRef: goalNamed(fmt.Sprintf("g%d", k%goals)), Task: "a", Claim: fmt.Sprintf("c-%d-%d", k, n), Redelivered: true}
				if _, err := set.Dispatch(t.Context(), worker, c); err != nil {
					t.Errorf("start: %v", err)
					return
				}
			}
		})
	}
	wg.Wait()
	if have := kinds(t, p.log); len(have) != 2*goals+2*goals*rounds {
		t.Errorf("the log holds %d events", len(have))
	}
}

func TestObservingFollowsTheLogWithoutLoading(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a", "b")
	log := &watched{Log: p.log}
	set, other := process(log, p.keys), p.process()
	must(t, other, worker, start("a", "c1"))
	var seen []events.Revision
	observe := func(records ...eventlog.Record) {
		t.Helper()
		for _, r := range records {
			err := set.Goals.Observe(t.Context(), r, func(_ *commands.Goal, at events.Revision) { seen = append(seen, at) })
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	records := func() (out []eventlog.Record) {
		for r, err := range p.log.Load(t.Context(), ref.Stream(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, r)
		}
		return out
	}
	observe(records()...)
	observe(records()[0]) // once more
	if loads, tails := log.loads.Load(), log.tails.Load(); loads != 0 || tails != 0 || fmt.Sprint(seen) != "[1 2 3 3]" {
		t.Errorf("%d loads, %d tails, seen at %v", loads, tails, seen)
	}
	must(t, other, worker, start("b", "c2"))
	must(t, other, worker, complete("b", "c2"))
	observe(records()[4]) // one was missed
	if tails := log.tails.Load(); tails != 1 || seen[4] != 5 {
		t.Errorf("%d tails, seen at %v", tails, seen)
	}
	// Somebody who starts in the middle loads what came before.
	set = process(log, p.keys)
	observe(records()[4])
	if loads := log.loads.Load(); loads != 1 || seen[5] != 5 {
		t.Errorf("%d loads, seen at %v", loads, seen)
	}
}

func TestObservingReportsABrokenChain(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	set := p.process()
	look := func(*commands.Goal, events.Revision) {}
	for r := range p.log.Load(t.Context(), ref.Stream(), 0) {
		if r.Ordinal == 2 {
			r.Previous = events.Sum([]byte("forged"))
		}
		err := set.Goals.Observe(t.Context(), r, look)
		if _, broken := errors.AsType[*eventlog.BrokenChainError](err); broken != (r.Ordinal == 2) {
			t.Errorf("ordinal %d: %v", r.Ordinal, err)
		}
	}
	must(t, set, worker, start("a", "c1")) // the log itself is sound
}
