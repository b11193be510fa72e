package gateway_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway"
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
