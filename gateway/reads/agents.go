package reads

import (
	"context"
	"errors"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/views"
)

// AgentSource is where rows about agents come from.
type AgentSource interface {
	ListAgents(context.Context, views.AgentFilter) (views.AgentPage, error)
	Agent(ctx context.Context, id string) (projections.AgentRow, error)
	AgentStats(ctx context.Context, id string) (views.AgentStats, error)
	WaitForAgents(ctx context.Context, slot int, r events.Revision) error
}

var _ api.AgentViews = (*Reads)(nil)

// Agents implements api.AgentViews.
func (r *Reads) Agents(ctx context.Context, q api.AgentQuery) ([]wire.Agent, error) {
	page, err := r.source.ListAgents(ctx, views.AgentFilter{Workspace: q.Workspace, Status: q.Status, Limit: q.Limit, Cursor: before(q.Before)})
	if err != nil {
		return nil, err
	}
	return each(page.Agents, agent), nil
}

// Agent implements api.AgentViews.
func (r *Reads) Agent(ctx context.Context, workspace, id string) (wire.Agent, error) {
	row, err := r.source.Agent(ctx, id)
	if errors.Is(err, views.ErrNotFound) || err == nil && workspace != "" && row.Workspace != workspace {
		return wire.Agent{}, api.ErrNotFound
	}
	if err != nil {
		return wire.Agent{}, err
	}
	s, err := r.source.AgentStats(ctx, id)
	if err != nil {
		return wire.Agent{}, err
	}
	out := agent(row)
	out.Stats = &wire.AgentStats{Goals: s.Goals, GoalsDone: s.GoalsDone, GoalsFailed: s.GoalsFailed, TasksDone: s.TasksDone, TasksFailed: s.TasksFailed}
	return out, nil
}

// WaitForAgents implements api.AgentViews.
func (r *Reads) WaitForAgents(ctx context.Context, slot int, revision events.Revision) error {
	return r.source.WaitForAgents(ctx, slot, revision)
}

func agent(r projections.AgentRow) wire.Agent {
	out := wire.Agent{
		ID: r.ID, Workspace: r.Workspace, DID: r.DID, Name: r.Name, Address: r.Address, Roles: r.Roles, Status: r.Status,
		Capabilities:   wire.Capabilities{Tools: r.Tools, Repos: r.Repos, Hosts: r.Hosts, Paths: r.Paths, Trust: r.Trust},
		CapabilityHash: r.CapabilityHash, By: r.By, RevokedBy: r.RevokedBy, Reason: r.Reason, Created: r.Created, Revoked: r.Revoked,
		Updated: r.Updated, Registered: uint64(r.Registered), Revision: uint64(r.Revision),
	}
	for _, list := range []*[]string{&out.Roles, &out.Capabilities.Tools, &out.Capabilities.Repos, &out.Capabilities.Hosts, &out.Capabilities.Paths} {
		if *list == nil {
			*list = []string{}
		}
	}
	if r.TokenID != "" && r.Minted != nil {
		out.Passport = &wire.Passport{
			TokenID: r.TokenID, Owner: r.Address, Chain: uint64(r.Chain), Contract: r.Contract, Tx: r.Tx, Block: uint64(r.Block), BlockHash: r.BlockHash,
			CapabilityHash: r.RegisteredHash, Active: !r.Off && r.Revoked == nil, Minted: *r.Minted,
		}
	}
	return out
}
