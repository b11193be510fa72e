package views

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/store"
)

// AgentFilter selects agents; what is empty does not matter.
type AgentFilter struct {
	Workspace, Status, Address string
	Limit                      int
	Cursor                     string
}

// AgentPage is a page of agents, newest first.
type AgentPage struct {
	Agents []projections.AgentRow `json:"agents"`
	Next   string                 `json:"next,omitempty"` // empty on the last page
}

// ListAgents lists agents, newest first.
func (v *Views) ListAgents(ctx context.Context, f AgentFilter) (AgentPage, error) {
	q := query{order: "registered"}
	q.equal("workspace", f.Workspace)
	q.equal("status", f.Status)
	q.equal("address", f.Address)
	var found projections.Agent
	more, err := v.page(ctx, q, "agents", f.Limit, f.Cursor, &found)
	if err != nil {
		return AgentPage{}, fmt.Errorf("list agents: %w", err)
	}
	page := AgentPage{Agents: values(found.Agents.All())}
	if more {
		page.Agents = page.Agents[:len(page.Agents)-1]
		page.Next = strconv.FormatInt(page.Agents[len(page.Agents)-1].Registered, 10)
	}
	return page, nil
}

// Agent returns an agent.
func (v *Views) Agent(ctx context.Context, id string) (projections.AgentRow, error) {
	var unit projections.Agent
	rows, err := v.pool.Query(ctx, v.selectFrom("agents")+" WHERE id = $1", id)
	if err == nil {
		_, err = collect(rows, "agents", &unit)
	}
	if err = created(err); err != nil {
		return projections.AgentRow{}, fmt.Errorf("agent %s: %w", id, err)
	}
	for row := range unit.Agents.All() {
		return *row, nil
	}
	return projections.AgentRow{}, fmt.Errorf("agent %s: %w", id, ErrNotFound)
}

// AgentStats counts what was run as an agent.
type AgentStats struct {
	Goals, GoalsDone, GoalsFailed int64
	TasksDone, TasksFailed        int64
}

// AgentStats counts the goals that were run as an agent, and their tasks.
func (v *Views) AgentStats(ctx context.Context, id string) (s AgentStats, err error) {
	const sql = `SELECT count(*), count(*) FILTER (WHERE status = $2), count(*) FILTER (WHERE status = $3),
		coalesce(sum(tasks_done), 0)::bigint, coalesce(sum(tasks_failed), 0)::bigint FROM `
	table := pgx.Identifier{store.ReadSchema, "goals"}.Sanitize()
	err = v.pool.QueryRow(ctx, sql+table+` WHERE agent = $1 AND agent <> ''`, id, projections.GoalDone, projections.GoalFailed).
		Scan(&s.Goals, &s.GoalsDone, &s.GoalsFailed, &s.TasksDone, &s.TasksFailed)
	if err = created(err); err != nil {
		return s, fmt.Errorf("stats of agent %s: %w", id, err)
	}
	return s, nil
}

// WaitForAgents is WaitFor for agents.
func (v *Views) WaitForAgents(ctx context.Context, slot int, r events.Revision) error {
	return v.waitFor(ctx, projections.Agents.Name, &v.registry, slot, r)
}
