package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/handlers/tools/github/githubtest"
)

// An agent's pull request that was approved, and that GitHub says was merged, is in the agent's score, also where the server was
// killed meanwhile, and whoever has the log computes the same.
func TestAMergedPullRequestCountsForItsAgent(t *testing.T) {
	hub := githubtest.New(t)
	repo := hub.Add(t, "octo/demo", map[string]string{"README.md": "# Demo\n"})
	t.Setenv("MERGIT_GITHUB_TOKEN", hub.Token)
	t.Setenv("MERGIT_GITHUB_URL", hub.URL)
	const secret = "a secret of GitHub's"
	file, stakes := filepath.Join(t.TempDir(), "secret"), filepath.Join(t.TempDir(), "stakes.yaml")
	for name, text := range map[string]string{file: secret, stakes: "tiers: [1]\ntools: []\n"} { // what an agent has at stake is tested elsewhere
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data, flags := dataDir(t), []string{"--webhook-secret", "github=" + file, "--reputation-every", "1s", "--stakes", stakes}
	s := up(t, data, flags...)
	agent, err := send[wire.RegisteredAgent](t.Context(), s, http.MethodPost, "/agents", object{"name": "Ada", "roles": []string{"researcher", "coder"}}, "ada")
	if err != nil {
		t.Fatal(err)
	}
	wish := proposal()
	wish["agent"] = agent.ID
	goal := await(t, s, submit(t, s, wish, "propose"), "awaiting_human", "failed")
	if goal.Status != "awaiting_human" || len(goal.Pulls) != 0 {
		t.Fatalf("%s %s: %+v", goal.Status, goal.Error, goal.Pulls)
	}
	resume(t, s, goal, "approve")
	await(t, s, wire.Accepted{ID: goal.ID}, "done", "failed")
	s.kill()
	s = up(t, data, flags...)
	pulls := func() []wire.Pull {
		g, err := get[wire.Goal](t.Context(), s, "/goals/"+goal.ID)
		if err != nil {
			return nil
		}
		return g.Pulls
	}
	until(t, "the goal has its pull request", func() bool { return len(pulls()) == 1 })
	if p := pulls()[0]; p.Status != "open" || p.Repo != "octo/demo" || p.Number != 1 || p.Agent != agent.ID || p.Task != "draft" || p.Base != "main" {
		t.Errorf("%+v", p)
	}

	repo.Merge(t, 1)
	if status, err := repo.Tell(t.Context(), s.URL+"/webhooks/github", "another secret of somebody", "closed", 1); err != nil || status != http.StatusUnauthorized {
		t.Errorf("with another's secret: %d, %v", status, err)
	}
	for range 2 { // GitHub calls again where it heard no answer
		if status, err := repo.Tell(t.Context(), s.URL+"/webhooks/github", secret, "closed", 1); err != nil || status != http.StatusAccepted {
			t.Fatalf("%d, %v", status, err)
		}
	}
	until(t, "the pull request is merged", func() bool { p := pulls(); return len(p) == 1 && p[0].Status == "merged" })
	if out, errs, code := run(t, data, "goal", "show", goal.ID); code != 0 || !strings.Contains(out, "octo/demo#1 merged") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}

	var report verify.ScoreReport
	until(t, "the score has it", func() bool {
		out, errs, code := run(t, data, "verify", "score", agent.ID, "--json")
		if code != 0 && code != 3 {
			t.Fatalf("exit %d: %s%s", code, out, errs)
		}
		report = lastLine[verify.ScoreReport](t, out)
		return report.OK && report.Components.Merged.Of > 0
	})
	if want := (events.ReputationShare{Count: 1, Of: 1, Value: events.MaxScore}); report.Components.Merged != want {
		t.Errorf("%+v", report.Components)
	}
	if out, errs, code := run(t, data, "reputation", "show", agent.ID); code != 0 || !strings.Contains(out, "(1 of 1)") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}
