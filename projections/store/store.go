// Package store keeps projections in Postgres: rows and the position they were
// folded to, in one transaction.
//
// Each generation of a projection has its own schema, "goals_v1_g1". Readers see
// the active one through views in schema "mergit", which are replaced in the
// transaction that switches generations, so a query never meets a table that is
// gone or half filled.
package store

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/migrations"
)

// ReadSchema is where readers find the tables of every active generation.
const ReadSchema = "mergit"

// Advisory lock classes; the first is also in advance().
const (
	lockGeneration = 19783 // with the generation's ID: held by its writers
	lockProjection = 19784 // with a hash of the name: held to create or switch
	lockRebuild    = 19785 // with a hash of the name: held while rebuilding
	lockMigrate    = 19786
)

// Store is a projections.RebuildStore.
type Store struct {
	pool  *pgxpool.Pool
	stmts statements
	made  sync.Map // parts of tables by month
}

var _ projections.RebuildStore = (*Store)(nil)

// New keeps projections in the database of a pool. Migrate must have been run.
func New(pool *pgxpool.Pool) *Store { return &Store{pool: pool} }

// Migrate makes or updates the control tables.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	steps, err := migrations.All()
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1, 0)`, lockMigrate); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		if _, err := tx.Exec(ctx, `CREATE SCHEMA IF NOT EXISTS mergit_control`); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		if _, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS mergit_control.migrations (number integer PRIMARY KEY, name text NOT NULL)`); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		var done int
		if err := tx.QueryRow(ctx, `SELECT coalesce(max(number), 0) FROM mergit_control.migrations`).Scan(&done); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		if done > len(steps) {
			return fmt.Errorf("the database has %d migrations, this binary knows %d: upgrade it", done, len(steps))
		}
		for _, step := range steps[done:] {
			if _, err := tx.Exec(ctx, step.SQL); err != nil {
				return fmt.Errorf("migration %s: %w", step.Name, err)
			}
			if _, err := tx.Exec(ctx, `INSERT INTO mergit_control.migrations VALUES ($1, $2)`, step.Number, step.Name); err != nil {
				return fmt.Errorf("migration %s: %w", step.Name, err)
			}
		}
		return nil
	})
}

// Position implements projections.Store.
func (s *Store) Position(ctx context.Context, g projections.Generation) (projections.Position, error) {
	at, err := position(ctx, s.pool, g.ID)
	if err != nil {
		return at, fmt.Errorf("position of %s: %w", g.Schema(), err)
	}
	return at, nil
}

type queryer interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func position(ctx context.Context, q queryer, generation int64) (at projections.Position, err error) {
	rows, err := q.Query(ctx, `
		SELECT slot, sequence, digest, '' FROM mergit_control.checkpoints WHERE generation = $1
		UNION ALL
		SELECT -1, sequence, '', partition FROM mergit_control.seen WHERE generation = $1`, generation)
	if err != nil {
		return at, err
	}
	var (
		slot         int
		sequence     int64
		digest, part string
	)
	_, err = pgx.ForEachRow(rows, []any{&slot, &sequence, &digest, &part}, func() error {
		if slot >= 0 && slot < len(at.Slots) {
			at.Slots[slot].Revision = events.Revision(sequence)
			at.Seen[slot] = max(at.Seen[slot], events.Revision(sequence))
			return at.Slots[slot].Digest.UnmarshalText([]byte(digest))
		}
		p, err := projections.ParsePartition(part)
		if err != nil {
			return err
		}
		for slot := range at.Seen {
			if p.Has(slot) {
				at.Seen[slot] = max(at.Seen[slot], events.Revision(sequence))
			}
		}
		return nil
	})
	return at, err
}

