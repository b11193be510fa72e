package views_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/store"
	"github.com/mergit-io/mergit/projections/views"
)

func (w *world) agent(t *testing.T, id string, facts ...events.Event) {
	t.Helper()
	registered := events.AgentRegistered{DID: "did:mergit:" + id, Name: "Agent " + id, Address: "0xab" + id}
	for _, f := range append([]events.Event{registered}, facts...) {
		w.add(t, sample.Fact{Stream: events.AgentStream(sample.Workspace, id), Event: f})
	}
}

func scoreOf(score int64) events.ReputationUpdated {
	return events.ReputationUpdated{Score: score, Components: events.ReputationComponents{Score: score}, ComponentHash: events.Sum(fmt.Append(nil, score)), AsOf: 1}
}

func TestTheLeaderboardRanksByScore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for id, score := range map[string]int64{"a": 9000, "b": 9000, "c": 9000, "d": 8000, "e": 8000, "f": 7000, "g": 0} {
		w.agent(t, id, scoreOf(score))
	}
	w.agent(t, "unscored")
	w.add(t, sample.Fact{Stream: events.AgentStream("other", "z"), Event: events.AgentRegistered{DID: "z"}},
		sample.Fact{Stream: events.AgentStream("other", "z"), Event: scoreOf(9500)})
	w.fold(t, projections.Reputation)
	v := views.New(w.pool, views.Config{})
	want := []string{"1 a", "1 b", "1 c", "4 d", "4 e", "6 f", "7 g"}
	for _, limit := range []int{1, 2, 3, 100} {
		var got []string
		for filter := (views.LeaderboardFilter{Workspace: sample.Workspace, Limit: limit}); ; {
			page, err := v.Leaderboard(t.Context(), filter)
			if err != nil {
				t.Fatal(err)
			}
			if page.Of != 7 || len(page.Agents) > limit {
				t.Errorf("a page of %d has %d agents of %d", limit, len(page.Agents), page.Of)
			}
			for _, a := range page.Agents {
				got = append(got, fmt.Sprint(a.Rank, " ", a.Agent))
			}
			if filter.Cursor = page.Next; page.Next == "" {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("in pages of %d: %v, want %v", limit, got, want)
		}
	}
	for id, want := range map[string]views.Standing{"a": {1, 7}, "e": {4, 7}, "g": {7, 7}, "unscored": {0, 7}} {
		r, err := v.Reputation(t.Context(), sample.Workspace, id)
		if err != nil || r.Standing != want {
			t.Errorf("%s stands at %+v, want %+v; %v", id, r.Standing, want, err)
		}
	}
	if r, err := v.Reputation(t.Context(), sample.Workspace, "0xABe"); err != nil || r.Agent != "e" {
		t.Errorf("by its address: %+v, %v", r, err)
	}
	for _, id := range []string{"z", "nobody", "0xffff"} {
		if _, err := v.Reputation(t.Context(), sample.Workspace, id); !errors.Is(err, views.ErrNotFound) {
			t.Errorf("%s, which is not of this workspace: %v", id, err)
		}
	}
	if _, err := v.Leaderboard(t.Context(), views.LeaderboardFilter{Cursor: "x"}); !errors.As(err, new(*views.CursorError)) {
		t.Errorf("a cursor of nothing: %v", err)
	}
	if empty, err := v.Leaderboard(t.Context(), views.LeaderboardFilter{Workspace: "empty"}); err != nil || len(empty.Agents) != 0 || empty.Agents == nil {
		t.Errorf("of nobody: %+v, %v", empty, err)
	}
}

func TestAScoreIsShownAsItStandsInTheLogAndOnTheChain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, second := scoreOf(5000), scoreOf(6000)
	second.Index, second.Previous = 1, 5000
	at := events.OnChain{Chain: 1337, Contract: "0xc", Tx: "0x7", Block: 9, BlockHash: "0xb", LogIndex: 2}
	w.agent(t, "a", first, events.ReputationAnchored{Score: 5000, ComponentHash: first.ComponentHash, At: at}, second,
		events.BadgeIssued{Badge: "verified_run", TokenID: "12", Evidence: events.Sum([]byte("e")), At: at})
	w.fold(t, projections.Reputation)
	r, err := views.New(w.pool, views.Config{}).Reputation(t.Context(), sample.Workspace, "a")
	if err != nil {
		t.Fatal(err)
	}
	if !r.Scored || r.Score != 6000 || r.Index != 1 || r.Hash != second.ComponentHash.String() || r.AnchoredScore != 5000 || !r.OnChain ||
		r.AnchoredHash != first.ComponentHash.String() || r.Tx != "0x7" || r.Block != 9 {
		t.Errorf("%+v", r.ScoreRow)
	}
	if len(r.Badges) != 1 || r.Badges[0].Badge != "verified_run" || r.Badges[0].TokenID != "12" || r.ScoreRow.Badges != 1 {
		t.Errorf("%+v", r.Badges)
	}
	if canonical, err := events.Canonical(r.Components); err != nil || string(canonical) != string(r.Components) {
		t.Errorf("components are not as they were hashed: %s", r.Components)
	}
}

