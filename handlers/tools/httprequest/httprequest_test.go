package httprequest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/tooltest"
)

// home is the one address that tests may reach; 127.0.0.2 stands for one they may not.
var home = Config{AllowNets: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, MaxBody: 1 << 20}

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func serveAt(t *testing.T, address string, handler http.HandlerFunc) string {
	t.Helper()
	listener, err := net.Listen("tcp", address+":0")
	if err != nil {
		t.Skipf("no second loopback address: %v", err)
	}
	server := httptest.NewUnstartedServer(handler)
	_ = server.Listener.Close()
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
	return server.URL
}

func ask(ctx context.Context, config Config, args any) (answer, error) {
	encoded, err := json.Marshal(args)
	if err != nil {
		return answer{}, err
	}
	result, err := New(config).Run(ctx, tools.Call{Args: encoded, IdempotencyKey: "key-1"})
	if err != nil {
		return answer{}, err
	}
	var out answer
	return out, json.Unmarshal(result.Value, &out)
}

type object map[string]any

func failure(t *testing.T, err error) *tools.Error {
	t.Helper()
	failed, ok := errors.AsType[*tools.Error](err)
	if !ok {
		t.Fatalf("%T is not a tools.Error: %v", err, err)
	}
	return failed
}

func TestHTTPRequestKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/busy" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = io.WriteString(w, "hello")
	})
	tooltest.Run(t, tooltest.Subject{
		New: func(*testing.T) (tools.Tool, tools.Call) { return New(home), tools.Call{} },
		Works: []tooltest.Case{
			{Name: "GET", Args: `{"method":"GET","url":"` + url + `"}`, Effect: tools.Read},
			{Name: "HEAD", Args: `{"method":"HEAD","url":"` + url + `"}`, Effect: tools.Read},
			{Name: "POST", Args: `{"method":"POST","url":"` + url + `","body":{"a":1}}`, Effect: tools.Write},
		},
		Fails: []tooltest.Case{
			{Name: "busy", Args: `{"method":"GET","url":"` + url + `/busy"}`, Effect: tools.Read, Code: tools.CodeUnavailable},
			{Name: "scheme", Args: `{"method":"GET","url":"file:///etc/passwd"}`, Effect: tools.Read, Code: tools.CodeInvalidArgs},
			{Name: "user", Args: `{"method":"GET","url":"http://a:b@example.org"}`, Effect: tools.Read, Code: tools.CodeInvalidArgs},
			{Name: "body of GET", Args: `{"method":"GET","url":"http://example.org","body":"x"}`, Effect: tools.Read, Code: tools.CodeInvalidArgs},
			{Name: "max_bytes", Args: `{"method":"GET","url":"http://example.org","max_bytes":999999999}`, Effect: tools.Read, Code: tools.CodeInvalidArgs},
			{Name: "private", Args: `{"method":"POST","url":"http://127.0.0.2/"}`, Effect: tools.Write, Code: tools.CodeForbidden},
		},
		Malformed: []string{`{"method":"DELETE","url":"http://x"}`, `{"method":"GET"}`, `{"method":"GET","url":"http://x","timeout":0}`},
	})
}

func TestAnAnswerCarriesWhatTheServerSaid(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Set-Cookie", "session=secret")
		w.Header().Add("X-Two", "1")
		w.Header().Add("X-Two", "2")
		w.WriteHeader(http.StatusTeapot)
		_, _ = fmt.Fprintf(w, "%s %s %s %s %s", r.Method, r.Header.Get("Content-Type"), r.Header.Get("X-Own"), r.Header.Get("Idempotency-Key"), body)
	})
	got, err := ask(t.Context(), home, object{"method": "POST", "url": url + "/p?q=1", "headers": object{"x-own": "own"}, "body": object{"b": "<>"}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != 418 || got.Body != `POST application/json own key-1 {"b":"\u003c\u003e"}` || got.Headers["x-two"] != "1, 2" || got.URL != url+"/p?q=1" {
		t.Errorf("%+v", got)
	}
	if got.Headers["set-cookie"] != "" {
		t.Error("a cookie got through")
	}
	got, err = ask(t.Context(), home, object{"method": "GET", "url": url})
	if err != nil || !strings.HasPrefix(got.Body, "GET    ") {
		t.Errorf("a GET carried a key or body: %+v %v", got, err)
	}
}

func TestBodiesAreCutAndSaySo(t *testing.T) {
	t.Parallel()
	var bomb bytes.Buffer
	zip := gzip.NewWriter(&bomb)
	for range 64 {
		_, _ = zip.Write(make([]byte, 1<<20))
	}
	_ = zip.Close()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/announced":
			_, _ = io.WriteString(w, strings.Repeat("ž", 1000))
		case "/endless":
			for {
				if _, err := w.Write(bytes.Repeat([]byte("x"), 1<<16)); err != nil {
					return
				}
			}
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes())
		case "/bytes":
			_, _ = w.Write([]byte{0, 255, 1})
		}
	})
	for path, want := range map[string]answer{
		"/announced": {Body: strings.Repeat("ž", 50), Encoding: "utf-8", Size: 2000, Truncated: true},
		"/endless":   {Body: strings.Repeat("x", 101), Encoding: "utf-8", Size: 102, Truncated: true},
		"/bytes":     {Body: "AP8B", Encoding: "base64", Size: 3},
	} {
		got, err := ask(t.Context(), home, object{"method": "GET", "url": url + path, "max_bytes": 101})
		if err != nil || got.Body != want.Body || got.Encoding != want.Encoding || got.Size != want.Size || got.Truncated != want.Truncated {
			t.Errorf("%s: %+v %v", path, got, err)
		}
	}
	got, err := ask(t.Context(), home, object{"method": "GET", "url": url + "/bomb"})
	if err != nil || !got.Truncated || got.Size != home.MaxBody+1 {
		t.Errorf("bomb: %d bytes, truncated %v, %v", got.Size, got.Truncated, err)
	}
}

