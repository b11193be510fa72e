package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Results reads what tasks came to; eventlog.Results is one.
type Results interface {
	Get(ctx context.Context, workspace, goal, task string) (json.RawMessage, error)
}

// goalResult answers with the result of the task that stands for the goal.
func (c *call) goalResult() error {
	g, err := c.view()
	if err != nil {
		return err
	}
	if g.ResultTask == "" {
		return wire.Refuse(http.StatusNotFound, "RESULT_NOT_FOUND", "goal %s is %s and has no result", g.ID, g.Status)
	}
	return c.result(g.ID, g.ResultTask)
}

// taskResult answers with the whole result of one task.
func (c *call) taskResult() error {
	id, err := c.goal()
	if err != nil {
		return err
	}
	task := c.fiber.Params("task")
	if !events.IsToken(task) {
		return wire.Refuse(http.StatusNotFound, "RESULT_NOT_FOUND", "goal %s has no such task", id)
	}
	return c.result(id, task)
}

func (c *call) result(goal, task string) error {
	value, err := c.api.cfg.Results.Get(c.ctx, c.who.Workspace, goal, task)
	corrupt, changed := errors.AsType[*eventlog.CorruptBlobError](err)
	switch {
	case errors.Is(err, eventlog.ErrNoResult):
		return wire.Refuse(http.StatusNotFound, "RESULT_NOT_FOUND", "task %s of goal %s has no result", task, goal)
	case errors.Is(err, events.ErrForgotten):
		return wire.Refuse(http.StatusGone, "RESULT_FORGOTTEN", "the content of goal %s was forgotten on purpose; its proof still verifies", goal)
	case changed, errors.Is(err, eventlog.ErrNoBlob):
		c.api.cfg.Logger.ErrorContext(c.ctx, "a result cannot be read", "goal", goal, "task", task, "err", err)
		if changed {
			return wire.Refuse(http.StatusInternalServerError, "RESULT_CORRUPT", "%s; check with: mergit verify goal %s", corrupt.Error(), goal)
		}
		return wire.Refuse(http.StatusInternalServerError, "RESULT_CORRUPT", "the result of task %s is missing from the object store; check with: mergit verify goal %s", task, goal)
	case err != nil:
		return c.trouble("read a result", err)
	}
	return c.ok(http.StatusOK, value)
}
