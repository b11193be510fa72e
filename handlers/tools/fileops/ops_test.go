package fileops

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mergit-io/mergit/handlers/tools"
)

func TestReadGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("žluťoučký kůň\n", 100)
	call := world(t, map[string]string{"text": text})
	var all strings.Builder
	for offset, parts := int64(0), 0; ; parts++ {
		args, _ := json.Marshal(map[string]any{"op": "read", "path": "repo/text", "offset": offset, "length": 101})
		got := do[fileContent](t, call, string(args))
		if got.Encoding != "utf-8" || len(got.SHA256) != 64 || got.Size != int64(len(text)) {
			t.Fatalf("%+v", got)
		}
		all.WriteString(got.Content)
		if offset = got.NextOffset; offset == 0 {
			break
		}
	}
	if all.String() != text {
		t.Error("the parts are not the whole")
	}
	if got := do[fileContent](t, call, `{"op":"read","path":"repo/text","offset":99999}`); got.Content != "" || got.Size != int64(len(text)) || got.NextOffset != 0 {
		t.Errorf("past the end: %+v", got)
	}
}

func TestCollectTakesTheNearestFirst(t *testing.T) {
	t.Parallel()
	call := world(t, map[string]string{"a/go.mod": "deep", "go.mod": "root", "z/README.md": "r", "Readme.MD": "top", "bin/README": "\x00"})
	got := do[collected](t, call, `{"op":"collect","path":"repo","glob":["go.mod","**/x"],"max_files":1}`)
	if got.Total != 2 || !got.Truncated || len(got.Files) != 1 || got.Files[0].Content != "root" {
		t.Errorf("%+v", got)
	}
	got = do[collected](t, call, `{"op":"collect","path":"repo","glob":"readme*","ignore_case":true}`)
	if len(got.Files) != 2 || got.Files[0].Path != "repo/Readme.MD" || got.Skipped[skipBinary] != 1 {
		t.Errorf("%+v", got)
	}
	got = do[collected](t, call, `{"op":"collect","path":"repo","glob":"*","depth":1,"length":2}`)
	if len(got.Files) != 2 || got.Files[1].Content != "ro" || !got.Files[1].Truncated {
		t.Errorf("%+v", got)
	}
}

func TestGlobs(t *testing.T) {
	t.Parallel()
	call := world(t, map[string]string{"a.go": "", "a_test.go": "", "x/b.go": "", "x/y/c.go": "", "x/y/[z].txt": "", "d.{e}": ""})
	for glob, want := range map[string]string{
		"*.go":            "repo/a.go repo/a_test.go repo/x/b.go repo/x/y/c.go",
		"*_test.go":       "repo/a_test.go",
		"?.go":            "repo/a.go repo/x/b.go repo/x/y/c.go",
		"x/*.go":          "repo/x/b.go",
		"x/**":            "repo/x/b.go repo/x/y/ repo/x/y/[z].txt repo/x/y/c.go",
		"**/y/*":          "repo/x/y/[z].txt repo/x/y/c.go",
		"./a.go":          "repo/a.go",
		"{a,b}.go":        "repo/a.go repo/x/b.go",
		"[!a].go":         "repo/x/b.go repo/x/y/c.go",
		`\[z\].txt`:       "repo/x/y/[z].txt",
		`d.\{e\}`:         "repo/d.{e}",
		"nothing matches": "",
	} {
		args, _ := json.Marshal(map[string]string{"op": "list", "path": "repo", "glob": glob})
		if got := paths(do[listing](t, call, string(args))); got != want {
			t.Errorf("%s: %s", glob, got)
		}
	}
}

func TestListSaysHowMuchItLeftOut(t *testing.T) {
	t.Parallel()
	call := world(t, map[string]string{"a": "12345", "b": "", "c": ""})
	got := do[listing](t, call, `{"op":"list","path":"repo","max_entries":2}`)
	if got.Total != 3 || !got.Truncated || len(got.Entries) != 2 || got.Entries[0] != (entry{Path: "repo/a", Type: "file", Size: 5}) {
		t.Errorf("%+v", got)
	}
}

func TestSearchFindsLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ž", 1000) + "NEEDLE" + strings.Repeat("x", 1000)
	call := world(t, map[string]string{
		"a.go": "one\r\n\ttwo TODO(x) TODO\nfixme\nFIXME last", "b.md": "# todo\n", "long": long, "other": strings.Repeat("FIXME\n", 3) + "TODO",
	})
	for args, want := range map[string]string{
		`"query":"TODO(x)"`:                                  "repo/a.go:2:6:two TODO(x) TODO",
		`"query":"todo","glob":"*.md"`:                       "repo/b.md:1:3:# todo",
		`"query":"^# TODO","regexp":true,"ignore_case":true`: "repo/b.md:1:1:# todo",
		`"query":"^(?:FIXME|TODO)$","regexp":true`:           "repo/other:1:1:FIXME repo/other:2:1:FIXME repo/other:3:1:FIXME repo/other:4:1:TODO",
		`"query":"FIXME l|one$","regexp":true`:               "repo/a.go:1:1:one repo/a.go:4:1:FIXME last",
		`"query":"x*y+z?$","regexp":true`:                    "",
	} {
		got := do[findings](t, call, `{"op":"search","path":"repo",`+args+`}`)
		lines := make([]string, len(got.Hits))
		for i, h := range got.Hits {
			lines[i] = h.Path + ":" + itoa(h.Line) + ":" + itoa(h.Column) + ":" + h.Text
		}
		if joined := strings.Join(lines, " "); joined != want || got.Total != len(lines) {
			t.Errorf("%s: %s", args, joined)
		}
	}
	got := do[findings](t, call, `{"op":"search","path":"repo","query":"NEEDLE"}`).Hits[0]
	if got.Column != 1001 || utf8.RuneCountInString(got.Text) != contextRunes+2 || !strings.Contains(got.Text, "NEEDLE") {
		t.Errorf("%d %s", got.Column, got.Text)
	}
	cut := do[findings](t, call, `{"op":"search","path":"repo","query":"FIXME","max_hits":2}`)
	if cut.Total != 4 || len(cut.Hits) != 2 || !cut.Truncated || cut.Files != 2 || cut.Searched != 4 {
		t.Errorf("%+v", cut)
	}
}

func itoa(n int) string { text, _ := json.Marshal(n); return string(text) }

func TestCountSortsLanguagesByLines(t *testing.T) {
	t.Parallel()
	call := world(t, map[string]string{
		"a.go": "1\n2\n3", "b.go": "", "run": "#!/usr/bin/env python3.12\nx\n", "Makefile": "all:\n", "Dockerfile.dev": "FROM x", "notes": "x\n", "bin": "\x00",
	})
	got := do[counts](t, call, `{"op":"count","path":"repo"}`)
	want := []language{{"Go", "code", 2, 3, 5}, {"Python", "code", 1, 2, 28}, {"Dockerfile", "code", 1, 1, 6}, {"Makefile", "code", 1, 1, 5}, {"Other text", "prose", 1, 1, 2}}
	if got.Files != 6 || got.Lines != 8 || got.Skipped[skipBinary] != 1 || len(got.Languages) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got.Languages[i] != want[i] {
			t.Errorf("got %+v, want %+v", got.Languages[i], want[i])
		}
	}
}

func TestWriteReplacesAsAWholeAndLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	call := world(t, nil)
	call.IdempotencyKey = "k"
	do[written](t, call, `{"op":"write","path":"run.sh","content":"old"}`)
	file := filepath.Join(call.Workspace, "run.sh")
	if err := os.Chmod(file, 0o755); err != nil {
		t.Fatal(err)
	}
	before, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	got := do[written](t, call, `{"op":"write","path":"run.sh","content":"new <b>"}`)
	if got.Size != 7 || len(got.SHA256) != 64 {
		t.Errorf("%+v", got)
	}
	old := make([]byte, 10)
	if n, _ := before.Read(old); string(old[:n]) != "old" {
		t.Errorf("an open reader sees %q", old[:n])
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(call.Workspace); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestALeftoverOfAKilledWriteIsUsedAgain(t *testing.T) {
	t.Parallel()
	call := world(t, nil)
	call.IdempotencyKey = "k"
	plant(t, call.Workspace, map[string]string{tempName(call, "a"): "half written and longer than what comes"})
	do[written](t, call, `{"op":"write","path":"a","content":"whole"}`)
	if content, _ := os.ReadFile(filepath.Join(call.Workspace, "a")); string(content) != "whole" {
		t.Errorf("%q", content)
	}
	if entries, _ := os.ReadDir(call.Workspace); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestWriteRefusals(t *testing.T) {
	t.Parallel()
	call := world(t, nil)
	plant(t, call.Workspace, map[string]string{"file": "x", "dir/inner": "y"})
	for args, code := range map[string]string{
		`{"op":"write","path":"dir","content":""}`:                                      tools.CodeInvalidArgs,
		`{"op":"write","path":"file/below","content":""}`:                               tools.CodeInvalidArgs,
		`{"op":"write","path":"x","content":"?","encoding":"base64"}`:                   tools.CodeInvalidArgs,
		`{"op":"write","path":"x","content":1,"encoding":"base64"}`:                     tools.CodeInvalidArgs,
		`{"op":"write","path":"x","content":null}`:                                      tools.CodeInvalidArgs,
		`{"op":"write","path":"x","content":"` + strings.Repeat("x", maxWrite+1) + `"}`: tools.CodeTooLarge,
		`{"op":"delete","path":"dir"}`:                                                  tools.CodeInvalidArgs,
		`{"op":"delete","path":"file/below"}`:                                           tools.CodeNotFound,
	} {
		if _, err := try[written](t.Context(), call, args); codeOf(err) != code {
			t.Errorf("%.80s: %v", args, err)
		}
	}
	do[removed](t, call, `{"op":"delete","path":"dir/inner"}`)
	do[removed](t, call, `{"op":"delete","path":"dir"}`)
}

func TestVerifyTellsContentFromContent(t *testing.T) {
	t.Parallel()
	call := world(t, nil)
	plant(t, call.Workspace, map[string]string{"a": "other"})
	for args, want := range map[string]bool{
		`{"op":"write","path":"a","content":"OTHER"}`:          false,
		`{"op":"write","path":"a","content":"longer content"}`: false,
		`{"op":"write","path":"a","content":"other"}`:          true,
		`{"op":"write","path":"no/b","content":"x"}`:           false,
		`{"op":"delete","path":"a"}`:                           false,
		`{"op":"delete","path":"no/b"}`:                        true,
	} {
		call.Args = json.RawMessage(args)
		got, err := new(Tool).Verify(t.Context(), call)
		if err != nil || !got.Known || got.Happened != want {
			t.Errorf("%s: %+v %v", args, got, err)
		}
	}
	call.Args = json.RawMessage(`{"op":"read","path":"a"}`)
	if _, err := new(Tool).Verify(t.Context(), call); err == nil {
		t.Error("looked for a read")
	}
}

func TestAWalkEndsWithItsContextAndReportsProgress(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 600 {
		files["f"+itoa(i)] = "x\n"
	}
	call := world(t, files)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	reports := 0
	call.Progress = func(done, total int64, note string) {
		reports++
		cancel()
	}
	_, err := try[counts](ctx, call, `{"op":"count","path":"repo"}`)
	if codeOf(err) != tools.CodeCancelled || reports != 1 {
		t.Fatalf("%d reports, %v", reports, err)
	}
}

func FuzzPathsStayInside(f *testing.F) {
	f.Add("a/../../etc/passwd")
	f.Add("repo/../..")
	f.Add("\xff/./x")
	f.Fuzz(func(t *testing.T, name string) {
		cleaned, err := clean(name)
		if err == nil && !filepath.IsLocal(cleaned) {
			t.Fatalf("%q became %q", name, cleaned)
		}
	})
}
