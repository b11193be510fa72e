package gateway_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/reads"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/store"
	"github.com/mergit-io/mergit/projections/views"
)

// score has an agent of a workspace registered and scored.
func (w *world) score(workspace, id string, number int, scores ...int64) {
	w.t.Helper()
	ref := commands.AgentRef{Workspace: workspace, Agent: id}
	w.run(commands.RegisterAgent{AgentRef: ref, AgentName: "Agent " + id, Roles: []string{"coder"}, Address: fmt.Sprintf("0x%040x", number),
		Capabilities: events.Capabilities{Tools: []string{"*"}, Trust: "standard"}})
	for i, s := range scores {
		c := events.ReputationComponents{Formula: 1, Score: s}
		hash, err := commands.ComponentHash(c)
		if err != nil {
			w.t.Fatal(err)
		}
		if i > 0 { // the next score waits for the one before
			w.run(commands.SeeReputation{AgentRef: ref, Anchored: events.ReputationAnchored{Index: uint64(i - 1), Score: scores[i-1], ComponentHash: events.Sum(fmt.Append(nil, i)),
				At: events.OnChain{Chain: 1337, Contract: "0xc", Tx: "0x7", Block: uint64(i), BlockHash: "0xb"}}})
		}
		w.run(commands.UpdateReputation{AgentRef: ref, Components: c, AsOf: w.head(), To: time.Now().UTC().Truncate(time.Hour).Add(time.Hour)})
		if i == len(scores)-1 && s == 8000 {
			w.run(commands.SeeReputation{AgentRef: ref, Anchored: events.ReputationAnchored{Index: uint64(i), Score: s, ComponentHash: hash,
				At: events.OnChain{Chain: 1337, Contract: "0xc", Tx: "0x8", Block: 9, BlockHash: "0xd"}}})
		}
	}
}

