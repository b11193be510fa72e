package github

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/github/githubtest"
	"github.com/mergit-io/mergit/handlers/tools/tooltest"
)

type object = map[string]any

// hub is a fake GitHub with one repository, and a client of it.
func hub(t *testing.T) (*githubtest.Server, *githubtest.Repo, *Client) {
	t.Helper()
	server := githubtest.New(t)
	repo := server.Add(t, "octo/demo", map[string]string{"README.md": "# Demo\n", "src/main.go": "package main\n", "logo.bin": "\xff\xfe\x00"})
	return server, repo, client(t, server, server.Token)
}

func client(t *testing.T, server *githubtest.Server, token string) *Client {
	t.Helper()
	c, err := NewClient(Config{URL: server.URL, Token: token, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ask(t *testing.T, tool tools.Tool, call tools.Call, args object) (json.RawMessage, error) {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	var registry tools.Registry
	registry.Add(tool)
	if err := registry.Check(tool.Spec().Name, raw); err != nil {
		t.Fatal(err)
	}
	call.Args = raw
	result, err := tool.Run(t.Context(), call)
	return result.Value, err
}

// read asks and decodes the answer.
func read[T any](t *testing.T, tool tools.Tool, args object) (out T) {
	t.Helper()
	value, err := ask(t, tool, tools.Call{}, args)
	if err == nil {
		err = json.Unmarshal(value, &out)
	}
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out
}

func failure(t *testing.T, err error) *tools.Error {
	t.Helper()
	failed, ok := errors.AsType[*tools.Error](err)
	if !ok {
		t.Fatalf("no failure: %v", err)
	}
	return failed
}

func TestGitHubOpsKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	tooltest.Run(t, tooltest.Subject{
		New: func(t *testing.T) (tools.Tool, tools.Call) {
			_, repo, c := hub(t)
			repo.Open("a bug", "it breaks", "bug")
			return NewOps(c), tools.Call{}
		},
		Works: []tooltest.Case{
			{Name: "repo", Args: `{"op":"repo","repo":"octo/demo"}`, Effect: tools.Read},
			{Name: "list_repos", Args: `{"op":"list_repos","owner":"octo"}`, Effect: tools.Read},
			{Name: "list_files", Args: `{"op":"list_files","repo":"octo/demo"}`, Effect: tools.Read},
			{Name: "read_file", Args: `{"op":"read_file","repo":"octo/demo","path":"README.md"}`, Effect: tools.Read},
			{Name: "read_file in base64", Args: `{"op":"read_file","repo":"octo/demo","path":"logo.bin","ref":"main"}`, Effect: tools.Read},
			{Name: "list_branches", Args: `{"op":"list_branches","repo":"octo/demo"}`, Effect: tools.Read},
			{Name: "list_commits", Args: `{"op":"list_commits","repo":"octo/demo","path":"README.md"}`, Effect: tools.Read},
			{Name: "list_issues", Args: `{"op":"list_issues","repo":"octo/demo","state":"all"}`, Effect: tools.Read},
			{Name: "read_issue", Args: `{"op":"read_issue","repo":"octo/demo","number":1}`, Effect: tools.Read},
			{Name: "list_pulls", Args: `{"op":"list_pulls","repo":"octo/demo"}`, Effect: tools.Read},
			{Name: "search", Args: `{"op":"search","query":"bug"}`, Effect: tools.Read},
			{Name: "search code", Args: `{"op":"search","kind":"code","query":"package"}`, Effect: tools.Read},
			{Name: "search repositories", Args: `{"op":"search","kind":"repositories","query":"demo"}`, Effect: tools.Read},
		},
		Fails: []tooltest.Case{
			{Name: "no repository", Args: `{"op":"repo","repo":"octo/none"}`, Effect: tools.Read, Code: tools.CodeNotFound},
			{Name: "no file", Args: `{"op":"read_file","repo":"octo/demo","path":"none"}`, Effect: tools.Read, Code: tools.CodeNotFound},
			{Name: "a folder", Args: `{"op":"read_file","repo":"octo/demo","path":"src"}`, Effect: tools.Read, Code: tools.CodeInvalidArgs},
			{Name: "no folder", Args: `{"op":"list_files","repo":"octo/demo","path":"none"}`, Effect: tools.Read, Code: tools.CodeNotFound},
			{Name: "out of the interface", Args: `{"op":"read_file","repo":"octo/demo","path":"../../../user"}`, Effect: tools.Read, Code: tools.CodeInvalidArgs},
			{Name: "no pull request", Args: `{"op":"read_pull","repo":"octo/demo","number":1}`, Effect: tools.Read, Code: tools.CodeNotFound},
		},
		Malformed: []string{`{"op":"delete","repo":"octo/demo"}`, `{"op":"repo"}`, `{"op":"repo","repo":"demo"}`, `{"op":"repo","repo":"octo/../user"}`,
			`{"op":"read_issue","repo":"octo/demo"}`, `{"op":"search"}`, `{"op":"list_repos"}`, `{"op":"list_pulls","repo":"octo/demo","limit":301}`},
	})
}

func TestGitHubPRKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	tooltest.Run(t, tooltest.Subject{
		New: func(t *testing.T) (tools.Tool, tools.Call) {
			_, _, c := hub(t)
			workspace := t.TempDir()
			if err := os.WriteFile(filepath.Join(workspace, "out.txt"), []byte("made"), 0o644); err != nil {
				t.Fatal(err)
			}
			return NewPR(c), tools.Call{IdempotencyKey: strings.Repeat("ab", 16), Workspace: workspace}
		},
		Works: []tooltest.Case{
			{Name: "draft", Args: `{"op":"draft","repo":"octo/demo","title":"Add X","body":"why","changes":[{"path":"x.txt","content":"x\n"},{"path":"y","from":"out.txt"},{"path":"logo.bin","delete":true},{"path":"empty","content":""}]}`, Effect: tools.Write, Looks: true},
			{Name: "publish", Args: `{"op":"publish","repo":"octo/demo","number":1}`, Effect: tools.Write, Looks: true},
			{Name: "comment", Args: `{"op":"comment","repo":"octo/demo","number":1,"body":"good"}`, Effect: tools.Write, Looks: true},
			{Name: "review", Args: `{"op":"review","repo":"octo/demo","number":1,"verdict":"comment","body":"fine","remarks":[{"path":"x.txt","line":1,"body":"here"}]}`, Effect: tools.Write, Looks: true},
		},
		Fails: []tooltest.Case{
			{Name: "no such base", Args: `{"op":"draft","repo":"octo/demo","title":"t","base":"none","branch":"b1","changes":[{"path":"x","content":"x"}]}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
			{Name: "changes nothing", Args: `{"op":"draft","repo":"octo/demo","title":"t","branch":"b2","changes":[{"path":"README.md","content":"# Demo\n"}]}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
			{Name: "deletes nothing", Args: `{"op":"draft","repo":"octo/demo","title":"t","branch":"b3","changes":[{"path":"none","delete":true}]}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
			{Name: "another's branch", Args: `{"op":"draft","repo":"octo/demo","title":"t","branch":"main","changes":[{"path":"x","content":"x"}]}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
			{Name: "out of the repository", Args: `{"op":"draft","repo":"octo/demo","title":"t","changes":[{"path":"a/../../x","content":"x"}]}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
			{Name: "into .git", Args: `{"op":"draft","repo":"octo/demo","title":"t","changes":[{"path":".Git/hooks/x","content":"x"}]}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
			{Name: "two contents", Args: `{"op":"draft","repo":"octo/demo","title":"t","changes":[{"path":"x","content":"x","from":"y"}]}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
			{Name: "twice", Args: `{"op":"draft","repo":"octo/demo","title":"t","changes":[{"path":"x","content":"x"},{"path":"x","content":"y"}]}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
			{Name: "out of the workspace", Args: `{"op":"draft","repo":"octo/demo","title":"t","branch":"b4","changes":[{"path":"x","from":"../../etc/passwd"}]}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
			{Name: "no such file", Args: `{"op":"draft","repo":"octo/demo","title":"t","branch":"b5","changes":[{"path":"x","from":"none"}]}`, Effect: tools.Write, Code: tools.CodeNotFound},
			{Name: "nothing to publish", Args: `{"op":"publish","repo":"octo/demo","number":9}`, Effect: tools.Write, Code: tools.CodeNotFound},
		},
		Malformed: []string{`{"op":"merge","repo":"octo/demo"}`, `{"op":"draft","repo":"octo/demo","title":"t"}`, `{"op":"draft","repo":"octo/demo","title":"t","changes":[]}`,
			`{"op":"publish","repo":"octo/demo"}`, `{"op":"comment","repo":"octo/demo","number":1}`, `{"op":"review","repo":"octo/demo","number":1,"verdict":"yes"}`},
	})
}

func TestListsAreReadPageByPage(t *testing.T) {
	t.Parallel()
	server, repo, c := hub(t)
	for i := range 230 {
		repo.Open(fmt.Sprintf("issue %d", i), "", "many")
	}
	tool := NewOps(c)
	for limit, want := range map[int]struct {
		requests int
		more     bool
	}{0: {1, true}, 100: {2, true}, 230: {3, false}, 300: {3, false}} {
		before := server.Seen("GET /api/v3/repos/octo/demo/issues")
		args := object{"op": "list_issues", "repo": "octo/demo", "labels": []string{"many"}}
		if limit > 0 {
			args["limit"] = limit
		} else {
			limit = usualEntries
		}
		got := read[entries[issueInfo]](t, tool, args)
		if len(got.Entries) != min(limit, 230) || got.More != want.more || got.Entries[0].Title != "issue 229" {
			t.Errorf("limit %d: %d entries, more %v", limit, len(got.Entries), got.More)
		}
		if n := server.Seen("GET /api/v3/repos/octo/demo/issues") - before; n != want.requests {
			t.Errorf("limit %d: %d requests", limit, n)
		}
	}
}

func TestWhatHasNotChangedIsNotReadAgain(t *testing.T) {
	t.Parallel()
	server, repo, c := hub(t)
	issue := repo.Open("a bug", "it breaks")
	tool := NewOps(c)
	args := object{"op": "read_issue", "repo": "octo/demo", "number": 1}
	first := read[issueText](t, tool, args)
	left := server.Left()
	for range 3 {
		if again := read[issueText](t, tool, args); again.Title != first.Title || again.Body != "it breaks" {
			t.Errorf("%+v", again)
		}
	}
	if server.Unmodified() != 3 || server.Left() != left {
		t.Errorf("%d answers were unmodified; %d of the limit were used", server.Unmodified(), left-server.Left())
	}
	repo.Change(issue.Number, func(i *githubtest.Item) { i.Title = "no bug" })
	if again := read[issueText](t, tool, args); again.Title != "no bug" {
		t.Errorf("an old answer: %+v", again)
	}
	// What one token saw is not shown to another.
	repo.Private = true
	if _, err := ask(t, NewOps(client(t, server, "")), tools.Call{}, args); failure(t, err).Code != tools.CodeNotFound {
		t.Error(err)
	}
}

func TestFilesAreReadAsTheyAre(t *testing.T) {
	t.Parallel()
	server, _, c := hub(t)
	large := strings.Repeat("0123456789abcde\n", 80_000) // 1.28 MB
	server.Add(t, "octo/large", map[string]string{"large.txt": large, "é.txt": "é" + strings.Repeat("è", 100)})
	tool := NewOps(c)
	got := read[fileContent](t, tool, object{"op": "read_file", "repo": "octo/large", "path": "large.txt", "offset": 1_000_000, "length": 16})
	if got.Content != large[1_000_000:1_000_016] || got.Size != int64(len(large)) || got.Next != 1_000_016 || !got.Truncated {
		t.Errorf("%+v", got)
	}
	if got = read[fileContent](t, tool, object{"op": "read_file", "repo": "octo/large", "path": "é.txt", "length": 5}); got.Content != "éè" || got.Next != 4 {
		t.Errorf("%+v", got)
	}
	if got = read[fileContent](t, tool, object{"op": "read_file", "repo": "octo/demo", "path": "logo.bin"}); got.Encoding != "base64" || got.Content != "//4A" || got.Truncated {
		t.Errorf("%+v", got)
	}
	files := read[entries[fileInfo]](t, tool, object{"op": "list_files", "repo": "octo/demo", "path": "src"})
	if len(files.Entries) != 2 || files.Entries[0] != (fileInfo{"src", "folder", 0}) || files.Entries[1] != (fileInfo{"src/main.go", "file", 13}) {
		t.Errorf("%+v", files)
	}
}

// What one token is shown is not for who has another: caches tell them apart by it.
func TestWhatIsKeptIsOfOneTokenAndOneGitHub(t *testing.T) {
	t.Parallel()
	server, _, c := hub(t)
	elsewhere, _, other := hub(t)
	seen := map[string]bool{}
	for _, c := range []*Client{c, client(t, server, server.ReadToken), client(t, server, ""), other, client(t, elsewhere, elsewhere.ReadToken)} {
		with := NewOps(c).Spec().CacheWith
		if with == "" || seen[with] {
			t.Errorf("%q is that of two", with)
		}
		seen[with] = true
	}
}
