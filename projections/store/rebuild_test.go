package store_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/store"
)

var databases atomic.Int64

// dump is every table of what readers see, byte by byte.
func dump(t testing.TB, pool *pgxpool.Pool) map[string]string {
	t.Helper()
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	all := map[string]string{}
	for _, table := range projections.Goals.Tables() {
		var keys []string
		for _, c := range table.Columns()[:table.Keys()] {
			keys = append(keys, fmt.Sprintf("%q", c.Name))
		}
		var b bytes.Buffer
		sql := fmt.Sprintf("COPY (SELECT * FROM mergit.%q ORDER BY %s) TO STDOUT", table.Name(), strings.Join(keys, ", "))
		if _, err := conn.Conn().PgConn().CopyTo(t.Context(), &b, sql); err != nil {
			t.Fatal(err)
		}
		all[table.Name()] = b.String()
	}
	return all
}

func same(t testing.TB, have, want map[string]string) {
	t.Helper()
	for table := range want {
		if have[table] == want[table] {
			continue
		}
		h, w := strings.Split(have[table], "\n"), strings.Split(want[table], "\n")
		for i := range min(len(h), len(w)) {
			if h[i] != w[i] {
				t.Fatalf("%s differs in line %d:\nhave %s\nwant %s", table, i+1, h[i], w[i])
			}
		}
		t.Fatalf("%s has %d lines, want %d", table, len(h), len(w))
	}
}

// runner starts a runner, which ends with the test.
func runner(t testing.TB, pool *pgxpool.Pool, log eventlog.Log, keys eventlog.Keys, change ...func(*projections.Runner)) *projections.Progress {
	t.Helper()
	progress := &projections.Progress{}
	r := &projections.Runner{
		Projection: projections.Goals, Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: keys, Progress: progress,
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	for _, c := range change {
		c(r)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("runner: %v", err)
		}
	})
	return progress
}

func caughtUp(t testing.TB, p *projections.Progress, head events.Revision) {
	t.Helper()
	eventually(t, fmt.Sprintf("the projection is at %d", head), func() bool {
		seen, _ := p.Seen(projections.Goals.Name, 0)
		return seen >= head
	})
}

func filled(t testing.TB, goals, tasks, abreast int) (*sample.Writer, *memlog.Log, events.Revision) {
	t.Helper()
	w := sample.New()
	records, err := w.Records(goals, tasks, abreast)
	if err != nil {
		t.Fatal(err)
	}
	log := &memlog.Log{}
	if err := sample.Fill(t.Context(), log, records); err != nil {
		t.Fatal(err)
	}
	return w, log, events.Revision(len(records))
}

func TestRebuildGivesTheSameRows(t *testing.T) {
	pool := database(t)
	w, log, head := filled(t, 270, 8, 20) // more than 10,000 events
	caughtUp(t, runner(t, pool, log, w.Keys), head)
	live := dump(t, pool)
	for _, bulk := range []int{0, 777} {
		b := &projections.Rebuilder{Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: w.Keys, Bulk: bulk}
		if err := b.Rebuild(t.Context(), "goals"); err != nil {
			t.Fatal(err)
		}
		same(t, dump(t, pool), live)
	}
	list, err := store.List(t.Context(), pool, head)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0].Generation != 3 || list[0].State != "active" || list[0].Lag != 0 {
		t.Fatalf("status %+v, want generation 3 alone and active", list)
	}
}
