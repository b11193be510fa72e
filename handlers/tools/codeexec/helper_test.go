package codeexec

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
)

// required has tests fail, not be skipped, where the sandbox cannot be had. CI sets it.
const required = "MERGIT_TEST_SANDBOX"

// sandboxed makes the tool, with what the sandbox is made of really there.
func sandboxed(t *testing.T, config Config) *Tool {
	t.Helper()
	tool, err := New(t.Context(), config)
	if err != nil {
		if os.Getenv(required) != "" {
			t.Fatal(err)
		}
		t.Skip("no sandbox here: ", err)
	}
	return tool
}

type ran struct {
	Exit    int    `json:"exit_code"`
	Stdout  string `json:"stdout"`
	Stderr  string `json:"stderr"`
	Written int64  `json:"stdout_bytes"`
}

// python runs a program in a call's workspace.
func (t *Tool) python(tb testing.TB, call tools.Call, code string, more ...any) (ran, *tools.Error) {
	tb.Helper()
	args := map[string]any{"language": "python", "code": code}
	for i := 0; i+1 < len(more); i += 2 {
		args[more[i].(string)] = more[i+1]
	}
	raw, err := json.Marshal(args)
	if err != nil {
		tb.Fatal(err)
	}
	call.Args = raw
	result, err := t.Run(tb.Context(), call)
	if err != nil {
		failed, ok := errors.AsType[*tools.Error](err)
		if !ok {
			tb.Fatalf("%T: %v", err, err)
		}
		return ran{}, failed
	}
	var out ran
	if err := json.Unmarshal(result.Value, &out); err != nil {
		tb.Fatal(err)
	}
	return out, nil
}

// prints runs a program that must succeed and returns what it prints.
func (t *Tool) prints(tb testing.TB, call tools.Call, code string, more ...any) string {
	tb.Helper()
	out, failed := t.python(tb, call, code, more...)
	if failed != nil {
		tb.Fatalf("%s\n%s", failed, code)
	}
	return strings.TrimSpace(out.Stdout)
}

// folder is one that a sandbox can be given whoever runs the tests.
func folder(t *testing.T) string {
	t.Helper()
	return t.TempDir()
}
