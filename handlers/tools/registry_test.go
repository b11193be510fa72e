package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/tooltest"
)

// greeter is the smallest tool there is.
type greeter struct{ name, input string }

const greetInput = `{"type":"object","required":["names"],"additionalProperties":false,
	"properties":{"names":{"type":"array","items":{"type":"string","minLength":1}}},"examples":[{"names":["Ada"]}]}`

func (g greeter) Spec() tools.Spec {
	return tools.Spec{
		Name: g.name, Title: "Greeter", Description: "Greets people.",
		Input: json.RawMessage(g.input), Output: json.RawMessage(`{"type":"string"}`),
		Annotations: tools.Annotations{ReadOnly: true}, Timeout: time.Second, MaxResult: 1000,
	}
}

func (greeter) Effect(json.RawMessage) tools.Effect { return tools.Read }

func (greeter) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	ctx, cancel := tools.Within(ctx, time.Second)
	defer cancel()
	if err := ctx.Err(); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "greet")
	}
	var args struct {
		Names []string `json:"names"`
	}
	if err := tools.Decode(call.Args, &args); err != nil {
		return tools.Result{}, err
	}
	if len(args.Names) == 0 {
		return tools.Result{}, tools.BadArg("names", "is empty; name somebody")
	}
	return tools.Value("hello " + strings.Join(args.Names, ", "))
}

func TestGreeterKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	tooltest.Run(t, tooltest.Subject{
		New:       func(t *testing.T) (tools.Tool, tools.Call) { return greeter{"greet", greetInput}, tools.Call{} },
		Works:     []tooltest.Case{{Name: "one", Args: `{"names":["Ada"]}`, Effect: tools.Read}},
		Fails:     []tooltest.Case{{Name: "nobody", Args: `{"names":[]}`, Effect: tools.Read, Code: tools.CodeInvalidArgs}},
		Malformed: []string{`{"names":[1]}`},
	})
}

func TestCheckNamesTheArgumentAtFault(t *testing.T) {
	t.Parallel()
	var registry tools.Registry
	registry.Add(greeter{"greet", greetInput})
	for args, want := range map[string]string{
		`{"names":["Ada",7]}`:         `names[1]: got number, want string`,
		`{"names":["Ada",""]}`:        `names[1]: minLength`,
		`{}`:                          `missing property 'names'`,
		``:                            `missing property 'names'`,
		`{"names":[],"who":1}`:        `additional properties 'who' not allowed`,
		`{"names":[7,8]}`:             `names[0]: got number, want string; names[1]: got number`,
		`{"names":`:                   `not JSON`,
		`{"names":["Ada"]} {"more":}`: `not JSON`,
	} {
		err := registry.Check("greet", json.RawMessage(args))
		failed, ok := errors.AsType[*tools.Error](err)
		if !ok || failed.Code != tools.CodeInvalidArgs || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	if err := registry.Check("greet", json.RawMessage(`{"names":["Ada"]}`)); err != nil {
		t.Error(err)
	}
	err := registry.Check("shout", nil)
	if failed, ok := errors.AsType[*tools.Error](err); !ok || failed.Code != tools.CodeUnknownTool || !strings.Contains(err.Error(), "greet") {
		t.Errorf("unknown tool: %v", err)
	}
}

func TestOwnToolsAreAddedOnce(t *testing.T) {
	t.Parallel()
	var registry tools.Registry
	registry.Add(greeter{"greet", greetInput})
	defer func() {
		if recover() == nil {
			t.Error("a second greet was taken")
		}
	}()
	registry.Add(greeter{"greet", greetInput})
}

func TestForeignToolsJoinAndLeave(t *testing.T) {
	t.Parallel()
	var registry tools.Registry
	for name, c := range map[string]struct {
		tool greeter
		want string
	}{
		"bad name":         {greeter{"no spaces", greetInput}, "a name is"},
		"bad schema":       {greeter{"greet", `{"type":"nonsense"}`}, "input schema"},
		"no schema":        {greeter{"greet", ``}, "input schema"},
		"reads our files":  {greeter{"greet", `{"$ref":"file:///etc/passwd"}`}, "outside the schema"},
		"calls an address": {greeter{"greet", `{"$ref":"http://127.0.0.1/x"}`}, "outside the schema"},
	} {
		if err := registry.Join(c.tool); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"b", "c", "a"} {
		if err := registry.Join(greeter{name, greetInput}); err != nil {
			t.Fatal(err)
		}
	}
	registry.Remove("c")
	var names []string
	for _, tool := range registry.List() {
		names = append(names, tool.Spec().Name)
	}
	if got := strings.Join(names, ""); got != "ab" {
		t.Errorf("listed %s", got)
	}
	if _, ok := registry.Lookup("c"); ok {
		t.Error("c is still there")
	}
	if inputs := registry.Inputs(); len(inputs) != 2 || string(inputs["a"]) != greetInput {
		t.Error(inputs)
	}
}

func TestAToolThatCannotBeHadSaysWhy(t *testing.T) {
	t.Parallel()
	var registry tools.Registry
	registry.Lack("greet", "nobody is polite here")
	if err := registry.Check("greet", nil); err == nil || err.Error() != `tool "greet" cannot be had here: nobody is polite here` {
		t.Error(err)
	}
	registry.Add(greeter{"greet", greetInput})
	if absent := registry.Absent(); len(absent) > 0 {
		t.Errorf("lacking although it is there: %v", absent)
	}
}

func TestWrapTellsWhyACallEnded(t *testing.T) {
	t.Parallel()
	for code, err := range map[string]error{
		tools.CodeTimeout:   fmt.Errorf("read: %w", context.DeadlineExceeded),
		tools.CodeCancelled: context.Canceled,
		tools.CodeNotFound:  fmt.Errorf("again: %w", tools.Fail(tools.CodeNotFound, "gone")),
		tools.CodeFailed:    errors.New("odd"),
	} {
		if got := tools.Wrap(t.Context(), err, "look"); got.Code != code {
			t.Errorf("%v: %s", err, got.Code)
		}
	}
	if !errors.Is(tools.Wrap(t.Context(), context.Canceled, "look"), context.Canceled) {
		t.Error("the cause is lost")
	}
}

func TestATimeoutNamesTheTimeThatApplied(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		caller, tool time.Duration
		want         string
	}{
		"the caller's": {time.Second, 30 * time.Second, "look: took longer than 1s"},
		"the tool's":   {time.Hour, 30 * time.Second, "look: took longer than 30s"},
		"a short one":  {time.Hour, 50 * time.Millisecond, "look: took longer than 50ms"},
		"none left":    {-time.Second, time.Hour, "look: no time was left for it"},
	} {
		ctx, cancel := tools.Within(t.Context(), c.caller)
		defer cancel()
		ctx, done := tools.Within(ctx, c.tool)
		defer done()
		if got := tools.Wrap(ctx, context.DeadlineExceeded, "look"); got.Message != c.want || got.Code != tools.CodeTimeout || !got.Retryable {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := tools.Wrap(t.Context(), context.DeadlineExceeded, "look"); got.Message != "look: took too long" {
		t.Errorf("%+v", got)
	}
}

func ExampleRegistry_Check() {
	var registry tools.Registry
	registry.Add(greeter{"greet", greetInput})
	fmt.Println(registry.Check("greet", json.RawMessage(`{"names": ["Ada", 7]}`)))
	// Output: names[1]: got number, want string
}