func TestAHistoryHasTheLastScoreOfEachSpan(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.agent(t, "a")
	var times []time.Time
	for n := range 48 * 3 { // every 20 minutes
		w.Wait(20 * time.Minute)
		r, err := w.Append(t.Context(), w.log, events.AgentStream(sample.Workspace, "a"), scoreOf(int64(n)))
		if err != nil {
			t.Fatal(err)
		}
		w.head, times = r.Revision, append(times, r.Time)
	}
	w.agent(t, "b", scoreOf(1))
	w.fold(t, projections.Reputation)
	v := views.New(w.pool, views.Config{})
	history := func(f views.HistoryFilter) (scores []int64) {
		t.Helper()
		f.Agent = "a"
		list, err := v.ReputationHistory(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			scores = append(scores, s.Score)
		}
		return scores
	}
	// lastOf is the last score of each span of those from and to.
	lastOf := func(span func(time.Time) string, from, to int) (want []int64) {
		for n := from; n < to; n++ {
			if n == to-1 || span(times[n]) != span(times[n+1]) {
				want = append(want, int64(n))
			}
		}
		return want
	}
	format := func(layout string) func(time.Time) string {
		return func(t time.Time) string { return t.UTC().Format(layout) }
	}
	for _, c := range []struct {
		resolution string
		span       func(time.Time) string
	}{{"", format(time.RFC3339Nano)}, {"hour", format("2006-01-02 15")}, {"day", format("2006-01-02")}, {"month", format("2006-01")}} {
		if got, want := history(views.HistoryFilter{Resolution: c.resolution}), lastOf(c.span, 0, len(times)); !slices.Equal(got, want) {
			t.Errorf("by %q: %v, want %v", c.resolution, got, want)
		}
		if got, want := history(views.HistoryFilter{Resolution: c.resolution, From: times[10], To: times[50]}), lastOf(c.span, 10, 50); !slices.Equal(got, want) {
			t.Errorf("by %q in between: %v, want %v", c.resolution, got, want)
		}
	}
	if got := history(views.HistoryFilter{Limit: 2}); !slices.Equal(got, []int64{142, 143}) {
		t.Errorf("the newest two are %v", got)
	}
	if _, err := v.ReputationHistory(t.Context(), views.HistoryFilter{Agent: "a", Resolution: "week"}); err == nil {
		t.Error("a resolution that there is not was taken")
	}
}

// TestAMillionAgentsAreRankedAtOnce is long: it needs some time to make them.
func TestAMillionAgentsAreRankedAtOnce(t *testing.T) {
	if os.Getenv("MERGIT_LONG") == "" {
		t.Skip("set MERGIT_LONG=1 for long tests")
	}
	w := newWorld(t)
	w.agent(t, "first", scoreOf(5000))
	w.fold(t, projections.Reputation)
	g, err := store.New(w.pool).Open(t.Context(), projections.Reputation)
	if err != nil {
		t.Fatal(err)
	}
	// A third of all agents have the score of those that never failed: ties are what ranks have to live with.
	var columns []string
	for _, c := range projections.Reputation.Tables()[0].Columns() {
		switch c.Name {
		case "agent":
			columns = append(columns, "'a' || n")
		case "score":
			columns = append(columns, "CASE WHEN n % 3 = 0 THEN 8333 ELSE (n::bigint * 7919) % 10001 END")
		default:
			columns = append(columns, fmt.Sprintf("s.%q", c.Name))
		}
	}
	_, err = w.pool.Exec(t.Context(), fmt.Sprintf("INSERT INTO %[1]s.scores SELECT %[2]s FROM %[1]s.scores s, generate_series(1, 999999) AS n", g.Schema(), strings.Join(columns, ", ")))
	if err == nil {
		_, err = w.pool.Exec(t.Context(), fmt.Sprintf("ANALYZE %s.scores", g.Schema()))
	}
	if err != nil {
		t.Fatal(err)
	}
	v := views.New(w.pool, views.Config{})
	const limitTop, limitRank = 5 * time.Millisecond, 10 * time.Millisecond
	measure := func(what string, limit time.Duration, do func(n int) error) {
		t.Helper()
		var took []time.Duration
		for n := range 300 {
			from := time.Now()
			if err := do(n); err != nil {
				t.Fatal(err)
			}
			took = append(took, time.Since(from))
		}
		slices.Sort(took)
		t.Logf("%s: p50 %s, p99 %s", what, took[len(took)/2], took[len(took)*99/100])
		if took[len(took)/2] > limit {
			t.Errorf("%s takes %s, want %s at most", what, took[len(took)/2], limit)
		}
	}
	measure("the first 100", limitTop, func(int) error {
		board, err := v.Leaderboard(t.Context(), views.LeaderboardFilter{Workspace: sample.Workspace, Limit: 100})
		if err == nil && (len(board.Agents) != 100 || board.Of != 1_000_000) {
			err = fmt.Errorf("%d agents of %d", len(board.Agents), board.Of)
		}
		return err
	})
	measure("an agent's rank", limitRank, func(n int) error {
		_, err := v.Reputation(t.Context(), sample.Workspace, fmt.Sprint("a", 1+n*3331))
		return err
	})
	measure("100 in the middle", limitTop, func(n int) error {
		_, err := v.Leaderboard(t.Context(), views.LeaderboardFilter{Workspace: sample.Workspace, Limit: 100, Cursor: fmt.Sprintf("8333.a%d", n*3000)})
		return err
	})
	// What the counts say is what counting says.
	var want int64
	if err := w.pool.QueryRow(t.Context(), "SELECT count(*) + 1 FROM mergit.scores WHERE scored AND score > 8333").Scan(&want); err != nil {
		t.Fatal(err)
	}
	if r, err := v.Reputation(t.Context(), sample.Workspace, "a3"); err != nil || r.Rank != want {
		t.Errorf("rank %d, want %d; %v", r.Rank, want, err)
	}
}
