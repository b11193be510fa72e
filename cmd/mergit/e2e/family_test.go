package e2e

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

// child is a plan of one task, which waits for a call of "ci" with a number in it.
func child(title string, number int) object {
	return object{"title": title, "tasks": []object{task("hook", "wait_webhook", object{"source": "ci", "event": "build", "match": object{"/number": number}})}}
}

// deliver calls as the system ci does.
func deliver(t *testing.T, s *server, secret, id, body string) int {
	t.Helper()
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(mac, body)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/webhooks/ci", bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	r.Header.Set("X-GitHub-Event", "build")
	r.Header.Set("X-GitHub-Delivery", id)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

// goals lists what there is, by title.
func goalsByTitle(t *testing.T, s *server) map[string]wire.Goal {
	t.Helper()
	list, err := get[wire.GoalList](t.Context(), s, "/goals?limit=100")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]wire.Goal{}
	for _, g := range list.Goals {
		goal, err := get[wire.Goal](t.Context(), s, "/goals/"+g.ID)
		if err != nil {
			t.Fatal(err)
		}
		all[goal.Title] = goal
	}
	return all
}

// Goals spawn goals, which wait for another system; nobody holds a worker meanwhile, and no person is asked. The server is killed while
// they wait, one call comes while it is down and up again, and each call counts once. What a goal that is called off has spawned is
// called off, too.
func TestGoalsSpawnGoalsAndWaitForOtherSystems(t *testing.T) {
	t.Parallel()
	const secret = "a secret of thirty-two characters"
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	data := dataDir(t)
	args := []string{"--webhook-secret", "ci=" + file, "--parallel", "2", "--lease", "2s"}
	s := up(t, data, args...)
	spawn := func(id, title string, plan object, needs ...string) object {
		return task(id, "spawn_goal", object{"title": title, "plan": plan}, needs...)
	}
	// More children wait at a time than there are workers.
	parent := submit(t, s, plan("parent", spawn("a", "child 1", child("child 1", 1)), spawn("b", "child 2", child("child 2", 2)), spawn("c", "child 3", child("child 3", 3)),
		task("sum", "file_ops", object{"op": "write", "path": "sum.txt", "content": "{{tasks.a.result.results.hook.body.number}} {{tasks.b.result.results.hook.body.number}} {{tasks.c.result.results.hook.body.number}}"})), "parent")
	doomed := submit(t, s, plan("doomed", spawn("a", "orphan", object{"title": "orphan", "tasks": []object{spawn("b", "grandchild", child("grandchild", 99))}})), "doomed")
	waiting := func(titles ...string) {
		t.Helper()
		until(t, strings.Join(titles, ", ")+" wait", func() bool {
			all := goalsByTitle(t, s)
			for _, title := range titles {
				g := all[title]
				if len(g.Tasks) == 0 || g.Tasks[0].Status != "waiting" {
					return false
				}
				if g.Status != "executing" {
					t.Fatalf("%s is %s: nobody is to be asked", title, g.Status)
				}
			}
			return true
		})
	}
	waiting("parent", "child 1", "child 2", "child 3", "doomed", "orphan", "grandchild")
	if code := deliver(t, s, secret, "d1", `{"number":1}`); code != http.StatusAccepted {
		t.Fatal(code)
	}
	if code := deliver(t, s, "another secret of as many characters", "d2", `{"number":2}`); code != http.StatusUnauthorized {
		t.Errorf("a forged call: %d", code)
	}
	s.kill()
	s = up(t, data, args...)
	for n := 2; n <= 3; n++ {
		if code := deliver(t, s, secret, fmt.Sprintf("d%d", n), fmt.Sprintf(`{"number":%d}`, n)); code != http.StatusAccepted {
			t.Fatal(code)
		}
	}
	goal := await(t, s, parent, "done", "failed")
	if text, err := os.ReadFile(filepath.Join(data, "workspaces", "main", parent.ID, "sum.txt")); goal.Status != "done" || string(text) != "1 2 3" {
		t.Errorf("%s: %s; %q %v", goal.Status, goal.Error, text, err)
	}
	for title, g := range goalsByTitle(t, s) {
		if strings.HasPrefix(title, "child ") && g.Parent != parent.ID {
			t.Errorf("%s is of %q", title, g.Parent)
		}
	}
	if _, err := send[wire.Accepted](t.Context(), s, http.MethodDelete, "/goals/"+doomed.ID, nil, ""); err != nil {
		t.Fatal(err)
	}
	until(t, "the children of a goal that was called off are called off", func() bool {
		all := goalsByTitle(t, s)
		return all["orphan"].Status == "cancelled" && all["grandchild"].Status == "cancelled"
	})
}
