package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

// newScores makes a fake server know some agents' scores, of which a page holds two.
func newScores(t *testing.T) *fake {
	f := newFake(t)
	components, err := json.Marshal(events.ReputationComponents{Formula: 1, Score: 9000,
		Completed: events.ReputationShare{Count: 9, Of: 10, Value: 9000}, Quality: events.ReputationQuality{Value: 9600}})
	if err != nil {
		t.Fatal(err)
	}
	f.handle("GET /agents", func(*http.Request) (any, *wire.Problem) {
		return wire.AgentList{Agents: []wire.Agent{{ID: "ada"}, {ID: "eve"}, {ID: "ada-lovelace"}}}, nil
	})
	f.handle("GET /reputation/{id}", func(r *http.Request) (any, *wire.Problem) {
		switch id := r.PathValue("id"); id {
		case "ada", "0xA1", "ada-lovelace":
			return wire.Reputation{
				Agent: "ada", Name: "Ada", Address: "0xa1", Scored: true, Score: 8500, Target: 9000, Rank: 1, Of: 3, Pending: true,
				ScoreComponents: wire.ScoreComponents{Components: components, Hash: "c0ffee", AsOf: 77},
				OnChain:         &wire.OnChainScore{Score: 8000, Index: 4, Chain: 1337, Block: 12, Tx: "0x71"},
				Badges:          []wire.Badge{{Badge: "verified_run", TokenID: "7"}},
			}, nil
		case "eve":
			return wire.Reputation{Agent: "eve", Name: "Eve", Badges: []wire.Badge{}}, nil
		default:
			return nil, wire.Refuse(http.StatusNotFound, "AGENT_NOT_FOUND", "no agent %s", id)
		}
	})
	f.handle("GET /reputation/leaderboard", func(r *http.Request) (any, *wire.Problem) {
		all := []wire.RankedAgent{{Rank: 1, Agent: "ada", Score: 8500}, {Rank: 2, Agent: "bob", Score: 7000}, {Rank: 2, Agent: "cyd", Score: 7000}}
		if r.URL.Query().Get("cursor") == "2" {
			return wire.Leaderboard{Agents: all[2:], Of: 3}, nil
		}
		var limit int
		_, _ = fmt.Sscan(r.URL.Query().Get("limit"), &limit)
		n := min(limit, 2)
		return wire.Leaderboard{Agents: all[:n], Of: 3, Next: fmt.Sprint(n)}, nil
	})
	f.handle("GET /reputation/{id}/history", func(r *http.Request) (any, *wire.Problem) {
		q := r.URL.Query()
		if q.Get("from") != "" && (q.Get("from") != "2026-01-01" || q.Get("to") != "" || q.Get("resolution") != "day") {
			return nil, wire.Refuse(http.StatusBadRequest, "PARAMETER_INVALID", "asked for %v", q)
		}
		return wire.ScoreHistory{Scores: []wire.ScoreSnapshot{{At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Score: 8500, Target: 9000}}}, nil
	})
	return f
}

func TestAScoreIsShownWithWhatItIsMadeOf(t *testing.T) {
	t.Parallel()
	f := newScores(t)
	for _, name := range []string{"ada", "did:mergit:ada", "0xA1", "ada-l"} {
		r := f.cli("reputation", "show", name)
		for _, want := range []string{"8500, on the way to 9000", "1 of 3", "90.00 % (9 of 10)", "nothing observed", "verified_run, token 7", "8000, update 4, block 12", "is on its way", "c0ffee"} {
			if r.code != exitDone || !strings.Contains(r.out, want) {
				t.Errorf("%s: exit %d, and %q is missing in:\n%s%s", name, r.code, want, r.out, r.err)
			}
		}
	}
	if r := f.cli("reputation", "show", "ada", "--json"); r.last(t)["score"] != 8500.0 || r.last(t)["component_hash"] != "c0ffee" {
		t.Errorf("%s", r.out)
	}
	if r := f.cli("reputation", "show", "eve"); r.code != exitDone || !strings.Contains(r.out, "none yet") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	if r := f.cli("reputation", "show", "nobody", "--json"); r.code != exitRefused || r.last(t)["error"].(map[string]any)["code"] != "AGENT_NOT_FOUND" {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
}

func TestTheLeaderboardIsReadPageByPage(t *testing.T) {
	t.Parallel()
	f := newScores(t)
	r := f.cli("reputation", "leaderboard")
	if lines := strings.Split(strings.TrimSpace(r.out), "\n"); r.code != exitDone || len(lines) != 4 || !strings.Contains(lines[3], "cyd") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	if last := f.cli("reputation", "leaderboard", "--json", "--limit", "1").last(t); last["agents"] != 1.0 || last["of"] != 3.0 || last["more"] != true {
		t.Errorf("%v", last)
	}
	if r := f.cli("reputation", "leaderboard", "--limit", "0"); r.code != exitUsage {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}

func TestAHistoryIsListed(t *testing.T) {
	t.Parallel()
	f := newScores(t)
	if r := f.cli("reputation", "history", "ada", "--from", "2026-01-01", "--resolution", "day"); r.code != exitDone || !strings.Contains(r.out, "8500") || !strings.Contains(r.out, "9000") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	if last := f.cli("reputation", "history", "ada", "--json").last(t); last["scores"] != 1.0 {
		t.Errorf("%v", last)
	}
	if r := f.cli("reputation", "history", "ada", "--resolution", "week"); r.code != exitUsage {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
	if r := f.cli("reputation", "history", "ada", "--from", "2026-01-01"); r.code == exitDone {
		t.Errorf("a refusal was overlooked: %s", r.out)
	}
}

func TestVerifyingAScoreNeedsAContract(t *testing.T) {
	t.Parallel()
	f := newScores(t)
	if r := f.cli("verify", "score", "ada", "--contract", "12"); r.code != exitUsage || !strings.Contains(r.err, "--contract") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}

func TestAScoreThatDoesNotVerifyExitsWithThree(t *testing.T) {
	t.Parallel()
	report := verify.ScoreReport{Agent: "ada", Checks: []verify.Check{
		{Name: "records", OK: true, Detail: "7 events"}, {Name: "scores", Class: verify.StepDiffers, Sequence: 9, Detail: "it is 9000"},
	}}
	for _, asJSON := range []bool{false, true} {
		var out bytes.Buffer
		err := (&app{out: &out, json: asJSON}).verifiedScore(report)
		exit, ok := errors.AsType[*exitError](err)
		if !ok || exit.Code != exitRefused || exit.Name != "VERIFICATION_FAILED" {
			t.Errorf("%v", err)
		}
		if !asJSON && !strings.Contains(out.String(), "FAIL  scores: step_differs at sequence 9: it is 9000") {
			t.Errorf("%s", out.String())
		}
	}
}
