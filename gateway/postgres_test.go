package gateway_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/reads"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/postgres"
	"github.com/mergit-io/mergit/projections/store"
	"github.com/mergit-io/mergit/projections/views"
)

// pool opens a Postgres of the test's own.
func pool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	dir, err := os.MkdirTemp("", "gateway")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil { // the server may run as another user
		t.Fatal(err)
	}
	server, err := postgres.Start(t.Context(), postgres.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	p, err := pgxpool.New(t.Context(), server.DSN())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	if err := store.Migrate(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	return p
}

// Read from Postgres, everything is as read by folding the log.
func TestReadsFromPostgresAreThoseOfTheLog(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts Postgres")
	}
	db := pool(t)
	progress := new(projections.Progress)
	var source *reads.Reads
	w := newWorld(t, func(c *gateway.Config) {
		source = reads.New(views.New(db, views.Config{Progress: progress}))
		c.API.Views = source
		c.API.Checks = []api.Check{{Name: "postgres", Run: db.Ping}}
	})
	folded := reads.New(w.rows)

	// No runner has made a table yet.
	w.get("/goals", owner).refused(http.StatusServiceUnavailable, "UNAVAILABLE")

	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	runner := projections.Runner{
		Projection: projections.Goals, Store: store.New(db), Feeds: projections.Tails{Log: w.log}, Log: w.log, Keys: w.keys, Progress: progress,
	}
	wg.Go(func() {
		if err := runner.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	var ids []string
	for i := range 5 {
		// What was submitted can be read at once, again and again.
		a := w.submit(owner, fmt.Sprint("goal ", i))
		g := data[wire.Goal](w.get(fmt.Sprintf("/goals/%s?after=%d", a.ID, a.Revision), owner), http.StatusOK)
		if g.Revision != a.Revision {
			t.Errorf("read revision %d after %d", g.Revision, a.Revision)
		}
		ids = append([]string{a.ID}, ids...)
	}
	last := w.finish("main", ids[0])
	ref, claim := commands.GoalRef{Workspace: "main", Goal: ids[1]}, newID()
	last = max(last, w.run(planned(ref), commands.StartTask{GoalRef: ref, Task: "a", Claim: claim},
		commands.RaiseInterrupt{GoalRef: ref, Interrupt: "q", Type: "escalation", Task: "a", Claim: claim, Description: "?", Options: []string{"yes"}}))
	if err := source.Lag(w.log).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	same := func(path string, want any) {
		t.Helper()
		a := w.get(path, owner).want(http.StatusOK)
		if have, want := content(t, a.body), content(t, marshal(t, map[string]any{"data": want})); have != want {
			t.Errorf("%s\nin Postgres %s\nin the log  %s", path, have, want)
		}
	}
	for _, id := range ids {
		g, err := folded.Goal(t.Context(), "main", id)
		if err != nil {
			t.Fatal(err)
		}
		if g.Proof != nil && g.Proof.Tasks == nil {
			g.Proof.Tasks = []string{}
		}
		same(fmt.Sprintf("/goals/%s?after=%d", id, last), g)
	}
	list, err := folded.Goals(t.Context(), api.GoalQuery{Workspace: "main", Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	same("/goals", wire.GoalList{Goals: list})
	waiting, err := folded.Interrupts(t.Context(), api.InterruptQuery{Workspace: "main", Status: "pending", Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	same("/interrupts", wire.InterruptList{Interrupts: waiting})
	proof, err := folded.Proof(t.Context(), "main", ids[0])
	if err != nil {
		t.Fatal(err)
	}
	same("/goals/"+ids[0]+"/proofs", wire.ProofList{Proofs: []wire.Proof{proof}})
	page := data[wire.GoalList](w.get("/goals?limit=2&status=pending", owner), http.StatusOK)
	next := data[wire.GoalList](w.get("/goals?limit=2&status=pending&cursor="+page.Next, owner), http.StatusOK)
	if len(page.Goals) != 2 || len(next.Goals) != 1 || page.Goals[0].ID != ids[2] || next.Goals[0].ID != ids[4] || next.Next != "" {
		t.Errorf("pages %+v and %+v", page, next)
	}
	w.get("/goals/"+ids[0], other).refused(http.StatusNotFound, "GOAL_NOT_FOUND")
	if e := w.get("/goals/"+strings.Repeat("x", 60), owner).refused(http.StatusNotFound, "GOAL_NOT_FOUND"); e.Message == "" {
		t.Error("no message")
	}
}
