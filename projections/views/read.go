package views

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/store"
)

// tables are those of every projection, by name.
var tables = func() map[string]projections.Table {
	all := map[string]projections.Table{}
	for _, p := range projections.Projections() {
		for _, t := range p.Tables() {
			all[t.Name()] = t
		}
	}
	return all
}()

// selectFrom is "SELECT every column FROM table".
func (v *Views) selectFrom(table string) string {
	if sql, ok := v.selects.Load(table); ok {
		return sql.(string)
	}
	columns := tables[table].Columns()
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = pgx.Identifier{c.Name}.Sanitize()
	}
	sql := fmt.Sprintf("SELECT %s FROM %s", strings.Join(names, ", "), pgx.Identifier{store.ReadSchema, table}.Sanitize())
	v.selects.Store(table, sql)
	return sql
}

// collect adds rows of a table to a unit that stands for whatever was asked for.
func collect(rows pgx.Rows, table string, unit any) (n int, err error) {
	defer rows.Close()
	for rows.Next() {
		into, add := tables[table].NewRow()
		if err := rows.Scan(into...); err != nil {
			return n, err
		}
		add(func(...string) any { return unit })
		n++
	}
	return n, rows.Err()
}

// values copies rows, so that an empty list is not null in JSON.
func values[R any](rows iter.Seq[*R]) []R {
	list := []R{}
	for r := range rows {
		list = append(list, *r)
	}
	return list
}

// atOnce runs queries on one snapshot. Locking a view first, before there is a
// snapshot, makes a switch of generations wait until all were answered: a
// snapshot from before the switch would find the new tables empty.
func (v *Views) atOnce(ctx context.Context, queue func(*pgx.Batch)) error {
	err := pgx.BeginTxFunc(ctx, v.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockViews); err != nil {
			return err
		}
		b := &pgx.Batch{}
		queue(b)
		return tx.SendBatch(ctx, b).Close()
	})
	return created(err)
}

// lockViews locks the views of every projection that goals are read from, in
// the order in which a switch replaces them.
var lockViews = func() string {
	var names []string
	for _, t := range projections.Goals.Tables() {
		names = append(names, pgx.Identifier{store.ReadSchema, t.Name()}.Sanitize())
	}
	return "LOCK TABLE " + strings.Join(names, ", ") + " IN ACCESS SHARE MODE"
}()

// ErrNotCreated says that no runner has made the projection's tables yet.
var ErrNotCreated = errors.New("the projection was not created yet: is a projector running?")

func created(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && (pg.Code == "42P01" || pg.Code == "3F000") {
		return ErrNotCreated
	}
	return err
}
