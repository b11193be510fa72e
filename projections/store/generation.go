package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
)

const generationColumns = `g.id, g.projection, g.version, g.number`

func scanGeneration(row pgx.CollectableRow) (g projections.Generation, err error) {
	return g, row.Scan(&g.ID, &g.Projection, &g.Version, &g.Number)
}

// Active returns the generation of a projection that readers see; ok is false
// if there is none yet.
func (s *Store) Active(ctx context.Context, projection string) (g projections.Generation, ok bool, err error) {
	return active(ctx, s.pool, projection)
}

func active(ctx context.Context, q queryer, projection string) (g projections.Generation, ok bool, err error) {
	rows, err := q.Query(ctx, `SELECT `+generationColumns+` FROM mergit_control.projections p
		JOIN mergit_control.generations g ON g.id = p.active WHERE p.name = $1`, projection)
	if err != nil {
		return g, false, fmt.Errorf("active generation of %s: %w", projection, err)
	}
	g, err = pgx.CollectOneRow(rows, scanGeneration)
	if errors.Is(err, pgx.ErrNoRows) {
		return g, false, nil
	}
	if err != nil {
		return g, false, fmt.Errorf("active generation of %s: %w", projection, err)
	}
	return g, true, nil
}

// Open implements projections.Store.
func (s *Store) Open(ctx context.Context, p *projections.Projection) (g projections.Generation, err error) {
	g, ok, err := s.Active(ctx, p.Name)
	if err == nil && !ok {
		g, err = s.first(ctx, p)
	}
	if err != nil {
		return g, err
	}
	if g.Version != p.Version {
		return g, &projections.VersionError{Projection: p.Name, Active: g.Version, Have: p.Version}
	}
	return g, nil
}

// first makes a projection's first generation, which is active at once.
func (s *Store) first(ctx context.Context, p *projections.Projection) (g projections.Generation, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := lock(ctx, tx, lockProjection, p.Name); err != nil {
			return err
		}
		var ok bool
		if g, ok, err = active(ctx, tx, p.Name); ok || err != nil {
			return err // somebody was faster
		}
		if g, err = create(ctx, tx, p, false); err != nil {
			return err
		}
		for _, t := range p.Tables() {
			if err := indexes(ctx, tx, t, g); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, `INSERT INTO mergit_control.projections (name, active) VALUES ($1, $2)`, p.Name, g.ID); err != nil {
			return err
		}
		return show(ctx, tx, p, g)
	})
	if err != nil {
		return g, fmt.Errorf("create projection %s: %w", p.Name, err)
	}
	return g, nil
}

func lock(ctx context.Context, tx pgx.Tx, class int, name string) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1, hashtext($2))`, class, name)
	return err
}

// create makes a generation's schema, with all tables and no secondary indexes.
func create(ctx context.Context, tx pgx.Tx, p *projections.Projection, building bool) (g projections.Generation, err error) {
	rows, err := tx.Query(ctx, `INSERT INTO mergit_control.generations AS g (projection, version, number, building)
		SELECT $1, $2, coalesce(max(o.number), 0) + 1, $3 FROM mergit_control.generations o WHERE o.projection = $1 AND o.version = $2
		RETURNING `+generationColumns, p.Name, p.Version, building)
	if err != nil {
		return g, err
	}
	if g, err = pgx.CollectOneRow(rows, scanGeneration); err != nil {
		return g, err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO mergit_control.checkpoints (generation, slot, sequence, digest)
		SELECT $1, slot, 0, '' FROM generate_series(0, $2) AS slot`, g.ID, eventlog.Slots-1); err != nil {
		return g, err
	}
	schema := quoted(g.Schema())
	if _, err := tx.Exec(ctx, `DROP SCHEMA IF EXISTS `+schema+` CASCADE`); err != nil {
		return g, err
	}
	if _, err := tx.Exec(ctx, `CREATE SCHEMA `+schema); err != nil {
		return g, err
	}
	for _, t := range p.Tables() {
		var b strings.Builder
		fmt.Fprintf(&b, "CREATE TABLE %s (", pgx.Identifier{g.Schema(), t.Name()}.Sanitize())
		keys := make([]string, t.Keys())
		for i, c := range t.Columns() {
			fmt.Fprintf(&b, "%s %s, ", quoted(c.Name), c.Type)
			if i < len(keys) {
				keys[i] = quoted(c.Name)
			}
		}
		fmt.Fprintf(&b, "PRIMARY KEY (%s)) %s", strings.Join(keys, ", "), options(t))
		if _, err := tx.Exec(ctx, b.String()); err != nil {
			return g, fmt.Errorf("table %s: %w", t.Name(), err)
		}
		if err := summarise(ctx, tx, g, t); err != nil {
			return g, err
		}
	}
	return g, nil
}

