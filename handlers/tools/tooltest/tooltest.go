// Package tooltest is what every tool promises, as one suite.
package tooltest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// Subject is a tool under test and what is known about it.
type Subject struct {
	// New makes the tool and a call of it without arguments: a fresh workspace, mounts to read from. It is asked afresh for
	// every promise.
	New func(*testing.T) (tools.Tool, tools.Call)
	// Works are calls that succeed, in one workspace, in this order. There is one for each operation.
	Works []Case
	// Fails are calls that pass the schema and fail.
	Fails []Case
	// Malformed are arguments that the schema must refuse.
	Malformed []string
}

// Case is one call.
type Case struct {
	Name   string
	Args   string
	Effect tools.Effect
	// Code is what a failing call must be refused with; empty takes any.
	Code string
	// Looks says that the tool can look whether this write happened.
	Looks bool
}

// Run checks every promise.
func Run(t *testing.T, s Subject) {
	t.Helper()
	for name, promise := range map[string]func(*testing.T, Subject){
		"the spec is complete":                     specIsComplete,
		"examples fit the input schema":            examplesFit,
		"malformed arguments are refused":          malformedIsRefused,
		"results fit the output schema and limits": resultsFit,
		"every operation declares its effect":      effectsAreDeclared,
		"failures are typed":                       failuresAreTyped,
		"a cancelled call ends":                    cancelIsHonoured,
		"a call that is out of time says so":       timeoutsNameTheirTime,
		"writes can be looked for":                 writesCanBeLookedFor,
		"calls may run at once":                    callsMayRunAtOnce,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			promise(t, s)
		})
	}
}

func specIsComplete(t *testing.T, s Subject) {
	tool, _ := s.New(t)
	spec := tool.Spec()
	if spec.Title == "" || spec.Description == "" {
		t.Error("title or description is empty; models choose by them")
	}
	if spec.Timeout <= 0 || spec.MaxResult <= 0 {
		t.Errorf("timeout %v, max result %d: both bound a call", spec.Timeout, spec.MaxResult)
	}
	if len(spec.Output) == 0 {
		t.Error("no output schema")
	}
	if a := spec.Annotations; a.ReadOnly && a.Destructive {
		t.Error("read-only and destructive at once")
	}
	var registry tools.Registry
	if err := registry.Join(tool); err != nil {
		t.Error(err)
	}
	for _, c := range s.Works {
		if spec.Annotations.ReadOnly && c.Effect != tools.Read {
			t.Errorf("%s: annotated read-only, but its effect is %s", c.Name, c.Effect)
		}
	}
}

func examplesFit(t *testing.T, s Subject) {
	tool, _ := s.New(t)
	check := checker(t, tool)
	var schema struct {
		Type     string            `json:"type"`
		Examples []json.RawMessage `json:"examples"`
	}
	if err := json.Unmarshal(tool.Spec().Input, &schema); err != nil {
		t.Fatal(err)
	}
	if schema.Type != "object" {
		t.Errorf("input is %q; arguments are an object", schema.Type)
	}
	if len(schema.Examples) == 0 {
		t.Error("the input schema has no examples; models learn from them")
	}
	for _, example := range schema.Examples {
		if err := check(example); err != nil {
			t.Errorf("example %s: %v", example, err)
		}
	}
}

func malformedIsRefused(t *testing.T, s Subject) {
	tool, call := s.New(t)
	check := checker(t, tool)
	for _, args := range append(s.Malformed, `[]`, `"text"`, `null`, `{"no such argument":1}`) {
		if err := check(json.RawMessage(args)); err == nil {
			t.Errorf("the schema lets %s pass", args)
		}
		call.Args = json.RawMessage(args)
		if _, err := tool.Run(t.Context(), call); err == nil {
			t.Errorf("Run took %s", args)
		} else {
			typed(t, err)
		}
	}
}

func resultsFit(t *testing.T, s Subject) {
	tool, call := s.New(t)
	check := checker(t, tool)
	output, err := tools.CompileSchema(tool.Spec().Output)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Works {
		if err := check(json.RawMessage(c.Args)); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		value := run(t, tool, call, c)
		if err := output.Check(value); err != nil {
			t.Errorf("%s: result does not fit the output schema: %v\n%s", c.Name, err, value)
		}
		if int64(len(value)) > tool.Spec().MaxResult {
			t.Errorf("%s: result of %d bytes", c.Name, len(value))
		}
	}
}

