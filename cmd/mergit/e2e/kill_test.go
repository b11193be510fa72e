package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
)

// counter is a web server that counts what reaches it and takes its time.
type counter struct {
	*httptest.Server
	mu    sync.Mutex
	posts map[string]int
}

func newCounter(t *testing.T) *counter {
	c := &counter{posts: map[string]int{}}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			c.mu.Lock()
			c.posts[r.URL.Path]++
			c.mu.Unlock()
		}
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
		fmt.Fprintf(w, `{"path":%q}`, r.URL.Path)
	}))
	t.Cleanup(c.Close)
	return c
}

// killPlan reads, writes a file, posts and reports, some of it in parallel.
func killPlan(address, id string) map[string]any {
	task := func(id, tool string, args map[string]any, needs ...string) map[string]any {
		t := map[string]any{"id": id, "role": "integrator", "tool": tool, "args": args}
		if len(needs) > 0 {
			t["needs"] = needs
		}
		return t
	}
	return map[string]any{"title": "kill " + id, "tasks": []any{
		task("list", "file_ops", map[string]any{"op": "list", "path": "src"}),
		task("get", "http_request", map[string]any{"method": "GET", "url": address + "/get/" + id}),
		task("write", "file_ops", map[string]any{"op": "write", "path": "out/report.txt", "content": "{{tasks.get.result.body}}"}, "list"),
		task("post-a", "http_request", map[string]any{"method": "POST", "url": address + "/post/" + id + "/a", "body": "x"}, "get"),
		task("post-b", "http_request", map[string]any{"method": "POST", "url": address + "/post/" + id + "/b", "body": "{{tasks.post-a.result.body}}"}),
		task("read", "file_ops", map[string]any{"op": "read", "path": "out/report.txt"}, "write", "post-b"),
	}}
}

// killedGoals is how many goals must be hit before they end.
const killedGoals = 30

func TestKilledAtAnyMomentNothingIsLostAndNothingRunsTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("kills for half a minute")
	}
	web := newCounter(t)
	src := filepath.Join(t.TempDir(), "src")
	if err := os.MkdirAll(src, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(src, "README.md"), []byte("# Killed\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	data := dataDir(t)
	args := []string{"--allow-private", "--lease", "5s"}
	s := up(t, data, args...)
	var goals []string
	killed := map[string]time.Time{}
	for round := 0; len(killed) < killedGoals; round++ {
		if round > 4*killedGoals {
			t.Fatalf("only %d goals were hit before their end", len(killed))
		}
		var batch []wire.Accepted
		for i := range 3 {
			id := fmt.Sprintf("%d-%d", round, i)
			accepted, err := send[wire.Accepted](t.Context(), s, http.MethodPost, "/goals", map[string]any{
				"plan": killPlan(web.URL, id), "mounts": []any{map[string]any{"name": "src", "path": src}},
			}, "kill-"+id)
			if err != nil {
				t.Fatal(err)
			}
			batch = append(batch, accepted)
		}
		time.Sleep(time.Duration(rand.IntN(160)) * time.Millisecond) // the moment is the point
		s.kill()
		at := time.Now()
		s = up(t, data, args...)
		for _, accepted := range batch {
			// Killed in mid-goal means: it ended after the kill, or not yet.
			goal, err := get[wire.Goal](t.Context(), s, fmt.Sprintf("/goals/%s?after=%d", accepted.ID, accepted.Revision))
			if err != nil {
				t.Fatal(err)
			}
			if goal.Ended == nil || goal.Ended.After(at) {
				killed[accepted.ID] = at
			}
			goals = append(goals, accepted.ID)
		}
	}
	t.Logf("%d goals, %d of them killed before their end", len(goals), len(killed))
	answered := map[[2]string]bool{} // by goal and interrupt; what is read may trail
	for _, id := range goals {
		until(t, "goal "+id+" ends or asks", func() bool {
			goal, err := get[wire.Goal](t.Context(), s, "/goals/"+id)
			if err != nil {
				t.Fatal(err)
			}
			switch goal.Status {
			case "done":
				return true
			case "awaiting_human":
				for _, i := range goal.Interrupts {
					if i.Status != "pending" || answered[[2]string{id, i.ID}] {
						continue
					}
					if i.Type != "tool_in_doubt" {
						t.Fatalf("goal %s asks about %s", id, i.Type)
					}
					answered[[2]string{id, i.ID}] = true
					if _, err := send[wire.Accepted](t.Context(), s, http.MethodPost, "/goals/"+id+"/resume",
						map[string]any{"interrupt": i.ID, "decision": "happened"}, ""); err != nil {
						t.Fatal(err)
					}
				}
			case "failed", "cancelled":
				// post-b refers to a field that "happened" does not have.
				if goal.FailedTask != "post-b" && goal.FailedTask != "write" {
					t.Fatalf("goal %s %s: %s %s", id, goal.Status, goal.FailedTask, goal.Error)
				}
				return true
			}
			return false
		})
	}
	t.Logf("%d calls were in doubt", len(answered))
	for _, id := range goals {
		checkOnce(t, s, id)
	}
	web.mu.Lock()
	defer web.mu.Unlock()
	for path, n := range web.posts {
		if n > 1 {
			t.Errorf("POST %s arrived %d times", path, n)
		}
	}
	if code := s.stop(); code != 0 {
		t.Errorf("a clean stop ended with %d\n%s", code, s.out)
	}
}

// checkOnce reads a goal's part of the log: each task is completed at most once.
func checkOnce(t *testing.T, s *server, goal string) {
	t.Helper()
	completed := map[string]int{}
	for _, r := range audit(t, s, goal) {
		if r.Headers["ce-type"] == "task.completed" {
			var d struct{ Task string }
			decode(t, r.Body, &d)
			completed[d.Task]++
		}
	}
	for task, n := range completed {
		if n != 1 {
			t.Errorf("goal %s: task %s was completed %d times", goal, task, n)
		}
	}
}
