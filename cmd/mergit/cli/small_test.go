package cli

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

func TestNamesOfFilesCannotMoveTheCursor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain\nlines\tand ünïcode 長い": "plain\nlines\tand ünïcode 長い",
		"a\x1b[2Jb\rc\x07":             `a\x1b[2Jb\rc\a`,
		"abc\u202egpj.exe":             `abc\u202egpj.exe`,
		"bad \xff utf-8":               "bad \ufffd utf-8",
		"\x9b31m":                      "\ufffd31m",
	} {
		if have := printable(text); have != want {
			t.Errorf("%q is shown as %q, want %q", text, have, want)
		}
	}
}

func TestHowTheProgramWasCalled(t *testing.T) {
	dir := t.TempDir()
	exe := filepath.Join(dir, "mergit")
	if err := os.WriteFile(exe, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "/nowhere")
	for _, c := range []struct{ name, exe, want string }{
		{exe, exe, shellQuoted(exe)},
		{"/tmp/go-build123/b001/exe/mergit", "/tmp/go-build123/b001/exe/mergit", "go run ./cmd/mergit"},
		{"mergit", "/cache/1f/" + strings.Repeat("1f", 32) + "-d/mergit", "go run ./cmd/mergit"},
		{"mergit", "/opt/my tools/mergit", "'/opt/my tools/mergit'"},
	} {
		if have := invokedAs(c.name, c.exe); have != c.want {
			t.Errorf("%s at %s is called %q, want %q", c.name, c.exe, have, c.want)
		}
	}
	t.Setenv("PATH", dir)
	if have := invokedAs("./x", exe); have != "mergit" {
		t.Errorf("on the path it is called %q", have)
	}
	if line := (target{Data: "my data"}).command("up"); !strings.HasSuffix(line, " up --data 'my data'") {
		t.Errorf("with a data folder: %q", line)
	}
	if line := (target{Data: ".mergit"}).command("up"); strings.Contains(line, "--data") {
		t.Errorf("with the default: %q", line)
	}
}

func TestTheEnvironmentSetsFlags(t *testing.T) {
	f := newFake(t)
	t.Setenv("MERGIT_SERVER", f.server.URL)
	t.Setenv("MERGIT_VERSION", "9")
	if r := cli(t, "", "goal", "list"); r.code != 0 || !strings.Contains(r.out, goalID) {
		t.Errorf("MERGIT_SERVER: exit %d: %s", r.code, r.err)
	}
	t.Setenv("MERGIT_URL", "http://127.0.0.1:1")
	if r := cli(t, "", "goal", "list"); r.code != exitFailed {
		t.Errorf("MERGIT_URL: exit %d: %s", r.code, r.out)
	}
	t.Setenv("MERGIT_JSON", "perhaps")
	t.Setenv("MERGIT_LIMIT", "many")
	r := cli(t, "", "goal", "list")
	for _, want := range []string{`MERGIT_JSON="perhaps": want true or false`, `MERGIT_LIMIT="many": want a whole number`} {
		if r.code != exitUsage || !strings.Contains(r.err, want) {
			t.Errorf("exit %d, %q is missing in\n%s", r.code, want, r.err)
		}
	}
}

func TestAnErrorKeepsItsLines(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	facts(&out, 40, [][2]string{{"error", "a exit_code: 1\nTraceback:\n\n  File \"x.py\", line 1, in which much is wrong\n"}, {"agent", ""}, {"tasks", "1"}})
	const want = `error        a exit_code: 1
             Traceback:

             File "x.py", line 1, in
             which much is wrong
tasks        1
`
	if out.String() != want {
		t.Errorf("have\n%s", out.String())
	}
}

func TestAMissingParameterNamesItsFlag(t *testing.T) {
	t.Parallel()
	problem := wire.Refuse(http.StatusUnprocessableEntity, "VALIDATION_FAILED", "the request has one fault: params.path: has no default; give it a value")
	problem.Err.Details.Faults = []wire.Fault{{Path: "params.path", Reason: "has no default; give it a value"}}
	const want = "the request has one fault: params.path: has no default; give it a value with --param path=VALUE (VALIDATION_FAILED)"
	if got := explain(problem).Error(); got != want {
		t.Errorf("have %s", got)
	}
}

func TestTheDoctorKnowsItsOwnServer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		url, listen string
		same        bool
	}{
		{"http://127.0.0.1:8080", "127.0.0.1:8080", true},
		{"http://127.0.0.1:8080", "localhost:8080", true},
		{"http://127.0.0.1:8080", ":8080", true},
		{"http://[::]:8080", "10.0.0.1:8080", true},
		{"http://127.0.0.1:8080", "127.0.0.1:8081", false},
		{"http://10.0.0.1:8080", "127.0.0.1:8080", false},
	} {
		if have := sameAddress(c.url, c.listen); have != c.same {
			t.Errorf("%s and %s: %v", c.url, c.listen, have)
		}
	}
}

func TestPlansThatAreNamedAreThere(t *testing.T) {
	t.Parallel()
	const root = "../../.."
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{string(readme), cli(t, "", "goal", "run", "--help").out}
	for _, text := range texts {
		named := regexp.MustCompile(`examples/plans/[\w.-]+\.yaml`).FindAllString(text, -1)
		if len(named) == 0 {
			t.Error("no plan is named in\n", text)
		}
		for _, path := range named {
			if _, err := os.Stat(filepath.Join(root, path)); err != nil {
				t.Error(err)
			}
		}
	}
}
