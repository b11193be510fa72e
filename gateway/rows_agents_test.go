package gateway_test

import (
	"context"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/views"
)

func (r *rows) agents(ctx context.Context) (list []projections.AgentRow, err error) {
	batches, order := map[string][]projections.Envelope{}, []string{}
	for record, err := range r.log.Read(ctx, eventlog.Query{Subjects: []string{eventlog.FamilyFilter(events.FamilyAgent, ">")}}) {
		if err != nil {
			return nil, err
		}
		said, err := r.codec.Decode(ctx, record)
		if err != nil {
			return nil, err
		}
		if batches[record.Stream.ID] == nil {
			order = append([]string{record.Stream.ID}, order...) // newest first
		}
		batches[record.Stream.ID] = append(batches[record.Stream.ID], said)
	}
	for _, id := range order {
		row, err := projections.FoldAgent(batches[id])
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}

func (r *rows) ListAgents(ctx context.Context, f views.AgentFilter) (page views.AgentPage, err error) {
	all, err := r.agents(ctx)
	for _, row := range all {
		if row.Workspace == f.Workspace && (f.Status == "" || f.Status == row.Status) && older(row.Registered, f.Cursor) && len(page.Agents) < f.Limit {
			page.Agents = append(page.Agents, row)
		}
	}
	return page, err
}

func (r *rows) Agent(ctx context.Context, id string) (projections.AgentRow, error) {
	all, err := r.agents(ctx)
	for _, row := range all {
		if row.ID == id {
			return row, nil
		}
	}
	return projections.AgentRow{}, orNotFound(err)
}

func (r *rows) AgentStats(ctx context.Context, id string) (s views.AgentStats, err error) {
	all, _, err := r.all(ctx)
	for _, f := range all {
		for row := range f.Goal.Goals.All() {
			if row.Agent == id {
				s.Goals++
				s.TasksDone += row.TasksDone
			}
		}
	}
	return s, err
}

func (r *rows) WaitForAgents(ctx context.Context, slot int, revision events.Revision) error {
	return r.WaitFor(ctx, slot, revision)
}
