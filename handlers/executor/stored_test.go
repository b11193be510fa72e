package executor_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/tools"
)

// counted are blobs that know how many bytes they hold.
type counted struct {
	eventlog.Blobs
	mu    sync.Mutex
	sizes map[events.Digest]int
}

func (c *counted) Put(ctx context.Context, blob []byte) (events.Digest, error) {
	d, err := c.Blobs.Put(ctx, blob)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sizes[d] = len(blob)
	return d, err
}

// stores runs a task of some calls and returns the bytes that its events and its
// blobs take, and the tokens of its longest prompt.
func stores(t *testing.T, calls int, window int64) (bytes, longest int64) {
	t.Helper()
	blobs := &counted{Blobs: new(memlog.Blobs), sizes: map[events.Digest]int{}}
	look := handlertest.Func{Name: "look", Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		return value(string(c.Args) + strings.Repeat(" result", 90)), nil
	}}
	n := 0
	file := fmt.Sprintf("{models: {openai/test: {window: %d}}, limits: {model_calls: 2000}}", window)
	models := handlertest.Model(t, file, func(_ int, req model.Request) (model.Reply, error) {
		longest = max(longest, model.Estimate(req.Messages, req.Tools))
		if n++; n > calls {
			return answers("done"), nil
		}
		return wants(fmt.Sprintf(`look {"n":%d}`, n)), nil
	})
	l := handlertest.Start(t, handlertest.Config{Blobs: blobs, Tools: handlertest.Tools(look), Models: models})
	goal, err := l.Submit(t.Context(), prompted("look around"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	for r, err := range l.Set.Log.Load(t.Context(), events.RunStream(handlertest.Workspace, goal, "t"), 0) {
		if err != nil {
			t.Fatal(err)
		}
		bytes += int64(len(r.Body))
	}
	for _, size := range blobs.sizes {
		bytes += int64(size)
	}
	return bytes, longest
}

// Model inputs were 99.8 % of a 50 MB history elsewhere, and the run was killed
// at call 53 (temporal sdk-python 1890): here each message is stored once.
func TestWhatALongConversationStoresGrowsWithItsLengthAlone(t *testing.T) {
	t.Parallel()
	for name, window := range map[string]int64{"all of it fits the window": 1_000_000, "it is shortened to fit": 60_000} {
		few, _ := stores(t, 500, window)
		many, longest := stores(t, 1000, window)
		if window > 100_000 && longest < 200_000 {
			t.Errorf("%s: the longest prompt has only %d tokens", name, longest)
		}
		if longest > window {
			t.Errorf("%s: a prompt has %d tokens", name, longest)
		}
		if many*10 > 22*few {
			t.Errorf("%s: 500 calls store %d bytes and 1000 store %d", name, few, many)
		}
		t.Logf("%s: %d bytes a call, longest prompt %d tokens", name, many/1000, longest)
	}
}
