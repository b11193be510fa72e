package executor

import (
	"container/list"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// cachedResults bounds the memory that results may take, in bytes.
const cachedResults = 128 << 20

// results finds what tasks came to, from the log and the object store, and
// keeps the most recent at hand for the tasks that need them next.
type results struct {
	commands *commands.Set
	blobs    eventlog.Blobs

	state *resultCache
}

type resultKey struct {
	goal, task string
	hash       events.Digest
}

type resultCache struct {
	mu    sync.Mutex
	size  int
	byKey map[resultKey]*list.Element
	order *list.List // most recent first; values are result
}

type result struct {
	key   resultKey
	value json.RawMessage
}

func newResults(set *commands.Set, blobs eventlog.Blobs) results {
	return results{commands: set, blobs: blobs, state: &resultCache{byKey: map[resultKey]*list.Element{}, order: list.New()}}
}

// put keeps a result at hand.
func (r results) put(goal, task string, hash events.Digest, value json.RawMessage) {
	c := r.state
	c.mu.Lock()
	defer c.mu.Unlock()
	key := resultKey{goal, task, hash}
	if _, ok := c.byKey[key]; ok {
		return
	}
	c.byKey[key] = c.order.PushFront(result{key, value})
	for c.size += len(value); c.size > cachedResults && c.order.Len() > 1; {
		oldest := c.order.Remove(c.order.Back()).(result)
		delete(c.byKey, oldest.key)
		c.size -= len(oldest.value)
	}
}

func (r results) cached(key resultKey) (json.RawMessage, bool) {
	c := r.state
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.byKey[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(at)
	return at.Value.(result).value, true
}

// get returns what a completed task came to, checked against the hash that its
// completion and its proof commit to.
func (r results) get(ctx context.Context, workspace, goal string, done events.TaskCompleted) (json.RawMessage, error) {
	if value, ok := r.cached(resultKey{goal, done.Task, done.Result}); ok {
		return value, nil
	}
	var content events.Content
	stream := events.RunStream(workspace, goal, done.Task)
	found := func(run *commands.Run, _ events.Revision) {
		for _, c := range run.Calls {
			if c.At == done.ResultAt {
				content = c.Result
			}
		}
	}
	err := r.commands.Runs.View(ctx, stream, false, found)
	if err == nil && content.Hash != done.Result {
		err = r.commands.Runs.View(ctx, stream, true, found)
	}
	if err != nil {
		return nil, err
	}
	if content.Hash != done.Result {
		return nil, fmt.Errorf("result of task %s is not at ordinal %d of its run", done.Task, done.ResultAt)
	}
	value, err := eventlog.OpenContent(ctx, r.commands.Codec.Keys, r.blobs, goal, content)
	if err != nil {
		return nil, fmt.Errorf("result of task %s: %w", done.Task, err)
	}
	r.put(goal, done.Task, done.Result, value)
	return value, nil
}
