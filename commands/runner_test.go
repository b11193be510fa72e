package commands_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// goalWith is a place with a goal of some tasks.
func goalWith(t testing.TB, tasks ...string) place {
	t.Helper()
	p := newPlace()
	set := p.process()
	must(t, set, by("user:ada"), submit)
	must(t, set, worker, commands.PlanGoal{GoalRef: ref, Tasks: tasksOf(tasks...)})
	return p
}

func TestALostRaceLoadsTheTailAndDecidesAgain(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a", "b")
	log := &watched{Log: p.log}
	var conflicts []events.StreamID
	set := process(log, p.keys, func(c *commands.Config) { c.Conflict = func(s events.StreamID) { conflicts = append(conflicts, s) } })
	must(t, set, worker, start("a", "c1"))
	must(t, p.process(), worker, start("b", "c2")) // another process

	if answer := must(t, set, worker, complete("a", "c1")); answer.Revision != 5 {
		t.Errorf("answered %+v", answer)
	}
	if log.loads.Load() != 1 || log.tails.Load() != 1 || !slices.Equal(conflicts, []events.StreamID{ref.Stream()}) {
		t.Errorf("%d loads, %d tails, conflicts %v", log.loads.Load(), log.tails.Load(), conflicts)
	}
	if _, err := set.Dispatch(t.Context(), worker, start("b", "c3")); !errors.Is(err, commands.ErrTaskClaimed) {
		t.Errorf("what the other process did is not known: %v", err)
	}
}

func TestNothingIsRefusedOnAStateThatIsOutOfDate(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	set, other := p.process(), p.process()
	must(t, set, worker, start("a", "c1"))
	must(t, other, worker, complete("a", "c1"))
	// Here task a still runs, so this looks like a goal with an open task.
	must(t, set, worker, commands.CompleteGoal{GoalRef: ref})

	confirm := commands.ConfirmProof{GoalRef: ref, Chain: 1, Tx: "0x1", Block: 7, BlockHash: "0xb7"}
	must(t, set, worker, pend)
	must(t, set, worker, confirm)
	must(t, other, worker, commands.ReorgProof{GoalRef: ref, BlockHash: "0xb7"})
	// Here it stands in that block, as if nothing were left to do.
	must(t, set, worker, confirm)
	if have := kinds(t, p.log); have[len(have)-1] != "proof.confirmed" {
		t.Errorf("the log holds %v", have)
	}
}

func TestARunnerThatLosesEveryRaceGivesUp(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	other, n := p.process(), 0
	log := &watched{Log: p.log}
	log.before = func() {
		again := start("a", fmt.Sprintf("o%d", n))
		again.Redelivered = true
		must(t, other, worker, again)
		n++
	}
	mine := start("a", "mine")
	mine.Redelivered = true
	_, err := process(log, p.keys, func(c *commands.Config) { c.Tries = 3 }).Dispatch(t.Context(), worker, mine)
	if _, ok := errors.AsType[*eventlog.ConflictError](err); !ok || n != 3 {
		t.Errorf("after %d tries: %v", n, err)
	}
}

func TestTwoProcessesCanRaceOnOneGoal(t *testing.T) {
	t.Parallel()
	const tasks = 24
	var names []string
	for i := range tasks {
		names = append(names, fmt.Sprintf("t%d", i))
	}
	p := goalWith(t, names...)
	sets := []*commands.Set{p.process(patient), p.process(patient)}
	var won [tasks]atomic.Int64
	var wg sync.WaitGroup
	for i, name := range names {
		for k, set := range sets {
			for dup := range 2 {
				wg.Go(func() {
					claim := fmt.Sprintf("c-%d-%d-%d", i, k, dup)
					if _, err := set.Dispatch(t.Context(), worker, start(name, claim)); errors.Is(err, commands.ErrTaskClaimed) || errors.Is(err, commands.ErrTaskNotReady) {
						return
					} else if err != nil {
						t.Errorf("start %s: %v", name, err)
						return
					}
					won[i].Add(1)
					if _, err := set.Dispatch(t.Context(), worker, complete(name, claim)); err != nil {
						t.Errorf("complete %s: %v", name, err)
					}
				})
			}
		}
	}
	wg.Wait()
	for i := range won {
		if n := won[i].Load(); n != 1 {
			t.Errorf("task %d was won %d times", i, n)
		}
	}
	must(t, sets[0], worker, commands.CompleteGoal{GoalRef: ref})
	if have := kinds(t, p.log); len(have) != 2+2*tasks+1 {
		t.Errorf("%d events", len(have))
	}
}

