package fileops

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/tooltest"
)

// world is a call with a workspace and one mount that holds files.
func world(t *testing.T, files map[string]string) tools.Call {
	t.Helper()
	mount := t.TempDir()
	plant(t, mount, files)
	return tools.Call{Workspace: filepath.Join(t.TempDir(), "goal"), Mounts: map[string]string{"repo": mount}}
}

func plant(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// do runs a call and reads its result into a T.
func do[T any](t *testing.T, call tools.Call, args string) T {
	t.Helper()
	out, err := try[T](t.Context(), call, args)
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	return out
}

func try[T any](ctx context.Context, call tools.Call, args string) (out T, err error) {
	call.Args = json.RawMessage(args)
	result, err := new(Tool).Run(ctx, call)
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(result.Value, &out)
}

func codeOf(err error) string {
	if failed, ok := errors.AsType[*tools.Error](err); ok {
		return failed.Code
	}
	return ""
}

func TestFileOpsKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	tooltest.Run(t, tooltest.Subject{
		New: func(t *testing.T) (tools.Tool, tools.Call) {
			return new(Tool), world(t, map[string]string{"README.md": "# hello\n", "src/main.go": "package main // TODO\n", "bin": "\x00\x01\xff"})
		},
		Works: []tooltest.Case{
			{Name: "list", Args: `{"op":"list"}`, Effect: tools.Read},
			{Name: "read text", Args: `{"op":"read","path":"repo/README.md"}`, Effect: tools.Read},
			{Name: "read bytes", Args: `{"op":"read","path":"repo/bin"}`, Effect: tools.Read},
			{Name: "collect", Args: `{"op":"collect","path":"repo","glob":"*.go"}`, Effect: tools.Read},
			{Name: "search", Args: `{"op":"search","query":"TODO"}`, Effect: tools.Read},
			{Name: "count", Args: `{"op":"count","path":"repo"}`, Effect: tools.Read},
			{Name: "write", Args: `{"op":"write","path":"a/b.txt","content":"text"}`, Effect: tools.Write, Looks: true},
			{Name: "write JSON", Args: `{"op":"write","path":"a/c.json","content":{"n":1}}`, Effect: tools.Write, Looks: true},
			{Name: "write bytes", Args: `{"op":"write","path":"a/d","content":"AAH/","encoding":"base64"}`, Effect: tools.Write, Looks: true},
			{Name: "overwrite", Args: `{"op":"write","path":"a/b.txt","content":"TEXT"}`, Effect: tools.Write, Looks: true},
			{Name: "delete", Args: `{"op":"delete","path":"a/b.txt"}`, Effect: tools.Write, Looks: true},
		},
		Fails: []tooltest.Case{
			{Name: "missing", Args: `{"op":"read","path":"repo/nope"}`, Effect: tools.Read, Code: tools.CodeNotFound},
			{Name: "folder", Args: `{"op":"read","path":"repo/src"}`, Effect: tools.Read, Code: tools.CodeInvalidArgs},
			{Name: "walk of nothing", Args: `{"op":"count","path":"nope"}`, Effect: tools.Read, Code: tools.CodeNotFound},
			{Name: "bad regexp", Args: `{"op":"search","query":"(","regexp":true}`, Effect: tools.Read, Code: tools.CodeInvalidArgs},
			{Name: "bad glob", Args: `{"op":"list","glob":"{a"}`, Effect: tools.Read, Code: tools.CodeInvalidArgs},
			{Name: "write to a mount", Args: `{"op":"write","path":"repo/x","content":""}`, Effect: tools.Write, Code: tools.CodeForbidden},
			{Name: "delete in a mount", Args: `{"op":"delete","path":"repo/README.md"}`, Effect: tools.Write, Code: tools.CodeForbidden},
			{Name: "delete nothing", Args: `{"op":"delete","path":"x"}`, Effect: tools.Write, Code: tools.CodeNotFound},
			{Name: "write the workspace", Args: `{"op":"write","path":"./","content":""}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
		},
		Malformed: []string{`{"op":"chmod","path":"x"}`, `{"op":"read"}`, `{"op":"write","path":"x"}`, `{"op":"collect"}`, `{"op":"search"}`,
			`{"op":"read","path":"x","length":-1}`},
	})
}

func TestMountsAndWorkspaceAreOneTree(t *testing.T) {
	t.Parallel()
	call := world(t, map[string]string{"in-mount.txt": "m"})
	plant(t, call.Workspace, map[string]string{"own.txt": "w", "repo/hidden.txt": "h"})

	out := do[listing](t, call, `{"op":"list"}`)
	if got := paths(out); got != "own.txt repo/" {
		t.Errorf("list .: %s", got)
	}
	out = do[listing](t, call, `{"op":"list","depth":9}`)
	if got := paths(out); got != "own.txt repo/ repo/in-mount.txt" {
		t.Errorf("list all: %s", got)
	}
	if got := do[fileContent](t, call, `{"op":"read","path":"./repo/../repo/in-mount.txt"}`); got.Content != "m" || got.Path != "repo/in-mount.txt" {
		t.Errorf("%+v", got)
	}
	if _, err := try[fileContent](t.Context(), call, `{"op":"read","path":"in-mount.txt"}`); err == nil || !strings.Contains(err.Error(), "in a mount it would be repo/in-mount.txt") {
		t.Errorf("no hint: %v", err)
	}
	call.Workspace = filepath.Join(t.TempDir(), "not", "there")
	if got := paths(do[listing](t, call, `{"op":"list"}`)); got != "repo/" {
		t.Errorf("without a workspace: %s", got)
	}
}

func paths(out listing) string {
	names := make([]string, len(out.Entries))
	for i, e := range out.Entries {
		names[i] = e.Path
		if e.Type == "folder" {
			names[i] += "/"
		}
	}
	return strings.Join(names, " ")
}

func TestAMountMayBeOneFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "notes.md")
	if err := os.WriteFile(file, []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	call := tools.Call{Mounts: map[string]string{"notes": file}}
	if got := do[fileContent](t, call, `{"op":"read","path":"notes"}`); got.Content != "one\ntwo\n" {
		t.Errorf("%+v", got)
	}
	if got := do[counts](t, call, `{"op":"count"}`); got.Lines != 2 {
		t.Errorf("%+v", got)
	}
	if _, err := try[fileContent](t.Context(), call, `{"op":"read","path":"notes/x"}`); codeOf(err) != tools.CodeNotFound {
		t.Error(err)
	}
}

func TestNothingLeadsOut(t *testing.T) {
	t.Parallel()
	call := world(t, map[string]string{"dir/inside.txt": "inside"})
	outside := t.TempDir()
	plant(t, outside, map[string]string{"secret.txt": "secret"})
	mount := call.Mounts["repo"]
	plant(t, call.Workspace, map[string]string{"own.txt": ""})
	for link, target := range map[string]string{
		"out-abs": outside, "out-rel": "../" + filepath.Base(outside), "out-file": filepath.Join(outside, "secret.txt"),
		"dir/up": "../../..", "loop": "loop", "loop-a": "loop-b", "loop-b": "loop-a", "dir/self": ".", "in": "dir/inside.txt", "in-dir": "dir",
	} {
		for _, dir := range []string{mount, call.Workspace} {
			if err := os.MkdirAll(filepath.Join(dir, "dir"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, path := range []string{
		"/etc/passwd", "../x", "..", "repo/../../x", "repo/out-abs/secret.txt", "repo/out-rel/secret.txt", "repo/out-file", "repo/dir/up",
		"repo/dir/up/etc/passwd", "out-file", "out-abs/secret.txt", "repo/loop", "repo/loop-a", "loop/x",
	} {
		args, _ := json.Marshal(map[string]string{"op": "read", "path": path})
		if _, err := try[fileContent](t.Context(), call, string(args)); codeOf(err) != tools.CodeForbidden {
			t.Errorf("read %s: %v", path, err)
		}
		args, _ = json.Marshal(map[string]string{"op": "list", "path": path})
		if out, err := try[listing](t.Context(), call, string(args)); codeOf(err) != tools.CodeForbidden {
			t.Errorf("list %s: %+v %v", path, out, err)
		}
	}
	for _, args := range []string{
		`{"op":"write","path":"out-abs/planted","content":"x"}`, `{"op":"write","path":"out-abs/deep/planted","content":"x"}`,
		`{"op":"write","path":"dir/up/planted","content":"x"}`, `{"op":"delete","path":"out-abs/secret.txt"}`, `{"op":"write","path":"../x","content":""}`,
	} {
		if _, err := try[written](t.Context(), call, args); codeOf(err) != tools.CodeForbidden {
			t.Errorf("%s: %v", args, err)
		}
	}
	do[written](t, call, `{"op":"write","path":"out-file","content":"replaced"}`)
	if content, err := os.ReadFile(filepath.Join(outside, "secret.txt")); err != nil || string(content) != "secret" {
		t.Errorf("a write went through a symlink: %s %v", content, err)
	}
	if entries, _ := os.ReadDir(outside); len(entries) != 1 {
		t.Errorf("outside now holds %v", entries)
	}
	for _, path := range []string{"repo/in", "repo/in-dir/inside.txt", "repo/dir/self/self/inside.txt"} {
		if got := do[fileContent](t, call, `{"op":"read","path":"`+path+`"}`); got.Content != "inside" {
			t.Errorf("%s: %+v", path, got)
		}
	}
	found := do[findings](t, call, `{"op":"search","path":"repo","query":"s"}`)
	if found.Total != 1 || found.Skipped[skipSymlink] != 10 {
		t.Errorf("a walk followed symlinks: %+v", found)
	}
}

func TestOddFoldersAreWalked(t *testing.T) {
	t.Parallel()
	call := world(t, map[string]string{
		"a.go": "package a\n", "binary": "x\x00y", "latin1.txt": "caf\xe9 TODO\n", "bad\xffname.txt": "TODO", ".git/config": "TODO", "vendor/v.go": "TODO",
		"target/CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55", "target/x": "TODO", ".mergit-write-abc": "TODO", "empty": "",
		"deep/" + strings.Repeat("d/", 150) + "x": "TODO", "new\nline.txt": "TODO\n",
	})
	mount := call.Mounts["repo"]
	if err := syscall.Mkfifo(filepath.Join(mount, "fifo"), 0o644); err != nil {
		t.Fatal(err)
	}
	big, err := os.Create(filepath.Join(mount, "huge.log"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := big.WriteString(strings.Repeat("TODO line\n", 1000)); err != nil {
		t.Fatal(err)
	}
	if err := big.Truncate(1 << 34); err != nil { // sparse, 16 GB
		t.Fatal(err)
	}
	_ = big.Close()

	found := do[findings](t, call, `{"op":"search","path":"repo","query":"TODO"}`)
	want := skipped{skipIgnored: 3, skipBinary: 1, skipName: 1, skipTemporary: 1, skipSpecial: 1, skipLarge: 1, skipDeep: 1}
	if len(found.Skipped) != len(want) {
		t.Errorf("skipped %v, want %v", found.Skipped, want)
	}
	for reason, n := range want {
		if found.Skipped[reason] != n {
			t.Errorf("skipped %v, want %v", found.Skipped, want)
		}
	}
	if found.Total != 2 || found.Hits[0].Text != "caf\uFFFD TODO" || found.Hits[1].Path != "repo/new\nline.txt" {
		t.Errorf("%+v", found.Hits)
	}
	if found := do[findings](t, call, `{"op":"search","path":"repo","query":"TODO","all":true}`); found.Total != 5 {
		t.Errorf("with all: %d", found.Total)
	}
	if _, err := try[fileContent](t.Context(), call, `{"op":"read","path":"repo/fifo"}`); codeOf(err) != tools.CodeForbidden {
		t.Errorf("fifo: %v", err)
	}
	got := do[fileContent](t, call, `{"op":"read","path":"repo/huge.log","offset":5,"length":4}`)
	if got.Content != "line" || got.Size != 1<<34 || got.SHA256 != "" || !got.Truncated || got.NextOffset != 9 {
		t.Errorf("%+v", got)
	}
}

func TestUnreadableFilesAreCounted(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	call := world(t, map[string]string{"a": "TODO", "b": "TODO", "d/c": "TODO"})
	for _, name := range []string{"a", "d"} {
		if err := os.Chmod(filepath.Join(call.Mounts["repo"], name), 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(call.Mounts["repo"], "d"), 0o700) })
	if found := do[findings](t, call, `{"op":"search","query":"TODO"}`); found.Total != 1 || found.Skipped[skipUnreadable] != 2 {
		t.Errorf("%+v", found)
	}
}

func TestAFolderOfTooManyEntriesIsCutAndSaysSo(t *testing.T) {
	t.Parallel()
	call := world(t, map[string]string{"a": "", "b": "", "c": "", "d": ""})
	call.Args = json.RawMessage(`{"op":"list","path":"repo"}`)
	result, err := (&Tool{maxDir: 3}).Run(t.Context(), call)
	if err != nil || !strings.Contains(string(result.Value), `"skipped":{"folder_too_large":1}`) {
		t.Fatalf("%s %v", result.Value, err)
	}
}
