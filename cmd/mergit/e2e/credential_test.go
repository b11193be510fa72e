package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

// A person gives a goal a secret; the tool that needs it has it, and nothing else: no event, no result, no file of the server, no
// output. It is forgotten when the goal ends.
func TestASecretReachesTheToolAndNothingElse(t *testing.T) {
	t.Parallel()
	const secret = "hunter2-and-a-bit-more"
	var seen atomic.Pointer[string]
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := r.Header.Get("Authorization")
		seen.Store(&got)
		fmt.Fprintf(w, `{"you sent":%q}`, got) // as careless services do
	}))
	t.Cleanup(web.Close)
	data := dataDir(t)
	s := up(t, data, "--allow-private")
	wish := plan("with a secret",
		task("ask", "credential_request", object{"name": "key", "reason": "to read the forecast"}),
		task("use", "http_request", object{"method": "GET", "url": web.URL, "headers": object{"Authorization": "Bearer {{secret.key}}"}}, "ask"),
		task("leak", "file_ops", object{"op": "write", "path": "a.txt", "content": "{{tasks.use.result.body}}"}))
	accepted := submit(t, s, wish, "secret-1")
	goal := await(t, s, accepted, "awaiting_human", "failed")
	if goal.Status != "awaiting_human" || goal.Interrupts[0].Type != "credential_request" || !strings.Contains(goal.Interrupts[0].Description, "to read the forecast") {
		t.Fatalf("%+v", goal)
	}
	answer := func(body object) error {
		body["interrupt"] = goal.Interrupts[0].ID
		_, err := send[wire.Accepted](t.Context(), s, http.MethodPost, "/goals/"+goal.ID+"/resume", body, "")
		return err
	}
	for name, body := range map[string]object{"none": {"decision": "provide"}, "too short": {"decision": "provide", "secret": "x"}, "with a no": {"decision": "reject", "secret": secret}} {
		if problem, ok := errors.AsType[*wire.Problem](answer(body)); !ok || problem.Status != http.StatusUnprocessableEntity && problem.Status != http.StatusBadRequest {
			t.Errorf("%s: %v", name, problem)
		}
	}
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, code := run(t, data, "goal", "resume", goal.ID, "--decision", "provide", "--secret-file", file)
	if code != 0 || strings.Contains(out+errs, secret) {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	if goal = await(t, s, accepted, "done", "failed"); goal.Status != "done" {
		t.Fatalf("%s: %s", goal.FailedTask, goal.Error)
	}
	if got := seen.Load(); got == nil || *got != "Bearer "+secret {
		t.Errorf("the service saw %v", got)
	}
	if text, err := os.ReadFile(filepath.Join(data, "workspaces", "main", goal.ID, "a.txt")); !strings.Contains(string(text), "Bearer {{secret.key}}") {
		t.Errorf("a task after it was given %q, %v", text, err)
	}
	if shown, _, _ := run(t, data, "goal", "show", goal.ID, "--json"); strings.Contains(shown, secret) || !strings.Contains(shown, "{{secret.key}}") {
		t.Errorf("%s", shown)
	}
	// A goal after it has to ask anew, and a no is an answer.
	again := submit(t, s, wish, "secret-2")
	goal = await(t, s, again, "awaiting_human", "done", "failed")
	if goal.Status != "awaiting_human" {
		t.Fatalf("another goal has the secret: %+v", goal)
	}
	if err := answer(object{"decision": "reject", "feedback": "not for this"}); err != nil {
		t.Fatal(err)
	}
	if goal = await(t, s, again, "done", "failed"); goal.Status != "failed" || !strings.Contains(goal.Error, "not for this") {
		t.Errorf("%s %s", goal.Status, goal.Error)
	}
	s.keptToItself(secret)
}

// keptToItself stops the server and looks for secrets in what it has said and in every file that it leaves.
func (s *server) keptToItself(secrets ...string) {
	s.t.Helper()
	s.stop()
	err := filepath.WalkDir(s.Data, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return nil // what Postgres keeps to itself
		}
		text, err := os.ReadFile(path)
		for _, secret := range secrets {
			if err == nil && bytes.Contains(text, []byte(secret)) {
				s.t.Errorf("%s holds the secret %.6s…", path, secret)
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, secret := range secrets {
		if strings.Contains(s.out.String(), secret) {
			s.t.Errorf("the server told the secret %.6s…", secret)
		}
	}
}