func TestABodyThatStopsEarlyIsAnError(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "only this")
	})
	_, err := ask(t.Context(), home, object{"method": "GET", "url": url})
	if failed := failure(t, err); failed.Code != tools.CodeUnavailable || !failed.Retryable || failed.InDoubt {
		t.Errorf("%+v", failed)
	}
	_, err = ask(t.Context(), home, object{"method": "POST", "url": url})
	if failed := failure(t, err); failed.Retryable || !failed.InDoubt {
		t.Errorf("a POST that may have happened would be repeated: %+v", failed)
	}
}

func TestSlowAnswersEnd(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			_, _ = io.WriteString(w, "x")
			w.(http.Flusher).Flush()
		}
		<-release
	})
	t.Cleanup(func() { close(release) }) // runs before the server's own clean-up
	for _, path := range []string{"/head", "/body"} {
		_, err := ask(t.Context(), home, object{"method": "GET", "url": url + path + "?token=s3cret", "timeout": 0.05})
		if failed := failure(t, err); failed.Code != tools.CodeTimeout || !failed.Retryable || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %+v", path, failed)
		}
	}
	_, err := ask(t.Context(), home, object{"method": "POST", "url": url + "/head", "timeout": 0.05})
	if failed := failure(t, err); !failed.InDoubt || failed.Retryable {
		t.Errorf("%+v", failed)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := ask(ctx, home, object{"method": "GET", "url": url + "/body"}); failure(t, err).Code != tools.CodeTimeout {
		t.Error(err)
	}
}

func TestBusyServersSayWhenToComeBack(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", "Tue, 01 Jul 2025 10:00:00 GMT")
		w.Header().Set("Retry-After", strings.ReplaceAll(r.URL.Query().Get("after"), "_", " "))
		w.WriteHeader(http.StatusTooManyRequests)
	})
	for after, want := range map[string]time.Duration{
		"7": 7 * time.Second, "-3": 0, "soon": 0, "": 0, "99999999": 24 * time.Hour, "Tue,_01_Jul_2025_10:01:30_GMT": 90 * time.Second,
	} {
		_, err := ask(t.Context(), home, object{"method": "POST", "url": url + "?after=" + after})
		if failed := failure(t, err); !failed.Retryable || failed.RetryAfter != want || failed.InDoubt {
			t.Errorf("%q: %+v", after, failed)
		}
	}
}

func TestHeadersThatAreNotTheCallersAreRefused(t *testing.T) {
	t.Parallel()
	for _, header := range []object{{"Host": "x"}, {"content-length": "1"}, {"Idempotency-Key": "x"}, {"a b": "x"}, {"X": "a\r\nY: b"}} {
		_, err := ask(t.Context(), home, object{"method": "GET", "url": "http://example.org", "headers": header})
		if failed := failure(t, err); failed.Code != tools.CodeInvalidArgs || !strings.HasPrefix(failed.Path, "headers.") {
			t.Errorf("%v: %+v", header, failed)
		}
	}
}

func TestAServerThatIsNotThereIsUnavailable(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	_ = listener.Close()
	_, err = ask(t.Context(), home, object{"method": "POST", "url": url})
	if failed := failure(t, err); failed.Code != tools.CodeUnavailable || failed.InDoubt || !failed.Retryable {
		t.Errorf("%+v", failed)
	}
}
