package score_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/oracle/score"
	"github.com/mergit-io/mergit/events"
)

var epoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const month = 30 * 24 * time.Hour

// history is a log in the making.
type history struct {
	at  time.Time
	all []events.Envelope[events.Event]
}

func (h *history) add(stream events.StreamID, fact events.Event) {
	if h.at.IsZero() {
		h.at = epoch
	}
	h.all = append(h.all, events.Envelope[events.Event]{
		Meta: events.Meta{Stream: stream, Time: h.at, Revision: events.Revision(3 * (len(h.all) + 1))}, Fact: fact,
	})
}

func (h *history) goal(id string, facts ...events.Event) {
	for _, fact := range facts {
		stream := events.GoalStream("main", id)
		if _, ok := fact.(events.TaskToolInDoubt); ok {
			stream.Part = "a"
		}
		h.add(stream, fact)
	}
}

// proven is a goal of an agent that did some tasks, and its proof.
func (h *history) proven(agent, id string, tasks ...string) {
	h.goal(id, events.GoalSubmitted{Agent: agent})
	for _, task := range tasks {
		h.goal(id, events.TaskCompleted{Task: task})
	}
	h.prove(id, tasks...)
}

func (h *history) prove(id string, tasks ...string) {
	bundle := events.Sum([]byte(id))
	h.goal(id, events.ProofPending{Bundle: bundle, Tasks: tasks}, events.ProofConfirmed{Bundle: bundle})
}

func (h *history) fold() *score.Fold {
	f := new(score.Fold)
	for _, e := range h.all {
		f.Apply(e)
	}
	return f
}

var a1 = events.AgentStream("main", "a1")

