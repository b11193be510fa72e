package cli

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
)

func newMemory(t *testing.T) *fake {
	f := newFake(t)
	f.handle("GET /memory", func(r *http.Request) (any, *wire.Problem) {
		if r.URL.Query().Get("query") == "bake" || r.URL.Query().Get("limit") == "1" {
			return wire.Memories{}, nil
		}
		return wire.Memories{
			Episodes: []wire.Episode{{Goal: "g1", Title: "Fix\x1b[31m the login", Outcome: "failed", Code: "task_failed", DurationMS: 12_340, Ended: time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local),
				Failures: []wire.EpisodeFault{{Count: 2}, {Count: 1}}}},
			Insights: []wire.Insight{{Text: "file_ops failed with not_found twice", Confidence: 0.3456}},
		}, nil
	})
	f.handle("DELETE /memory/{id}", func(r *http.Request) (any, *wire.Problem) {
		if r.PathValue("id") != f.goal.ID {
			return nil, wire.Refuse(http.StatusNotFound, "MEMORY_NOT_FOUND", "nothing is remembered of goal %s", r.PathValue("id"))
		}
		return wire.ForgottenMemory{Goal: f.goal.ID}, nil
	})
	return f
}

func TestMemoryIsSearchedListedAndForgotten(t *testing.T) {
	t.Parallel()
	f := newMemory(t)
	for _, args := range [][]string{{"memory", "list"}, {"memory", "search", "the login"}} {
		r := f.cli(args...)
		for _, want := range []string{"g1", "failed task_failed", "12.34s", "3 ", `Fix\x1b[31m the login`, "lessons\n  file_ops failed with not_found twice (confidence 0.35)"} {
			if r.code != exitDone || !strings.Contains(r.out, want) {
				t.Errorf("%v (exit %d) does not say %q: %s%s", args, r.code, want, r.out, r.err)
			}
		}
	}
	if last := f.cli("memory", "list", "--json").last(t); last["episodes"] != 1.0 || len(last["insights"].([]any)) != 1 {
		t.Errorf("%v", last)
	}
	if r := f.cli("memory", "search", "bake"); r.code != exitDone || r.out != "nothing like that is remembered\n" {
		t.Errorf("exit %d: %q", r.code, r.out)
	}
	if r := f.cli("memory", "list", "--limit", "1"); r.code != exitDone || r.out != "nothing is remembered yet\n" {
		t.Errorf("exit %d: %q", r.code, r.out)
	}
	for _, args := range [][]string{{"memory", "list", "--limit", "0"}, {"memory", "search", " "}, {"memory", "search"}, {"memory", "list", "x"}} {
		if r := f.cli(args...); r.code != exitUsage {
			t.Errorf("%v: exit %d: %s%s", args, r.code, r.out, r.err)
		}
	}
	if r := f.cli("memory", "forget", goalID[:8]); r.code != exitDone || r.out != "forgotten "+goalID+"\n" {
		t.Errorf("exit %d: %q %s", r.code, r.out, r.err)
	}
	f.goal.ID = "another"
	if r := f.cli("memory", "forget", goalID, "--json"); r.code != exitRefused || r.last(t)["error"].(map[string]any)["code"] != "MEMORY_NOT_FOUND" {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
}
