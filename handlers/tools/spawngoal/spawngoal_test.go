package spawngoal

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/tooltest"
)

// household keeps children, which end when they are told to.
type household struct {
	mu       sync.Mutex
	children map[string]Child // by key
	ends     string           // the status that all have; empty while they go on
}

func (h *household) Spawn(ctx context.Context, caller tools.Caller, key string, child Child) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if child.Title == "too deep" {
		return "", tools.Fail(tools.CodeForbidden, "too deep")
	}
	if h.children == nil {
		h.children = map[string]Child{}
	}
	h.children[key] = child
	return "child-" + key, ctx.Err()
}

func (h *household) State(_ context.Context, _ tools.Caller, goal string) (State, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ends == "" {
		return State{Goal: goal, Status: "executing"}, nil
	}
	return State{Goal: goal, Title: "t", Status: h.ends, Error: "why", Results: map[string]json.RawMessage{"last": json.RawMessage(`{"n":1}`)}}, nil
}

var caller = tools.Call{IdempotencyKey: "k", Caller: tools.Caller{Workspace: "main", Goal: "parent", Task: "t"}}

func TestSpawnGoalKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	tooltest.Run(t, tooltest.Subject{
		New: func(*testing.T) (tools.Tool, tools.Call) { return New(&household{ends: "done"}), caller },
		Works: []tooltest.Case{
			{Name: "title", Args: `{"title":"x"}`, Effect: tools.Idempotent},
			{Name: "playbook", Args: `{"title":"x","playbook":"repo-summary","params":{"mount":"repo"},"steps":3,"cost":0.5,"wait":60}`, Effect: tools.Idempotent},
		},
		Fails: []tooltest.Case{
			{Name: "too deep", Args: `{"title":"too deep"}`, Effect: tools.Idempotent, Code: tools.CodeForbidden},
			{Name: "blank", Args: `{"title":"  "}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
			{Name: "both", Args: `{"title":"x","plan":{"tasks":[]},"playbook":"p"}`, Effect: tools.Write, Code: tools.CodeInvalidArgs},
		},
		Malformed: []string{`{}`, `{"title":""}`, `{"title":"x","wait":-1}`, `{"title":"x","steps":-1}`, `{"title":"x","plan":"text"}`},
	})
}

func TestAChildIsWaitedForAndItsFailureIsAFailure(t *testing.T) {
	t.Parallel()
	h := new(household)
	tool, call := New(h), caller
	call.Args = json.RawMessage(`{"title":"x","wait":60}`)
	for range 2 {
		_, err := tool.Run(t.Context(), call)
		waits, ok := errors.AsType[*tools.Waiting](err)
		if !ok || waits.Kind != tools.WaitGoal || string(waits.On) != `{"goal":"child-k"}` || waits.Most.Seconds() != 60 {
			t.Fatalf("%#v", err)
		}
	}
	if len(h.children) != 1 {
		t.Errorf("%d children", len(h.children))
	}
	h.ends = "failed"
	_, err := tool.Run(t.Context(), call)
	if failed, ok := errors.AsType[*tools.Error](err); !ok || failed.Code != "child_failed" || failed.Message != "goal child-k failed: why" {
		t.Errorf("%#v", err)
	}
	call.Caller = tools.Caller{}
	if _, err := tool.Run(t.Context(), call); err == nil {
		t.Error("a call of no goal spawned one")
	}
}
