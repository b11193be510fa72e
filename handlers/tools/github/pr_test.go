package github

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/github/githubtest"
)

var draftArgs = object{"op": "draft", "repo": "octo/demo", "title": "Add X", "body": "It is missing.", "changes": []object{{"path": "x.txt", "content": "x\n"}, {"path": "run.sh", "content": "#!/bin/sh\n", "executable": true}}}

var key = tools.Call{ID: "g/t/1/1", IdempotencyKey: "00112233445566778899aabbccddeeff"}

func decode[T any](t *testing.T, value json.RawMessage) (out T) {
	t.Helper()
	if err := json.Unmarshal(value, &out); err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	return out
}

func TestADraftIsReadAndPublished(t *testing.T) {
	t.Parallel()
	_, repo, c := hub(t)
	tool := NewPR(c)
	value, err := ask(t, tool, key, draftArgs)
	if err != nil {
		t.Fatal(err)
	}
	made := decode[proposal](t, value)
	if !made.Draft || made.Base != "main" || made.Branch != "mergit/0011223344556677" || !slices.Equal(made.Changed, []string{"x.txt", "run.sh"}) {
		t.Errorf("%+v", made)
	}
	if text, ok := repo.File(made.Branch, "x.txt"); !ok || text != "x\n" {
		t.Errorf("the branch has %q", text)
	}
	if text, ok := repo.File(made.Branch, "README.md"); !ok || text != "# Demo\n" {
		t.Errorf("the branch has lost what it had: %q", text)
	}
	if _, ok := repo.File("main", "x.txt"); ok {
		t.Error("main was changed")
	}
	seen := read[pullText](t, NewOps(c), object{"op": "read_pull", "repo": "octo/demo", "number": made.Number})
	if seen.Title != "Add X" || !strings.HasPrefix(seen.Body, "It is missing.") || len(seen.Files) != 2 || !strings.Contains(seen.Files[1].Patch, "+x") || seen.Head != made.Head {
		t.Errorf("%+v", seen)
	}
	if _, err := ask(t, tool, tools.Call{}, object{"op": "publish", "repo": "octo/demo", "number": 1, "head": strings.Repeat("0", 40)}); failure(t, err).Path != "head" {
		t.Errorf("published what was not approved: %v", err)
	}
	if _, err := ask(t, tool, tools.Call{}, object{"op": "publish", "repo": "octo/demo", "number": 1, "url": "https://example.org/"}); failure(t, err).Path != "url" {
		t.Errorf("published what was not shown: %v", err)
	}
	if pulls := repo.Pulls(); !pulls[0].Draft {
		t.Fatalf("%+v", pulls)
	}
	value, err = ask(t, tool, tools.Call{}, object{"op": "publish", "repo": "octo/demo", "number": 1, "head": made.Head, "url": made.URL})
	if err != nil || decode[proposal](t, value).Draft || repo.Pulls()[0].Draft {
		t.Errorf("%s %v", value, err)
	}
}

func TestOnlyWhatIsDoneInSomebodysNameNeedsApproval(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		`{"op":"publish","repo":"a/b","number":3,"summary":"one page","url":"https://x/3"}`: "it puts pull request 3 of a/b before its reviewers: one page: https://x/3",
		`{"op":"review","repo":"a/b","number":3,"verdict":"approve"}`:                       "it approves pull request 3 of a/b in the name of the token's owner",
		`{"op":"review","repo":"a/b","number":3,"verdict":"comment","body":"x"}`:            "",
		`{"op":"draft","repo":"a/b","title":"t","changes":[{"path":"x","content":""}]}`:     "",
		`{"op":"comment","repo":"a/b","number":3,"body":"x"}`:                               "",
		`{"op":"publish"}`: "",
	} {
		got := new(PR).Approval(json.RawMessage(args))
		if (got == nil) != (want == "") || got != nil && (got.Reason != want || got.Kind != tools.PRApproval) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// Every request of a draft gets lost, before it is carried out and after; whatever that was, doing it again ends with one pull
// request.
func TestWhereverADraftIsCutOffThereIsOnePullRequest(t *testing.T) {
	t.Parallel()
	for _, request := range []string{"GET /octo/demo", "POST /git/trees", "POST /git/commits", "POST /git/refs", "POST /pulls"} {
		for _, before := range []bool{true, false} {
			method, suffix, _ := strings.Cut(request, " ")
			name := request + " before"
			if !before {
				name = request + " after"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				server, repo, c := hub(t)
				tool := NewPR(c)
				server.Lose(githubtest.Is(method, suffix), before)
				value, err := ask(t, tool, key, draftArgs)
				if lostAtEnd := suffix == "/pulls" && !before; (err == nil) != lostAtEnd {
					t.Fatalf("%s %v", value, err)
				}
				if err != nil {
					if failed := failure(t, err); failed.InDoubt || !failed.Retryable || failed.Code != tools.CodeUnavailable {
						t.Errorf("%#v", failed)
					}
					args, _ := json.Marshal(draftArgs)
					call := key
					call.Args = args
					if found, err := tool.Verify(t.Context(), call); err != nil || !found.Known || found.Happened {
						t.Errorf("looking: %+v %v", found, err)
					}
					if value, err = ask(t, tool, key, draftArgs); err != nil {
						t.Fatal(err)
					}
				}
				if pulls := repo.Pulls(); len(pulls) != 1 || decode[proposal](t, value).Number != pulls[0].Number {
					t.Errorf("%d pull requests; %s", len(pulls), value)
				}
				if branches := repo.Branches(); len(branches) != 2 {
					t.Errorf("branches %v", branches)
				}
			})
		}
	}
}

