package store_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/store"
)

// scored is a log of agents whose scores change over half a year.
func scored(t testing.TB, agents, rounds int) (*sample.Writer, *memlog.Log, events.Revision) {
	t.Helper()
	w, log := sample.New(), &memlog.Log{}
	var head events.Revision
	add := func(agent int, fact events.Event) {
		r, err := w.Append(t.Context(), log, events.AgentStream(sample.Workspace, fmt.Sprintf("a%03d", agent)), fact)
		if err != nil {
			t.Fatal(err)
		}
		head = r.Revision
	}
	for a := range agents {
		add(a, events.AgentRegistered{DID: fmt.Sprint("did:mergit:a", a), Name: fmt.Sprint("Agent ", a), Address: fmt.Sprintf("0x%040d", a)})
	}
	for n := range rounds {
		w.Wait(time.Duration(180*24) * time.Hour / time.Duration(rounds))
		for a := range agents {
			if (a+n)%3 == 2 {
				continue
			}
			score := int64((a*37 + n*211) % 40)
			hash := events.Sum(fmt.Append(nil, a, n))
			add(a, events.ReputationUpdated{Index: uint64(n), Score: score, Components: events.ReputationComponents{Score: score}, ComponentHash: hash, AsOf: head})
			add(a, events.ReputationAnchored{Index: uint64(n), Score: score, ComponentHash: hash, At: events.OnChain{Chain: 1, Block: uint64(head)}})
			if n%4 == 0 {
				add(a, events.BadgeIssued{Badge: "verified_run", TokenID: "1", At: events.OnChain{Block: uint64(head)}})
			}
		}
	}
	return w, log, head
}

