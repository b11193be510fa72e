package cache

import (
	"context"
	"errors"
	"log/slog"
)

// Find returns what is kept, without computing anything. A cache that fails has nothing.
func (c *Cache) Find(ctx context.Context, a Ask) (Found, bool) {
	name, err := c.name(ctx, "answer", a, a.Question)
	if err == nil {
		found, ok, failed := c.read(ctx, name, a)
		if ok {
			c.counts.hit(a.Space, found, false)
			return found, true
		}
		err = failed
	}
	if err != nil {
		c.trouble(ctx, a, "cache not read", err)
		return Found{}, false
	}
	c.counts.miss(a.Space)
	return Found{}, false
}

// Keep keeps an answer that was computed elsewhere, in place of what is kept.
func (c *Cache) Keep(ctx context.Context, a Ask, answer Answer) {
	name, err := c.name(ctx, "answer", a, a.Question)
	if err == nil {
		err = c.keep(ctx, name, a, answer)
	}
	if err != nil {
		c.trouble(ctx, a, "answer not kept", err)
	}
}

// Drop forgets the answer to a question.
func (c *Cache) Drop(ctx context.Context, a Ask) {
	name, err := c.name(ctx, "answer", a, a.Question)
	if err == nil {
		err = c.drop(ctx, name)
	}
	if err != nil {
		c.trouble(ctx, a, "answer not dropped", err)
	}
}

// drop forgets what is kept under a name. What is put there meanwhile is newer, and stays.
func (c *Cache) drop(ctx context.Context, name string) error {
	stored, err := c.cfg.Store.Get(ctx, name)
	if errors.Is(err, ErrMiss) {
		return nil
	}
	if err != nil {
		return err
	}
	return c.cfg.Store.Delete(ctx, name, stored.Revision)
}

// Anew computes whatever is kept. What is kept is replaced by the answer; if that is none to be kept, it is forgotten.
func (c *Cache) Anew(ctx context.Context, a Ask, compute func(context.Context) (Answer, error)) (Found, error) {
	name, err := c.name(ctx, "answer", a, a.Question)
	if err != nil {
		return c.without(ctx, a, err, compute)
	}
	found, err := c.compute(ctx, name, a, compute)
	if err != nil || found.Keep > 0 {
		return found, err
	}
	if err := c.drop(ctx, name); err != nil {
		c.trouble(ctx, a, "answer not dropped", err)
	}
	return found, nil
}

// trouble counts and says that the store could not be used. Whoever has given up meanwhile need not be told.
func (c *Cache) trouble(ctx context.Context, a Ask, what string, err error) {
	if ctx.Err() != nil {
		return
	}
	c.cfg.Log.WarnContext(ctx, what, slog.String("space", a.Space), slog.Any("err", err))
	c.counts.trouble(a.Space)
}

type renewingKey struct{}

// Renewing reports whether a computation is one that nobody waits for: its answer replaces one that was served stale.
func Renewing(ctx context.Context) bool { return ctx.Value(renewingKey{}) != nil }

// InFlight is how many answers this process computes now.
func (c *Cache) InFlight() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.flying)
}

// Stop gives up what is being renewed, and waits until it is.
func (c *Cache) Stop() {
	c.stopping.Do(func() { close(c.stopped) })
	c.refreshs.Wait()
}
