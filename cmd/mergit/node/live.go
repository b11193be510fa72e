package node

import (
	"context"

	"github.com/mergit-io/mergit/gateway/sse"
	"github.com/mergit-io/mergit/handlers/work"
)

// live brings what executors report, and what models are saying, to the
// gateway's streams.
type live struct{ queue *work.Queue }

func (l live) Follow(ctx context.Context, deliver func(sse.Transient)) error {
	return l.queue.Live(ctx, func(m work.Live) {
		deliver(sse.Transient{Workspace: m.Workspace, Goal: m.Goal, Task: m.Task, Kind: "task." + m.Kind, Data: m.Data})
	})
}
