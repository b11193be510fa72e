package planner_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/handlers/planner"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/fileops"
	"github.com/mergit-io/mergit/handlers/tools/httprequest"
	"github.com/mergit-io/mergit/handlers/tools/writer"
)

func registry() *tools.Registry {
	var r tools.Registry
	r.Add(new(fileops.Tool), httprequest.New(httprequest.Config{AllowPrivate: true}), writer.Tool{})
	return &r
}

func catalogue() plan.Catalogue { return plan.Catalogue{Tools: registry().Inputs()} }

// walk runs a plan's tasks one after the other, as an executor would, and returns their results.
func walk(t *testing.T, p plan.Plan, goal plan.Values, mounts map[string]string) map[string]json.RawMessage {
	t.Helper()
	all := registry()
	if err := plan.Validate(p, plan.Catalogue{Tools: all.Inputs()}); err != nil {
		t.Fatal(err)
	}
	ordered, err := plan.Order(p)
	if err != nil {
		t.Fatal(err)
	}
	goal.Results = map[string]json.RawMessage{}
	workspace := filepath.Join(t.TempDir(), "goal")
	for _, task := range ordered {
		args, err := plan.Resolve(task.Args, goal.Lookup)
		if err != nil {
			t.Fatalf("%s: %v", task.ID, err)
		}
		if err := all.Check(task.Tool, args); err != nil {
			t.Fatalf("%s: %v", task.ID, err)
		}
		tool, _ := all.Lookup(task.Tool)
		result, err := tool.Run(t.Context(), tools.Call{ID: task.ID, IdempotencyKey: task.ID, Args: args, Workspace: workspace, Mounts: mounts})
		if err != nil {
			t.Fatalf("%s: %v", task.ID, err)
		}
		output, err := tools.CompileSchema(tool.Spec().Output)
		if err != nil {
			t.Fatal(err)
		}
		if err := output.Check(result.Value); err != nil {
			t.Fatalf("%s: result: %v", task.ID, err)
		}
		goal.Results[task.ID] = result.Value
	}
	return goal.Results
}

func markdown(t *testing.T, result json.RawMessage) string {
	t.Helper()
	var out struct {
		Markdown string `json:"markdown"`
	}
	if err := json.Unmarshal(result, &out); err != nil {
		t.Fatal(err)
	}
	return out.Markdown
}

func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// summarise runs the playbook over a folder and returns its report.
func summarise(t *testing.T, dir string) string {
	t.Helper()
	choice, err := planner.Choose("Summarise this repository", nil, []string{"code"})
	if err != nil {
		t.Fatal(err)
	}
	results := walk(t, choice.Plan, plan.Values{Title: "Summarise this repository"}, map[string]string{"code": dir})
	return markdown(t, results["report"])
}

func holds(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
}

func TestARepositoryIsSummarised(t *testing.T) {
	t.Parallel()
	text := summarise(t, plant(t, map[string]string{
		"README.md":            "# Anvil\n\n[![build](b.svg)](b)\n\nAnvil <b>shapes</b> [iron](x). It is *fast*.\n\n## Install\n\n```sh\ngo install ./cmd/anvil\n```\n\n## History\n\nOld.\n",
		"LICENSE":              "MIT License\n\nCopyright (c) 2024 Smith\n\nPermission is hereby granted, free of charge, to any person. The above copyright notice and this permission notice shall be included in all copies.\n",
		"go.mod":               "module example.org/anvil\n\ngo 1.26\n\nrequire (\n\texample.org/iron v1.2.3\n\texample.org/coal v0.1.0 // indirect\n)\n",
		"cmd/anvil/main.go":    "package main\n\nfunc main() {} // TODO: strike\n",
		"internal/x/x.go":      "package x\n\n// FIXME(ada): too hot\nvar ctx = context.TODO()\n",
		"internal/x/x_test.go": "package x\n\nfunc main() {}\n",
		"web/package.json":     `{"name":"web","license":"MIT","bin":{"forge":"f.js"},"scripts":{"start":"node ."},"dependencies":{"left-pad":"^1"},"devDependencies":{"jest":"29"}}`,
		"web/f.js":             "// http://example.org/TODO/x\nconst TODO = 1\n",
	}))
	holds(t, text,
		"# Summary of code", "- Anvil shapes iron.\n", "> **Anvil**", "Under “Install” it says:", "go install ./cmd/anvil", "It also covers: Install · History", "*From `code/README.md`.*",
		"| Go | 3 | 10 |", "**Go**, 10 lines in 3 files", "- Go: `code/cmd/anvil`.", "command `forge`", "`npm run start`", "1 main function in tests, examples and test data left out",
		"**`code/go.mod`**: `example.org/anvil`, Go 1.26, 1 more indirectly", "| `example.org/iron` | `v1.2.3` |", "For development: `jest`.",
		"2 lines in 2 files: 1 FIXME, 1 TODO.", "- `code/internal/x/x.go:3` `FIXME(ada): too hot`\n- `code/cmd/anvil/main.go:3` `TODO: strike`",
		"- `code/LICENSE`: MIT, “Copyright (c) 2024 Smith”", "Licence: MIT", "no model was used")
	if strings.Contains(text, "Not found") {
		t.Errorf("something was not found:\n%s", text)
	}
}

