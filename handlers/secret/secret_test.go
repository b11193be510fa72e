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

// What services and programs make of a secret that they tell: each escapes other characters, and one text stands inside of another.
func TestASecretIsTakenOutHoweverItIsEscaped(t *testing.T) {
	t.Parallel()
	const value = `hun"ter/2-<more>+&ä\😀`
	inner := map[string]string{
		"go":       `hun\"ter/2-\u003cmore\u003e+\u0026ä\\😀`,
		"php":      `hun\"ter\/2-<more>+&\u00e4\\\ud83d\ude00`,
		"python":   `hun\"ter/2-<more>+&\u00e4\\\ud83d\ude00`,
		"dotnet":   `hun\u0022ter/2-\u003Cmore\u003E\u002B\u0026\u00E4\\\uD83D\uDE00`,
		"url":      `hun%22ter%2f2-%3cmore%3e%2b%26%c3%a4%5c%f0%9f%98%80`,
		"url, URL": `hun%2522ter%252F2-%253Cmore%253E%252B%2526%25C3%25A4%255C%25F0%259F%2598%2580`,
		"html":     `hun&#34;ter&#x2F;2-&lt;more&gt;&#43;&amp;&auml;\&#128512;`,
		"script":   `hun\"ter\/2-\x3Cmore\x3E\x2B\x26\xE4\\\uD83D\uDE00`,
	}
	r := secret.NewRedactor(map[string]string{"k": value})
	for name, text := range inner {
		if got := r.Text("<" + text + ">"); got != "<{{secret.k}}>" {
			t.Errorf("%s: %s became %s", name, text, got)
		}
		body := json.RawMessage(`{"you":"` + text + `"}`)
		for depth := range 4 { // in a text in a text in a text
			if got := r.Text(string(body)); !strings.Contains(got, "{{secret.k}}") || strings.Contains(got, "ter") {
				t.Errorf("%s, %d deep: %s became %s", name, depth, body, got)
			}
			if json.Valid(body) {
				if got := r.JSON(body); !json.Valid(got) || !strings.Contains(string(got), "{{secret.k}}") || strings.Contains(string(got), "ter") {
					t.Errorf("%s, %d deep: %s became %s", name, depth, body, got)
				}
			}
			body, _ = json.Marshal(map[string]string{"body": string(body)})
		}
	}
	for _, other := range []string{`hun"ter/2-<more>+&ä\`, `hun"ter/2-<less>+&ä\😀`, "hun%", `hun\`, "hun&", `hun\u`, `hun\u00`, `hun%2`} {
		if got := r.Text(other); got != other {
			t.Errorf("%s is another text, and became %s", other, got)
		}
	}
	for value, text := range map[string]string{"a&amp;b%25c": "a&amp;b%25c", "a&b%c d": "a&amp;b%2525c+d", "back\\\\slash": "back\\\\\\\\slash", "\xff\xfe123456": "\xff\xfe123456"} {
		if got := secret.NewRedactor(map[string]string{"k": value}).Text(text); got != "{{secret.k}}" {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := secret.NewRedactor(map[string]string{"k": "12345678"}).JSON(json.RawMessage(`{"a":[12345678,-1.5e3]}`)); string(got) != `{"a":["{{secret.k}}",-1.5e3]}` {
		t.Errorf("a number became %s", got)
	}
	digits := secret.NewRedactor(map[string]string{"n": "nothing1"})
	if got := digits.JSON(json.RawMessage(`["line\nothing1","nothing1",7]`)); string(got) != `["line\nothing1","{{secret.n}}",7]` {
		t.Errorf("a line break before other letters was taken for the secret: %s", got)
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
