package store

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
)

// Status is where one generation of a projection stands.
type Status struct {
	Projection string          `json:"projection"`
	Version    int             `json:"version"`
	Generation int             `json:"generation"`
	Schema     string          `json:"schema"`
	State      string          `json:"state"` // active, building, retired
	Reached    events.Revision `json:"reached"`
	Head       events.Revision `json:"head"`
	Lag        events.Revision `json:"lag"` // events of the log not looked at yet
	Bytes      int64           `json:"bytes"`
}

// List reports every generation of every projection, against the log's head.
func List(ctx context.Context, pool *pgxpool.Pool, head events.Revision) ([]Status, error) {
	rows, err := pool.Query(ctx, `SELECT `+generationColumns+`,
			CASE WHEN p.active = g.id THEN 'active' WHEN g.building THEN 'building' ELSE 'retired' END,
			coalesce((SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
				WHERE n.nspname = g.projection || '_v' || g.version || '_g' || g.number AND c.relkind = 'r'), 0)::bigint
		FROM mergit_control.generations g LEFT JOIN mergit_control.projections p ON p.name = g.projection
		ORDER BY g.projection, g.version, g.number`)
	if err != nil {
		return nil, fmt.Errorf("list projections: %w", err)
	}
	type line struct {
		g     projections.Generation
		state string
		bytes int64
	}
	lines, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (l line, err error) {
		return l, row.Scan(&l.g.ID, &l.g.Projection, &l.g.Version, &l.g.Number, &l.state, &l.bytes)
	})
	if err != nil {
		return nil, fmt.Errorf("list projections: %w", err)
	}
	list := make([]Status, 0, len(lines))
	for _, l := range lines {
		at, err := position(ctx, pool, l.g.ID)
		if err != nil {
			return nil, fmt.Errorf("position of %s: %w", l.g.Schema(), err)
		}
		s := Status{
			Projection: l.g.Projection, Version: l.g.Version, Generation: l.g.Number, Schema: l.g.Schema(), State: l.state,
			Reached: at.After(projections.Partition{}), Head: head, Bytes: l.bytes,
		}
		if s.Reached < head {
			s.Lag = head - s.Reached
		}
		list = append(list, s)
	}
	return list, nil
}
