package node

import (
	"context"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/sse"
	"github.com/mergit-io/mergit/handlers/work"
)

// live brings what executors report, what models are saying, and what is waited
// for, to the gateway's streams.
type live struct{ queue *work.Queue }

func (l live) Follow(ctx context.Context, deliver func(sse.Transient)) error {
	return l.queue.Live(ctx, func(m work.Live) {
		of := "task."
		if m.Task == events.Whole {
			of = "goal."
		}
		deliver(sse.Transient{Workspace: m.Workspace, Goal: m.Goal, Task: m.Task, Kind: of + m.Kind, Data: m.Data})
	})
}
