package score

import (
	"slices"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Fold observes agents as the log goes on. Whether it saw the log from its beginning or event by event, what it computes as
// of an event is the same. Its zero value has seen nothing.
type Fold struct {
	// Only observes the agents it selects; nil is all.
	Only func(agent events.StreamID) bool

	at     events.Revision
	goals  map[events.StreamID]*goal
	agents map[events.StreamID]*Agent
	pulls  map[pullKey]*pull
}

// goal is a goal that an agent runs.
type goal struct {
	agent *Agent
	tasks map[string]int // how many failures the agent had had when a task was done
	// bundle holds what of the goal is to be proven.
	bundle events.Digest
	proves []string
	proven bool
	asked  map[string]bool // interrupts that ask for leave
}

// Agent is what was observed of one agent.
type Agent struct {
	// Stream is that of the agent.
	Stream events.StreamID
	// Done and Lost count the tasks of all its life.
	Done, Lost int64
	// Badges counts those that it holds.
	Badges int64

	badges   map[string]bool
	spans    spans
	failures int // and replans, so far
	streak   Streak
	since    int // failures when the streak began
}

// seen are the kinds that count.
var seen = map[string]bool{
	events.KindOf[events.GoalSubmitted]().Name:     true,
	events.KindOf[events.GoalReplanned]().Name:     true,
	events.KindOf[events.TaskCompleted]().Name:     true,
	events.KindOf[events.TaskFailed]().Name:        true,
	events.KindOf[events.TaskToolInDoubt]().Name:   true,
	events.KindOf[events.InterruptPending]().Name:  true,
	events.KindOf[events.InterruptResolved]().Name: true,
	events.KindOf[events.ProofPending]().Name:      true,
	events.KindOf[events.ProofConfirmed]().Name:    true,
	events.KindOf[events.AgentRevoked]().Name:      true,
	events.KindOf[events.BadgeIssued]().Name:       true,
	events.KindOf[events.PullRequestOpened]().Name: true,
	events.KindOf[events.PullRequestMerged]().Name: true,
	events.KindOf[events.PullRequestClosed]().Name: true,
	events.KindOf[events.ChangeRolledBack]().Name:  true,
	events.KindOf[events.SecurityFlagged]().Name:   true,
}

// Sees reports whether events of a kind count. Of all others a fold need not be told.
func Sees(kind string) bool { return seen[kind] }

// At is the last event that was seen.
func (f *Fold) At() events.Revision { return f.at }

// Agent returns what was observed of an agent, nil if nothing was. It changes as the fold goes on.
func (f *Fold) Agent(stream events.StreamID) *Agent { return f.agents[stream] }

// Agents lists all that anything was observed of, in no order.
func (f *Fold) Agents(yield func(*Agent) bool) {
	for _, a := range f.agents {
		if !yield(a) {
			return
		}
	}
}

// Apply sees the next event and returns the agent whose score it may change, nil if there is none. An event that was seen
// before is ignored.
func (f *Fold) Apply(e events.Envelope[events.Event]) *Agent {
	if e.Revision <= f.at {
		return nil
	}
	f.at = e.Revision
	switch e.Stream.Family {
	case events.FamilyAgent:
		return f.ofAgent(e)
	case events.FamilyRepository:
		return f.ofRepository(e)
	}
	if submitted, ok := e.Fact.(events.GoalSubmitted); ok {
		f.submitted(e.Stream, submitted)
		return nil
	}
	whole := e.Stream
	whole.Part = events.Whole
	g, ok := f.goals[whole]
	if !ok {
		return nil // nobody's, or of an agent that is not looked at
	}
	if !g.apply(e) {
		return nil
	}
	return g.agent
}

func (f *Fold) submitted(stream events.StreamID, fact events.GoalSubmitted) {
	if fact.Agent == "" {
		return
	}
	agent := f.agent(events.AgentStream(stream.Workspace, fact.Agent))
	if agent == nil {
		return
	}
	if f.goals == nil {
		f.goals = map[events.StreamID]*goal{}
	}
	f.goals[stream] = &goal{agent: agent}
}

// agent finds or begins what is observed of an agent, nil if it is not looked at.
func (f *Fold) agent(stream events.StreamID) *Agent {
	if a, ok := f.agents[stream]; ok {
		return a
	}
	if f.Only != nil && !f.Only(stream) {
		return nil
	}
	if f.agents == nil {
		f.agents = map[events.StreamID]*Agent{}
	}
	a := &Agent{Stream: stream}
	f.agents[stream] = a
	return a
}

func (f *Fold) ofAgent(e events.Envelope[events.Event]) *Agent {
	switch fact := e.Fact.(type) {
	case events.AgentRevoked:
		if a := f.agent(e.Stream); a != nil {
			a.Observe(e.Time, Counts{Revoked: 1})
			return a
		}
	case events.BadgeIssued:
		a := f.agent(e.Stream)
		if a == nil || a.badges[fact.Badge] {
			return nil
		}
		if a.badges == nil {
			a.badges = map[string]bool{}
		}
		a.badges[fact.Badge] = true
		a.Badges++
		return a
	}
	return nil
}

// apply sees an event of a goal and reports whether it counts.
func (g *goal) apply(e events.Envelope[events.Event]) bool {
	a := g.agent
	switch fact := e.Fact.(type) {
	case events.TaskCompleted:
		if g.tasks == nil {
			g.tasks = map[string]int{}
		}
		g.tasks[fact.Task] = a.failures
		a.Done++
		a.Observe(e.Time, Counts{Done: 1})
	case events.TaskFailed:
		c := Counts{FailedAttempts: 1}
		if fact.RetryAt == nil {
			c.Lost = 1
			a.Lost++
		}
		a.failures++
		a.Observe(e.Time, c)
	case events.GoalReplanned:
		a.failures++
		a.Observe(e.Time, Counts{Replans: 1})
	case events.TaskToolInDoubt:
		a.Observe(e.Time, Counts{InDoubt: 1})
	case events.InterruptPending:
		if slices.ContainsFunc(fact.Options, func(o string) bool { return leave[o] }) {
			if g.asked == nil {
				g.asked = map[string]bool{}
			}
			g.asked[fact.Interrupt] = true
		}
		return false
	case events.InterruptResolved:
		return g.answered(e.Time, fact)
	case events.ProofPending:
		g.bundle, g.proves = fact.Bundle, fact.Tasks
		return false
	case events.ProofConfirmed:
		return g.prove(fact)
	default:
		return false
	}
	return true
}

// leave are the answers that say what a person thinks of what an agent is about to do: whether to let it. One that sends it
// back to be done anew does not.
var leave = map[string]bool{"approve": true, "allow": true, "revise": false, "reject": false, "block": false}

// answered counts what people let an agent do, or not. Answers to other questions, such as what became of a call, are no
// judgement.
func (g *goal) answered(at time.Time, fact events.InterruptResolved) bool {
	if !g.asked[fact.Interrupt] {
		return false
	}
	delete(g.asked, fact.Interrupt)
	let, judged := leave[fact.Decision]
	switch {
	case !judged:
		return false
	case let:
		g.agent.Observe(at, Counts{Approved: 1})
	default:
		g.agent.Observe(at, Counts{Rejected: 1})
	}
	return true
}

// Observe counts something at a time.
func (a *Agent) Observe(at time.Time, c Counts) { a.spans.add(at, c) }

// Components are those of a window. The badges are what the agent holds, whenever it earned them.
func (a *Agent) Components(w Window) events.ReputationComponents { return a.ComponentsBy(Formula, w) }

// ComponentsBy are Components by an older version of the formula, for scores that were computed by it.
func (a *Agent) ComponentsBy(formula int, w Window) events.ReputationComponents {
	if formula < 1 || formula > Formula {
		formula = Formula // nobody knows that one
	}
	return compute(formula, a.spans.sum(w), a.Badges)
}

// Forget drops observations from before a time. Windows must not begin earlier from now on.
func (a *Agent) Forget(before time.Time) { a.spans.forget(before) }

// Span is the time of the oldest observation and of the newest, by the beginning of their buckets; ok is false if none is
// kept.
func (a *Agent) Span() (oldest, newest time.Time, ok bool) {
	if len(a.spans) == 0 {
		return oldest, newest, false
	}
	at := func(s span) time.Time { return time.Unix(s.hour*int64(Bucket/time.Second), 0).UTC() }
	return at(a.spans[0]), at(a.spans[len(a.spans)-1]), true
}
