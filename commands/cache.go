package commands

import (
	"container/list"
	"context"
	"strings"
	"sync"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// entry is one aggregate's state as this process knows it. Its lock also keeps
// commands of one process from racing each other for the log.
type entry[S Aggregate] struct {
	held   chan struct{} // holds one element while somebody has the entry
	stream events.StreamID
	state  S
	chain  eventlog.Chain
	loaded bool
	bytes  int // of the payloads folded into state

	counted int // of bytes, in the cache's sum; the cache's lock guards it
}

// lock takes the entry, or gives up when the context ends: a log that does not
// answer must not collect waiters for ever.
func (e *entry[S]) lock(ctx context.Context) error {
	select {
	case e.held <- struct{}{}:
		return nil
	default:
	}
	select {
	case e.held <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (e *entry[S]) unlock() { <-e.held }

// cache keeps the most recently used entries. One that is dropped while a
// command holds it stays usable; whoever comes next loads anew, and the
// expected revision settles between the two.
type cache[S Aggregate] struct {
	mu       sync.Mutex
	max      int
	maxBytes int
	bytes    int
	byID     map[events.StreamID]*list.Element
	order    *list.List // most recent first; values are *entry[S]
}

func newCache[S Aggregate](limit, limitBytes int) *cache[S] {
	return &cache[S]{max: limit, maxBytes: limitBytes, byID: map[events.StreamID]*list.Element{}, order: list.New()}
}

func (c *cache[S]) entry(s events.StreamID) *entry[S] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.byID[s]; ok {
		c.order.MoveToFront(at)
		return at.Value.(*entry[S])
	}
	// The key outlives the request it came with, and so must its bytes: web
	// frameworks hand out strings that they overwrite later.
	s.Workspace, s.Family, s.ID, s.Part = strings.Clone(s.Workspace), strings.Clone(s.Family), strings.Clone(s.ID), strings.Clone(s.Part)
	e := &entry[S]{stream: s, held: make(chan struct{}, 1)}
	c.byID[s] = c.order.PushFront(e)
	c.trim()
	return e
}

// weigh counts what an entry has come to hold. The caller holds the entry.
func (c *cache[S]) weigh(e *entry[S]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.byID[e.stream]; !ok || at.Value.(*entry[S]) != e {
		return // dropped meanwhile
	}
	c.bytes += e.bytes - e.counted
	e.counted = e.bytes
	c.trim()
}

// trim drops what was not used for longest, but never the last entry.
func (c *cache[S]) trim() {
	for c.order.Len() > 1 && (c.order.Len() > c.max || c.bytes > c.maxBytes) {
		c.drop(c.order.Back())
	}
}

func (c *cache[S]) forget(s events.StreamID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.byID[s]; ok {
		c.drop(at)
	}
}

func (c *cache[S]) drop(at *list.Element) {
	e := c.order.Remove(at).(*entry[S])
	c.bytes -= e.counted
	e.counted = 0
	delete(c.byID, e.stream)
}
