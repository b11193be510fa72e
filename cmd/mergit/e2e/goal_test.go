package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

// object is a JSON object.
type object = map[string]any

// task is one of a plan, with the tasks that it needs.
func task(id, tool string, args object, needs ...string) object {
	t := object{"id": id, "role": "integrator", "tool": tool, "args": args}
	if len(needs) > 0 {
		t["needs"] = needs
	}
	return t
}

// plan is a request that hands in an explicit plan.
func plan(title string, tasks ...object) object {
	return object{"plan": object{"title": title, "tasks": tasks}}
}

// list is a plan of one task that reads a folder of its own.
func list(title string) object {
	return plan(title, task("only", "file_ops", object{"op": "write", "path": "a.txt", "content": title}))
}

// mounted adds a folder to a request.
func mounted(request object, name, path string) object {
	request["mounts"] = []object{{"name": name, "path": path}}
	return request
}

// folder makes one that goals can mount, whoever runs the server.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "mergit-e2e-src-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// file writes a request's plan where the command line can read it.
func file(t *testing.T, request object) string {
	t.Helper()
	text, err := json.Marshal(request["plan"])
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// submit hands a goal in.
func submit(t *testing.T, s *server, request object, key string) wire.Accepted {
	t.Helper()
	accepted, err := send[wire.Accepted](t.Context(), s, http.MethodPost, "/goals", request, key)
	if err != nil {
		t.Fatal(err)
	}
	return accepted
}

// await waits until a goal has one of some states.
func await(t *testing.T, s *server, accepted wire.Accepted, states ...string) (goal wire.Goal) {
	t.Helper()
	until(t, fmt.Sprintf("goal %s is %v", accepted.ID, states), func() bool {
		var err error
		if goal, err = get[wire.Goal](t.Context(), s, fmt.Sprintf("/goals/%s?after=%d", accepted.ID, accepted.Revision)); err != nil {
			t.Fatal(err)
		}
		return slices.Contains(states, goal.Status)
	})
	return goal
}

// proven waits until a goal's proof is confirmed.
func proven(t *testing.T, s *server, accepted wire.Accepted) (goal wire.Goal) {
	t.Helper()
	until(t, "the proof of "+accepted.ID+" is confirmed", func() bool {
		goal = await(t, s, accepted, "done", "failed", "cancelled")
		return goal.Proof != nil && goal.Proof.Status == "confirmed"
	})
	return goal
}

// resume answers what a goal asks.
func resume(t *testing.T, s *server, goal wire.Goal, decision string) {
	t.Helper()
	for _, i := range goal.Interrupts {
		if i.Status != "pending" {
			continue
		}
		_, err := send[wire.Accepted](t.Context(), s, http.MethodPost, "/goals/"+goal.ID+"/resume",
			object{"interrupt": i.ID, "decision": decision}, "")
		if err != nil {
			t.Fatal(err)
		}
	}
}