// patient is a runner for tests in which many race.
func patient(c *commands.Config) { c.Tries = 1000 }

func TestAnAnswerThatWasLostIsGivenOnRepetition(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	log := &watched{Log: p.log}
	set := process(log, p.keys)
	log.lose.Store(1)
	if _, err := set.Dispatch(t.Context(), withID("k1"), commands.CancelGoal{GoalRef: ref}); !errors.Is(err, errLost) {
		t.Fatalf("answered %v", err)
	}
	if answer := must(t, set, withID("k1"), commands.CancelGoal{GoalRef: ref}); answer.Revision != 3 || !answer.Repeated {
		t.Errorf("answered %+v", answer)
	}
	if have := kinds(t, p.log); len(have) != 3 {
		t.Errorf("the log holds %v", have)
	}
}

func TestAGuardedCommandNeedsNoIDToBeRepeated(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	log := &watched{Log: p.log}
	set := process(log, p.keys)
	for _, c := range []commands.Named{start("a", "c1"), begin(at(1, 1, "c1"), "write"), end(toolResult(at(1, 1, "c1"), "ok")), complete("a", "c1")} {
		if !commands.Repeatable(worker, c) {
			t.Errorf("%s is not repeatable", c.Name())
		}
		log.lose.Store(1)
		if _, err := set.Dispatch(t.Context(), worker, c); !errors.Is(err, errLost) {
			t.Fatalf("%s: %v", c.Name(), err)
		}
		must(t, set, worker, c)
	}
	if have := kinds(t, p.log); len(have) != 6 {
		t.Errorf("the log holds %v", have)
	}
	for _, c := range []commands.Named{commands.CancelGoal{}, resolve("i", "yes"), commands.ReorgProof{}, commands.BeginCall{Then: &commands.Outcome{}}} {
		if commands.Repeatable(worker, c) || !commands.Repeatable(withID("k"), c) {
			t.Errorf("%s is repeatable without an ID, or is not with one", c.Name())
		}
	}
}

func TestACreatingCommandDoesNotLookIntoTheLogFirst(t *testing.T) {
	t.Parallel()
	p := newPlace()
	log := &watched{Log: p.log}
	must(t, process(log, p.keys), withID("k1"), submit)
	if n := log.loads.Load(); n != 0 {
		t.Errorf("%d loads", n)
	}
	// Another process that does not know of it finds out from the refused append.
	log = &watched{Log: p.log}
	set := process(log, p.keys)
	if _, err := set.Dispatch(t.Context(), withID("k2"), submit); !errors.Is(err, commands.ErrGoalExists) {
		t.Errorf("submitting again: %v", err)
	}
	if n := log.loads.Load(); n != 1 {
		t.Errorf("%d loads", n)
	}
	if answer := must(t, set, withID("k1"), submit); !answer.Repeated {
		t.Errorf("answered %+v", answer)
	}
}

func TestAnAppendThatFailedLeavesNoState(t *testing.T) {
	t.Parallel()
	p := newPlace()
	log := &watched{Log: p.log}
	set := process(log, p.keys)
	log.lose.Store(1)
	if _, err := set.Dispatch(t.Context(), by("user:ada"), submit); !errors.Is(err, errLost) {
		t.Fatal(err)
	}
	must(t, set, worker, commands.PlanGoal{GoalRef: ref, Tasks: tasksOf("a")})
}

func TestIDsThatCouldSelectOtherStreamsAreRefused(t *testing.T) {
	t.Parallel()
	set := goalWith(t, "a").process()
	for _, id := range []string{"", "*", ">", "a.b", "a b", strings.Repeat("a", 65)} {
		bad := commands.GoalRef{Workspace: "main", Goal: id}
		if _, err := set.Dispatch(t.Context(), worker, commands.CancelGoal{GoalRef: bad}); !errors.Is(err, refusal("INVALID_ID")) {
			t.Errorf("cancelling %q: %v", id, err)
		}
		err := set.Goals.View(t.Context(), bad.Stream(), true, func(*commands.Goal, events.Revision) { t.Error("viewed") })
		if !errors.Is(err, refusal("INVALID_ID")) {
			t.Errorf("viewing %q: %v", id, err)
		}
	}
}

func TestACommandOfNoAggregateIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := newPlace().process().Dispatch(t.Context(), worker, stranger{}); !errors.Is(err, commands.ErrUnknownCommand) {
		t.Errorf("answered %v", err)
	}
}

type stranger struct{ commands.GoalRef }

func (stranger) Name() string { return "stranger" }

func TestABrokenChainIsReportedWithItsPlace(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	log := &watched{Log: p.log, spoil: func(r *eventlog.Record) {
		if r.Revision == 1 {
			r.Body = []byte(`{"title":"something else","submitter":"user:eve"}`)
		}
	}}
	_, err := process(log, p.keys).Dispatch(t.Context(), worker, start("a", "c1"))
	broken, ok := errors.AsType[*eventlog.BrokenChainError](err)
	if !ok || broken.Revision != 2 || broken.Stream != ref.Stream() {
		t.Errorf("answered %v", err)
	}
	if _, refused := errors.AsType[*commands.Refusal](err); refused {
		t.Error("a broken log is no refusal")
	}
}

func TestAnUnknownKindStopsLoadingWithItsNameAndPlace(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	var chain eventlog.Chain
	for r, err := range p.log.Load(t.Context(), ref.Stream(), 0) {
		if err = errors.Join(err, chain.Next(r)); err != nil {
			t.Fatal(err)
		}
	}
	record := eventlog.Record{
		Meta: events.Meta{ID: "x", Stream: ref.Stream(), Time: worker.At, Source: "/new", Version: 1, Actor: "new", Ordinal: 3, Previous: chain.Digest},
		Kind: "goal.teleported", Subject: eventlog.Subject(ref.Stream(), "goal.teleported"), Body: json.RawMessage("{}"),
	}
	if _, err := p.log.Append(t.Context(), eventlog.Part{Stream: ref.Stream(), After: 2, Records: []eventlog.Record{record}}); err != nil {
		t.Fatal(err)
	}
	set := p.process()
	for range 2 { // the half-folded state is not used either
		_, err := set.Dispatch(t.Context(), worker, start("a", "c1"))
		unknown, ok := errors.AsType[*events.UnknownKindError](err)
		if !ok || unknown.Name != "goal.teleported" || unknown.Revision != 3 {
			t.Errorf("answered %v", err)
		}
	}
}

func TestWaitingForABusyGoalEndsWithTheContext(t *testing.T) {
	t.Parallel()
	p := goalWith(t, "a")
	set := p.process()
	err := set.Goals.View(t.Context(), ref.Stream(), false, func(*commands.Goal, events.Revision) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := set.Dispatch(ctx, worker, start("a", "c1")); !errors.Is(err, context.Canceled) {
			t.Errorf("answered %v", err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// boom panics while it is decided.
type boom struct{ commands.GoalRef }

func (boom) Name() string                                                    { return "boom" }
func (boom) Decide(*commands.Goal, commands.Request) ([]events.Event, error) { panic("boom") }

func TestAPanicDoesNotLeaveAGoalLocked(t *testing.T) {
	t.Parallel()
	set := goalWith(t, "a").process()
	func() {
		defer func() { _ = recover() }()
		_, _ = set.Dispatch(t.Context(), worker, boom{ref})
		t.Error("no panic")
	}()
	must(t, set, worker, start("a", "c1"))
}

func TestStateDoesNotShareMemoryWithTheCommandItCameFrom(t *testing.T) {
	t.Parallel()
	p := newPlace()
	set := p.process()
	must(t, set, by("user:ada"), submit)
	plan := commands.PlanGoal{GoalRef: ref, Tasks: tasksOf("a", "b<a")}
	plan.Tasks[0].Args = json.RawMessage(`{"path":"README"}`)
	must(t, set, worker, plan)
	copy(plan.Tasks[0].Args, `{"path":"passwd"}`)
	plan.Tasks[1].Needs[0] = "z"
	err := set.Goals.View(t.Context(), ref.Stream(), false, func(g *commands.Goal, _ events.Revision) {
		if g.Tasks[1].Needs[0] != "a" || !strings.Contains(string(g.Tasks[0].Args), "README") {
			t.Errorf("tasks are %+v %+v", g.Tasks[0].PlannedTask, g.Tasks[1].PlannedTask)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
