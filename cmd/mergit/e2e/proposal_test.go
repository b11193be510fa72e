package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/handlers/model/modeltest"
	"github.com/mergit-io/mergit/handlers/tools/github/githubtest"
)

// proposed is what a provider's model is that has a goal "Create a PR that adds X" planned and done.
type proposed struct {
	plans atomic.Int32 // asked for a plan
	cut   atomic.Int32 // answers of the writer
}

const (
	longNote = 60_000 // characters of the file that is read: a model is shown 50,000
	said     = "X is in a pull request, for you to merge."
)

// usage of each answer.
var usage = modeltest.Usage{Input: 1000, Cached: 400, Output: 50}

// answer plays the model: a plan that is wrong at first; calls side by side; a draft, and its publication; and a last sentence, of
// which the stream is cut once.
func (p *proposed) answer(a modeltest.Asked) modeltest.Say {
	say := modeltest.Say{Usage: usage}
	call := func(name, args string) modeltest.Call {
		return modeltest.Call{ID: fmt.Sprintf("call_%d_%s", spoken(a), name), Name: name, Args: args}
	}
	switch has := func(tool string) bool { return strings.Contains(strings.Join(a.Tools, " "), tool) }; {
	case has("file_ops") && spoken(a) == 0:
		say.Calls = []modeltest.Call{call("file_ops", `{"op":"read","path":"notes/long.txt"}`), call("github_ops", `{"op":"read_file","repo":"octo/demo","path":"README.md"}`)}
	case has("file_ops"):
		say.Text = "X is missing in README.md."
	case has("github_pr") && spoken(a) == 0:
		say.Calls = []modeltest.Call{call("github_pr", `{"op":"draft","repo":"octo/demo","title":"Add X","changes":[{"path":"x.md","content":"X\n"}]}`)}
	case has("github_pr") && spoken(a) == 1:
		var made struct {
			Number    int
			URL, Head string
		}
		_ = json.Unmarshal([]byte(a.Last().Text), &made) // what is missing then fails the call
		say.Calls = []modeltest.Call{call("github_pr", fmt.Sprintf(`{"op":"publish","repo":"octo/demo","number":%d,"url":%q,"head":%q,"summary":"adds X"}`, made.Number, made.URL, made.Head))}
	case has("github_pr"):
		say.Text = "It is open for review."
	case strings.Contains(string(a.Raw), "Say so in one sentence"):
		say.Text, say.Cut = said, p.cut.Add(1) == 1
	case p.plans.Add(1) == 1:
		say.Text = `{"title":"Add X","tasks":[{"id":"look","role":"researcher","tool":"telescope"}]}`
	default:
		say.Text = `{"title":"Add X","tasks":[
			{"id":"look","role":"researcher","prompt":"Find out what is missing","tools":["file_ops","github_ops"]},
			{"id":"propose","role":"integrator","prompt":"Propose it: {{tasks.look.result.text}}","tools":["github_pr"]},
			{"id":"say","role":"writer","prompt":"Say so in one sentence: {{tasks.propose.result.text}}","tools":[]}]}`
	}
	if len(a.Tools) == 1 && a.Tools[0] == "answer" { // how Anthropic's protocol asks for an answer of a shape
		say.Calls, say.Text = []modeltest.Call{{ID: "toolu_plan", Name: "answer", Args: say.Text}}, ""
	}
	return say
}