func TestScoresAreRead(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts Postgres")
	}
	db, progress := pool(t), new(projections.Progress)
	w := newWorld(t, func(c *gateway.Config) {
		c.API.Reputations = reads.NewReputations(views.New(db, views.Config{}))
	})
	w.get("/reputation/ada", owner).refused(http.StatusServiceUnavailable, "UNAVAILABLE") // no runner has made a table yet
	w.score("main", "ada", 1, 8000)
	w.score("main", "bob", 2, 5000, 5100)
	w.score("main", "eve", 3)
	w.score("other", "mallory", 4, 9000)
	badge := events.BadgeIssued{Badge: "verified_run", TokenID: "77", Evidence: events.Sum([]byte("e")), At: events.OnChain{Chain: 1337, Contract: "0xba", Tx: "0x9", Block: 4}}
	w.run(commands.SeeBadge{AgentRef: commands.AgentRef{Workspace: "main", Agent: "ada"}, Badge: badge})

	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	runner := projections.Runner{
		Projection: projections.Reputation, Store: store.New(db), Feeds: projections.Tails{Log: w.log}, Log: w.log, Keys: w.keys, Progress: progress,
	}
	wg.Go(func() {
		if err := runner.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	w.eventually(func() bool {
		for slot := range eventlog.Slots {
			if seen, _ := progress.Seen(projections.Reputation.Name, slot); seen < w.head() {
				return false
			}
		}
		return true
	})

	ada := data[wire.Reputation](w.get("/reputation/ada", owner), http.StatusOK)
	if ada.Score != 8000 || ada.Rank != 1 || ada.Of != 2 || ada.Pending || ada.OnChain == nil || ada.OnChain.Tx != "0x8" || len(ada.Badges) != 1 || ada.Badges[0].TokenID != "77" {
		t.Errorf("%+v", ada)
	}
	// What is served has the hash that is served, and so has what the other path serves.
	parts := data[wire.ScoreComponents](w.get("/reputation/ada/components", owner), http.StatusOK)
	for _, c := range []wire.ScoreComponents{ada.ScoreComponents, parts} {
		canonical, err := events.Canonical(c.Components)
		if err != nil || events.Sum(canonical).String() != c.Hash || c.AsOf == 0 || c.From == nil || c.To.Sub(*c.From) != commands.ReputationWindow {
			t.Errorf("%+v, %v", c, err)
		}
	}
	if list := data[wire.BadgeList](w.get("/reputation/ada/badges", owner), http.StatusOK); len(list.Badges) != 1 {
		t.Errorf("%+v", list)
	}
	bob := data[wire.Reputation](w.get("/reputation/0x"+fmt.Sprintf("%040X", 2), owner), http.StatusOK)
	if bob.Agent != "bob" || !bob.Pending || bob.Score != 5100 || bob.OnChain.Score != 5000 || bob.Rank != 2 {
		t.Errorf("%+v", bob)
	}
	if eve := data[wire.Reputation](w.get("/reputation/eve", owner), http.StatusOK); eve.Scored || eve.Rank != 0 || eve.OnChain != nil || eve.Components != nil {
		t.Errorf("%+v", eve)
	}

	board := data[wire.Leaderboard](w.get("/reputation/leaderboard?limit=1", owner), http.StatusOK)
	if len(board.Agents) != 1 || board.Agents[0].Agent != "ada" || board.Of != 2 || board.Next == "" {
		t.Fatalf("%+v", board)
	}
	board = data[wire.Leaderboard](w.get("/reputation/leaderboard?limit=1&cursor="+board.Next, owner), http.StatusOK)
	if len(board.Agents) != 1 || board.Agents[0].Agent != "bob" || board.Agents[0].Rank != 2 || board.Next != "" {
		t.Errorf("%+v", board)
	}

	history := data[wire.ScoreHistory](w.get("/reputation/bob/history", owner), http.StatusOK)
	if len(history.Scores) != 2 || history.Scores[0].Score != 5000 || history.Scores[1].Index != 1 || history.More {
		t.Errorf("%+v", history)
	}
	if byDay := data[wire.ScoreHistory](w.get("/reputation/bob/history?resolution=month&from=2020-01-01", owner), http.StatusOK); len(byDay.Scores) != 1 || byDay.Scores[0].Score != 5100 {
		t.Errorf("%+v", byDay)
	}
	if none := data[wire.ScoreHistory](w.get("/reputation/bob/history?to=2020-01-01T00:00:00Z", owner), http.StatusOK); none.Scores == nil || len(none.Scores) != 0 {
		t.Errorf("%+v", none)
	}

	for _, path := range []string{"/reputation/mallory", "/reputation/nobody", "/reputation/nobody/history", "/reputation/a.b", "/reputation/mallory/components"} {
		w.get(path, owner).refused(http.StatusNotFound, "AGENT_NOT_FOUND")
	}
	for _, path := range []string{
		"/reputation/leaderboard?cursor=%21", "/reputation/leaderboard?cursor=eA", "/reputation/leaderboard?limit=0", "/reputation/bob/history?from=yesterday",
		"/reputation/bob/history?resolution=week", "/reputation/bob/history?from=2026-02-01&to=2026-01-01", "/reputation/bob?x=1",
	} {
		w.get(path, owner).refused(http.StatusBadRequest, "PARAMETER_INVALID")
	}
}

func TestWithoutScoresTheRoutesSaySo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, path := range []string{"/reputation/leaderboard", "/reputation/a", "/reputation/a/history", "/reputation/a/badges"} {
		w.get(path, owner).refused(http.StatusServiceUnavailable, "REPUTATION_OFF")
	}
}

// Whatever stands in a query is a moment that can be used, or refused.
func FuzzHistoryBounds(f *testing.F) {
	w := newWorld(f, func(c *gateway.Config) { c.API.Reputations = ofNobody{} })
	for _, seed := range []string{"", "2026-03-01", "2026-03-01T12:00:00Z", "2026-03-01t12:00:00.5+01:00", "9999-99-99", "-1", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := w.on(t).request(http.MethodGet, "/reputation/a/history", owner, nil)
		r.URL.RawQuery = "from=" + url.QueryEscape(text)
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%q: %s", text, answer.Status)
		}
	})
}

// ofNobody knows one agent, which was never scored.
type ofNobody struct{}

func (ofNobody) Reputation(context.Context, string, string) (wire.Reputation, error) {
	return wire.Reputation{Agent: "a", Badges: []wire.Badge{}}, nil
}

func (ofNobody) Leaderboard(context.Context, string, int, string) (wire.Leaderboard, error) {
	return wire.Leaderboard{Agents: []wire.RankedAgent{}}, nil
}

func (ofNobody) ScoreHistory(_ context.Context, q api.HistoryQuery) (wire.ScoreHistory, error) {
	if y := q.From.Year(); y < 0 || y > 9999 {
		return wire.ScoreHistory{}, fmt.Errorf("a year %d", y)
	}
	return wire.ScoreHistory{Scores: []wire.ScoreSnapshot{}}, nil
}
