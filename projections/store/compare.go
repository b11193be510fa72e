package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

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
	var differences []projections.Difference
	err = pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		var names []string
		for _, t := range projections.Goals.Tables() {
			names = append(names, pgx.Identifier{ReadSchema, t.Name()}.Sanitize())
		}
		// Before the snapshot: see Goal in the views.
		if _, err := tx.Exec(ctx, "LOCK TABLE "+strings.Join(names, ", ")+" IN ACCESS SHARE MODE"); err != nil {
			return err
		}
		for _, m := range projections.Goals.Models() {
			for _, t := range m.Tables() {
				stored, err := rowsOf(ctx, tx, m, t, goal)
				if err != nil {
					return fmt.Errorf("%s: %w", t.Name(), err)
				}
				differences = append(differences, projections.CompareRows(t, stored, folded.Rows(m, t), folded.Forgotten)...)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("compare goal %s: %w", goal, err)
	}
	return differences, nil
}

func rowsOf(ctx context.Context, tx pgx.Tx, m *projections.Model, t projections.Table, goal string) (map[string][]any, error) {
	columns := make([]string, 0, len(t.Columns()))
	for _, c := range t.Columns() {
		columns = append(columns, quoted(c.Name))
	}
	rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE %s = $1",
		strings.Join(columns, ", "), pgx.Identifier{ReadSchema, t.Name()}.Sanitize(), columns[0]), goal)
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
