package dispatch

import (
	"context"
	"fmt"
	"sync"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// revoked are the agents that are revoked. The zero value knows of none.
type revoked struct {
	mu     sync.RWMutex
	agents map[events.StreamID]bool
}

func (r *revoked) add(agent events.StreamID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.agents == nil {
		r.agents = map[events.StreamID]bool{}
	}
	r.agents[agent] = true
}

// has reports whether an agent is revoked; no agent, the empty ID, never is.
func (r *revoked) has(workspace, agent string) bool {
	if agent == "" {
		return false
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.agents[events.AgentStream(workspace, agent)]
}

// followRevoked has the goals of agents that are revoked looked at, from the
// log's start, so that goals which were open before this process are found, too.
func (d *Dispatcher) followRevoked(ctx context.Context) error {
	kind := events.KindOf[events.AgentRevoked]()
	for r, err := range d.cfg.Commands.Log.Follow(ctx, eventlog.Query{Subjects: eventlog.KindFilters(kind.Family, kind.Name)}) {
		if err != nil {
			return fmt.Errorf("dispatch: follow revocations: %w", err)
		}
		d.revoked.add(r.Stream)
		// A shard notes whose a goal is before it asks who is revoked, so that a
		// goal that is looked at just now is found here or ends by itself.
		for _, s := range d.shards {
			for _, goal := range s.of(r.Stream) {
				if err := d.send(ctx, note{stream: goal, why: "revoked"}); err != nil {
					return err
				}
			}
		}
	}
	return ctx.Err()
}

// of lists the open goals that are run as an agent.
func (s *shard) of(agent events.StreamID) (goals []events.StreamID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for goal, w := range s.goals {
		if goal.Workspace == agent.Workspace && w.agent == agent.ID {
			goals = append(goals, goal)
		}
	}
	return goals
}
