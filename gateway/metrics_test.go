package gateway_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/wire"
)

func TestFiguresAreForWhoeverMayReadThemAndNobodyElse(t *testing.T) {
	t.Parallel()
	fails := false
	w := newWorld(t, func(c *gateway.Config) {
		c.API.Metrics = func(to io.Writer) error {
			if fails {
				return errors.New("a collector is broken")
			}
			_, err := io.WriteString(to, "mergit_tasks_running 3\n")
			return err
		}
	})
	for token, want := range map[string]int{owner: http.StatusOK, viewer: http.StatusForbidden, "": http.StatusUnauthorized, "nobody's-0123456789": http.StatusUnauthorized} {
		if got := w.get("/metrics", token).status; got != want {
			t.Errorf("%q: %d, want %d", token, got, want)
		}
	}
	got := w.get("/metrics", owner)
	if string(got.body) != "mergit_tasks_running 3\n" || !strings.HasPrefix(got.header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Errorf("%s: %s", got.header.Get("Content-Type"), got.body)
	}
	fails = true
	if got := w.get("/metrics", owner); got.status != http.StatusServiceUnavailable || strings.Contains(string(got.body), "collector") {
		t.Errorf("%d: %s", got.status, got.body)
	}
	if got := newWorld(t).get("/metrics", owner); got.status != http.StatusServiceUnavailable {
		t.Errorf("a server that counts nothing: %d", got.status)
	}
}

func TestWhatGoalsCannotUseIsToldToWhoeverHasAToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *gateway.Config) {
		c.API.Able = func(context.Context) (map[string]string, []wire.ModelHealth) {
			return map[string]string{"web_search": "no key"}, []wire.ModelHealth{{Model: "openai/a", Roles: []string{"coder"}, Failures: 1, Code: "overloaded"}}
		}
	})
	if h := data[wire.Health](w.get("/health", owner), http.StatusOK); h.Absent["web_search"] != "no key" || len(h.Models) != 1 || h.Models[0].Code != "overloaded" {
		t.Errorf("%+v", h)
	}
	if h := data[wire.Health](w.get("/health", ""), http.StatusOK); h.Absent != nil || h.Models != nil {
		t.Errorf("anybody is told %+v", h)
	}
}
