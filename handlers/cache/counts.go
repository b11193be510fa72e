package cache

import (
	"slices"
	"strings"
	"sync"
)

// Count is what became of the questions of one space since the process began.
type Count struct {
	Space string `json:"space"`
	// Hits were answered from what is kept: Similar of them with the answer to another question, Stale with one that was renewed
	// meanwhile, Waited with one that was being computed when they came.
	Hits    int64 `json:"hits"`
	Similar int64 `json:"similar"`
	Stale   int64 `json:"stale"`
	Waited  int64 `json:"waited"`
	// Misses were computed. Troubles are questions for which the store could not be used.
	Misses   int64 `json:"misses"`
	Troubles int64 `json:"troubles"`
	// Saved is how many tokens the hits would have cost.
	Saved int64 `json:"tokens_saved"`
	// Renewed is how many tokens it took to renew what was served stale. No goal is charged for them.
	Renewed int64 `json:"tokens_renewed"`
}

type counts struct {
	mu  sync.Mutex
	all map[string]*Count
}

// of finds a space's figures; the lock is held.
func (c *counts) of(space string) *Count {
	if c.all == nil {
		c.all = map[string]*Count{}
	}
	if c.all[space] == nil {
		c.all[space] = &Count{Space: space}
	}
	return c.all[space]
}

func (c *counts) hit(space string, f Found, waited bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.of(space)
	n.Hits++
	n.Saved += f.Tokens
	if f.Similar {
		n.Similar++
	}
	if f.Stale {
		n.Stale++
	}
	if waited {
		n.Waited++
	}
}

func (c *counts) miss(space string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of(space).Misses++
}

func (c *counts) renewed(space string, tokens int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of(space).Renewed += tokens
}

func (c *counts) trouble(space string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of(space).Troubles++
}

// Counts are the figures of all spaces, by name.
func (c *Cache) Counts() []Count {
	c.counts.mu.Lock()
	defer c.counts.mu.Unlock()
	list := make([]Count, 0, len(c.counts.all))
	for _, n := range c.counts.all {
		list = append(list, *n)
	}
	slices.SortFunc(list, func(a, b Count) int { return strings.Compare(a.Space, b.Space) })
	return list
}
