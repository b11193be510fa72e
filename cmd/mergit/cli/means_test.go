package cli

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/handlers/model/modeltest"
)

// finds is what the doctor says of one thing.
func (r ran) finds(t *testing.T, name string) string {
	t.Helper()
	for line := range strings.Lines(r.out) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[1] == name {
			return strings.TrimSpace(line)
		}
	}
	t.Errorf("nothing is said of %s:\n%s%s", name, r.out, r.err)
	return ""
}

// What goals cannot use, and why, is said of the configuration that a server would have, and of the server that runs.
func TestTheDoctorSaysWhatGoalsCannotUse(t *testing.T) {
	for _, name := range []string{"MERGIT_BRAVE_KEY", "MERGIT_SERPER_KEY", "MERGIT_GITHUB_TOKEN", "MERGIT_MODELS", "MERGIT_OPENAI_API_KEY", "OPENAI_API_KEY", "MERGIT_OPENAI_BASE_URL", "OLLAMA_API_KEY"} {
		t.Setenv(name, "")
	}
	none := filepath.Join(t.TempDir(), "none")
	r := cli(t, "", "doctor", "--listen", "127.0.0.1:0", "--data", none)
	for name, want := range map[string]string{
		"web_search": "MERGIT_BRAVE_KEY", "github_pr": "MERGIT_GITHUB_TOKEN", "wait_webhook": "--webhook-secret", "models": "no role has a model",
	} {
		if line := r.finds(t, name); !strings.HasPrefix(line, "none") || !strings.Contains(line, want) {
			t.Errorf("of %s it says %q", name, line)
		}
	}
	file := filepath.Join(t.TempDir(), "models.yaml")
	if err := os.WriteFile(file, []byte("roles: {planner: {models: [openai/a, ollama/b]}}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := cli(t, "", "doctor", "--models", file, "--data", none); r.code != exitFailed || !strings.Contains(r.finds(t, "settings"), "set OPENAI_API_KEY") {
		t.Errorf("without a key: exit %d", r.code)
	}
	t.Setenv("OPENAI_BASE_URL", modeltest.OpenAI(t, modeltest.Script(modeltest.Say{})).URL)
	t.Setenv("OPENAI_API_KEY", modeltest.Key)
	r = cli(t, "", "doctor", "--models", file, "--data", none, "--listen", "127.0.0.1:0")
	if line := r.finds(t, "models"); !strings.Contains(line, "planner: openai/a, then ollama/b; none for ") {
		t.Errorf("of models it says %q", line)
	}
	if line := r.finds(t, "key"); !strings.HasPrefix(line, "ok") || !strings.Contains(line, "openai: the key was accepted") {
		t.Errorf("of a good key it says %q", line)
	}
	t.Setenv("OPENAI_API_KEY", "sk-wrong")
	r = cli(t, "", "doctor", "--models", file, "--data", none, "--listen", "127.0.0.1:0")
	if line := r.finds(t, "key"); r.code != exitFailed || !strings.HasPrefix(line, "FAIL") || !strings.Contains(line, "openai: 401: the key was refused") {
		t.Errorf("exit %d, of a wrong key it says %q", r.code, line)
	}
	if !strings.Contains(r.out, "set OPENAI_API_KEY (or MERGIT_OPENAI_API_KEY)") || strings.Contains(r.out+r.err, "sk-wrong") {
		t.Errorf("it says %s%s", r.out, r.err)
	}

	f := newFake(t)
	until := time.Date(2026, 1, 2, 3, 4, 5, 0, time.Local)
	f.handle("GET /health", func(*http.Request) (any, *wire.Problem) {
		return wire.Health{Status: "ok", Absent: map[string]string{"web_search": "nobody paid"}, Warnings: []string{"the recorder is poor"}, Models: []wire.ModelHealth{
			{Model: "openai/a", Roles: []string{"coder", "writer"}, Down: true, Failures: 3, Code: "no_access", Until: &until},
			{Model: "ollama/b", Roles: []string{"writer"}}}}, nil
	})
	r = f.cli("doctor", "--listen", "127.0.0.1:0")
	if line := r.finds(t, "web_search"); !strings.Contains(line, "in the server that runs: nobody paid") {
		t.Errorf("of web_search it says %q", line)
	}
	if strings.Contains(r.out, "github_pr") {
		t.Errorf("it says what this environment lacks:\n%s", r.out)
	}
	for _, want := range []string{"none  model        openai/a, for coder, writer: did not answer the last 3 times (no_access), and is left alone until 03:04:05\n",
		"→ correct the provider's key", "ok    model        ollama/b, for writer\n", "the recorder is poor"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("it does not say %q:\n%s", want, r.out)
		}
	}
}
