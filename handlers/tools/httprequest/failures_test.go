package httprequest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/mergit-io/mergit/handlers/tools"
)

// answering serves /STATUS with that status.
func answering(t *testing.T) string {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		status, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil {
			status = http.StatusNotFound
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "said")
	})
}

func TestAServerThatFellOverIsAFailure(t *testing.T) {
	t.Parallel()
	url := answering(t)
	for _, c := range []struct {
		method             string
		status             int
		retryable, inDoubt bool
	}{
		{"GET", 500, true, false}, {"GET", 502, true, false}, {"GET", 503, true, false}, {"GET", 504, true, false}, {"GET", 429, true, false}, {"HEAD", 500, true, false},
		{"POST", 500, false, true}, {"POST", 502, false, true}, {"POST", 504, false, true}, {"POST", 503, true, false}, {"POST", 429, true, false},
	} {
		_, err := ask(t.Context(), home, object{"method": c.method, "url": fmt.Sprintf("%s/%d?key=s3cret", url, c.status)})
		failed := failure(t, err)
		if failed.Code != tools.CodeUnavailable || failed.Retryable != c.retryable || failed.InDoubt != c.inDoubt {
			t.Errorf("%s %d: %+v", c.method, c.status, failed)
		}
		if text := failed.Error(); !strings.Contains(text, fmt.Sprintf("answered %d ", c.status)) || strings.Contains(text, "s3cret") {
			t.Errorf("%s %d: %s", c.method, c.status, text)
		}
		got, err := ask(t.Context(), home, object{"method": c.method, "url": fmt.Sprintf("%s/%d", url, c.status), "accept": []int{c.status}})
		if err != nil || got.Status != c.status {
			t.Errorf("%s %d accepted: %+v %v", c.method, c.status, got, err)
		}
	}
	for _, status := range []int{400, 401, 404, 409, 418, 501, 507} {
		if got, err := ask(t.Context(), home, object{"method": "GET", "url": fmt.Sprintf("%s/%d", url, status)}); err != nil || got.Status != status || got.Body != "said" {
			t.Errorf("%d: %+v %v", status, got, err)
		}
	}
}

func TestATimeoutNamesTheTimeThatApplied(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	url := serve(t, func(w http.ResponseWriter, r *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	for name, c := range map[string]struct {
		caller time.Duration
		args   object
	}{
		"the plan's":     {120 * time.Millisecond, object{"method": "GET", "url": url}},
		"the argument's": {time.Minute, object{"method": "GET", "url": url, "timeout": 0.12}},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), c.caller)
		_, err := ask(ctx, home, c.args)
		cancel()
		if failed := failure(t, err); failed.Code != tools.CodeTimeout || !strings.HasSuffix(failed.Message, ": took longer than 120ms") {
			t.Errorf("%s: %+v", name, failed)
		}
	}
}

func TestALostAnswerOfAPostIsInDoubtAndItsKeyIsKept(t *testing.T) {
	t.Parallel()
	keys := make(chan string, 2)
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		keys <- r.Header.Get("Idempotency-Key")
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	})
	for range 2 {
		_, err := ask(t.Context(), home, object{"method": "POST", "url": url, "body": "x"})
		if failed := failure(t, err); !failed.InDoubt || failed.Retryable || failed.Code != tools.CodeUnavailable {
			t.Errorf("%+v", failed)
		}
	}
	if first, second := <-keys, <-keys; first != second || first != "key-1" || len(keys) > 0 {
		t.Errorf("keys %q and %q, %d more", first, second, len(keys))
	}
}

