package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
)

// CompareGoal folds a goal's events, all of them in the order of the log, and
// compares the outcome with the tables readers see. It finds nothing if they are
// the same; the tables have to have caught up with the events. Content that was
// forgotten since it was stored is not compared.
func CompareGoal(ctx context.Context, pool *pgxpool.Pool, goal string, batch []projections.Envelope) ([]projections.Difference, error) {
	folded, err := projections.FoldGoal(batch)
	if err != nil {
		return nil, fmt.Errorf("compare goal %s: %w", goal, err)
	}
	differences, err := compare(ctx, pool, projections.Goals, goal, func(m *projections.Model, t projections.Table) map[string][]any {
		return folded.Rows(m, t)
	}, folded.Forgotten)
	if err != nil {
		return nil, fmt.Errorf("compare goal %s: %w", goal, err)
	}
	return differences, nil
}

// CompareAgent is CompareGoal for an agent: the records of its aggregate are
// compared with its row, its scores and its badges.
func CompareAgent(ctx context.Context, pool *pgxpool.Pool, keys eventlog.Keys, agent string, records []eventlog.Record) (differences []projections.Difference, err error) {
	for _, p := range []*projections.Projection{projections.Agents, projections.Reputation} {
		batch, err := p.Open(ctx, keys, records) // each opens what it routes
		if err != nil {
			return nil, fmt.Errorf("compare agent %s: %w", agent, err)
		}
		folded, err := projections.FoldAggregate(p, batch)
		if err != nil {
			return nil, fmt.Errorf("compare agent %s: %w", agent, err)
		}
		found, err := compare(ctx, pool, p, agent, func(_ *projections.Model, t projections.Table) map[string][]any { return folded[t.Name()] }, false)
		if err != nil {
			return nil, fmt.Errorf("compare agent %s: %w", agent, err)
		}
		differences = append(differences, found...)
	}
	return differences, nil
}

// compare compares the rows of one aggregate with what was folded.
func compare(ctx context.Context, pool *pgxpool.Pool, p *projections.Projection, id string, folded func(*projections.Model, projections.Table) map[string][]any, forgotten bool) (differences []projections.Difference, err error) {
	err = pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		var names []string
		for _, t := range p.Tables() {
			names = append(names, pgx.Identifier{ReadSchema, t.Name()}.Sanitize())
		}
		// Before the snapshot: see Goal in the views.
		if _, err := tx.Exec(ctx, "LOCK TABLE "+strings.Join(names, ", ")+" IN ACCESS SHARE MODE"); err != nil {
			return err
		}
		for _, m := range p.Models() {
			for _, t := range m.Tables() {
				stored, err := rowsOf(ctx, tx, m, t, id)
				if err != nil {
					return fmt.Errorf("%s: %w", t.Name(), err)
				}
				differences = append(differences, projections.CompareRows(t, stored, folded(m, t), forgotten)...)
			}
		}
		return nil
	})
	return differences, err
}

func rowsOf(ctx context.Context, tx pgx.Tx, m *projections.Model, t projections.Table, id string) (map[string][]any, error) {
	columns := make([]string, 0, len(t.Columns()))
	for _, c := range t.Columns() {
		columns = append(columns, quoted(c.Name))
	}
	rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE %s = $1",
		strings.Join(columns, ", "), pgx.Identifier{ReadSchema, t.Name()}.Sanitize(), columns[0]), id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	unit := m.NewUnit()
	for rows.Next() {
		into, add := t.NewRow()
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		add(func(...string) any { return unit })
	}
	return t.Rows(unit), rows.Err()
}
