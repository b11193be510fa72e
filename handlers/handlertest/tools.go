package handlertest

import (
	"context"
	"encoding/json"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/tools"
)

// Func is a tool made of functions.
type Func struct {
	Name    string
	Does    func(context.Context, tools.Call) (tools.Result, error)
	Has     tools.Effect // defaults to read
	Timeout time.Duration
}

// Spec implements tools.Tool.
func (f Func) Spec() tools.Spec {
	return tools.Spec{Name: f.Name, Title: f.Name, Description: "for tests", Timeout: f.Timeout,
		Input: json.RawMessage(`{"type":"object"}`), Output: json.RawMessage(`{}`)}
}

// Effect implements tools.Tool.
func (f Func) Effect(json.RawMessage) tools.Effect {
	if f.Has == "" {
		return tools.Read
	}
	return f.Has
}

// Run implements tools.Tool.
func (f Func) Run(ctx context.Context, c tools.Call) (tools.Result, error) { return f.Does(ctx, c) }

// Looking is a Func whose writes can be looked for.
type Looking struct {
	Func
	Looks func(context.Context, tools.Call) (tools.Outcome, error)
}

// Verify implements tools.Verifier.
func (l Looking) Verify(ctx context.Context, c tools.Call) (tools.Outcome, error) {
	return l.Looks(ctx, c)
}

// Noop answers at once with a value of a given size in bytes.
func Noop(size int) Func {
	text := make([]byte, size-2)
	for i := range text {
		text[i] = 'a' + byte(i%26)
	}
	value := json.RawMessage(`"` + string(text) + `"`)
	return Func{Name: "noop", Does: func(context.Context, tools.Call) (tools.Result, error) { return tools.Result{Value: value}, nil }}
}

// Diamond is a plan of 2 + width tasks: one, then width in parallel, then one.
func Diamond(width int, tool string) []events.PlannedTask {
	tasks := []events.PlannedTask{{ID: "first", Role: "coder", Tool: tool}}
	last := events.PlannedTask{ID: "last", Role: "coder", Tool: tool}
	for i := range width {
		id := "middle-" + string(rune('a'+i/26)) + string(rune('a'+i%26))
		tasks = append(tasks, events.PlannedTask{ID: id, Role: "coder", Tool: tool, Needs: []string{"first"}})
		last.Needs = append(last.Needs, id)
	}
	return append(tasks, last)
}

// Tools lists tools.
func Tools(list ...tools.Tool) []tools.Tool { return list }
