package planner_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/handlers/planner"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/codeexec"
	"github.com/mergit-io/mergit/handlers/tools/credential"
	"github.com/mergit-io/mergit/handlers/tools/spawngoal"
	"github.com/mergit-io/mergit/handlers/tools/waitwebhook"
)

func TestFaultsAreShownInTheSource(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ source, want string }{
		"unknown field": {"title: t\ntasks:\n  - id: a\n    rolle: coder\n", "4:12: tasks[0].rolle: unknown field"},
		"role":          {"title: t\ntasks:\n  - id: a\n    role: boss\n    prompt: p\n", `4:11: tasks[0].role: no role "boss"`},
		"neither":       {"title: t\ntasks:\n  - id: a\n    role: coder\n", "3:5: tasks[0]: has neither tool nor prompt"},
		"need":          {"title: t\ntasks:\n- {id: a, role: coder, prompt: p, needs: [b]}\n", `3:43: tasks[0].needs[0]: no task "b"`},
		"in args":       {"title: t\ntasks:\n- id: a\n  role: coder\n  tool: file_ops\n  args:\n    op: read\n    path: \"{{params.x}}\"\n", "8:11: tasks[0].args.path: {{params.x}}: no parameter"},
		"missing title": {"tasks:\n- {id: a, role: coder, prompt: p}\n", "1:1: title: is empty"},
		"twice":         {"title: t\ntitle: u\n", "2:1: "},
		"bare braces":   {"title: t\ntasks:\n- id: a\n  role: coder\n  tool: file_ops\n  args: {op: read, path: {{params.x}}}\n", "6:"},
		"syntax":        {"title: [\n", ": "},
		"tab":           {"title: t\ntasks:\n\t- id: a\n", "3:"},
		"empty":         {"# nothing\n", "1:1: is empty"},
		"two documents": {"title: t\n---\ntitle: u\n", "3:1: a second document"},
		"scalar":        {"hello", "must be an object"},
		"merge":         {"x: &x {a: 1}\ntitle: t\ntasks:\n- {<<: *x}\n", "<< is not merged"},
		"tag":           {"title: !!binary aGVsbG8=\n", "has no meaning in a plan"},
		"not a number":  {"title: t\nlimits: {cost: .inf}\n", "has no meaning in a plan"},
		"unknown alias": {"title: *x\n", `no anchor "x"`},
		"not UTF-8":     {"title: \xff", "is not UTF-8"},
		"deep":          {"title: " + strings.Repeat("[", 10_000), "brackets or lists are open"},
		"deep braces":   {"title: " + strings.Repeat("{a: ", 10_000), "brackets or lists are open"},
		"deep dashes":   {strings.Repeat("- ", 10_000), "brackets or lists are open"},
		"bomb":          {bomb(), "too large or nested too deep"},
		"large":         {"title: " + strings.Repeat("x", 2<<20), "is larger than"},
		"JSON":          {"{\n  \"title\": \"t\",\n  \"tasks\": [\n    {\"id\": \"a\", \"role\": \"boss\", \"prompt\": \"p\"}\n  ]\n}", `4:25: tasks[0].role: no role "boss"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := planner.LoadAndValidate([]byte(c.source), catalogue())
			if _, ok := errors.AsType[*planner.SourceError](err); !ok || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%T %v", err, err)
			}
		})
	}
}

// bomb is a short file that aliases make huge.
func bomb() string {
	var out strings.Builder
	out.WriteString("a0: &a0 x\n")
	for i := 1; i < 30; i++ {
		fmt.Fprintf(&out, "a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	return out.String()
}

func TestYAMLAndJSONReadTheSame(t *testing.T) {
	t.Parallel()
	fromYAML, err := planner.Load([]byte("\ufefftitle: \"yes\"\nparams: {big: 9007199254740993, hex: 0x10, f: 1.50, b: true, no: no, n: ~, list: &l [a], same: *l}\n" +
		"tasks:\n- id: a\n  role: coder\n  timeout: 1.5\n  prompt: |\n    two\n    lines\n  needs:\n"))
	if err != nil {
		t.Fatal(err)
	}
	fromJSON, err := planner.Load([]byte(`{"title": "yes", "params": {"big": 9007199254740993, "hex": 16, "f": 1.50, "b": true, "no": "no", "n": null, "list": ["a"], "same": ["a"]},
		"tasks": [{"id": "a", "role": "coder", "timeout": "1.5s", "prompt": "two\nlines\n"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	one, _ := json.Marshal(fromYAML)
	two, _ := json.Marshal(fromJSON)
	if string(one) != string(two) {
		t.Fatalf("\n%s\n%s", one, two)
	}
}

func planSchema(t *testing.T) *tools.Schema {
	t.Helper()
	data, err := os.ReadFile("../../schemas/plan.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := tools.CompileSchema(data)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestEveryExampleIsValid(t *testing.T) {
	t.Parallel()
	schema := planSchema(t)
	names, err := filepath.Glob("../../examples/plans/*.yaml")
	all := registry()
	all.Add(new(codeexec.Tool), new(credential.Tool), new(spawngoal.Tool), new(waitwebhook.Tool))
	if err != nil || len(names) < 9 {
		t.Fatalf("examples: %v %v", names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(data), "# ") {
			t.Errorf("%s does not begin with what it teaches", name)
		}
		p, err := planner.LoadAndValidate(data, plan.Catalogue{Tools: all.Inputs()})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		encoded, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Check(encoded); err != nil {
			t.Errorf("%s: schema: %v", name, err)
		}
	}
}

// Parse and Validate know more than a schema can say; in what it says they agree.
func TestSchemaAndParserAgree(t *testing.T) {
	t.Parallel()
	schema := planSchema(t)
	task := func(fields string) string { return `{"title":"t","tasks":[{"id":"a","role":"coder",` + fields + `}]}` }
	for text, good := range map[string]bool{
		task(`"prompt":"p"`):                                  true,
		task(`"tool":"file_ops","args":{"op":"list"}`):        true,
		task(`"tool":"file_ops"`):                             true,
		task(`"prompt":"p","tools":["file_ops"],"model":"m"`): true,
		task(`"prompt":"p","tools":[],"needs":[]`):            true,
		task(`"prompt":"p","timeout":"1m30s","retries":3`):    true,
		task(`"prompt":"p","timeout":0.5,"supervised":true`):  true,
		task(`"tool":"file_ops","prompt":null,"needs":null`):  true,
		task(`"tool":"file_ops","effect":"write"`):            true,
		`{"title":"t","params":{"a":null},"limits":{"steps":1,"tokens":1,"cost":0.1,"deadline":60},"tasks":[{"id":"a","role":"coder","prompt":"p"}]}`: true,
		task(`"prompt":"p","tool":"file_ops"`):                             false,
		task(`"args":{}`):                                                  false,
		task(`"prompt":"  "`):                                              false,
		task(`"prompt":"p","args":{}`):                                     false,
		task(`"prompt":"p","effect":"read"`):                               false,
		task(`"tool":"file_ops","tools":["file_ops"]`):                     false,
		task(`"tool":"file_ops","model":"m"`):                              false,
		task(`"tool":"file_ops","args":[]`):                                false,
		task(`"tool":"file_ops","effect":"maybe"`):                         false,
		task(`"prompt":"p","retries":-1`):                                  false,
		task(`"prompt":"p","retries":1.5`):                                 false,
		task(`"prompt":"p","timeout":-1`):                                  false,
		task(`"prompt":"p","timeout":"soon"`):                              false,
		task(`"prompt":"p","need":[]`):                                     false,
		task(`"prompt":"p","needs":"b"`):                                   false,
		task(`"prompt":7`):                                                 false,
		`{"title":"t","tasks":[{"id":"_","role":"coder","prompt":"p"}]}`:   false,
		`{"title":"t","tasks":[{"id":"a b","role":"coder","prompt":"p"}]}`: false,
		`{"title":"t","tasks":[{"id":"a","role":"boss","prompt":"p"}]}`:    false,
		`{"title":"t","tasks":[{"id":"a","prompt":"p"}]}`:                  false,
		`{"title":" ","tasks":[{"id":"a","role":"coder","prompt":"p"}]}`:   false,
		`{"tasks":[{"id":"a","role":"coder","prompt":"p"}]}`:               false,
		`{"title":"t","tasks":[]}`:                                         false,
		`{"title":"t"}`:                                                    false,
		`[]`:                                                               false,
		`{"title":"t","params":{"a b":1},"tasks":[{"id":"a","role":"coder","prompt":"p"}]}`:                                       false,
		`{"title":"t","limits":{"steps":-1},"tasks":[{"id":"a","role":"coder","prompt":"p"}]}`:                                    false,
		`{"title":"t","limits":{"hours":1},"tasks":[{"id":"a","role":"coder","prompt":"p"}]}`:                                     false,
		`{"title":"t","tasks":[` + strings.TrimSuffix(strings.Repeat(`{"id":"a","role":"coder","prompt":"p"},`, 257), ",") + `]}`: false,
	} {
		p, err := plan.Parse([]byte(text))
		if err == nil {
			err = plan.Validate(p, plan.Catalogue{})
		}
		if (err == nil) != good {
			t.Errorf("%.200s\nparser: %v", text, err)
		}
		if err := schema.Check([]byte(text)); (err == nil) != good {
			t.Errorf("%.200s\nschema: %v", text, err)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte("title: t\ntasks:\n- {id: a, role: coder, prompt: \"{{tasks.b.result}}\"}\n"))
	f.Add([]byte("a: &x [*x]\n? b\n: |\n  c\n<<: {}\n"))
	f.Add([]byte(`{"title":"t","tasks":[{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := planner.Load(data)
		if err != nil {
			if _, ok := errors.AsType[*planner.SourceError](err); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if _, err := json.Marshal(p); err != nil {
			t.Fatal(err)
		}
	})
}

func TestFaultsFoundElsewhereAreLocated(t *testing.T) {
	t.Parallel()
	const text = "title: t\ntasks:\n  - id: a\n    role: coder\n    tool: nope\n    args: {op: read}\n"
	err := planner.Locate([]byte(text), plan.Fault{Path: "tasks[0].tool", Reason: "there is no such tool"}, plan.Fault{Path: "tasks[0].args.path", Reason: "is missing"})
	located, ok := errors.AsType[*planner.SourceError](err)
	if !ok {
		t.Fatal(err)
	}
	var at []string
	for _, f := range located.Faults {
		at = append(at, f.String())
	}
	if have := strings.Join(at, "\n"); have != "5:11: tasks[0].tool: there is no such tool\n6:5: tasks[0].args.path: is missing" {
		t.Errorf("located at\n%s", have)
	}
}

func TestABareReferenceIsToldToBeQuoted(t *testing.T) {
	t.Parallel()
	for _, task := range []string{
		"{id: a, role: coder, prompt: {{params.x}}}",
		"id: a\n    role: coder\n    prompt: {{params.x}} and more",
		"id: a\n    role: coder\n    tool: x\n    args: {op: read, path: src/{{params.x}}}",
	} {
		_, err := planner.Load([]byte("title: t\ntasks:\n  - " + task + "\n"))
		if err == nil || !strings.Contains(err.Error(), `a reference is written in quotes: "{{…}}"`) {
			t.Errorf("of %s it is said: %v", task, err)
		}
	}
	if _, err := planner.Load([]byte("title: \"{{params.x}}\" }\ntasks: []\n")); err == nil || strings.Contains(err.Error(), "in quotes") {
		t.Errorf("of a quoted reference it is said: %v", err)
	}
}
