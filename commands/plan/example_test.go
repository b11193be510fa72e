package plan_test

import (
	"encoding/json"
	"fmt"

	"github.com/mergit-io/mergit/commands/plan"
)

func Example() {
	p, err := plan.Parse([]byte(`{"title": "Greet", "params": {"who": null}, "tasks": [
		{"id": "greet", "role": "writer", "prompt": "Greet {{params.who}}."},
		{"id": "save", "role": "coder", "tool": "file_ops",
		 "args": {"op": "write", "path": "greeting.txt", "content": "{{tasks.greet.result}}"}}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plan.Validate(p, plan.Catalogue{}), p.Tasks[1].Dependencies())

	_, err = plan.Bind(p, nil)
	fmt.Println(err)
	p, _ = plan.Bind(p, map[string]json.RawMessage{"who": json.RawMessage(`"Ada"`)})
	fmt.Println(p.Tasks[0].Prompt)

	results := plan.Values{Results: map[string]json.RawMessage{"greet": json.RawMessage(`"Hello, Ada"`)}}
	args, _ := plan.Resolve(p.Tasks[1].Args, results.Lookup)
	fmt.Println(string(args))
	// Output:
	// <nil> [greet]
	// plan: params.who: has no default; give it a value
	// Greet Ada.
	// {"content":"Hello, Ada","op":"write","path":"greeting.txt"}
}
