package e2e

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
)

// helper is a running `mergit serve`.
type helper struct {
	cmd  *exec.Cmd
	out  *bytes.Buffer
	done chan struct{}
}

// serve runs roles beside a server, on its folder.
func serve(t *testing.T, s *server, roles string, args ...string) *helper {
	t.Helper()
	c := s.client()
	h := &helper{out: new(bytes.Buffer), done: make(chan struct{})}
	h.cmd = exec.Command(binary, append([]string{"serve", "--roles", roles, "--data", s.Data, "--nats", c.NATS, "--postgres", c.Postgres, "--chain", c.RPC}, args...)...)
	h.cmd.Stderr = h.out
	if err := h.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(h.done)
		_ = h.cmd.Wait()
	}()
	t.Cleanup(h.kill)
	return h
}

func (h *helper) kill() {
	_ = h.cmd.Process.Kill()
	<-h.done
}

func TestTasksOfAKilledWorkerAreTakenOver(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(web.Close)
	s := up(t, dataDir(t), "--lease", "2s", "--allow-private", "--parallel", "4")
	h := serve(t, s, "executor", "--allow-private")
	var tasks []object
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		tasks = append(tasks, task(id, "http_request", object{"method": "GET", "url": web.URL + "/" + id}))
	}
	accepted := submit(t, s, plan("taken over", tasks...), "")
	var lost []string
	until(t, "the helper runs what the server has no room for", func() bool {
		lost = held(await(t, s, accepted, "pending", "planning", "executing"), pidOf(h))
		return len(lost) >= len(tasks)-4
	})
	h.kill()
	close(release)
	killed := time.Now()
	goal := await(t, s, accepted, "done", "failed")
	if goal.Status != "done" {
		t.Fatalf("the goal %s: %s", goal.Status, goal.Error)
	}
	took := time.Since(killed).Round(time.Millisecond)
	t.Logf("tasks %v were taken over and done after %s", lost, took)
	if took > 15*time.Second {
		t.Errorf("that took %s with a lease of 2s", took)
	}
	if still := workedBy(goal, pidOf(h)); len(still) > 0 {
		t.Errorf("tasks %v are said to be done by the killed worker", still)
	}
	checkOnce(t, s, accepted.ID)
	proven(t, s, accepted)
	verifies(t, s, accepted.ID)
}

// workedBy are the tasks of a goal that a worker had last.
func workedBy(goal wire.Goal, worker string) (tasks []string) {
	for _, t := range goal.Tasks {
		if strings.HasSuffix(t.Worker, worker) {
			tasks = append(tasks, t.ID)
		}
	}
	return tasks
}

// held are those of them that run.
func held(goal wire.Goal, worker string) (tasks []string) {
	for _, t := range goal.Tasks {
		if t.Status == "running" && strings.HasSuffix(t.Worker, worker) {
			tasks = append(tasks, t.ID)
		}
	}
	return tasks
}

// pidOf ends the name of a helper's worker.
func pidOf(h *helper) string { return "-" + strconv.Itoa(h.cmd.Process.Pid) }
