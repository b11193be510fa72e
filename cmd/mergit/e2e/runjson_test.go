package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// outcome is the last line of goal run --json, as scripts read it.
type outcome struct {
	Goal, Status string
	Result       json.RawMessage
	Tasks        []struct {
		ID, Status string
		Result     json.RawMessage
	}
	Proof *struct {
		Bundle, Root, Tx string
		Block            uint64
		Confirmed        bool
	}
	Usage *struct{ Steps int64 }
}

func TestRunSaysAllInItsLastLine(t *testing.T) {
	t.Parallel()
	s := up(t, dataDir(t))
	src := folder(t, map[string]string{"README.md": "# A name\n\nWords.\n"})
	stdout, stderr, code := run(t, s.Data, "goal", "run", "Summarise this repository", "--mount", "src="+src, "--json")
	if code != 0 {
		t.Fatalf("it ended with %d\n%s", code, stderr)
	}
	for _, line := range strings.Split(strings.TrimSpace(stdout), "\n") {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
	keys := lastLine[map[string]json.RawMessage](t, stdout)
	for _, key := range []string{"goal", "status", "result", "tasks", "proof", "usage"} {
		if _, ok := keys[key]; !ok {
			t.Errorf("the last line lacks %q", key)
		}
	}
	o := lastLine[outcome](t, stdout)
	if o.Goal == "" || o.Status != "done" || len(o.Tasks) == 0 || o.Usage == nil || o.Usage.Steps != int64(len(o.Tasks)) {
		t.Errorf("the last line says %+v", o)
	}
	for _, task := range o.Tasks {
		if task.ID == "" || task.Status != "done" || len(task.Result) < 3 {
			t.Errorf("task %+v", task)
		}
	}
	var report struct{ Markdown string }
	decode(t, o.Result, &report)
	says(t, report.Markdown, "A name")
	switch p := o.Proof; {
	case p == nil:
		t.Error("no proof")
	case !p.Confirmed || p.Bundle == "" || p.Root == "" || p.Tx == "" || p.Block == 0:
		t.Errorf("proof %+v", *p)
	}
	verifies(t, s, o.Goal)
}

func TestExitCodesSayHowARunEnded(t *testing.T) {
	t.Parallel()
	s := up(t, dataDir(t))
	supervised := task("asked", "file_ops", object{"op": "list", "path": "."})
	supervised["supervised"] = true
	cyclic := plan("cycle", task("a", "file_ops", object{"op": "list", "path": "."}, "a"))
	broken := filepath.Join(t.TempDir(), "broken.yaml")
	if err := os.WriteFile(broken, []byte("tasks: ["), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args   []string
		code   int
		status string
		says   string
	}{
		"done":           {[]string{"--plan", file(t, list("done"))}, 0, "done", ""},
		"failed":         {[]string{"--plan", file(t, plan("failed", task("a", "file_ops", object{"op": "read", "path": "none"})))}, 1, "failed", "none"},
		"nothing given":  {nil, 2, "", "--plan"},
		"unknown flag":   {[]string{"--nope"}, 2, "", "--nope"},
		"no such folder": {[]string{"x", "--mount", "/no/such/folder"}, 2, "", "/no/such/folder"},
		"no plan":        {[]string{"--plan", broken}, 2, "", broken},
		"refused":        {[]string{"--plan", file(t, cyclic)}, 3, "", "cycle"},
		"asks":           {[]string{"--plan", file(t, plan("asks", supervised))}, 4, "awaiting_human", "mergit goal resume"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stdout, stderr, code := run(t, s.Data, append([]string{"goal", "run", "--json"}, c.args...)...)
			if code != c.code {
				t.Fatalf("it ended with %d, want %d\n%s%s", code, c.code, stdout, stderr)
			}
			says(t, stderr, c.says)
			if c.status != "" {
				if o := lastLine[outcome](t, stdout); o.Status != c.status || o.Goal == "" {
					t.Errorf("the last line says %+v, want status %s", o, c.status)
				}
			}
		})
	}
}
