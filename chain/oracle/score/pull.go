package score

import (
	"time"

	"github.com/mergit-io/mergit/events"
)

// pullKey names a pull request by its repository's stream and its number there.
type pullKey struct {
	repository events.StreamID
	number     int64
}

// pull is a pull request of a goal that an agent ran.
type pull struct {
	agent  *Agent
	closed time.Time // when it was closed without being merged; zero: it is not
	merged bool
}

// ofRepository sees what became of a pull request. It counts for the agent that the goal was submitted for, which the goal
// itself says: what it took to open it says it, too, and if that differs it counts for nobody.
func (f *Fold) ofRepository(e events.Envelope[events.Event]) *Agent {
	switch fact := e.Fact.(type) {
	case events.PullRequestOpened:
		g, ok := f.goals[events.GoalStream(e.Stream.Workspace, fact.Goal)]
		key := pullKey{e.Stream, fact.Number}
		if !ok || f.pulls[key] != nil || g.agent.Stream.ID != fact.Agent {
			return nil
		}
		if f.pulls == nil {
			f.pulls = map[pullKey]*pull{}
		}
		f.pulls[key] = &pull{agent: g.agent}
	case events.PullRequestMerged:
		return f.pull(e.Stream, fact.Number, func(p *pull) bool { return p.merge(e.Time) })
	case events.PullRequestClosed:
		return f.pull(e.Stream, fact.Number, func(p *pull) bool { return p.close(e.Time) })
	case events.ChangeRolledBack:
		return f.pull(e.Stream, fact.Number, func(p *pull) bool {
			p.agent.Observe(e.Time, Counts{RolledBack: 1})
			return true
		})
	case events.SecurityFlagged:
		return f.pull(e.Stream, fact.Number, func(p *pull) bool {
			p.agent.Observe(e.Time, Counts{Flagged: 1})
			return true
		})
	}
	return nil
}

// pull has something observed of a pull request, if it is one that counts for somebody.
func (f *Fold) pull(repository events.StreamID, number int64, observe func(*pull) bool) *Agent {
	p := f.pulls[pullKey{repository, number}]
	if p == nil || !observe(p) {
		return nil
	}
	return p.agent
}

// merge counts it as merged. If it was closed before, it was opened again, and that does not count any more.
func (p *pull) merge(at time.Time) bool {
	if p.merged {
		return false
	}
	if !p.closed.IsZero() {
		p.agent.Observe(p.closed, Counts{Closed: -1})
	}
	p.merged = true
	p.agent.Observe(at, Counts{Merged: 1})
	return true
}

// close counts it as closed, once.
func (p *pull) close(at time.Time) bool {
	if p.merged || !p.closed.IsZero() {
		return false
	}
	p.closed = at
	p.agent.Observe(at, Counts{Closed: 1})
	return true
}