func TestWhatCountsForAnAgent(t *testing.T) {
	t.Parallel()
	retry := epoch
	h := new(history)
	h.goal("g1", events.GoalSubmitted{Agent: "a1"},
		events.TaskStarted{Task: "a"}, events.TaskFailed{Task: "a", RetryAt: &retry}, events.TaskStarted{Task: "a"}, events.TaskCompleted{Task: "a"},
		events.TaskToolInDoubt{}, events.TaskFailed{Task: "b"}, events.GoalReplanned{},
		events.InterruptPending{Interrupt: "i1", Options: []string{"approve", "reject"}}, events.InterruptResolved{Interrupt: "i1", Decision: "approve"},
		events.InterruptPending{Interrupt: "i2", Options: []string{"approve", "reject"}}, events.InterruptResolved{Interrupt: "i2", Decision: "reject"},
		events.InterruptPending{Interrupt: "i3", Options: []string{"happened", "did_not"}}, events.InterruptResolved{Interrupt: "i3", Decision: "happened"},
		events.InterruptPending{Interrupt: "i5", Options: []string{"allow", "block"}}, events.InterruptResolved{Interrupt: "i5", Decision: "allow"},
		events.InterruptPending{Interrupt: "i6", Options: []string{"approve", "revise", "reject"}}, events.InterruptResolved{Interrupt: "i6", Decision: "revise"},
		events.InterruptPending{Interrupt: "i4", Options: []string{"approve", "reject"}}, events.InterruptExpired{Interrupt: "i4"},
	)
	h.goal("g2", events.GoalSubmitted{}, events.TaskCompleted{Task: "x"}) // nobody's
	h.goal("g3", events.GoalSubmitted{Agent: "a2"}, events.TaskCompleted{Task: "x"})
	h.add(a1, events.BadgeIssued{Badge: "verified_run"})
	h.add(a1, events.BadgeIssued{Badge: "verified_run"}) // seen in another block
	h.add(a1, events.AgentRevoked{})
	got := h.fold().Agent(a1).Components(score.WindowAt(epoch, month))
	want := score.Components(score.Counts{
		Done: 1, Lost: 1, FailedAttempts: 2, Approved: 2, Rejected: 2, Replans: 1, InDoubt: 1, Revoked: 1,
	}, 1)
	if got != want {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	if a := h.fold().Agent(a1); a.Done != 1 || a.Lost != 1 {
		t.Errorf("in all its life it did %d and lost %d", a.Done, a.Lost)
	}
}

func TestAWindowHoldsWholeHours(t *testing.T) {
	t.Parallel()
	h := new(history)
	h.goal("g", events.GoalSubmitted{Agent: "a1"})
	w := score.WindowAt(epoch.Add(59*time.Minute), month)
	if !w.Aligned() || !w.To.Equal(epoch.Add(time.Hour)) || !w.From.Equal(w.To.Add(-month)) {
		t.Fatalf("window %v", w)
	}
	for i, c := range []struct {
		at time.Time
		in bool
	}{
		{w.From.Add(-time.Microsecond), false}, {w.From, true}, {w.To.Add(-time.Microsecond), true}, {w.To, false}, {w.To.Add(time.Hour), false},
	} {
		h.at = c.at
		one := &history{at: c.at}
		one.goal("g", events.GoalSubmitted{Agent: "a1"}, events.TaskCompleted{Task: fmt.Sprint(i)})
		if in := one.fold().Agent(a1).Components(w).Completed.Count == 1; in != c.in {
			t.Errorf("an event at %s is in [%s, %s): %v", c.at, w.From, w.To, in)
		}
	}
	if (score.Window{From: w.From, To: w.To.Add(time.Minute)}).Aligned() {
		t.Error("a window that ends within an hour is taken")
	}
}

func TestTasksProvenInARowEarnBadges(t *testing.T) {
	t.Parallel()
	earned := func(h *history, badge string) bool {
		_, ok := h.fold().Agent(a1).Earned(badge)
		return ok
	}
	h := new(history)
	h.proven("a1", "g1", "a", "b")
	h.proven("a1", "g2", "a", "b")
	if earned(h, "verified_run") {
		t.Error("four tasks earned a badge for five")
	}
	h.prove("g2", "a", "b") // its block was replaced
	if earned(h, "verified_run") {
		t.Error("a proof that was confirmed twice counted twice")
	}
	h.proven("a2", "g3", "a")
	h.proven("a1", "g4", "a")
	if !earned(h, "verified_run") || earned(h, "streak_10") {
		t.Error("five tasks did not earn their badge, or another")
	}
	first, _ := h.fold().Agent(a1).Earned("verified_run")
	h.proven("a1", "g5", "a", "b", "c", "d", "e")
	if again, _ := h.fold().Agent(a1).Earned("verified_run"); again != first {
		t.Error("what earned a badge changed")
	}
	if !earned(h, "streak_10") {
		t.Error("ten tasks did not earn their badge")
	}
}

func TestAFailureOrAReplanningBreaksTheRow(t *testing.T) {
	t.Parallel()
	retry := epoch
	for name, fact := range map[string]events.Event{
		"failed": events.TaskFailed{Task: "z"}, "failed, tried again": events.TaskFailed{Task: "z", RetryAt: &retry}, "replanned": events.GoalReplanned{},
	} {
		h := new(history)
		h.proven("a1", "g1", "a", "b", "c")
		h.goal("g2", events.GoalSubmitted{Agent: "a1"}, events.TaskCompleted{Task: "a"}, fact, events.TaskCompleted{Task: "b"}, events.TaskCompleted{Task: "c"})
		h.prove("g2", "a", "b", "c")
		a := h.fold().Agent(a1)
		if _, ok := a.Earned("verified_run"); ok || a.Streak() != 2 {
			t.Errorf("%s: a streak of %d, and a badge: %v", name, a.Streak(), ok)
		}
		h.proven("a1", "g3", "a", "b", "c")
		if _, ok := h.fold().Agent(a1).Earned("verified_run"); !ok {
			t.Errorf("%s: five after it did not earn the badge", name)
		}
	}
}

// A task that was done before a failure and proven after it does not stand behind the failure.
func TestProofsComeLaterThanWhatTheyProve(t *testing.T) {
	t.Parallel()
	h := new(history)
	h.goal("g1", events.GoalSubmitted{Agent: "a1"})
	for _, task := range []string{"a", "b", "c", "d", "e"} {
		h.goal("g1", events.TaskCompleted{Task: task})
	}
	h.goal("g2", events.GoalSubmitted{Agent: "a1"}, events.TaskFailed{Task: "x"})
	h.prove("g1", "a", "b", "c", "d", "e")
	if a := h.fold().Agent(a1); a.Streak() != 0 {
		t.Errorf("a streak of %d", a.Streak())
	}
}

// random adds events of some agents, out of order in time now and then.
func random(r *rand.Rand, n int) *history {
	h := &history{at: epoch}
	goals := map[string]string{}
	for range n {
		h.at = h.at.Add(time.Duration(r.Int64N(int64(3*time.Hour))) - 30*time.Minute)
		id := fmt.Sprint("g", r.IntN(30))
		if goals[id] == "" {
			goals[id] = fmt.Sprint("a", r.IntN(3))
			h.goal(id, events.GoalSubmitted{Agent: goals[id]})
			continue
		}
		retry := h.at
		task := fmt.Sprint("t", r.IntN(5))
		bundle := events.Sum([]byte(id))
		facts := []events.Event{
			events.TaskCompleted{Task: task}, events.TaskCompleted{Task: task}, events.TaskFailed{Task: task}, events.TaskFailed{Task: task, RetryAt: &retry},
			events.GoalReplanned{}, events.TaskToolInDoubt{}, events.InterruptPending{Interrupt: task, Options: []string{"approve", "reject"}},
			events.InterruptResolved{Interrupt: task, Decision: "approve"}, events.InterruptResolved{Interrupt: task, Decision: "reject"},
			events.ProofPending{Bundle: bundle, Tasks: []string{"t0", "t1", "t2"}}, events.ProofConfirmed{Bundle: bundle},
		}
		if i := r.IntN(len(facts) + 2); i < len(facts) {
			h.goal(id, facts[i])
		} else {
			agent := events.AgentStream("main", goals[id])
			h.add(agent, []events.Event{events.BadgeIssued{Badge: task}, events.AgentRevoked{}}[i-len(facts)])
		}
	}
	return h
}

// Whether a fold saw the log at once, in pieces with what is past forgotten, or one agent's part of it alone: the number is the
// same.
func TestAFoldThatGoesOnIsOneFromTheBeginning(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		h := random(r, 1200) // about two months
		going := new(score.Fold)
		var to time.Time
		for i, e := range h.all {
			going.Apply(e)
			going.Apply(e) // delivered again
			if r.IntN(150) != 0 {
				continue
			}
			w := score.WindowAt(e.Time, month)
			if w.To.Before(to) {
				continue // windows only move on
			}
			to = w.To
			fresh := new(score.Fold)
			for _, e := range h.all[:i+1] {
				fresh.Apply(e)
			}
			for a := range going.Agents {
				alone := &score.Fold{Only: func(s events.StreamID) bool { return s == a.Stream }}
				for _, e := range h.all[:i+1] {
					alone.Apply(e)
				}
				got := a.Components(w)
				for _, other := range []*score.Agent{fresh.Agent(a.Stream), alone.Agent(a.Stream)} {
					if want := other.Components(w); got != want {
						t.Fatalf("seed %d, agent %s as of %d:\n got %+v\nwant %+v", seed, a.Stream.ID, e.Revision, got, want)
					}
					for _, b := range score.Badges {
						mine, ok := a.Earned(b.Name)
						if want, had := other.Earned(b.Name); mine != want || ok != had || a.Streak() != other.Streak() {
							t.Fatalf("seed %d, agent %s as of %d: badge %s differs", seed, a.Stream.ID, e.Revision, b.Name)
						}
					}
				}
				// The sum over all that happened, without buckets.
				if want := naive(h.all[:i+1], a.Stream, w, a.Badges); !reflect.DeepEqual(got, want) {
					t.Fatalf("seed %d, agent %s as of %d:\n got %+v\nwant %+v", seed, a.Stream.ID, e.Revision, got, want)
				}
				a.Forget(w.From)
			}
		}
	}
}

