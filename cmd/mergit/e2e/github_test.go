package e2e

import (
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/handlers/tools/github/githubtest"
)

// proposal is the plan "Create a PR that adds X".
func proposal() object {
	return plan("Create a PR that adds X",
		task("read", "github_ops", object{"op": "read_file", "repo": "octo/demo", "path": "README.md"}),
		task("draft", "github_pr", object{"op": "draft", "repo": "octo/demo", "title": "Add X", "body": "X was missing.",
			"changes": []object{{"path": "x.md", "content": "{{tasks.read.result.content}}X\n"}}}),
		task("publish", "github_pr", object{"op": "publish", "repo": "octo/demo", "number": "{{tasks.draft.result.number}}",
			"url": "{{tasks.draft.result.url}}", "head": "{{tasks.draft.result.head}}"}),
	)
}

// Whatever moment the server is killed at — not at all, before GitHub made the branch or the pull request, or after, with the answer
// never heard — the goal goes on to the approval and ends with one pull request, which is published only then.
func TestAPullRequestIsMadeOnceAndPublishedWithApproval(t *testing.T) {
	hub := githubtest.New(t)
	t.Setenv("MERGIT_GITHUB_TOKEN", hub.Token)
	t.Setenv("MERGIT_GITHUB_URL", hub.URL)
	data := dataDir(t)
	s := up(t, data, "--lease", "2s")
	for _, c := range []struct {
		name, path string
		before     bool
	}{{"not at all", "", false}, {"before the branch", "/git/refs", true}, {"after the branch", "/git/refs", false}, {"before the record", "/pulls", true}, {"after the record", "/pulls", false}} {
		repo := hub.Add(t, "octo/demo", map[string]string{"README.md": "# Demo\n"})
		release := make(chan struct{})
		var reached <-chan struct{}
		if c.path != "" {
			reached = hub.Hang(githubtest.Is("POST", c.path), c.before, release)
		}
		accepted := submit(t, s, proposal(), "pr-"+strings.ReplaceAll(c.name, " ", "-"))
		if reached != nil {
			<-reached
			s.kill()
			close(release)
			s = up(t, data, "--lease", "2s")
		}
		goal := await(t, s, accepted, "awaiting_human", "failed", "done")
		if goal.Status != "awaiting_human" || goal.Interrupts[0].Type != "pr_approval" {
			t.Fatalf("%s: %s %s: %+v", c.name, goal.Status, goal.Error, goal.Interrupts)
		}
		pulls := repo.Pulls()
		if len(pulls) != 1 || !pulls[0].Draft {
			t.Fatalf("%s: %d pull requests before the approval: %+v", c.name, len(pulls), pulls)
		}
		if asked := goal.Interrupts[0].Description; !strings.Contains(asked, "/octo/demo/pull/1") {
			t.Errorf("%s: who approves does not see what: %s", c.name, asked)
		}
		resume(t, s, goal, "approve")
		if goal = await(t, s, wire.Accepted{ID: goal.ID}, "done", "failed"); goal.Status != "done" {
			t.Fatalf("%s: %s: %s", c.name, goal.Status, goal.Error)
		}
		pulls = repo.Pulls()
		if len(pulls) != 1 || pulls[0].Draft {
			t.Errorf("%s: %+v", c.name, pulls)
		}
		if text, _ := repo.File(pulls[0].Head, "x.md"); text != "# Demo\nX\n" || len(repo.Branches()) != 2 {
			t.Errorf("%s: the branch has %q; branches %v", c.name, text, repo.Branches())
		}
		for _, r := range audit(t, s, goal.ID) {
			if strings.Contains(string(r.Body), hub.Token) {
				t.Errorf("%s: %s holds the token", c.name, r.Subject)
			}
		}
	}
	if strings.Contains(s.out.String(), hub.Token) {
		t.Error("the server's output holds the token")
	}
}