// A goal is planned by a model, which calls tools side by side, is shown a long result in part, and proposes a change. The server is
// killed when GitHub has made the pull request and nobody has heard of it: there is one all the same. It is published once a person
// has said so on the command line, and the whole course can be read afterwards.
func TestAModelsPullRequestIsApprovedAndReadAsAWhole(t *testing.T) {
	t.Parallel()
	for provider, ref := range map[string]string{"openai": "openai/gpt-4o", "anthropic": "anthropic/claude-sonnet-4-5"} {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			hub := githubtest.New(t)
			repo := hub.Add(t, "octo/demo", map[string]string{"README.md": "# Demo\n"})
			p := new(proposed)
			start := modeltest.OpenAI
			if provider == "anthropic" {
				start = modeltest.Anthropic
			}
			model := start(t, p.answer)
			config := filepath.Join(t.TempDir(), "models.yaml")
			text := fmt.Sprintf("providers:\n  %s: {url: %q}\nroles:\n", provider, model.URL)
			for _, role := range []string{"planner", "researcher", "integrator", "writer"} {
				text += fmt.Sprintf("  %s: {models: [%s]}\n", role, ref)
			}
			if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			data := dataDir(t)
			env := append([]string{"MERGIT_GITHUB_TOKEN=" + hub.Token, "MERGIT_GITHUB_URL=" + hub.URL}, keys...)
			again := func() *server {
				s, err := tryUpWith(t, data, env, "--models", config, "--lease", "2s")
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			s := again()
			release := make(chan struct{})
			made := hub.Hang(githubtest.Is("POST", "/pulls"), false, release)
			notes := folder(t, map[string]string{"long.txt": strings.Repeat("a line of twenty c.\n", longNote/20)})
			accepted := submit(t, s, mounted(object{"title": "Create a PR that adds X"}, "notes", notes), "")
			select {
			case <-made:
			case <-t.Context().Done():
				t.Fatal(s.out)
			}
			s.kill()
			close(release)
			s = again()

			goal := await(t, s, accepted, "awaiting_human", "failed", "done")
			if goal.Status != "awaiting_human" || len(goal.Interrupts) != 1 || goal.Interrupts[0].Type != "pr_approval" || !strings.Contains(goal.Interrupts[0].Description, "/octo/demo/pull/1") {
				t.Fatalf("%s %s: %+v\n%s", goal.Status, goal.Error, goal.Interrupts, s.out)
			}
			if pulls := repo.Pulls(); len(pulls) != 1 || !pulls[0].Draft {
				t.Fatalf("before the approval: %+v", pulls)
			}
			if out, errs, code := run(t, data, "goal", "resume", goal.ID, "--decision", "approve", "--feedback", "looks right"); code != 0 {
				t.Fatalf("goal resume (exit %d): %s %s", code, out, errs)
			}
			if goal = await(t, s, wire.Accepted{ID: goal.ID}, "done", "failed"); goal.Status != "done" {
				t.Fatalf("%s: %s %s\n%s", goal.Status, goal.FailedTask, goal.Error, s.out)
			}
			p.check(t, s, goal, model, ref)
			if pulls := repo.Pulls(); len(pulls) != 1 || pulls[0].Draft || len(repo.Branches()) != 2 {
				t.Errorf("%+v; branches %v", pulls, repo.Branches())
			}
			for path, most := range map[string]int{"/pulls": 1, "/git/commits": 1, "/git/refs": 1} { // each write arrived once
				if n := hub.Seen("POST /api/v3/repos/octo/demo" + path); n != most {
					t.Errorf("POST …%s was asked for %d times", path, n)
				}
			}
			s.keptToItself(hub.Token, modeltest.Key)
		})
	}
}

// check looks at what the model was shown, and at what people are.
func (p *proposed) check(t *testing.T, s *server, goal wire.Goal, model *modeltest.Server, ref string) {
	t.Helper()
	var seen *modeltest.Asked // the question after the calls side by side
	asked := model.Asked()
	for i := range asked {
		if a := &asked[i]; len(a.Tools) == 2 && spoken(*a) == 1 {
			seen = a
		}
	}
	if seen == nil || seen.Results() != 2 {
		t.Fatalf("the results of both calls were not shown together in %d questions", len(asked))
	}
	for _, m := range seen.Said {
		if strings.Contains(m.Text, "a line of twenty") && (len(m.Text) > longNote || !strings.Contains(m.Text, "are left out here")) {
			t.Errorf("a result of %d characters was shown with %d", longNote, len(m.Text))
		}
	}
	if p.cut.Load() != 2 {
		t.Errorf("%d answers of the writer, of which the first was cut off", p.cut.Load())
	}
	out, _, code := run(t, s.Data, "goal", "show", goal.ID)
	for _, want := range []string{
		"status       done", "12 calls, 8400 tokens, $0.", ref, // eight of models, two of them for the plan; the answer that was cut counts for nothing
		"calls file_ops, github_ops", "notes/long.txt", "calls github_pr", `"op":"draft"`, `"op":"publish"`,
		"X is missing in README.md.", "It is open for review.", said, "1000+50 tokens",
		"pr_approval propose → approve by ", " (looks right): ", "/octo/demo/pull/1",
	} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("goal show (exit %d) does not say %q:\n%s", code, want, out)
		}
	}
	if out, _, code := run(t, s.Data, "goal", "result", goal.ID); code != 0 || strings.TrimSpace(out) != said {
		t.Errorf("goal result (exit %d): %q", code, out)
	}
	if proven(t, s, wire.Accepted{ID: goal.ID}).Proof == nil {
		t.Error("it is not proven")
	}
	if out, errs, code := run(t, s.Data, "verify", "goal", goal.ID); code != 0 {
		t.Errorf("verify (exit %d): %s %s", code, out, errs)
	}
}
