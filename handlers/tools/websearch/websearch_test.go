package websearch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/tooltest"
)

const (
	braveKey  = "BSA-secret-1"
	serperKey = "serper-secret-2"
)

// fake answers as Brave (GET) and Serper (POST) do. A handler may misbehave first; it then returns true.
type fake struct {
	*httptest.Server
	misbehave atomic.Pointer[func(http.ResponseWriter, *http.Request) bool]
	asked     atomic.Int32
}

func newFake(t *testing.T) *fake {
	t.Helper()
	f := new(fake)
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.asked.Add(1)
		if misbehave := f.misbehave.Load(); misbehave != nil && (*misbehave)(w, r) {
			return
		}
		if r.Method == http.MethodGet {
			f.brave(w, r)
		} else {
			f.serper(w, r)
		}
	}))
	t.Cleanup(f.Close)
	return f
}

func (f *fake) does(misbehave func(http.ResponseWriter, *http.Request) bool) {
	f.misbehave.Store(&misbehave)
}

func (f *fake) brave(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("X-Subscription-Token") != braveKey {
		w.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	q := r.URL.Query()
	results := ""
	if q.Get("q") != "nothing" {
		results = fmt.Sprintf(`{"title":"About <strong>%s</strong> &amp; more","url":"https://example.org/1","description":"of %s, <b>bold</b> and 1 < 2","age":"2 days ago"},
			{"title":"again","url":"https://example.org/1","description":""},{"title":"bad","url":"javascript:alert(1)","description":""},
			{"title":"user","url":"https://a:b@example.org/","description":""},{"title":"two","url":"https://example.org/2?freshness=%s","description":"x"}`,
			q.Get("q"), q.Get("count"), q.Get("freshness"))
	}
	fmt.Fprintf(w, `{"type":"search","web":{"type":"search","results":[%s]}}`, results)
}

func (f *fake) serper(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Q, Tbs string
		Num    int
	}
	if r.Header.Get("X-API-KEY") != serperKey || json.NewDecoder(r.Body).Decode(&body) != nil {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	fmt.Fprintf(w, `{"searchParameters":{"q":%q},"organic":[{"title":"S","link":"https://example.org/s?%s","snippet":"of %d","position":1}],"credits":1}`, body.Q, body.Tbs, body.Num)
}

func tool(t *testing.T, config Config) *Tool {
	t.Helper()
	tool, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

func search(t *testing.T, tool *Tool, args string) (out struct {
	Engine  string
	Results []found
}, err error) {
	t.Helper()
	result, err := tool.Run(t.Context(), tools.Call{Args: json.RawMessage(args)})
	if err == nil {
		err = json.Unmarshal(result.Value, &out)
	}
	return out, err
}

func TestWebSearchKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	tooltest.Run(t, tooltest.Subject{
		New: func(t *testing.T) (tools.Tool, tools.Call) {
			f := newFake(t)
			return tool(t, Config{Brave: braveKey, BraveURL: f.URL, Serper: serperKey, SerperURL: f.URL}), tools.Call{}
		},
		Works: []tooltest.Case{
			{Name: "words", Args: `{"query":"nats jetstream"}`, Effect: tools.Read},
			{Name: "nothing", Args: `{"query":"nothing","count":3,"since":"week"}`, Effect: tools.Read},
		},
		Fails:     []tooltest.Case{{Name: "blank", Args: `{"query":"  "}`, Effect: tools.Read, Code: tools.CodeInvalidArgs}},
		Malformed: []string{`{}`, `{"query":""}`, `{"query":"x","count":-1}`, `{"query":"x","count":21}`, `{"query":"x","since":"decade"}`},
	})
}

func TestResultsArePlainPages(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	got, err := search(t, tool(t, Config{Brave: braveKey, BraveURL: f.URL}), `{"query":" nats   jetstream ","count":5,"since":"month"}`)
	want := []found{{"About nats jetstream & more", "https://example.org/1", "of 5, bold and 1 < 2", "2 days ago"}, {"two", "https://example.org/2?freshness=pm", "x", ""}}
	if err != nil || got.Engine != "brave" || fmt.Sprint(got.Results) != fmt.Sprint(want) {
		t.Errorf("%+v %v", got, err)
	}
	got, err = search(t, tool(t, Config{Serper: serperKey, SerperURL: f.URL}), `{"query":"x","count":5,"since":"year"}`)
	if err != nil || got.Engine != "serper" || len(got.Results) != 1 || got.Results[0] != (found{"S", "https://example.org/s?qdr:y", "of 5", ""}) {
		t.Errorf("%+v %v", got, err)
	}
}

// misdeeds are what search engines do.
var misdeeds = map[string]struct {
	does      func(http.ResponseWriter, *http.Request) bool
	code      string
	retryable bool
	after     time.Duration
}{
	"limited by the second": {func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("X-RateLimit-Remaining", "0, 900")
		w.Header().Set("X-RateLimit-Reset", "1, 1419704")
		w.WriteHeader(429)
		return true
	}, tools.CodeUnavailable, true, time.Second},
	"limited with Retry-After": {func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(429)
		return true
	}, tools.CodeUnavailable, true, 7 * time.Second},
	"a wrong key, told in full": {func(w http.ResponseWriter, r *http.Request) bool {
		w.WriteHeader(401)
		fmt.Fprintf(w, `{"error":"no such key %s%s"}`, r.Header.Get("X-Subscription-Token"), r.Header.Get("X-API-KEY"))
		return true
	}, tools.CodeForbidden, false, 0},
	"no credits": {func(w http.ResponseWriter, _ *http.Request) bool {
		w.WriteHeader(400)
		_, _ = io.WriteString(w, `{"message":"Not enough credits","statusCode":400}`)
		return true
	}, tools.CodeForbidden, false, 0},
	"down": {func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(503); return true }, tools.CodeUnavailable, true, usualWait},
	"a login page": {func(w http.ResponseWriter, _ *http.Request) bool {
		_, _ = io.WriteString(w, "<html>Log in")
		return true
	}, tools.CodeUnavailable, true, usualWait},
	"other JSON": {func(w http.ResponseWriter, _ *http.Request) bool {
		_, _ = io.WriteString(w, `{"ok":true}`)
		return true
	}, tools.CodeUnavailable, true, usualWait},
	"cut short": {func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `{"type"`)
		return true
	}, tools.CodeUnavailable, true, usualWait},
	"a redirect": {func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		return true
	}, tools.CodeFailed, false, 0},
	"far too much": {func(w http.ResponseWriter, _ *http.Request) bool {
		_, _ = io.WriteString(w, `{"type":"search","web":{"results":[]},"x":"`+strings.Repeat("x", mostBody)+`"}`)
		return true
	}, tools.CodeTooLarge, false, 0},
}