func TestALostCommentIsFoundAndNotMadeTwice(t *testing.T) {
	t.Parallel()
	server, repo, c := hub(t)
	repo.Open("a bug", "")
	tool := NewPR(c)
	server.Lose(githubtest.Is("POST", "/comments"), false)
	if value, err := ask(t, tool, key, object{"op": "comment", "repo": "octo/demo", "number": 1, "body": "hello"}); err != nil || decode[written](t, value).URL == "" {
		t.Errorf("%s %v", value, err)
	}
	// If it cannot look, either, the call is in doubt.
	other := key
	other.IdempotencyKey = "other"
	server.Lose(githubtest.Is("POST", "/comments"), false)
	server.Lose(githubtest.Is("GET", "/comments"), true)
	_, err := ask(t, tool, other, object{"op": "comment", "repo": "octo/demo", "number": 1, "body": "hello"})
	if failed := failure(t, err); !failed.InDoubt || failed.Retryable {
		t.Errorf("%#v", failed)
	}
	if seen := read[issueText](t, NewOps(c), object{"op": "read_issue", "repo": "octo/demo", "number": 1}); len(seen.Comments) != 2 {
		t.Errorf("%+v", seen.Comments)
	}
}

func TestAPullRequestThatIsThereAlreadyIsFound(t *testing.T) {
	t.Parallel()
	server, repo, c := hub(t)
	tool := NewPR(c)
	if _, err := ask(t, tool, key, draftArgs); err != nil {
		t.Fatal(err)
	}
	repo.Change(1, func(i *githubtest.Item) { i.Body = "somebody rewrote it" })
	before := server.Seen("POST /api/v3/repos/octo/demo/pulls")
	value, err := ask(t, tool, key, draftArgs) // the fake answers 422
	if err != nil || decode[proposal](t, value).Number != 1 || len(repo.Pulls()) != 1 || server.Seen("POST /api/v3/repos/octo/demo/pulls") != before+1 {
		t.Errorf("%s %v", value, err)
	}
	other := key
	other.IdempotencyKey = "ffffffffffffffffffffffffffffffff"
	args := object{}
	for k, v := range draftArgs {
		args[k] = v
	}
	args["branch"] = "mergit/0011223344556677"
	if _, err := ask(t, tool, other, args); failure(t, err).Path != "branch" {
		t.Errorf("another call's branch was taken: %v", err)
	}
}

func TestRateLimitsSayHowLong(t *testing.T) {
	t.Parallel()
	server, _, c := hub(t)
	args := object{"op": "repo", "repo": "octo/demo"}
	server.Slow(7 * time.Second)
	_, err := ask(t, NewOps(c), tools.Call{}, args)
	if failed := failure(t, err); failed.Code != tools.CodeUnavailable || !failed.Retryable || failed.RetryAfter != 7*time.Second || !strings.Contains(failed.Message, "secondary") {
		t.Errorf("%#v", failed)
	}
	// Until then GitHub is not asked again, by anything that shares the client.
	before := server.Seen("")
	_, err = ask(t, NewPR(c), key, draftArgs)
	if failed := failure(t, err); failed.InDoubt || !failed.Retryable || failed.RetryAfter <= 0 || failed.RetryAfter > 7*time.Second {
		t.Errorf("%#v", failed)
	}
	if server.Seen("") != before {
		t.Error("GitHub was asked during a secondary limit")
	}

	c = client(t, server, server.Token)
	server.Slow(0)
	_, err = ask(t, NewOps(c), tools.Call{}, args)
	if failed := failure(t, err); failed.RetryAfter != usualWait {
		t.Errorf("%#v", failed)
	}
	c = client(t, server, server.Token)
	server.RateLimit(0, time.Now().Add(20*time.Minute))
	_, err = ask(t, NewOps(c), tools.Call{}, args)
	if failed := failure(t, err); !failed.Retryable || failed.RetryAfter < 19*time.Minute || failed.RetryAfter > 21*time.Minute || !strings.Contains(failed.Message, "5000 requests an hour") {
		t.Errorf("%#v", failed)
	}
}

