package fileops

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

func with[T any](t *testing.T, tool *Tool, call tools.Call, args string) (out T, err error) {
	t.Helper()
	call.Args = json.RawMessage(args)
	result, err := tool.Run(t.Context(), call)
	if err == nil {
		err = json.Unmarshal(result.Value, &out)
	}
	return out, err
}

func link(t *testing.T, target, name string) string {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestTheServersOwnFolderDoesNotExistForAGoal(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	plant(t, parent, map[string]string{
		"data/token": "mgt_secret", "data/nats/log": "mgt_secret", "data/workspaces/goal/own.txt": "own", "src/a.txt": "no mgt_secret here\n",
	})
	data := filepath.Join(parent, "data")
	link(t, "data", filepath.Join(parent, "src-link"))
	link(t, "../data", filepath.Join(parent, "src", "up"))
	link(t, "data/token", filepath.Join(parent, "key"))
	elsewhere := t.TempDir()
	tool := New(Config{Hidden: []string{link(t, data, filepath.Join(elsewhere, "configured"))}})
	call := tools.Call{Workspace: filepath.Join(data, "workspaces", "goal"), Mounts: map[string]string{"all": parent}}
	inside := map[string]string{
		"own": data, "nats": filepath.Join(data, "nats"), "token": filepath.Join(data, "token"),
		"there": link(t, filepath.Join(data, "nats"), filepath.Join(elsewhere, "there")),
	}

	for _, path := range []string{"all/data", "all/data/token", "all/data/nats/log", "all/data/none", "all/src-link", "all/src-link/token", "all/src/up/token", "all/key", "all/data/workspaces/goal/own.txt"} {
		refusedAsOwn(t, tool, call, path)
	}
	for name, dir := range inside {
		refusedAsOwn(t, tool, tools.Call{Workspace: call.Workspace, Mounts: map[string]string{name: dir}}, name)
	}
	for _, args := range []string{
		`{"op":"search","path":".","query":"mgt_secret","all":true}`, `{"op":"search","path":"all","query":"mgt_secret"}`,
	} {
		got, err := with[findings](t, tool, call, args)
		if err != nil || got.Total != 1 || got.Hits[0].Path != "all/src/a.txt" || got.Skipped[skipOwn] != 1 {
			t.Errorf("%s: %+v %v", args, got, err)
		}
	}
	if got, err := with[listing](t, tool, call, `{"op":"list","path":"all","depth":9}`); err != nil || paths(got) != "all/key all/src-link all/src/ all/src/a.txt all/src/up" || got.Skipped[skipOwn] != 1 {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := with[counts](t, tool, call, `{"op":"count","path":"all"}`); err != nil || got.Files != 1 || got.Skipped[skipOwn] != 1 {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := with[collected](t, tool, call, `{"op":"collect","path":"all","glob":"*"}`); err != nil || got.Total != 1 {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := with[fileContent](t, tool, call, `{"op":"read","path":"own.txt"}`); err != nil || got.Content != "own" {
		t.Errorf("its own workspace: %+v %v", got, err)
	}
}

func refusedAsOwn(t *testing.T, tool *Tool, call tools.Call, path string) {
	t.Helper()
	for _, args := range []map[string]any{
		{"op": "read"}, {"op": "list"}, {"op": "count"}, {"op": "search", "query": "mgt"}, {"op": "collect", "glob": "*"},
	} {
		args["path"] = path
		encoded, _ := json.Marshal(args)
		got, err := with[json.RawMessage](t, tool, call, string(encoded))
		if codeOf(err) != tools.CodeForbidden || !strings.Contains(err.Error(), "belongs to Mergit itself") {
			t.Errorf("%s: %s %v", encoded, got, err)
		}
	}
}

func TestPseudoFileSystemsAreNeverOpened(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux shows its kernel as files")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	call := tools.Call{Mounts: map[string]string{"proc": "/proc", "version": "/proc/version", "root": "/"}}
	calls := []string{
		`{"op":"search","path":"proc","query":"x"}`, `{"op":"count","path":"proc"}`, `{"op":"collect","path":"proc","glob":"*"}`, `{"op":"list","path":"proc"}`,
		`{"op":"search","path":"root/proc","query":"x"}`, `{"op":"search","path":"root/proc/self","query":"x"}`, `{"op":"count","path":"version"}`,
	}
	if _, err := os.Stat("/sys/kernel"); err == nil { // not every container mounts it
		calls = append(calls, `{"op":"count","path":"root/sys"}`)
	}
	for _, args := range calls {
		got, err := try[struct {
			Skipped skipped `json:"skipped"`
		}](ctx, call, args)
		if err != nil || len(got.Skipped) != 1 || got.Skipped[skipPseudo] != 1 {
			t.Errorf("%s: %+v %v", args, got, err)
		}
	}
	for _, path := range []string{"proc/kmsg", "proc/version", "root/proc/kmsg", "root/proc/self/environ", "version", "proc/1/../version"} {
		if _, err := try[fileContent](ctx, call, `{"op":"read","path":"`+path+`"}`); codeOf(err) != tools.CodeForbidden || !strings.Contains(err.Error(), "pseudo file system") {
			t.Errorf("%s: %v", path, err)
		}
	}
	got, err := try[listing](ctx, call, `{"op":"list","path":"root","depth":2,"max_entries":10000}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range got.Entries {
		if e.Path == "root/proc" && e.Closed != skipPseudo || strings.HasPrefix(e.Path, "root/proc/") {
			t.Errorf("%+v", e)
		}
	}
}

func TestAListSaysWhichFoldersAreClosed(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	call := world(t, map[string]string{"shut/a": "", "open/b": ""})
	shut := filepath.Join(call.Mounts["repo"], "shut")
	if err := os.Chmod(shut, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(shut, 0o700) })
	got := do[listing](t, call, `{"op":"list","path":"repo","depth":2}`)
	if paths(got) != "repo/open/ repo/open/b repo/shut/" || got.Entries[0].Closed != "" || got.Entries[2].Closed != skipUnreadable || got.Skipped[skipUnreadable] != 1 || got.Depth != 2 {
		t.Errorf("%+v", got)
	}
}

func TestLargeFilesAreSearchedAPieceAtATime(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("x", 99) + "\n"
	long := "NEEDLE" + strings.Repeat("y", maxLine) + "NEEDLE\n"
	call := world(t, map[string]string{
		"large": strings.Repeat(line, 400_000) + "NEEDLE last\n", // 40 MB
		"long":  "NEEDLE one\n" + long + "NEEDLE three\n" + long + long + "NEEDLE six",
		"open":  strings.TrimSuffix(long, "\n"),
	})
	got := do[findings](t, call, `{"op":"search","path":"repo","query":"NEEDLE"}`)
	var at []string
	for _, h := range got.Hits {
		at = append(at, strings.TrimPrefix(h.Path, "repo/")+":"+itoa(h.Line)+":"+itoa(h.Column))
	}
	want := "large:400001:1 long:1:1 long:2:1 long:3:1 long:4:1 long:5:1 long:6:1 open:1:1"
	if text := strings.Join(at, " "); text != want || got.Searched != 3 || got.Skipped[skipLine] != 4 {
		t.Errorf("%s; searched %d, skipped %v", text, got.Searched, got.Skipped)
	}
	got, err := with[findings](t, &Tool{maxSearched: 1000}, call, `{"op":"search","path":"repo","query":"NEEDLE"}`)
	if err != nil || got.Total != 0 || got.Searched != 0 || got.Skipped[skipLarge] != 3 {
		t.Errorf("%+v %v", got, err)
	}
}

func TestCollectedTextIsPutIntoUTF8(t *testing.T) {
	t.Parallel()
	call := world(t, map[string]string{
		"latin1": "Gr\xfc\xdfe aus K\xf6ln, caf\xe9", "cp1252": "\x93quoted\x94 \x80 5", "le": "\xff\xfeh\x00i\x00=\xd8\x00\xde", "be": "\xfe\xff\x00h\x00i",
		"damaged": "žluťoučký \xff kůň", "bytes": "\x00\x01", "sjis": "\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x95\xb6", "cyrillic": "\xcf\xf0\xe8\xe2\xe5\xf2", "control": "\xe9\x01",
	})
	got := do[collected](t, call, `{"op":"collect","path":"repo","glob":"*"}`)
	texts := map[string]string{}
	for _, f := range got.Files {
		if f.Encoding != "utf-8" || len(f.SHA256) != 64 {
			t.Errorf("%+v", f)
		}
		texts[strings.TrimPrefix(f.Path, "repo/")] = f.Charset + ": " + f.Content
	}
	for name, want := range map[string]string{
		"latin1": "windows-1252: Grüße aus Köln, café", "cp1252": "windows-1252: “quoted” € 5", "le": "utf-16le: hi😀", "be": "utf-16be: hi", "damaged": "utf-8, damaged: žluťoučký \uFFFD kůň",
	} {
		if texts[name] != want {
			t.Errorf("%s: %q", name, texts[name])
		}
	}
	if len(got.Files) != 5 || got.Total != 9 || got.Skipped[skipEncoding] != 2 || got.Skipped[skipBinary] != 2 {
		t.Errorf("%d files, skipped %v", len(got.Files), got.Skipped)
	}
	if len(got.Unread) != 4 || got.Unread[0] != (unread{"repo/bytes", skipBinary}) || got.Unread[3] != (unread{"repo/sjis", skipEncoding}) {
		t.Errorf("%+v", got.Unread)
	}
	if read := do[fileContent](t, call, `{"op":"read","path":"repo/latin1"}`); read.Encoding != "base64" || read.Charset != "" {
		t.Errorf("read is exact: %+v", read)
	}
}

func TestATimeoutNamesTheTimeThatTheCallerGave(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 300 {
		files["f"+itoa(i)] = "x\n"
	}
	call := world(t, files)
	ctx, cancel := tools.Within(t.Context(), 120*time.Millisecond)
	defer cancel()
	call.Progress = func(int64, int64, string) { <-ctx.Done() }
	if _, err := try[counts](ctx, call, `{"op":"count","path":"repo"}`); codeOf(err) != tools.CodeTimeout || !strings.HasSuffix(err.Error(), "took longer than 120ms") {
		t.Error(err)
	}
}
