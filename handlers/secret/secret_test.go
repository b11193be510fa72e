package secret_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/secret"
	"github.com/mergit-io/mergit/handlers/secret/secrettest"
)

func TestASecretIsTakenOutHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	const value = `p&ss "wörd"/<7>`
	r := secret.NewRedactor(map[string]string{"db": value, "other": "another-secret"})
	quoted, _ := json.Marshal(value)
	for name, text := range map[string]string{
		"plain": value, "query": url.QueryEscape(value), "path": url.PathEscape(value), "json": string(quoted),
		"hex": hex.EncodeToString([]byte(value)), "base64": base64.StdEncoding.EncodeToString([]byte(value)),
		"base64url": base64.URLEncoding.EncodeToString([]byte(value)),
		"basic 1":   base64.StdEncoding.EncodeToString([]byte("u:" + value)),
		"basic 2":   base64.StdEncoding.EncodeToString([]byte("us:" + value + "!")),
		"basic 3":   base64.StdEncoding.EncodeToString([]byte("use:" + value + "!!")),
	} {
		clean := r.Text("before " + text + " after")
		if !strings.Contains(clean, "{{secret.db}}") || !strings.HasPrefix(clean, "before ") || !strings.HasSuffix(clean, " after") {
			t.Errorf("%s: %q became %q", name, text, clean)
		}
		// What is left decodes to less than half of it.
		if left, _, _ := strings.Cut(strings.TrimPrefix(clean, "before "), "{{"); len(left) > len(text)/2 {
			t.Errorf("%s leaves %q", name, left)
		}
	}
	if got := r.Text("nothing of it"); got != "nothing of it" {
		t.Error(got)
	}
}

func TestJSONStaysJSON(t *testing.T) {
	t.Parallel()
	for value, c := range map[string]struct{ in, want string }{
		`hunter2hunter2`: {`{"a":["xhunter2hunter2y",1]}`, `{"a":["x{{secret.s}}y",1]}`},
		`a"b\c"d`:        {`{"a":"a\"b\\c\"d"}`, `{"a":"{{secret.s}}"}`},
		`<script>`:       {`["\u003cscript\u003e","<script>"]`, `["{{secret.s}}","{{secret.s}}"]`},
	} {
		if got := secret.NewRedactor(map[string]string{"s": value}).JSON(json.RawMessage(c.in)); string(got) != c.want {
			t.Errorf("%s in %s became %s", value, c.in, got)
		}
	}
}

func TestTheZeroRedactorChangesNothing(t *testing.T) {
	t.Parallel()
	var r secret.Redactor
	if r.Text("x") != "x" || string(r.JSON(json.RawMessage(`{"a":1}`))) != `{"a":1}` || secret.NewRedactor(nil).Text("x") != "x" {
		t.Error("it changed something")
	}
}

func TestWhatCanBeASecret(t *testing.T) {
	t.Parallel()
	for value, ok := range map[string]bool{"": false, "short": false, "longer": true, "       ": false, strings.Repeat("x", secret.MaxValue+1): false} {
		if err := secret.CheckValue(value); (err == nil) != ok {
			t.Errorf("%.20q: %v", value, err)
		}
	}
	if err := (secret.Ref{Workspace: "main", Goal: "g1", Name: "a.b"}).Check(); err == nil {
		t.Error("a.b is a name")
	}
}

func FuzzRedact(f *testing.F) {
	f.Add("hunter2", `{"a":"hunter2"}`)
	f.Add(`","b":"`, `{"a":"x","b":"y"}`)
	f.Add("{{secret", `"{{secret.s}}"`)
	f.Fuzz(func(t *testing.T, value, text string) {
		if secret.CheckValue(value) != nil {
			return
		}
		r := secret.NewRedactor(map[string]string{"s": value})
		if !strings.Contains("{{secret.s}}", value) && strings.Contains(strings.ReplaceAll(r.Text(value), "{{secret.s}}", ""), value) {
			t.Errorf("%q is still in %q", value, r.Text(value))
		}
		if in := json.RawMessage(text); json.Valid(in) {
			if out := r.JSON(in); !json.Valid(out) {
				t.Errorf("%s became %s", in, out)
			}
		}
	})
}

func ExampleRedactor_Text() {
	r := secret.NewRedactor(map[string]string{"token": "ghp_1234567890"})
	fmt.Println(r.Text("401 for Authorization: Bearer ghp_1234567890"))
	// Output: 401 for Authorization: Bearer {{secret.token}}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	var m secret.Memory
	secrettest.Run(t, func(*testing.T) secret.Store { return &m })
}
