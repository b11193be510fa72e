package planner

import (
	"context"
	"encoding/json"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/model"
)

// Cache keeps plans by what they were made from. It may lose any of them. A plan quotes its goal: whatever keeps it has to forget it
// with that goal.
type Cache interface {
	Get(ctx context.Context, key string) ([]byte, bool)
	Put(ctx context.Context, key string, plan []byte)
	Drop(ctx context.Context, key string)
}

// kept is a plan in the cache.
type kept struct {
	Tasks   []events.PlannedTask `json:"tasks"`
	Planner events.Planner       `json:"planner"`
}

// key names all that a plan is made from: the goal's words, what it may read, what its agent may use, and everything that the model
// is told. So a new tool, another description of one or another model makes other plans.
func (m Modelled) key(goal events.GoalSubmitted, may []string) string {
	mounts := make([]string, len(goal.Mounts))
	for i, mount := range goal.Mounts {
		mounts[i] = mount.Name
	}
	text, err := json.Marshal(map[string]any{"version": 1, "opening": m.opening().Text, "title": goal.Title, "description": goal.Description,
		"mounts": mounts, "params": goal.Params, "agent": goal.Agent, "tools": may, "models": m.models()})
	if err != nil {
		return "" // of what was recorded as JSON: does not happen
	}
	return "plan." + events.Sum(text).String()
}

// models are those that plan, where the router says.
func (m Modelled) models() []string {
	if r, ok := m.Router.(interface{ Role(string) model.Role }); ok {
		return r.Role(model.Planner).Models
	}
	return nil
}

func (m Modelled) cached(ctx context.Context, key string) ([]events.PlannedTask, events.Planner, bool) {
	if m.Cache == nil {
		return nil, events.Planner{}, false
	}
	text, ok := m.Cache.Get(ctx, key)
	var k kept
	if !ok || json.Unmarshal(text, &k) != nil || len(k.Tasks) == 0 {
		return nil, events.Planner{}, false
	}
	k.Planner.Cached = true
	return k.Tasks, k.Planner, true
}

func (m Modelled) keep(ctx context.Context, key string, d drafted) {
	if m.Cache == nil {
		return
	}
	if text, err := json.Marshal(kept{d.tasks, d.by}); err == nil {
		m.Cache.Put(ctx, key, text)
	}
}
