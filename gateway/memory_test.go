package gateway_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/wire"
)

// remembered is an api.Memory of a fixed episode, which notes what it is asked.
type remembered struct {
	t         *testing.T
	forgotten map[string]bool
	broken    error
}

func (r *remembered) Search(_ context.Context, workspace, text string, limit int, see func(string) bool) (wire.Memories, error) {
	found := wire.Memories{Episodes: []wire.Episode{}, Insights: []wire.Insight{}}
	if r.broken != nil {
		return found, r.broken
	}
	if !see("g1") {
		r.t.Error("the caller may not see its own workspace's goal")
	}
	if workspace == "main" && (text == "" || text == "fix the login") && limit > 0 && !r.forgotten["g1"] {
		found.Episodes = append(found.Episodes, wire.Episode{Goal: "g1", Title: "Fix the login", Outcome: "done", Plans: 1, Began: time.Unix(0, 0).UTC(), Ended: time.Unix(9, 0).UTC(),
			Plan: []wire.EpisodeStep{{ID: "a", Role: "coder", Tool: "file_ops"}}, Tools: []wire.EpisodeTool{}, Failures: []wire.EpisodeFault{{Role: "coder", Code: "x", Count: 1}}})
		found.Insights = append(found.Insights, wire.Insight{Text: "x", Code: "x", Roles: []string{}, Evidence: []string{"g1"}, Confidence: 0.5})
	}
	return found, nil
}

func (r *remembered) Forget(_ context.Context, workspace, goal string) error {
	if workspace != "main" || goal != "g1" || r.forgotten[goal] {
		return api.ErrNotFound
	}
	r.forgotten[goal] = true
	return nil
}

func TestMemoryIsSearchedAndForgotten(t *testing.T) {
	t.Parallel()
	newWorld(t).get("/memory", owner).refused(http.StatusServiceUnavailable, "MEMORY_OFF")

	kept := &remembered{t: t, forgotten: map[string]bool{}}
	w := newWorld(t, func(c *gateway.Config) { c.API.Memory = kept })
	for path, want := range map[string]int{"/memory": 1, "/memory?query=fix+the+login&limit=3": 1, "/memory?query=bake": 0} {
		if found := data[wire.Memories](w.get(path, viewer), http.StatusOK); len(found.Episodes) != want {
			t.Errorf("%s: %+v", path, found)
		}
	}
	if found := data[wire.Memories](w.get("/memory", other), http.StatusOK); len(found.Episodes) > 0 {
		t.Errorf("another workspace sees %+v", found)
	}
	w.get("/memory?limit=0", owner).refused(http.StatusBadRequest, "PARAMETER_INVALID")
	w.get("/memory?q=x", owner).refused(http.StatusBadRequest, "PARAMETER_INVALID")
	w.get("/memory", "").refused(http.StatusUnauthorized, "TOKEN_MISSING")
	w.do(http.MethodDelete, "/memory/g1", viewer, nil).refused(http.StatusForbidden, "SCOPE_MISSING")
	w.do(http.MethodDelete, "/memory/g1", other, nil).refused(http.StatusNotFound, "MEMORY_NOT_FOUND")
	if gone := data[wire.ForgottenMemory](w.do(http.MethodDelete, "/memory/g1", owner, nil), http.StatusOK); gone.Goal != "g1" {
		t.Errorf("%+v", gone)
	}
	w.do(http.MethodDelete, "/memory/g1", owner, nil).refused(http.StatusNotFound, "MEMORY_NOT_FOUND")
	kept.broken = errors.New("no server")
	w.get("/memory", owner).refused(http.StatusServiceUnavailable, "UNAVAILABLE")
}
