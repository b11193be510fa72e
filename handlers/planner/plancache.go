package planner

import (
	"container/list"
	"context"
	"encoding/json"
	"sync"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/model"
)

// Cache keeps plans by what they were made from. It may lose any of them.
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

// key names all that a plan is made from: the goal's words, what it may read, and everything that the model is told. So a new
// tool, another description of one or another model makes other plans.
func (m Modelled) key(goal events.GoalSubmitted) string {
	mounts := make([]string, len(goal.Mounts))
	for i, mount := range goal.Mounts {
		mounts[i] = mount.Name
	}
	text, err := json.Marshal(map[string]any{"version": 1, "opening": m.opening().Text, "title": goal.Title, "description": goal.Description,
		"mounts": mounts, "params": goal.Params, "agent": goal.Agent, "models": m.models()})
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

// MemoryCache is a Cache of one process. Its zero value is empty and ready.
type MemoryCache struct {
	mu    sync.Mutex
	plans map[string]*list.Element
	order list.List // the newest in front; values are memoryPlan
}

type memoryPlan struct {
	key  string
	plan []byte
}

// maxPlans is how many plans a MemoryCache keeps.
const maxPlans = 256

// Get implements Cache.
func (c *MemoryCache) Get(_ context.Context, key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.plans[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(at)
	return at.Value.(memoryPlan).plan, true
}

// Put implements Cache.
func (c *MemoryCache) Put(_ context.Context, key string, plan []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(key)
	if c.plans == nil {
		c.plans = map[string]*list.Element{}
	}
	c.plans[key] = c.order.PushFront(memoryPlan{key, plan})
	if c.order.Len() > maxPlans {
		c.drop(c.order.Back().Value.(memoryPlan).key)
	}
}

// Drop implements Cache.
func (c *MemoryCache) Drop(_ context.Context, key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(key)
}

func (c *MemoryCache) drop(key string) {
	if at, ok := c.plans[key]; ok {
		c.order.Remove(at)
		delete(c.plans, key)
	}
}
