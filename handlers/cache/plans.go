package cache

import (
	"context"
	"time"
)

// Plans keeps plans, by a key that names all that they are made from. It is the planner's cache.
type Plans struct {
	cache *Cache
	keep  time.Duration
	of    func(context.Context) (workspace, goal string, ok bool)
}

// NewPlans makes a cache of plans. of tells for which goal of which workspace a context is; what is for none is neither kept nor found.
func NewPlans(cache *Cache, keep time.Duration, of func(context.Context) (workspace, goal string, ok bool)) *Plans {
	return &Plans{cache, keep, of}
}

func (p *Plans) ask(ctx context.Context, key string) (Ask, bool) {
	workspace, goal, ok := p.of(ctx)
	return Ask{Workspace: workspace, Goal: goal, Space: "plan", Question: []byte(key)}, ok && p.keep > 0
}

// Get finds a plan that some goal of the workspace was given.
func (p *Plans) Get(ctx context.Context, key string) ([]byte, bool) {
	a, ok := p.ask(ctx, key)
	if !ok {
		return nil, false
	}
	found, ok := p.cache.Find(ctx, a)
	return found.Value, ok
}

// Put keeps a plan, sealed under the key of the goal that it was made for.
func (p *Plans) Put(ctx context.Context, key string, plan []byte) {
	if a, ok := p.ask(ctx, key); ok {
		p.cache.Keep(ctx, a, Answer{Value: plan, Keep: p.keep})
	}
}

// Drop forgets a plan.
func (p *Plans) Drop(ctx context.Context, key string) {
	if a, ok := p.ask(ctx, key); ok {
		p.cache.Drop(ctx, a)
	}
}
