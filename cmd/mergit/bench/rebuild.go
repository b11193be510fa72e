package bench

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/pinned"
	"github.com/mergit-io/mergit/projections/store"
)

// Rebuild is how fast the read models are built anew from the run's own log,
// beside pgx copying the same rows into the same tables.
type Rebuild struct {
	Events      int     `json:"events"`
	EventsPS    float64 `json:"events_per_s"`
	Rows        int     `json:"rows"`
	RatioToCopy float64 `json:"ratio_to_copy"`
}

func (m *machine) rebuild(ctx context.Context) (r Rebuild, err error) {
	feeds, err := pinned.New(m.in.Conn, pinned.Config{})
	if err != nil {
		return r, err
	}
	b := &projections.Rebuilder{Store: store.New(m.in.Pool), Feeds: feeds, Log: m.in.Commands.Log, Keys: m.in.Commands.Codec.Keys}
	head, err := m.in.Commands.Log.Head(ctx)
	if err != nil {
		return r, err
	}
	var rebuilt, copied time.Duration
	for range 3 {
		runtime.GC() // as before each benchmark of package testing: what ran before made garbage
		began := time.Now()
		if err := b.Rebuild(ctx, projections.Goals.Name); err != nil {
			return r, err
		}
		rebuilt += time.Since(began)
		took, rows, err := m.copyRows(ctx)
		if err != nil {
			return r, err
		}
		copied += took
		r.Rows = rows
	}
	r.Events = int(head)
	r.EventsPS = 3 * float64(head) / rebuilt.Seconds()
	r.RatioToCopy = copied.Seconds() / rebuilt.Seconds()
	return r, nil
}

// copyRows copies every row of the read models into tables like theirs.
func (m *machine) copyRows(ctx context.Context) (took time.Duration, rows int, err error) {
	g, ok, err := store.New(m.in.Pool).Active(ctx, projections.Goals.Name)
	if err != nil || !ok {
		return 0, 0, fmt.Errorf("no active generation: %w", err)
	}
	for _, sql := range []string{"DROP SCHEMA IF EXISTS bench_copy CASCADE", "CREATE SCHEMA bench_copy"} {
		if _, err := m.in.Pool.Exec(ctx, sql); err != nil {
			return 0, 0, err
		}
	}
	for _, t := range projections.Goals.Tables() {
		list, err := m.in.Pool.Query(ctx, fmt.Sprintf("SELECT * FROM %s", pgx.Identifier{g.Schema(), t.Name()}.Sanitize()))
		if err != nil {
			return 0, 0, err
		}
		all, err := pgx.CollectRows(list, func(row pgx.CollectableRow) ([]any, error) { return row.Values() })
		if err != nil {
			return 0, 0, err
		}
		to := pgx.Identifier{"bench_copy", t.Name()}
		if _, err := m.in.Pool.Exec(ctx, fmt.Sprintf("CREATE TABLE %s (LIKE %s INCLUDING ALL)", to.Sanitize(), pgx.Identifier{g.Schema(), t.Name()}.Sanitize())); err != nil {
			return 0, 0, err
		}
		columns := make([]string, len(t.Columns()))
		for i, c := range t.Columns() {
			columns[i] = c.Name
		}
		runtime.GC()
		began := time.Now()
		if _, err := m.in.Pool.CopyFrom(ctx, to, columns, pgx.CopyFromRows(all)); err != nil {
			return 0, 0, err
		}
		took += time.Since(began)
		rows += len(all)
	}
	return took, rows, nil
}
