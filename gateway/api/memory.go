package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Memory answers what is remembered of goals. What belongs to another workspace is not remembered.
type Memory interface {
	// Search finds what is like a text; without one, the newest. see tells which goals the caller may see.
	Search(ctx context.Context, workspace, text string, limit int, see func(goal string) bool) (wire.Memories, error)
	// Forget has a goal's episode forgotten for good, or answers ErrNotFound.
	Forget(ctx context.Context, workspace, goal string) error
}

// memoryRoutes are those of what is remembered.
func memoryRoutes() []route {
	return []route{
		{
			method: http.MethodGet, path: "/memory", name: "searchMemory", summary: "What is remembered of goals that ended, and the lessons that they teach",
			scope: auth.Read, query: []param{{name: "query", doc: "what episodes should be like; default the newest"}, limit},
			replies: map[int]any{http.StatusOK: wire.Memories{}}, refusals: []int{http.StatusServiceUnavailable}, handle: (*call).searchMemory,
		},
		{
			method: http.MethodDelete, path: "/memory/:id", name: "forgetMemory", summary: "Have a goal's episode forgotten for good; the goal itself stays",
			scope: auth.Write, replies: map[int]any{http.StatusOK: wire.ForgottenMemory{}},
			refusals: []int{http.StatusNotFound, http.StatusServiceUnavailable}, handle: (*call).forgetMemory,
		},
	}
}

// memory is what is remembered, refused if nothing is.
func (c *call) memory() (Memory, error) {
	if c.api.cfg.Memory == nil {
		return nil, wire.Refuse(http.StatusServiceUnavailable, "MEMORY_OFF", "this server remembers nothing")
	}
	return c.api.cfg.Memory, nil
}

func (c *call) searchMemory() error {
	m, err := c.memory()
	if err != nil {
		return err
	}
	limit, err := c.limit()
	if err != nil {
		return err
	}
	found, err := m.Search(c.ctx, c.who.Workspace, c.query["query"], limit, c.sees)
	if err != nil {
		return c.trouble("search the memory", err)
	}
	return c.ok(http.StatusOK, found)
}

func (c *call) forgetMemory() error {
	m, err := c.memory()
	if err != nil {
		return err
	}
	id, err := c.goal()
	if err != nil {
		return err
	}
	switch err := m.Forget(c.ctx, c.who.Workspace, id); {
	case errors.Is(err, ErrNotFound):
		return wire.Refuse(http.StatusNotFound, "MEMORY_NOT_FOUND", "nothing is remembered of goal %s", id)
	case err != nil:
		return c.trouble("forget an episode", err)
	}
	return c.ok(http.StatusOK, wire.ForgottenMemory{Goal: id})
}