// Load implements projections.Store.
func (s *Store) Load(ctx context.Context, g projections.Generation, units *projections.Missing) error {
	batch := &pgx.Batch{}
	args := []any{units.IDs}
	if units.Model.Depth() == 2 {
		args = append(args, units.Parts)
	}
	for _, t := range units.Model.Tables() {
		if projections.LayoutOf(t).Logged {
			continue
		}
		batch.Queue(s.stmts.of(g, t).load[units.Model.Depth()], args...).Query(func(rows pgx.Rows) error {
			defer rows.Close()
			for rows.Next() {
				into, add := t.NewRow()
				if err := rows.Scan(into...); err != nil {
					return err
				}
				add(units.Unit)
			}
			return rows.Err()
		})
	}
	if err := s.pool.SendBatch(ctx, batch).Close(); err != nil {
		return translate(g, fmt.Errorf("load from %s: %w", g.Schema(), err))
	}
	return nil
}

// Commit implements projections.Store. Everything goes in one round trip: what
// stands in one pipeline up to its end is one transaction.
func (s *Store) Commit(ctx context.Context, g projections.Generation, c projections.Commit) error {
	if err := s.months(ctx, g, c.Changes); err != nil {
		return err
	}
	batch := &pgx.Batch{}
	batch.Queue(advance, advanceArgs(g, c)...)
	s.write(batch, g, c.Changes, true)
	if err := s.pool.SendBatch(ctx, batch).Close(); err != nil {
		return translate(g, fmt.Errorf("commit to %s: %w", g.Schema(), err))
	}
	return nil
}

// Bulk implements projections.RebuildStore.
func (s *Store) Bulk(ctx context.Context, g projections.Generation, c projections.Commit) error {
	if err := s.months(ctx, g, c.Changes); err != nil {
		return err
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// A crash may take the last of these, rows and position together, and the
		// rebuild goes on from there. The switch is synced, and all before it.
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = off`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, advance, advanceArgs(g, c)...); err != nil {
			return err
		}
		for _, change := range c.Changes {
			if change.Added.Len() == 0 {
				continue
			}
			if err := copyRows(ctx, tx, s.stmts.of(g, change.Table), change.Added); err != nil {
				return err
			}
		}
		batch := &pgx.Batch{}
		s.write(batch, g, c.Changes, false)
		if batch.Len() == 0 {
			return nil
		}
		return tx.SendBatch(ctx, batch).Close()
	})
	if err != nil {
		return translate(g, fmt.Errorf("bulk commit to %s: %w", g.Schema(), err))
	}
	return nil
}

const advance = `SELECT mergit_control.advance($1, $2, $3, $4, $5, $6, $7)`

func advanceArgs(g projections.Generation, c projections.Commit) []any {
	slots, was := make([]int32, len(c.Moves)), make([]int64, len(c.Moves))
	becomes, digests := make([]int64, len(c.Moves)), make([]string, len(c.Moves))
	for i, m := range c.Moves {
		slots[i], was[i], becomes[i], digests[i] = int32(m.Slot), int64(m.From), int64(m.To.Revision), m.To.Digest.String()
	}
	return []any{g.ID, c.Partition.String(), int64(c.Seen), slots, was, becomes, digests}
}

// write queues the statements that store changes.
func (s *Store) write(batch *pgx.Batch, g projections.Generation, changes []projections.Changes, added bool) {
	queue := func(sql string, b projections.Batch, columns []int) {
		if b.Len() == 0 {
			return
		}
		args := make([]any, len(columns))
		for i, c := range columns {
			args[i] = b.Slice(c)
		}
		batch.Queue(sql, args...)
	}
	for _, c := range changes {
		st := s.stmts.of(g, c.Table)
		queue(st.remove, c.Deleted, st.keys)
		if added {
			queue(st.upsert, c.Added, st.all)
		}
		queue(st.upsert, c.Replaced, st.all)
		queue(st.update, c.Changed, st.changing)
	}
}

// translate turns what Postgres says into the port's errors.
func translate(g projections.Generation, err error) error {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return err
	}
	switch pg.Code {
	case "MG001":
		return &projections.StaleError{Generation: g}
	case "MG002", "42P01", "3F000": // its tables, its schema are gone
		return &projections.SupersededError{Generation: g}
	}
	return err
}
