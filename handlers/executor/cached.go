package executor

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/mergit-io/mergit/handlers/tools"
)

// ToolCache has what a call came to stand in for other ones.
type ToolCache interface {
	// Call answers with what an equal call came to, or runs it. What a tool does not let be kept is always run.
	Call(ctx context.Context, workspace, goal string, tool tools.Tool, args json.RawMessage, run func(context.Context) (tools.Result, error)) (result tools.Result, cached bool, err error)
	// Wrote is told of a call that changed something, or may have: what was read before is no longer so.
	Wrote(ctx context.Context, workspace string, tool tools.Tool) error
}

// through makes a call by way of the cache. Whether a call is a read is the
// tool's own word; a plan's does not count here.
func (e *execution) through(ctx context.Context, c *call, o *outcome) (tools.Result, error) {
	run := func(ctx context.Context) (tools.Result, error) {
		use := c.use
		if len(c.secrets) > 0 {
			use.Args = c.plain // and nobody else is given it
		}
		return c.tool.Run(ctx, use)
	}
	cache := e.x.cfg.Cache
	if cache == nil || len(c.secrets) > 0 { // what is shown to one goal is not for others
		return run(ctx)
	}
	if c.tool.Effect(c.use.Args) == tools.Read {
		result, cached, err := cache.Call(ctx, e.item.Workspace, e.item.Goal, c.tool, c.use.Args, run)
		o.cached = cached
		return result, err
	}
	result, err := run(ctx)
	if err := cache.Wrote(context.WithoutCancel(ctx), e.item.Workspace, c.tool); err != nil {
		e.x.cfg.Log.WarnContext(ctx, "the cache does not know of a write", slog.String("tool", e.task.Tool), slog.Any("err", err))
	}
	return result, err
}