// naive counts without a fold.
func naive(all []events.Envelope[events.Event], agent events.StreamID, w score.Window, badges int64) events.ReputationComponents {
	var c score.Counts
	mine, asked := map[events.StreamID]bool{}, map[string]bool{}
	proven := map[events.StreamID]bool{}
	for _, e := range all {
		goal := e.Stream
		goal.Part = events.Whole
		if s, ok := e.Fact.(events.GoalSubmitted); ok && s.Agent == agent.ID {
			mine[goal] = true
		}
		in := !e.Time.Before(w.From) && e.Time.Before(w.To)
		add := func(d score.Counts) {
			if in {
				c.Add(d)
			}
		}
		if e.Stream == agent {
			if _, ok := e.Fact.(events.AgentRevoked); ok {
				add(score.Counts{Revoked: 1})
			}
			continue
		}
		if !mine[goal] {
			continue
		}
		switch f := e.Fact.(type) {
		case events.TaskCompleted:
			add(score.Counts{Done: 1})
		case events.TaskFailed:
			add(score.Counts{FailedAttempts: 1})
			if f.RetryAt == nil {
				add(score.Counts{Lost: 1})
			}
		case events.GoalReplanned:
			add(score.Counts{Replans: 1})
		case events.TaskToolInDoubt:
			add(score.Counts{InDoubt: 1})
		case events.InterruptPending:
			asked[goal.ID+f.Interrupt] = true
		case events.ProofPending:
			if _, known := proven[goal]; !known {
				proven[goal] = false
			}
		case events.ProofConfirmed:
			if was, ok := proven[goal]; ok && !was {
				proven[goal] = true
				for i := range 5 {
					delete(asked, fmt.Sprint(goal.ID, "t", i)) // a proven goal has ended: nothing is asked any more
				}
			}
		case events.InterruptResolved:
			if asked[goal.ID+f.Interrupt] {
				delete(asked, goal.ID+f.Interrupt)
				if f.Decision == "approve" {
					add(score.Counts{Approved: 1})
				} else {
					add(score.Counts{Rejected: 1})
				}
			}
		}
	}
	return score.Components(c, badges)
}

func BenchmarkFold(b *testing.B) {
	h := random(rand.New(rand.NewPCG(3, 4)), 10_000)
	b.ReportAllocs()
	for b.Loop() {
		h.fold()
	}
	b.ReportMetric(float64(len(h.all)*b.N)/b.Elapsed().Seconds(), "events/s")
}
