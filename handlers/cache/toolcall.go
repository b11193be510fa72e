package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/tools"
)

// Tools keeps what tools answer: reads only, for as long as each tool says, and failures for as long as it says they stay.
type Tools struct{ cache *Cache }

// NewTools makes a cache of tools' outcomes.
func NewTools(cache *Cache) *Tools { return &Tools{cache} }

// epochLife outlives every outcome that is kept, so that an epoch is not forgotten before what it made invalid.
const epochLife = 7 * 24 * time.Hour

// mostKept bounds what a tool may ask for.
const mostKept = 24 * time.Hour

// Cacheable reports whether an outcome of a call may stand in for another one. Whatever a plan says of a call's effect, only what
// the tool itself calls a read is.
func Cacheable(tool tools.Tool, args json.RawMessage) bool {
	return tool.Spec().CacheFor > 0 && tool.Effect(args) == tools.Read
}

// kept is an outcome.
type kept struct {
	Value  json.RawMessage `json:"value,omitempty"`
	Code   string          `json:"code,omitempty"`
	Failed string          `json:"failed,omitempty"`
	Path   string          `json:"path,omitempty"`
}

// Call makes a call, or answers with what an equal one came to. Arguments are equal if their canonical forms are (RFC 8785).
func (t *Tools) Call(ctx context.Context, workspace, goal string, tool tools.Tool, args json.RawMessage, run func(context.Context) (tools.Result, error)) (result tools.Result, cached bool, err error) {
	if !Cacheable(tool, args) {
		result, err = run(ctx)
		return result, false, err
	}
	a, err := t.ask(ctx, workspace, goal, tool, args)
	if err != nil {
		t.cache.cfg.Log.WarnContext(ctx, "outcome of a tool not looked for", slog.String("tool", tool.Spec().Name), slog.Any("err", err))
		result, err = run(ctx)
		return result, false, err
	}
	found, err := t.cache.Do(ctx, a, func(ctx context.Context) (Answer, error) {
		result, err := run(ctx)
		outcome := kept{Value: result.Value}
		failed, typed := errors.AsType[*tools.Error](err)
		if err != nil && !typed {
			return Answer{}, err
		}
		if failed != nil {
			outcome = kept{Code: failed.Code, Failed: failed.Message, Path: failed.Path}
		}
		keep := min(keepFor(tool, args, result, failed), mostKept)
		if failed != nil && keep <= 0 {
			return Answer{}, err
		}
		text, err := json.Marshal(outcome)
		return Answer{Value: text, Keep: keep}, err
	})
	if err != nil {
		return tools.Result{}, false, err
	}
	var outcome kept
	if err := json.Unmarshal(found.Value, &outcome); err != nil {
		return tools.Result{}, false, fmt.Errorf("read an outcome that was kept: %w", err)
	}
	if outcome.Code != "" {
		return tools.Result{}, found.Hit, &tools.Error{Code: outcome.Code, Message: outcome.Failed, Path: outcome.Path}
	}
	return tools.Result{Value: outcome.Value}, found.Hit, nil
}

func keepFor(tool tools.Tool, args json.RawMessage, result tools.Result, failed *tools.Error) time.Duration {
	if keeper, ok := tool.(tools.Keeper); ok {
		return keeper.Keep(args, result, failed)
	}
	if failed != nil {
		return 0
	}
	return tool.Spec().CacheFor
}

// ask names a call: the tool as it is defined, what else its results depend on, the arguments, and how often its group was written.
func (t *Tools) ask(ctx context.Context, workspace, goal string, tool tools.Tool, args json.RawMessage) (Ask, error) {
	spec := tool.Spec()
	question, err := events.Canonical(args)
	if err != nil {
		return Ask{}, err
	}
	epoch, err := t.epoch(ctx, workspace, spec)
	if err != nil {
		return Ask{}, err
	}
	version := events.Sum(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s\x00%s", spec.Name, spec.Description, spec.Input, spec.Output, spec.CacheWith))
	return Ask{Workspace: workspace, Goal: goal, Space: "tool-" + spec.Name, Version: fmt.Sprintf("%s/%d", version, epoch), Question: question}, nil
}

func epochKey(workspace string, spec tools.Spec) string {
	group := spec.CacheGroup
	if group == "" {
		group = spec.Name
	}
	return "epoch." + workspace + "." + group
}

func (t *Tools) epoch(ctx context.Context, workspace string, spec tools.Spec) (uint64, error) {
	stored, err := t.cache.cfg.Store.Get(ctx, epochKey(workspace, spec))
	if errors.Is(err, ErrMiss) {
		return 0, nil
	}
	return stored.Revision, err
}

// Wrote forgets what tools of the group of a tool have answered in a workspace: one of them has written, or may have. What is being
// read meanwhile is forgotten, too.
func (t *Tools) Wrote(ctx context.Context, workspace string, tool tools.Tool) error {
	if spec := tool.Spec(); spec.CacheFor <= 0 && spec.CacheGroup == "" {
		return nil // nothing of it is ever kept
	}
	_, err := t.cache.cfg.Store.Put(ctx, epochKey(workspace, tool.Spec()), []byte("1"), epochLife)
	return err
}
