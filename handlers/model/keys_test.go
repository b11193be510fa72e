package model_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/modeltest"
)

// tried shows the providers of a file their keys.
func tried(t *testing.T, env map[string]string, file string) []model.KeyTrial {
	t.Helper()
	f, err := model.ReadFile([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	return f.TryKeys(t.Context(), func(name string) string { return env[name] }, nil)
}

func TestKeysAreTriedWithoutAQuestion(t *testing.T) {
	t.Parallel()
	openai, anthropic := modeltest.OpenAI(t, modeltest.Script(modeltest.Say{})), modeltest.Anthropic(t, modeltest.Script(modeltest.Say{}))
	file := `providers: {openai: {url: "` + openai.URL + `"}, anthropic: {url: "` + anthropic.URL + `/"}, lab: {kind: openai, key_env: LAB_KEY}}
roles: {writer: {models: [openai/a, openai/b, anthropic/c]}, coder: {models: [lab/d]}}
`
	env := map[string]string{"OPENAI_API_KEY": modeltest.Key, "MERGIT_ANTHROPIC_API_KEY": modeltest.Key, "LAB_KEY": "sk-wrong", "LAB_BASE_URL": openai.URL}
	all := tried(t, env, file)
	if len(all) != 3 || all[0].Provider != "anthropic" || !all[0].Good || all[1].Provider != "lab" || !all[1].Refused || all[1].Variable != "LAB_KEY" || !all[2].Good {
		t.Errorf("%+v", all)
	}
	if all[1].Said != "401: the key was refused" {
		t.Errorf("of a wrong key it says %q", all[1].Said)
	}
	for _, key := range all {
		if strings.Contains(key.Said, "sk-") {
			t.Errorf("it tells the key: %q", key.Said)
		}
	}
	if n := len(openai.Asked()) + len(anthropic.Asked()); n != 0 {
		t.Errorf("%d questions were asked", n)
	}
	env["ANTHROPIC_BASE_URL"], env["MERGIT_ANTHROPIC_API_KEY"] = anthropic.URL, "sk-old"
	if all := tried(t, env, file); !all[0].Refused {
		t.Errorf("%+v", all[0])
	}
}

func TestWhatIsNotAKeysFaultIsNotSaidToBe(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{http.StatusForbidden: "403: the key may not list", http.StatusNotFound: "HTTP 404: ", http.StatusFound: "HTTP 302: ", http.StatusServiceUnavailable: "HTTP 503: "} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/models" {
				t.Errorf("the key was taken to %s", r.URL.Path)
			}
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
		}))
		t.Cleanup(server.Close)
		all := tried(t, map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": server.URL}, "roles: {writer: {models: [openai/a]}}")
		if len(all) != 1 || all[0].Good || all[0].Refused || !strings.HasPrefix(all[0].Said, want) {
			t.Errorf("%d: %+v", status, all)
		}
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	all := tried(t, map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": gone.URL}, "roles: {writer: {models: [openai/a]}}")
	if len(all) != 1 || all[0].Refused || all[0].Said != "the provider cannot be reached" {
		t.Errorf("%+v", all)
	}
}

func TestNobodyIsAskedWithoutAKeyOrWithoutUse(t *testing.T) {
	t.Parallel()
	none := func(*http.Request) (*http.Response, error) {
		t.Error("somebody was asked")
		return nil, context.Canceled
	}
	f, err := model.ReadFile([]byte("roles: {writer: {models: [ollama/a, openai/b]}}"))
	if err != nil {
		t.Fatal(err)
	}
	env := func(name string) string { return map[string]string{"GROQ_API_KEY": "unused"}[name] }
	if all := f.TryKeys(t.Context(), env, &http.Client{Transport: roundTrip(none)}); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