// copied is what a query finds, as Postgres copies it out.
func copied(t testing.TB, pool *pgxpool.Pool, sql string) string {
	t.Helper()
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	var b bytes.Buffer
	if _, err := conn.Conn().PgConn().CopyTo(t.Context(), &b, "COPY ("+sql+") TO STDOUT"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// reputations is all that readers see of agents' scores.
func reputations(t testing.TB, pool *pgxpool.Pool) map[string]string {
	t.Helper()
	all := map[string]string{"score_counts": copied(t, pool, "SELECT workspace, score, count FROM mergit.score_counts ORDER BY workspace, score")}
	if counted := copied(t, pool, "SELECT workspace, score, count(*) FROM mergit.scores WHERE scored GROUP BY workspace, score ORDER BY workspace, score"); counted != all["score_counts"] {
		t.Errorf("there are\n%s\ncounted are\n%s", counted, all["score_counts"])
	}
	for _, table := range projections.Reputation.Tables() {
		var keys []string
		for _, c := range table.Columns()[:table.Keys()] {
			keys = append(keys, fmt.Sprintf("%q", c.Name))
		}
		all[table.Name()] = copied(t, pool, fmt.Sprintf("SELECT * FROM mergit.%q ORDER BY %s", table.Name(), strings.Join(keys, ", ")))
	}
	return all
}

func ofReputation(r *projections.Runner) { r.Projection = projections.Reputation }

func scoresCaughtUp(t testing.TB, p *projections.Progress, head events.Revision) {
	t.Helper()
	eventually(t, fmt.Sprintf("the scores are at %d", head), func() bool {
		for slot := range eventlog.Slots {
			if seen, _ := p.Seen(projections.Reputation.Name, slot); seen < head {
				return false
			}
		}
		return true
	})
}

func TestScoresAreCountedAndKeptByMonthAndARebuildGivesTheSame(t *testing.T) {
	pool := database(t)
	w, log, head := scored(t, 60, 9)
	few := func(r *projections.Runner) { r.Batch = 7 } // rows are changed that were stored before
	scoresCaughtUp(t, runner(t, pool, log, w.Keys, ofReputation, few), head)
	live := reputations(t, pool)
	months := strings.Fields(copied(t, pool, `SELECT relname FROM pg_class WHERE relname LIKE 'score\_snapshots\_2026\___' AND relkind = 'r' ORDER BY 1`))
	if len(months) < 6 {
		t.Errorf("half a year is kept in %v", months)
	}
	if snapshots := strings.Count(live["score_snapshots"], "\n"); snapshots != 60*9*2/3 {
		t.Errorf("%d scores are kept", snapshots)
	}
	for _, bulk := range []int{0, 55} {
		b := &projections.Rebuilder{Store: store.New(pool), Feeds: projections.Tails{Log: log}, Log: log, Keys: w.Keys, Bulk: bulk}
		if err := b.Rebuild(t.Context(), projections.Reputation.Name); err != nil {
			t.Fatal(err)
		}
		same(t, reputations(t, pool), live)
	}
}

// Writers of different partitions change the same counts, and make the same months.
func TestWritersOfPartitionsShareASummary(t *testing.T) {
	pool := database(t)
	w, log, head := scored(t, 60, 6)
	const of = 4
	var all []*projections.Progress
	for i := range of {
		all = append(all, runner(t, pool, log, w.Keys, ofReputation, func(r *projections.Runner) {
			r.Partition, r.Batch = projections.Partition{Index: i, Of: of}, 5
		}))
	}
	for i, p := range all {
		eventually(t, "every partition is at the end", func() bool {
			seen, _ := p.Seen(projections.Reputation.Name, i)
			return seen >= head
		})
	}
	parted := reputations(t, pool)
	other := database(t)
	scoresCaughtUp(t, runner(t, other, log, w.Keys, ofReputation), head)
	same(t, parted, reputations(t, other))
}

// A row that is stored is not part of what later folds hold in memory: an agent is scored thousands of times.
func TestLoggedRowsAreNotLoaded(t *testing.T) {
	pool := database(t)
	w, log, head := scored(t, 1, 9)
	scoresCaughtUp(t, runner(t, pool, log, w.Keys, ofReputation), head)
	s := store.New(pool)
	g, err := s.Open(context.Background(), projections.Reputation)
	if err != nil {
		t.Fatal(err)
	}
	units := projections.Reputation.Models()[0].Units("a000")
	if err := s.Load(t.Context(), g, units); err != nil {
		t.Fatal(err)
	}
	for unit := range units.All() {
		agent := unit.(*projections.AgentScore)
		if agent.Scores.Len() != 1 || agent.Badges.Len() != 1 || agent.Snapshots.Len() != 0 {
			t.Errorf("loaded were %d scores, %d badges and %d snapshots", agent.Scores.Len(), agent.Badges.Len(), agent.Snapshots.Len())
		}
	}
}

func TestCompareAgentNamesWhatDiffers(t *testing.T) {
	pool := database(t)
	w, log, _ := scored(t, 3, 4)
	const agent = "a001"
	minted, err := w.Append(t.Context(), log, events.AgentStream(sample.Workspace, agent), events.PassportMinted{TokenID: "7", At: events.OnChain{Block: 9}})
	if err != nil {
		t.Fatal(err)
	}
	head := minted.Revision
	ofAgents := func(r *projections.Runner) { r.Projection = projections.Agents }
	scoresCaughtUp(t, runner(t, pool, log, w.Keys, ofReputation), head)
	agents := runner(t, pool, log, w.Keys, ofAgents)
	eventually(t, "the agents are stored", func() bool {
		for slot := range eventlog.Slots {
			if seen, _ := agents.Seen(projections.Agents.Name, slot); seen < head {
				return false
			}
		}
		return true
	})
	var records []eventlog.Record
	for r, err := range log.Load(t.Context(), events.AgentStream(sample.Workspace, agent), 0) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	compare := func() string {
		differences, err := store.CompareAgent(t.Context(), pool, w.Keys, agent, records)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v", differences)
	}
	if have := compare(); have != "[]" {
		t.Fatalf("differences in what is the same: %s", have)
	}
	for _, sql := range []string{
		"UPDATE reputation_v1_g1.scores SET score = 10000 WHERE agent = $1",
		"UPDATE agents_v1_g1.agents SET name = 'Mallory' WHERE id = $1",
		"DELETE FROM reputation_v1_g1.badges WHERE agent = $1",
		"UPDATE reputation_v1_g1.score_snapshots SET target = 9 WHERE agent = $1",
	} {
		if changed, err := pool.Exec(t.Context(), sql, agent); err != nil || changed.RowsAffected() == 0 {
			t.Fatalf("%s: %d rows, %v", sql, changed.RowsAffected(), err)
		}
	}
	have := compare()
	for _, want := range []string{`scores a001: score is "10000", the log says`, `agents a001: name is "Mallory"`, `badges a001.verified_run is missing`, `target is "9"`} {
		if !strings.Contains(have, want) {
			t.Errorf("%s\ndoes not name %s", have, want)
		}
	}
}
