package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/gateway/wire"
)

// An agent that does its tasks has a score and a badge on the chain, also where the server was killed meanwhile, and what it has
// can be computed again from the log.
func TestWorkBecomesReputation(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	s := up(t, data, "--reputation-every", "1s")
	agent, err := send[wire.RegisteredAgent](t.Context(), s, http.MethodPost, "/agents", map[string]any{"name": "Ada", "roles": []string{"researcher"}}, "ada")
	if err != nil {
		t.Fatal(err)
	}
	plan := filepath.Join(t.TempDir(), "plan.yaml")
	if err := os.WriteFile(plan, []byte("title: note\ntasks:\n  - {id: a, role: researcher, tool: file_ops, args: {op: write, path: a.txt, content: hello}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	goals := func(n int) {
		t.Helper()
		for range n {
			if out, errs, code := run(t, data, "goal", "submit", "--plan", plan, "--agent", agent.ID, "--json"); code != 0 {
				t.Fatalf("exit %d: %s%s", code, out, errs)
			}
		}
	}
	goals(3)
	s.kill()
	s = up(t, data, "--reputation-every", "1s")
	goals(2)
	var r wire.Reputation
	until(t, "the badge counts in the score on the chain", func() bool {
		r, err = get[wire.Reputation](t.Context(), s, "/reputation/"+agent.ID)
		return err == nil && len(r.Badges) == 1 && r.OnChain != nil && !r.Pending && r.Score == r.Target && r.Score > 8333
	})
	if r.Badges[0].Badge != "verified_run" || r.Score != 8889 || r.OnChain.Score != r.Score || r.Rank != 1 {
		t.Errorf("%+v, on the chain %+v", r, r.OnChain)
	}
	p := passportsOf(t, s)
	until(t, "the passport has the figures", func() bool {
		_, known := p.of(agent.Address)
		return known.Done == 5 && known.Failed == 0
	})
	out, errs, code := run(t, data, "verify", "score", agent.ID, "--json")
	if code != 0 {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	if report := lastLine[verify.ScoreReport](t, out); !report.OK || report.Score != r.Score || *report.OnChain != r.Score || report.ComponentHash.String() != r.Hash {
		t.Errorf("%+v", report)
	}
	history, err := get[wire.ScoreHistory](t.Context(), s, "/reputation/"+agent.ID+"/history")
	if err != nil || len(history.Scores) < 2 || history.Scores[len(history.Scores)-1].Score != r.Score {
		t.Errorf("%+v, %v", history, err)
	}
	if _, errs, code := run(t, data, "verify", "score", "nobody"); code != 3 {
		t.Errorf("of nobody: exit %d: %s", code, errs)
	}
}