// indexes adds a table's secondary indexes, unless they are there.
func indexes(ctx context.Context, tx pgx.Tx, t projections.Table, g projections.Generation) error {
	for i, index := range t.Indexes() {
		sql := fmt.Sprintf("CREATE INDEX IF NOT EXISTS %s ON %s %s",
			quoted(fmt.Sprintf("%s_%d", t.Name(), i+1)), pgx.Identifier{g.Schema(), t.Name()}.Sanitize(), index)
		if _, err := tx.Exec(ctx, sql); err != nil {
			return fmt.Errorf("index on %s %s: %w", t.Name(), index, err)
		}
	}
	return nil
}

// show points the readers' views at a generation. Readers that are waiting for a
// view while it is replaced look it up again and find the new one.
func show(ctx context.Context, tx pgx.Tx, p *projections.Projection, g projections.Generation) error {
	for _, name := range shown(p) {
		view := pgx.Identifier{ReadSchema, name}.Sanitize()
		if _, err := tx.Exec(ctx, `DROP VIEW IF EXISTS `+view); err != nil {
			return fmt.Errorf("view %s: %w", view, err)
		}
		sql := fmt.Sprintf("CREATE VIEW %s AS SELECT * FROM %s", view, pgx.Identifier{g.Schema(), name}.Sanitize())
		if _, err := tx.Exec(ctx, sql); err != nil {
			return fmt.Errorf("view %s: %w", view, err)
		}
	}
	return nil
}

// unlockTimeout bounds the wait for Postgres when a rebuild ends.
const unlockTimeout = 5 * time.Second

// Begin implements projections.RebuildStore.
func (s *Store) Begin(ctx context.Context, p *projections.Projection) (g projections.Generation, done func(), err error) {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return g, nil, fmt.Errorf("rebuild %s: %w", p.Name, err)
	}
	// The right to build is a lock of this connection, so it ends with the
	// process, however that ends.
	release := func() {
		ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), unlockTimeout)
		defer stop()
		if _, err := conn.Exec(ctx, `SELECT pg_advisory_unlock_all()`); err != nil {
			_ = conn.Conn().Close(ctx) // which unlocks as well
		}
		conn.Release()
	}
	defer func() {
		if err != nil {
			release()
		}
	}()
	var mine bool
	if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1, hashtext($2))`, lockRebuild, p.Name).Scan(&mine); err != nil {
		return g, nil, fmt.Errorf("rebuild %s: %w", p.Name, err)
	}
	if !mine {
		return g, nil, projections.ErrRebuilding
	}
	rows, err := conn.Query(ctx, `SELECT `+generationColumns+` FROM mergit_control.generations g
		WHERE projection = $1 AND version = $2 AND building ORDER BY number DESC LIMIT 1`, p.Name, p.Version)
	if err != nil {
		return g, nil, fmt.Errorf("rebuild %s: %w", p.Name, err)
	}
	g, err = pgx.CollectOneRow(rows, scanGeneration)
	if errors.Is(err, pgx.ErrNoRows) {
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			// What a crash takes of it is begun again: the switch is what counts.
			if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = off`); err != nil {
				return err
			}
			g, err = create(ctx, tx, p, true)
			return err
		})
	}
	if err != nil {
		return g, nil, fmt.Errorf("rebuild %s: %w", p.Name, err)
	}
	return g, release, nil
}

