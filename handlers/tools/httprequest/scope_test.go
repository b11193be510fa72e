package httprequest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
)

func TestACallReachesItsHost(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		`{"url":"https://Example.org:8443/x"}`: "Example.org", `{"url":"http://[::1]:80/"}`: "::1", `{"url":"://"}`: "", `{}`: "", `[]`: "",
	} {
		if got := New(Config{}).Scope(json.RawMessage(args)); !slices.Equal(got.Hosts, []string{want}) {
			t.Errorf("%s reaches %+v, want %q", args, got, want)
		}
	}
}

func TestARedirectLeadsOnlyWhereTheCallerMayGo(t *testing.T) {
	t.Parallel()
	var reached []string
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		reached = append(reached, r.Host)
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "http://localhost:1/", http.StatusFound)
		} else if r.URL.Path == "/same" {
			http.Redirect(w, r, "/", http.StatusFound)
		}
	})
	run := func(path string, may func(string) bool) error {
		_, err := New(home).Run(t.Context(), tools.Call{Args: json.RawMessage(`{"method":"GET","url":"` + base + path + `"}`), MayReach: may})
		return err
	}
	only := func(host string) bool { return host == "127.0.0.1" }
	if err := run("/same", only); err != nil {
		t.Errorf("on the same host: %v", err)
	}
	if failed := failure(t, run("/away", only)); failed.Code != tools.CodeForbidden || !strings.Contains(failed.Message, "localhost") {
		t.Errorf("to another host: %+v", failed)
	}
	if failed := failure(t, run("/away", nil)); failed.Code == tools.CodeForbidden {
		t.Errorf("without restriction: %+v", failed)
	}
	if len(reached) != 4 {
		t.Errorf("reached %q", reached)
	}
}
