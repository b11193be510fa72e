package executor

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/tools"
)

// ModelCache has what a model answered stand in for other answers.
type ModelCache interface {
	// Ask answers with what a model said to an equal question, or a similar one if
	// that will do, or asks it. What was kept has no cost and no usage.
	Ask(ctx context.Context, workspace, goal string, q model.Question, reuse model.Reuse) (answer model.Answer, cached bool, err error)
}

// inquire has a question answered, by way of the cache. An attempt that follows on
// a failure does not get the answers that led there, and nothing is looked for
// that cannot be there. What a similar question was
// answered may only stand where nothing comes of it but words: no tool that
// changes anything is offered. A goal that counts what it spends causes nothing
// that it is not charged for.
func (e *execution) inquire(ctx context.Context, q model.Question, unheard bool) (model.Answer, bool, error) {
	if e.x.cfg.Answers == nil || e.trusted { // what is shown to one goal is not for others
		answer, err := e.x.cfg.Models.Ask(ctx, q)
		return answer, false, err
	}
	return e.x.cfg.Answers.Ask(ctx, e.item.Workspace, e.item.Goal, q, model.Reuse{Anew: e.anew || unheard, Similar: e.harmless(q.Tools),
		Stale: e.budget.Cost == 0 && e.budget.Tokens == 0})
}

// harmless reports whether all of some tools only ever read.
func (e *execution) harmless(offered []model.Tool) bool {
	for _, o := range offered {
		if tool, ok := e.x.cfg.Tools.Lookup(o.Name); !ok || !tool.Spec().Annotations.ReadOnly {
			return false
		}
	}
	return true
}

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
		if ctx.Err() != nil {
			// This process stood still, and whoever took the task over may be looking
			// for the write already. Nothing was done.
			return tools.Result{}, &tools.Error{Code: tools.CodeTimeout, Message: "the worker stood still until no time was left; nothing was done", Retryable: true}
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