// Restart implements projections.RebuildStore.
func (s *Store) Restart(ctx context.Context, p *projections.Projection, g projections.Generation) (next projections.Generation, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := remove(ctx, tx, g); err != nil {
			return err
		}
		next, err = create(ctx, tx, p, true)
		return err
	})
	if err != nil {
		return next, fmt.Errorf("restart the rebuild of %s: %w", p.Name, err)
	}
	return next, nil
}

func remove(ctx context.Context, tx pgx.Tx, g projections.Generation) error {
	if _, err := tx.Exec(ctx, `DROP SCHEMA IF EXISTS `+quoted(g.Schema())+` CASCADE`); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM mergit_control.generations WHERE id = $1`, g.ID)
	return err
}

// Finish implements projections.RebuildStore.
func (s *Store) Finish(ctx context.Context, p *projections.Projection, g projections.Generation) error {
	// Beside one another: each goes on from what is there if it is interrupted.
	tables, ctx := errgroup.WithContext(ctx)
	tables.SetLimit(finishing)
	for _, t := range p.Tables() {
		if len(t.Indexes()) == 0 {
			continue // found by its key only, whatever there is in it
		}
		tables.Go(func() error {
			return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
				if err := indexes(ctx, tx, t, g); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, `ANALYZE `+pgx.Identifier{g.Schema(), t.Name()}.Sanitize())
				return err
			})
		})
	}
	if err := tables.Wait(); err != nil {
		return fmt.Errorf("finish %s: %w", g.Schema(), err)
	}
	return nil
}

// finishing is how many tables are indexed at a time.
const finishing = 2

// Switch implements projections.RebuildStore.
func (s *Store) Switch(ctx context.Context, p *projections.Projection, g projections.Generation, catchUp func(context.Context) error) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := lock(ctx, tx, lockProjection, p.Name); err != nil {
			return err
		}
		old, ok, err := active(ctx, tx, p.Name)
		if err != nil {
			return err
		}
		if ok {
			if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1, $2::int)`, lockGeneration, old.ID); err != nil {
				return err
			}
		}
		if err := catchUp(ctx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO mergit_control.projections (name, active) VALUES ($1, $2)
			ON CONFLICT (name) DO UPDATE SET active = excluded.active`, p.Name, g.ID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE mergit_control.generations SET building = false WHERE id = $1`, g.ID); err != nil {
			return err
		}
		return show(ctx, tx, p, g)
	})
	if err != nil {
		return fmt.Errorf("switch to %s: %w", g.Schema(), err)
	}
	return nil
}

// Drop implements projections.RebuildStore.
func (s *Store) Drop(ctx context.Context, p *projections.Projection) (dropped []projections.Generation, err error) {
	rows, err := s.pool.Query(ctx, `SELECT `+generationColumns+` FROM mergit_control.generations g
		WHERE projection = $1 AND id NOT IN (SELECT active FROM mergit_control.projections) ORDER BY id`, p.Name)
	if err != nil {
		return nil, fmt.Errorf("drop old generations of %s: %w", p.Name, err)
	}
	old, err := pgx.CollectRows(rows, scanGeneration)
	if err != nil {
		return nil, fmt.Errorf("drop old generations of %s: %w", p.Name, err)
	}
	for _, g := range old {
		err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return remove(ctx, tx, g) })
		if err != nil {
			return dropped, fmt.Errorf("drop %s: %w", g.Schema(), err)
		}
		dropped = append(dropped, g)
	}
	return dropped, nil
}