func effectsAreDeclared(t *testing.T, s Subject) {
	tool, _ := s.New(t)
	for _, c := range append(append([]Case(nil), s.Works...), s.Fails...) {
		if got := tool.Effect(json.RawMessage(c.Args)); got != c.Effect || !got.Known() {
			t.Errorf("%s: effect %q, want %q", c.Name, got, c.Effect)
		}
	}
	if tool.Spec().Annotations.ReadOnly {
		return
	}
	for _, args := range []string{``, `{}`, `[]`, `{"op":"surprise","method":"SURPRISE"}`} {
		if got := tool.Effect(json.RawMessage(args)); got != tools.Write {
			t.Errorf("effect of %s is %q; what is not understood may have been a write", args, got)
		}
	}
}

func failuresAreTyped(t *testing.T, s Subject) {
	tool, call := s.New(t)
	check := checker(t, tool)
	for _, c := range s.Fails {
		if err := check(json.RawMessage(c.Args)); err != nil {
			t.Errorf("%s: refused by the schema: %v", c.Name, err)
		}
		call.Args = json.RawMessage(c.Args)
		_, err := tool.Run(t.Context(), call)
		if err == nil {
			t.Errorf("%s: succeeded", c.Name)
			continue
		}
		if failed := typed(t, err); failed != nil && c.Code != "" && failed.Code != c.Code {
			t.Errorf("%s: code %s, want %s: %v", c.Name, failed.Code, c.Code, err)
		}
	}
}

func cancelIsHonoured(t *testing.T, s Subject) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range s.Works {
		tool, call := s.New(t)
		call.Args = json.RawMessage(c.Args)
		_, err := tool.Run(ctx, call)
		if err == nil {
			t.Errorf("%s: ran to its end", c.Name)
			continue
		}
		if failed := typed(t, err); failed != nil && failed.Code != tools.CodeCancelled {
			t.Errorf("%s: code %s, want %s: %v", c.Name, failed.Code, tools.CodeCancelled, err)
		}
	}
}

func timeoutsNameTheirTime(t *testing.T, s Subject) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	for _, c := range s.Works {
		tool, call := s.New(t)
		call.Args = json.RawMessage(c.Args)
		_, err := tool.Run(ctx, call)
		if err == nil {
			t.Errorf("%s: ran to its end", c.Name)
			continue
		}
		// The caller left no time at all; naming the tool's own limit would blame the wrong setting.
		if failed := typed(t, err); failed != nil && (failed.Code != tools.CodeTimeout || !strings.Contains(failed.Message, "no time was left")) {
			t.Errorf("%s: %s: %v", c.Name, failed.Code, err)
		}
	}
}

func writesCanBeLookedFor(t *testing.T, s Subject) {
	tool, call := s.New(t)
	verifier, looks := tool.(tools.Verifier)
	for _, c := range s.Works {
		call.Args = json.RawMessage(c.Args)
		if !c.Looks {
			run(t, tool, call, c)
			continue
		}
		if !looks {
			t.Fatalf("%s: the tool cannot look", c.Name)
		}
		if before, err := verifier.Verify(t.Context(), call); err != nil || !before.Known || before.Happened {
			t.Errorf("%s: before it ran: %+v, %v", c.Name, before, err)
		}
		value := run(t, tool, call, c)
		after, err := verifier.Verify(t.Context(), call)
		if err != nil || !after.Known || !after.Happened {
			t.Errorf("%s: after it ran: %+v, %v", c.Name, after, err)
		}
		if !bytes.Equal(after.Result.Value, value) {
			t.Errorf("%s: looking found %s, running said %s", c.Name, after.Result.Value, value)
		}
	}
}

func callsMayRunAtOnce(t *testing.T, s Subject) {
	tool, _ := s.New(t)
	var wg sync.WaitGroup
	defer wg.Wait()
	for range 3 {
		_, call := s.New(t)
		wg.Go(func() {
			for _, c := range s.Works {
				call.Args = json.RawMessage(c.Args)
				if _, err := tool.Run(t.Context(), call); err != nil {
					t.Errorf("%s: %v", c.Name, err)
				}
			}
		})
	}
}

func run(t *testing.T, tool tools.Tool, call tools.Call, c Case) json.RawMessage {
	t.Helper()
	call.Args = json.RawMessage(c.Args)
	result, err := tool.Run(t.Context(), call)
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	if !json.Valid(result.Value) {
		t.Fatalf("%s: result is not JSON: %q", c.Name, result.Value)
	}
	return result.Value
}

func typed(t *testing.T, err error) *tools.Error {
	t.Helper()
	failed, ok := errors.AsType[*tools.Error](err)
	if !ok {
		t.Errorf("%T is not a *tools.Error: %v", err, err)
		return nil
	}
	if failed.Code == "" || strings.TrimSpace(failed.Message) == "" {
		t.Errorf("error without code or message: %+v", failed)
	}
	return failed
}

func checker(t *testing.T, tool tools.Tool) func(json.RawMessage) error {
	t.Helper()
	var registry tools.Registry
	registry.Add(tool)
	return func(args json.RawMessage) error { return registry.Check(tool.Spec().Name, args) }
}
