package node

import (
	"context"

	"github.com/mergit-io/mergit/gateway/sse"
	"github.com/mergit-io/mergit/handlers/work"
)

// live brings the executors' progress to the gateway's streams.
type live struct{ queue *work.Queue }

func (l live) Follow(ctx context.Context, deliver func(sse.Transient)) error {
	return l.queue.Progress(ctx, func(workspace string, p work.Progress, raw []byte) {
		deliver(sse.Transient{Workspace: workspace, Goal: p.Goal, Task: p.Task, Kind: "task.progress", Data: raw})
	})
}
