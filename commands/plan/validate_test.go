package plan_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands/plan"
)

var catalogue = plan.Catalogue{Tools: map[string]json.RawMessage{
	"file_ops": json.RawMessage(`{"type":"object","additionalProperties":false,"required":["op"],
		"properties":{"op":{"enum":["read","write"]},"path":{"type":"string"},"content":{}}}`),
	"http_request": nil,
}, Absent: map[string]string{"code_exec": "there is no bwrap"}}

// given parses and validates the JSON of a plan.
func given(text string) error {
	p, err := plan.Parse([]byte(text))
	if err != nil {
		return err
	}
	return plan.Validate(p, catalogue)
}

func tasks(list string) string { return `{"title":"t","tasks":[` + list + `]}` }

const reads = `"role":"coder","tool":"file_ops","args":{"op":"read","path":"p"}`

func TestGoodPlansAreAccepted(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"one tool":          tasks(`{"id":"a",` + reads + `}`),
		"one prompt":        tasks(`{"id":"a","role":"writer","prompt":"write about {{goal.title}}","tools":["file_ops"],"model":"m"}`),
		"needs":             tasks(`{"id":"a",` + reads + `},{"id":"b",` + reads + `,"needs":["a"]}`),
		"later reference":   tasks(`{"id":"b","role":"writer","prompt":"{{tasks.a.result}}"},{"id":"a",` + reads + `}`),
		"reference as op":   `{"title":"t","params":{"op":"read"},"tasks":[{"id":"a","role":"coder","tool":"file_ops","args":{"op":"{{params.op}}"}}]}`,
		"nulls are absent":  tasks(`{"id":"a",` + reads + `,"needs":null,"timeout":null,"retries":null}`),
		"durations":         tasks(`{"id":"a",` + reads + `,"timeout":"1m30s"},{"id":"b",` + reads + `,"timeout":1.5}`),
		"limits":            `{"title":"t","limits":{"steps":1,"tokens":2,"cost":0.5,"deadline":"1h"},"tasks":[{"id":"a",` + reads + `}]}`,
		"escaped braces":    tasks(`{"id":"a","role":"coder","prompt":"print {{\"{{\"}} .Name }}"}`),
		"secret":            tasks(`{"id":"a","role":"coder","tool":"http_request","args":{"h":"Bearer {{secret.token}}"}}`),
		"params any scalar": `{"title":"t","params":{"n":1,"b":true,"s":"x","required":null},"tasks":[{"id":"a",` + reads + `}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := given(text); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestFaultsNameTheirPlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ plan, path, reason string }{
		"empty":             {`{"title":"t","tasks":[]}`, "tasks", "is empty"},
		"no title":          {`{"tasks":[{"id":"a",` + reads + `}]}`, "title", "is empty"},
		"not an object":     {`[]`, "", "must be an object"},
		"syntax":            {`{"title":`, "", "ends too early"},
		"two plans":         {`{"title":"t"} {}`, "", "not JSON"},
		"unknown field":     {tasks(`{"id":"a",` + reads + `,"need":["b"]}`), "tasks[0].need", "unknown field"},
		"unknown in limits": {`{"title":"t","limits":{"step":1},"tasks":[]}`, "limits.step", "unknown field; use one of cost, deadline, steps, tokens"},
		"twice":             {tasks(`{"id":"a","id":"b",` + reads + `}`), "tasks[0].id", "given twice"},
		"twice in args":     {tasks(`{"id":"a","role":"coder","tool":"file_ops","args":{"op":"read","op":"write"}}`), "tasks[0].args.op", "given twice"},
		"wrong type":        {tasks(`{"id":"a",` + reads + `,"retries":"two"}`), "tasks[0].retries", "must be a whole number"},
		"timeout text":      {tasks(`{"id":"a",` + reads + `,"timeout":"soon"}`), "tasks[0].timeout", "is not a duration"},
		"timeout huge":      {tasks(`{"id":"a",` + reads + `,"timeout":1e300}`), "tasks[0].timeout", "too long"},
		"timeout negative":  {tasks(`{"id":"a",` + reads + `,"timeout":-1}`), "tasks[0].timeout", "negative"},
		"args list":         {tasks(`{"id":"a","role":"coder","tool":"file_ops","args":[]}`), "tasks[0].args", "must be an object"},
		"no id":             {tasks(`{` + reads + `}`), "tasks[0].id", "use 1 to 64"},
		"id underscore":     {tasks(`{"id":"_",` + reads + `}`), "tasks[0].id", "not _ alone"},
		"id dot":            {tasks(`{"id":"a.b",` + reads + `}`), "tasks[0].id", "use 1 to 64"},
		"id newline":        {tasks(`{"id":"a\n",` + reads + `}`), "tasks[0].id", "use 1 to 64"},
		"id long":           {tasks(`{"id":"` + strings.Repeat("a", 65) + `",` + reads + `}`), "tasks[0].id", "use 1 to 64"},
		"duplicate":         {tasks(`{"id":"a",` + reads + `},{"id":"a",` + reads + `}`), "tasks[1].id", "already tasks[0]"},
		"role":              {tasks(`{"id":"a","role":"boss","prompt":"p"}`), "tasks[0].role", `no role "boss"; use one of researcher, writer, coder, integrator`},
		"tool":              {tasks(`{"id":"a","role":"coder","tool":"rm"}`), "tasks[0].tool", `no tool "rm"; use one of file_ops, http_request`},
		"absent tool":       {tasks(`{"id":"a","role":"coder","tool":"code_exec"}`), "tasks[0].tool", `tool "code_exec" cannot be had here: there is no bwrap`},
		"prompt's tool":     {tasks(`{"id":"a","role":"coder","prompt":"p","tools":["rm"]}`), "tasks[0].tools[0]", `no tool "rm"`},
		"neither":           {tasks(`{"id":"a","role":"coder"}`), "tasks[0]", "neither tool nor prompt"},
		"both":              {tasks(`{"id":"a",` + reads + `,"prompt":"p"}`), "tasks[0]", "both tool and prompt"},
		"need":              {tasks(`{"id":"a",` + reads + `,"needs":["x"]}`), "tasks[0].needs[0]", `no task "x"`},
		"self":              {tasks(`{"id":"a",` + reads + `,"needs":["a"]}`), "tasks[0].needs[0]", "cycle a → a"},
		"retries":           {tasks(`{"id":"a",` + reads + `,"retries":-1}`), "tasks[0].retries", "negative"},
		"effect":            {tasks(`{"id":"a",` + reads + `,"effect":"maybe"}`), "tasks[0].effect", "use read, idempotent or write"},
		"args of a prompt":  {tasks(`{"id":"a","role":"coder","prompt":"p","args":{}}`), "tasks[0].args", "belongs to a task with a tool"},
		"op":                {tasks(`{"id":"a","role":"coder","tool":"file_ops","args":{"op":"reed"}}`), "tasks[0].args.op", "use one of read, write"},
		"argument":          {tasks(`{"id":"a","role":"coder","tool":"file_ops","args":{"op":"read","pth":"x"}}`), "tasks[0].args.pth", "no such argument"},
		"no op":             {tasks(`{"id":"a","role":"coder","tool":"file_ops"}`), "tasks[0].args", `needs "op"`},
		"reference task":    {tasks(`{"id":"a","role":"coder","prompt":"{{tasks.x.result}}"}`), "tasks[0].prompt", `no task "x"`},
		"reference form":    {tasks(`{"id":"a","role":"coder","prompt":"{{tasks.a.content}}"}`), "tasks[0].prompt", "use tasks.ID.result"},
		"reference root":    {tasks(`{"id":"a","role":"coder","prompt":"{{env.HOME}}"}`), "tasks[0].prompt", "none of tasks, params, goal, secret"},
		"reference open":    {tasks(`{"id":"a","role":"coder","prompt":"{{params.x"}`), "tasks[0].prompt", "not closed"},
		"reference param":   {tasks(`{"id":"a","role":"coder","tool":"http_request","args":{"u":[{"v":"{{params.x}}"}]}}`), "tasks[0].args.u[0].v", `no parameter "x"`},
		"reference in key":  {tasks(`{"id":"a","role":"coder","tool":"http_request","args":{"{{params.x}}":1}}`), "tasks[0].args.{{params.x}}", "not in keys"},
		"not UTF-8":         {"{\"title\":\"\xff\"}", "", "not UTF-8"},
		"negative limit":    {`{"title":"t","limits":{"cost":-1},"tasks":[]}`, "limits.cost", "negative"},
		"reference cycle":   {tasks(`{"id":"a","role":"coder","prompt":"{{tasks.b.result}}"},{"id":"b",` + reads + `,"needs":["a"]}`), "tasks[1].needs[0]", "cycle a → b → a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			invalid, ok := errors.AsType[*plan.InvalidError](given(c.plan))
			if !ok {
				t.Fatal("accepted")
			}
			for _, fault := range invalid.Faults {
				if fault.Path == c.path && strings.Contains(fault.Reason, c.reason) {
					return
				}
			}
			t.Fatalf("no fault %q at %q in: %v", c.reason, c.path, invalid)
		})
	}
}

func TestAllFaultsAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	err := given(tasks(`{"id":"a","role":"x","tool":"file_ops","args":{"op":"read"},"needs":["y"]},{"id":"b","role":"coder"}`))
	invalid, ok := errors.AsType[*plan.InvalidError](err)
	if !ok || len(invalid.Faults) != 3 {
		t.Fatalf("want three faults, got: %v", err)
	}
}

func TestTooManyTasksAreRefused(t *testing.T) {
	t.Parallel()
	list := make([]string, plan.MaxTasks+1)
	for i := range list {
		list[i] = fmt.Sprintf(`{"id":"t%d",%s}`, i, reads)
	}
	if err := given(tasks(strings.Join(list[1:], ","))); err != nil {
		t.Fatalf("%d tasks: %v", plan.MaxTasks, err)
	}
	if err := given(tasks(strings.Join(list, ","))); err == nil || !strings.Contains(err.Error(), "the most is 256") {
		t.Fatalf("%d tasks: %v", plan.MaxTasks+1, err)
	}
}

func TestNonUTF8InGoValuesIsRefused(t *testing.T) {
	t.Parallel()
	p := plan.Plan{Title: "t", Tasks: []plan.Task{{ID: "a", Role: "coder", Prompt: "\xff"}}}
	if err := plan.Validate(p, plan.Catalogue{}); err == nil {
		t.Fatal("accepted")
	}
}

func TestOrderPutsDependenciesFirstAndKeepsThePlansOrder(t *testing.T) {
	t.Parallel()
	p, err := plan.Parse([]byte(tasks(`
		{"id":"report","role":"writer","prompt":"{{tasks.left.result}} {{tasks.right.result}}"},
		{"id":"left",` + reads + `,"needs":["root"]}, {"id":"right",` + reads + `,"needs":["root"]}, {"id":"root",` + reads + `}`)))
	if err != nil {
		t.Fatal(err)
	}
	ordered, err := plan.Order(p)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, task := range ordered {
		ids = append(ids, task.ID)
	}
	if got := strings.Join(ids, " "); got != "root left right report" {
		t.Fatal(got)
	}
	p.Tasks[3].Needs = []string{"report"}
	if _, err := plan.Order(p); err == nil {
		t.Fatal("ordered a cycle")
	}
}

func TestPlanSurvivesItsOwnJSON(t *testing.T) {
	t.Parallel()
	text := `{"title":"t","params":{"big":9007199254740993,"need":null},"limits":{"cost":0.25,"deadline":"1h0m0s"},` +
		`"tasks":[{"id":"a","role":"coder","tool":"file_ops","args":{"op":"read"},"needs":["b"],"supervised":true,"retries":0,"timeout":"30s","effect":"read"}]}`
	p, err := plan.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if string(again) != text {
		t.Fatalf("\n%s\n%s", again, text)
	}
	if p.Limits.CostMicros() != 250_000 {
		t.Fatal(p.Limits.CostMicros())
	}
}

func FuzzParseAndValidate(f *testing.F) {
	f.Add(tasks(`{"id":"a",` + reads + `,"needs":["b"]},{"id":"b","role":"writer","prompt":"{{tasks.a.result.x.0}}"}`))
	f.Add(`{"title":"t","params":{"n":1e400},"limits":{"cost":1},"tasks":[{"id":"a","timeout":"1h"}]}`)
	f.Add(`{"title":"\ud800","tasks":[{"args":{"a":[[[]]]}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := plan.Parse([]byte(text))
		if err != nil {
			return
		}
		stored, err := json.Marshal(p)
		if err != nil {
			t.Fatalf("parsed, but cannot be stored: %v", err)
		}
		if _, err := plan.Parse(stored); err != nil {
			t.Fatalf("stored, but cannot be parsed: %v", err)
		}
		if plan.Validate(p, catalogue) != nil {
			return
		}
		ordered, err := plan.Order(p)
		if err != nil || len(ordered) != len(p.Tasks) {
			t.Fatalf("valid, but has no order: %v", err)
		}
		if _, err := plan.Bind(p, nil); err != nil {
			if invalid, ok := errors.AsType[*plan.InvalidError](err); !ok || len(invalid.Faults) == 0 {
				t.Fatal(err)
			}
		}
	})
}

// A task that may use no tool stays one on its way through JSON and through its parameters: no list at all means every tool.
func TestNoToolsAreNotAllTools(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{`,"tools":[]`: `"tools":[]`, "": ""} {
		p, err := plan.Parse([]byte(`{"title":"t","params":{"x":1},"tasks":[{"id":"a","role":"writer","prompt":"{{params.x}}"` + list + `}]}`))
		if err != nil {
			t.Fatal(err)
		}
		if p, err = plan.Bind(p, nil); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(p)
		if err != nil || strings.Contains(string(text), `"tools"`) != (want != "") || !strings.Contains(string(text), want) {
			t.Errorf("%q became %s, %v", list, text, err)
		}
		again, err := plan.Parse(text)
		if err != nil || (again.Tasks[0].Tools == nil) != (want == "") || len(again.Tasks[0].Tools) > 0 {
			t.Errorf("%q came back as %#v, %v", list, again.Tasks[0].Tools, err)
		}
	}
}