func TestWhatTheNetworkSaysIsTold(t *testing.T) {
	t.Parallel()
	args, err := New(home).parse([]byte(`{"method":"GET","url":"https://example.org/x?key=s3cret"}`))
	if err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]struct {
		err       error
		retryable bool
	}{
		"GET https://example.org/x: there is no host example.org; that is final, and not tried again": {&net.DNSError{Err: "no such host", Name: "example.org", IsNotFound: true}, false},
		"GET https://example.org/x: the name server gave no answer for example.org":                   {&net.DNSError{Err: "server misbehaving", Name: "example.org", IsTemporary: true}, true},
		"GET https://example.org/x: no connection within 10s":                                         {&net.OpError{Op: "dial", Err: context.DeadlineExceeded}, true},
		"GET https://example.org/x: dial: connection refused":                                         {&net.OpError{Op: "dial", Err: errors.New("connection refused")}, true},
		"GET https://example.org/x: 10.0.0.1 is not an address of the public internet;":               {&addressError{netip.MustParseAddr("10.0.0.1")}, false},
	} {
		failed := failure(t, explain(t.Context(), c.err, args, false))
		if failed.Retryable != c.retryable || !strings.HasPrefix(failed.Message, want) {
			t.Errorf("%v: %+v", c.err, failed)
		}
	}
}

// nameServer answers every question with a code, at the returned address.
func nameServer(t *testing.T, code dnsmessage.RCode) string {
	t.Helper()
	at, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	t.Cleanup(func() { _ = at.Close(); wg.Wait() })
	wg.Go(func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := at.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil {
				continue
			}
			answer := dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, RCode: code}, Questions: m.Questions}
			if packed, err := answer.Pack(); err == nil {
				_, _ = at.WriteTo(packed, from)
			}
		}
	})
	return at.LocalAddr().String()
}

func TestOnlyAHostThatIsKnownNotToExistIsFinal(t *testing.T) {
	t.Parallel()
	args, err := New(home).parse([]byte(`{"method":"GET","url":"https://example.org/"}`))
	if err != nil {
		t.Fatal(err)
	}
	for code, retryable := range map[dnsmessage.RCode]bool{dnsmessage.RCodeNameError: false, dnsmessage.RCodeServerFailure: true, dnsmessage.RCodeRefused: true} {
		at := nameServer(t, code)
		resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "udp", at)
		}}
		_, err := (&net.Dialer{Resolver: resolver}).DialContext(t.Context(), "tcp", "example.org.:443")
		if failed := failure(t, explain(t.Context(), err, args, false)); failed.Retryable != retryable || failed.Code != tools.CodeUnavailable {
			t.Errorf("%s: %v is told as %+v", code, err, failed)
		}
	}
}

func TestTextInAnotherCharsetIsPutIntoUTF8(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		kind, body := "text/plain", "caf\xe9"
		switch r.URL.Path {
		case "/header":
			kind, body = "text/plain; charset=windows-1251", "\xcf\xf0\xe8\xe2\xe5\xf2"
		case "/meta":
			kind, body = "text/html", "<meta charset=iso-8859-2><p>\xbeivot"
		case "/utf16":
			kind, body = "text/plain", "\xff\xfeh\x00i\x00"
		case "/damaged":
			kind, body = "application/json; charset=utf-8", "{\"a\":\"\xff\"}"
		case "/bytes":
			kind = "image/png"
		}
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, body)
	})
	for path, want := range map[string]answer{
		"/plain":   {Body: "café", Encoding: "utf-8", Charset: "windows-1252", Size: 4},
		"/header":  {Body: "Привет", Encoding: "utf-8", Charset: "windows-1251", Size: 6},
		"/meta":    {Body: "<meta charset=iso-8859-2><p>život", Encoding: "utf-8", Charset: "iso-8859-2", Size: 33},
		"/utf16":   {Body: "hi", Encoding: "utf-8", Charset: "utf-16le", Size: 6},
		"/damaged": {Body: "{\"a\":\"\uFFFD\"}", Encoding: "utf-8", Charset: "utf-8, damaged", Size: 9},
		"/bytes":   {Body: "Y2Fm6Q==", Encoding: "base64", Size: 4},
	} {
		got, err := ask(t.Context(), home, object{"method": "GET", "url": url + path})
		if err != nil || got.Body != want.Body || got.Encoding != want.Encoding || got.Charset != want.Charset || got.Size != want.Size {
			t.Errorf("%s: %+v %v", path, got, err)
		}
	}
}