func TestEnginesThatMisbehaveAreUnderstood(t *testing.T) {
	t.Parallel()
	for name, c := range misdeeds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, good := newFake(t), newFake(t)
			f.does(c.does)
			_, err := search(t, tool(t, Config{Brave: braveKey, BraveURL: f.URL}), `{"query":"x"}`)
			failed, ok := errors.AsType[*tools.Error](err)
			if !ok || failed.Code != c.code || failed.Retryable != c.retryable || failed.RetryAfter != c.after || failed.InDoubt {
				t.Errorf("%#v", err)
			}
			if text := fmt.Sprint(err); strings.Contains(text, "secret") || strings.Contains(text, "http://") {
				t.Errorf("says too much: %s", text)
			}
			if f.asked.Load() != 1 {
				t.Errorf("asked %d times", f.asked.Load())
			}
			// The other engine answers in its place.
			got, err := search(t, tool(t, Config{Brave: braveKey, BraveURL: f.URL, Serper: serperKey, SerperURL: good.URL}), `{"query":"x"}`)
			if err != nil || got.Engine != "serper" {
				t.Errorf("%+v %v", got, err)
			}
		})
	}
}

func TestWithoutAKeyThereIsNoTool(t *testing.T) {
	t.Parallel()
	if _, err := New(Config{}); err == nil || !strings.Contains(err.Error(), "no key") {
		t.Error(err)
	}
}

func FuzzAnswersAreRead(f *testing.F) {
	for _, seed := range []string{`{"type":"search","web":{"results":[{"title":"a","url":"https://x.org","description":"<b>&#x0;"}]}}`, `{"organic":[{"link":"http://x"}]}`, `[]`, `{"web":{"results":null},"type":"search"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, e := range []engine{&brave{}, &serper{}} {
			results, err := e.read(body)
			if err != nil {
				continue
			}
			kept := tidy(results, 20)
			for _, r := range kept {
				if !isPage(r.URL) || strings.ContainsAny(r.Title+r.Snippet, "\x00\n") {
					t.Errorf("%+v", r)
				}
			}
			if len(kept) > 20 {
				t.Error(len(kept))
			}
		}
	})
}
