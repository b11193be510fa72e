package plan_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/mergit-io/mergit/commands/plan"
)

func TestLiteralArgumentsAreCheckedWithoutValues(t *testing.T) {
	t.Parallel()
	known := plan.Catalogue{Tools: map[string]json.RawMessage{"files": json.RawMessage(`{
		"type": "object", "required": ["op"], "additionalProperties": false,
		"properties": {
			"op": {"enum": ["read", "collect", "write", "list"]}, "path": {"type": "string"}, "glob": {"oneOf": [{"type": "string"}, {"type": "array"}]},
			"content": {}, "depth": {"type": "integer", "minimum": 1, "maximum": 1048576}, "share": {"type": "number"}, "all": {"type": "boolean"},
			"names": {"type": ["array", "null"]}
		},
		"allOf": [
			{"if": {"properties": {"op": {"enum": ["read", "write"]}}}, "then": {"required": ["path"]}},
			{"if": {"properties": {"op": {"const": "write"}}}, "then": {"required": ["path", "content"]}},
			{"if": {"properties": {"op": {"const": "collect"}}}, "then": {"required": ["glob"]}}
		]}`)}}
	for args, want := range map[string]string{
		`{"op":"list"}`:                       "",
		`{"op":"collect","glob":"*"}`:         "",
		`{"op":"collect"}`:                    `tasks[0].args: collect needs "glob"`,
		`{"op":"read"}`:                       `tasks[0].args: read needs "path"`,
		`{"op":"write"}`:                      `tasks[0].args: write needs "path"; tasks[0].args: write needs "content"`,
		`{"op":"{{params.op}}"}`:              "",
		`{"path":"x"}`:                        `tasks[0].args: files needs "op"`,
		`{"op":"list","depth":"3"}`:           "tasks[0].args.depth: must be a whole number",
		`{"op":"list","depth":1.5}`:           "tasks[0].args.depth: must be a whole number",
		`{"op":"list","depth":3.0,"share":2}`: "",
		`{"op":"list","depth":0}`:             "tasks[0].args.depth: is 0; the least is 1",
		`{"op":"list","depth":2000000}`:       "tasks[0].args.depth: is 2000000; the most is 1048576",
		`{"op":"list","depth":"{{params.op}}","path":"a{{params.op}}"}`: "",
		`{"op":"list","all":"true","path":7}`:                           "tasks[0].args.all: must be true or false; tasks[0].args.path: must be text",
		`{"op":"list","names":"x"}`:                                     "tasks[0].args.names: must be a list or null",
		`{"op":"list","names":null}`:                                    "",
		`{"op":5}`:                                                      "tasks[0].args.op: not allowed; use one of read, collect, write, list",
	} {
		p, err := plan.Parse([]byte(`{"title":"t","params":{"op":"read"},"tasks":[{"id":"a","role":"coder","tool":"files","args":` + args + `}]}`))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if invalid, ok := errors.AsType[*plan.InvalidError](plan.Validate(p, known)); ok {
			for i, fault := range invalid.Faults {
				if i > 0 {
					got += "; "
				}
				got += fault.String()
			}
		}
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", args, got, want)
		}
	}
}