func TestPoorFoldersAreSummarisedToo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"empty":         {nil, []string{"**The folder is empty.**", "Not found: a README; text files; entry points; a dependency manifest; a licence file"}},
		"one binary":    {map[string]string{"tool": "\x7fELF\x00\x01"}, []string{"Files: `tool` (6 B).", "text files (1 binary file)"}},
		"only a readme": {map[string]string{"readme.txt": "Just some words about something."}, []string{"> Just some words about something.", "No source code; 1 line of other text in 1 file"}},
		"hostile names": {map[string]string{"a`b|c<script>.go": "// TODO: `x` | <script>\n", "README.md": "<script>alert(1)</script>\n\n<img src=x onerror=y> Hi <a href='javascript:x'>there</a>, all of you | good people."},
			[]string{"`` code/a`b|c<script>.go:1 ``", "> Hi there, all of you \\| good people."}},
		"broken manifests": {map[string]string{"package.json": "{", "go.mod": "", "Cargo.toml": "[[[", "pom.xml": "<"}, []string{"cannot be read: it is not the JSON that npm expects"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := summarise(t, plant(t, c.files))
			holds(t, text, c.want...)
			if strings.Contains(text, "<img") || strings.Contains(text, "\n<script>") {
				t.Errorf("HTML got through:\n%s", text)
			}
		})
	}
}

func TestTheStandardLibraryIsSummarised(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads 14,000 files")
	}
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(strings.TrimSpace(string(root)), "src")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("some distributions package Go without its source: ", err)
	}
	holds(t, summarise(t, dir), "**Go**", "`code/cmd/go`", "**`code/go.mod`**: `std`", "Open TODOs: ", "Not found: a licence file")
}

func TestTodosAreReported(t *testing.T) {
	t.Parallel()
	choice, err := planner.Choose("list all TODOs", nil, []string{"code"})
	if err != nil {
		t.Fatal(err)
	}
	dir := plant(t, map[string]string{"a.py": "# TODO later\nx = 1  # XXX\n", "b.md": "- TODO: write\n", "c.sql": "-- HACK: no index\n"})
	text := markdown(t, walk(t, choice.Plan, plan.Values{}, map[string]string{"code": dir})["report"])
	holds(t, text, "4 lines in 3 files: 1 XXX, 1 HACK, 2 TODO.", "`code/a.py:2` `XXX`", "`code/c.sql:1` `HACK: no index`", "`code/b.md:1` `TODO: write`")
}

func TestAPageIsFetchedAndSummarised(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<html><head><title>On anvils</title><script>var x = "never read this sentence aloud";</script></head><body><nav>Home page of the whole thing</nav>
			<h1>Anvils</h1><p>An anvil is a block of iron on which iron is shaped. Smiths have used anvils of iron for ages.</p>
			<p>The weather was pleasant yesterday evening. {{secret.token}} is quoted here verbatim, dear reader.</p></body></html>`))
	}))
	t.Cleanup(server.Close)
	description := "Fetch " + server.URL + " and summarise it"
	choice, err := planner.Choose(description, map[string]json.RawMessage{"sentences": json.RawMessage(`2`)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := markdown(t, walk(t, choice.Plan, plan.Values{Description: description}, nil)["summary"])
	holds(t, text, "# On anvils", "An anvil is a block of iron on which iron is shaped.", "Source: "+server.URL, "*2 of 4 sentences, word for word;")
	if strings.Contains(text, "never read") || strings.Contains(text, "Home page") {
		t.Errorf("what is not the page's text was read:\n%s", text)
	}
}

func TestExamplesWithoutNetworkRun(t *testing.T) {
	t.Parallel()
	for name, params := range map[string]map[string]json.RawMessage{
		"1-read-one-file": {"path": json.RawMessage(`"code/README.md"`)}, "2-parameters": nil, "3-diamond": nil, "4-parallel-research": nil,
	} {
		data, err := os.ReadFile("../../examples/plans/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		p, err := planner.Load(data)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = plan.Bind(p, params); err != nil {
			t.Fatal(err)
		}
		walk(t, p, plan.Values{Title: p.Title}, map[string]string{"code": plant(t, map[string]string{"README.md": "# Hi\n\nThis is a text about TODO things.\n"})})
	}
}
