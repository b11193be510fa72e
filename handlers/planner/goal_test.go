package planner_test

import (
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/planner"
)

func TestAGoalIsCheckedBeforeItIsTaken(t *testing.T) {
	t.Parallel()
	goals := planner.Goals{Catalogue: catalogue()}
	mounts := []events.Mount{{Name: "code", Path: "/x"}}
	for name, c := range map[string]struct {
		goal events.GoalSubmitted
		want string
	}{
		"by name":           {events.GoalSubmitted{Title: "x", Playbook: "todo-report", Mounts: mounts, Params: json.RawMessage(`{"most":3}`)}, ""},
		"chosen":            {events.GoalSubmitted{Title: "list all TODOs", Mounts: mounts}, ""},
		"unknown, by name":  {events.GoalSubmitted{Title: "x", Playbook: "todo-report", Mounts: mounts, Params: json.RawMessage(`{"mots":3}`)}, "params.mots: unknown parameter; use one of most, path, where"},
		"unknown, chosen":   {events.GoalSubmitted{Title: "list all TODOs", Mounts: mounts, Params: json.RawMessage(`{"mots":3}`)}, "params.mots: unknown parameter"},
		"wrong kind":        {events.GoalSubmitted{Title: "x", Playbook: "fetch-and-summarise", Params: json.RawMessage(`{"url":"https://e.org","sentences":"many"}`)}, "args.sentences: must be a whole number"},
		"too many":          {events.GoalSubmitted{Title: "x", Playbook: "fetch-and-summarise", Params: json.RawMessage(`{"url":"https://e.org","sentences":1000}`)}, "args.sentences: is 1000; the most is 100"},
		"lacks a mount":     {events.GoalSubmitted{Title: "x", Playbook: "todo-report"}, "params.path: playbook todo-report needs it"},
		"no playbook":       {events.GoalSubmitted{Title: "x", Playbook: "nope"}, `no playbook "nope"`},
		"not an object":     {events.GoalSubmitted{Title: "x", Playbook: "todo-report", Params: json.RawMessage(`[]`)}, "params: is not an object"},
		"a plan's, unknown": {events.GoalSubmitted{Title: "x", Plan: json.RawMessage(`{"title":"t","tasks":[{"id":"a","role":"coder","tool":"file_ops","args":{"op":"list"}}]}`), Params: json.RawMessage(`{"a":1}`)}, "params.a: unknown parameter; the plan has none"},
		"a plan's op":       {events.GoalSubmitted{Title: "x", Plan: json.RawMessage(`{"title":"t","tasks":[{"id":"a","role":"coder","tool":"file_ops","args":{"op":"collect"}}]}`)}, `tasks[0].args: collect needs "glob"`},
	} {
		err := goals.Check(c.goal)
		if _, invalid := errors.AsType[*plan.InvalidError](err); c.want == "" && err != nil || c.want != "" && (!invalid || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, ok := errors.AsType[*planner.NoPlaybookError](goals.Check(events.GoalSubmitted{Title: "Write a poem"})); !ok {
		t.Error("a poem was taken")
	}
}

func TestReportsNameTheFolderThatTheyAreAbout(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		path   string
		mounts []string
	}{
		"Open TODOs in code":            {"", []string{"code"}},
		"Open TODOs in code and web":    {"", []string{"code", "web"}},
		"Open TODOs in a, b and c":      {`"."`, []string{"a", "b", "c"}},
		"Open TODOs in code/sub":        {`"code/sub"`, []string{"code", "web"}},
		"Open TODOs in the workspace":   {`"./"`, nil},
		"Open TODOs in what was agreed": {`"."`, []string{"a"}},
	} {
		params := map[string]json.RawMessage{}
		if c.path != "" {
			params["path"] = json.RawMessage(c.path)
		}
		if strings.HasSuffix(want, "agreed") {
			params["where"] = json.RawMessage(`"what was agreed"`)
		}
		choice, err := planner.Use("todo-report", "", params, c.mounts)
		if err != nil {
			t.Fatal(err)
		}
		if report := string(choice.Plan.Tasks[2].Args); !strings.Contains(report, `"`+want+`"`) {
			t.Errorf("no %q in %s", want, report)
		}
		if strings.Contains(choice.Why, "where") {
			t.Errorf("what follows from the rest was told: %s", choice.Why)
		}
	}
}

func TestALatin1ReadmeIsQuoted(t *testing.T) {
	t.Parallel()
	text := summarise(t, plant(t, map[string]string{"README": "Gr\xfc\xdfe\n=====\n\nEin Caf\xe9 f\xfcr alle, die gerne lesen und schreiben.\n", "notes.md": "x\n"}))
	holds(t, text, "> **Grüße**", "> Ein Café für alle, die gerne lesen und schreiben.", "*From `code/README`, which is not UTF-8 and was read as windows-1252.*")
	text = summarise(t, plant(t, map[string]string{"README": "\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0 \xe8 \xe2\xf1\xe5\n"}))
	holds(t, text, "There is one, but it cannot be read: `code/README` (text in an unknown encoding).")
	if strings.Contains(text, "a README;") {
		t.Errorf("it is called missing:\n%s", text)
	}
}

func TestATodoReportSaysWhatWasNotSearched(t *testing.T) {
	t.Parallel()
	choice, err := planner.Choose("list all TODOs", nil, []string{"code", "kernel"})
	if err != nil {
		t.Fatal(err)
	}
	dir := plant(t, map[string]string{"a.py": "# TODO later\n", "b.bin": "\x00", "node_modules/x.js": "// TODO\n"})
	mounts := map[string]string{"code": dir}
	wanted := []string{"# Open TODOs in code and kernel", "`code/a.py:1` `TODO later`", "Not searched: 1 binary file, 1 folder of others' or generated files"}
	if runtime.GOOS == "linux" {
		mounts["kernel"] = "/proc"
		wanted[2] += ", 1 pseudo file system of the kernel"
	}
	holds(t, markdown(t, walk(t, choice.Plan, plan.Values{}, mounts)["report"]), wanted...)
}