func TestRefusalsAreExplained(t *testing.T) {
	t.Parallel()
	server, repo, c := hub(t)
	repo.Private, repo.NoIssue = true, true
	look, file := object{"op": "repo", "repo": "octo/demo"}, object{"op": "list_issues", "repo": "octo/demo"}
	for name, c := range map[string]struct {
		tool tools.Tool
		args object
		code string
		says string
	}{
		"a private one without a token": {NewOps(client(t, server, "")), look, tools.CodeNotFound, "it is private: there is no token"},
		"one that is not there":         {NewOps(c), object{"op": "repo", "repo": "octo/none"}, tools.CodeNotFound, "or the token may not see it"},
		"a token that only reads":       {NewPR(client(t, server, server.ReadToken)), draftArgs, tools.CodeForbidden, "it needs contents=write"},
		"a wrong token":                 {NewOps(client(t, server, "ghp_wrong")), look, tools.CodeForbidden, "wrong, expired or revoked"},
		"issues are off":                {NewOps(c), file, tools.CodeNotFound, "Issues are disabled"},
		"a search that is none":         {NewOps(c), object{"op": "search", "query": " "}, tools.CodeInvalidArgs, "Search.q: missing"},
	} {
		_, err := ask(t, c.tool, key, c.args)
		failed := failure(t, err)
		if failed.Code != c.code || failed.Retryable || !strings.Contains(failed.Message, c.says) {
			t.Errorf("%s: %+v", name, failed)
		}
		if strings.Contains(failed.Error(), "ghp_") {
			t.Errorf("%s: the token is told: %v", name, failed)
		}
	}
	server.Fail(http.StatusBadGateway)
	if _, err := ask(t, NewOps(c), tools.Call{}, look); !failure(t, err).Retryable || failure(t, err).Code != tools.CodeUnavailable {
		t.Error(err)
	}
}

func TestNamesLeadNowhereElse(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "a", "a/b/c", "../user", "a/..", "a/.", "a b/c", "a/b?c", "a/b#c", "-a/b", "a/b%2f"} {
		if _, _, err := repository(name); err == nil {
			t.Errorf("repository %q was taken", name)
		}
	}
	for _, name := range []string{"", "..", "a..b", "/a", "a/", "a//b", "a.lock", "-a", "a b", "a~1", "a:b", "a\nb", "a."} {
		if isBranch(name) {
			t.Errorf("branch %q was taken", name)
		}
	}
	for _, path := range []string{"", "/a", "a/", "a//b", "./a", "a/../b", ".git/config", "a/.GIT/x", "a\nb"} {
		if inRepo("path", path) == nil {
			t.Errorf("path %q was taken", path)
		}
	}
	for _, address := range []string{"git.example.org", "ftp://x", "https://user:secret@git.example.org"} {
		if _, err := NewClient(Config{URL: address}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("address %q: %v", address, err)
		}
	}
}

func FuzzArgumentsLeadNowhereElse(f *testing.F) {
	for _, seed := range []string{`{"op":"draft","repo":"a/b","title":"t","changes":[{"path":"x","content":""}]}`, `{"op":"read_file","repo":"a/b","path":"x"}`,
		`{"op":"publish","repo":"a/..","number":1}`, `{"op":"draft","repo":"a/b","title":"t","branch":"x/../y","changes":[{"path":"../x","delete":true}]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if args, err := parsePR(json.RawMessage(text)); err == nil {
			for _, part := range append(strings.Split(args.Repo, "/"), strings.Split(args.Branch, "/")...) {
				if part == ".." || strings.ContainsAny(part, "?#%\\ \n") {
					t.Errorf("%s passed as %+v", text, args)
				}
			}
			for _, c := range args.Changes {
				if slices.Contains(strings.Split(c.Path, "/"), "..") {
					t.Errorf("%s passed", text)
				}
			}
		}
		if args, err := parseOps(json.RawMessage(text)); err == nil && (slices.Contains(strings.Split(args.Path, "/"), "..") || strings.Contains(args.Repo, "..") && strings.HasSuffix(args.Repo, "/..")) {
			t.Errorf("%s passed as %+v", text, args)
		}
	})
}
