package httprequest

import (
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
)

func TestOnlyPublicAddressesAreReached(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"1.1.1.1": true, "93.184.216.34": true, "2606:4700::1111": true, "2a00:1450:4014:80e::200e": true, "100.63.255.255": true, "172.32.0.1": true,
		"127.0.0.1": false, "127.255.255.254": false, "10.0.0.1": false, "172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false,
		"169.254.169.254": false, "100.64.0.1": false, "100.127.255.255": false, "0.0.0.0": false, "0.1.2.3": false, "224.0.0.1": false,
		"239.255.255.255": false, "255.255.255.255": false, "240.0.0.1": false, "198.18.0.1": false, "192.0.2.1": false, "192.0.0.8": false,
		"::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd12::1": false, "ff02::1": false, "fec0::1": false,
		"::ffff:127.0.0.1": false, "::ffff:1.1.1.1": false, "::ffff:10.0.0.1": false, "64:ff9b::7f00:1": false, "64:ff9b::101:101": false,
		"64:ff9b:1::1": false, "2002:7f00:1::": false, "2001:0:1::": false, "2001:db8::1": false, "::127.0.0.1": false, "100::1": false, "3fff::1": false,
	} {
		if got := (guard{}).allows(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: allowed %v", address, got)
		}
		if !(guard{private: true}).allows(netip.MustParseAddr(address)) {
			t.Errorf("%s: refused although private is allowed", address)
		}
	}
}

func TestLoopbackIsRefusedInEverySpelling(t *testing.T) {
	t.Parallel()
	server := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("was reached") })
	port := server[strings.LastIndex(server, ":"):]
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]", "127.0.0.2", "[::ffff:7f00:1]"} {
		_, err := ask(t.Context(), Config{}, object{"method": "GET", "url": "http://" + host + port})
		if failed := failure(t, err); failed.Code != tools.CodeForbidden {
			t.Errorf("%s: %+v", host, failed)
		}
	}
	for _, host := range []string{"127.1", "2130706433", "0x7f000001", "017700000001"} {
		if got, err := ask(t.Context(), Config{}, object{"method": "GET", "url": "http://" + host + port}); err == nil {
			t.Errorf("%s: %+v", host, got)
		}
	}
}

func TestARedirectToAPrivateAddressIsRefused(t *testing.T) {
	t.Parallel()
	private := serveAt(t, "127.0.0.2", func(http.ResponseWriter, *http.Request) { t.Error("was reached") })
	public := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, private, http.StatusFound) })
	_, err := ask(t.Context(), home, object{"method": "GET", "url": public})
	if failed := failure(t, err); failed.Code != tools.CodeForbidden || failed.Retryable {
		t.Errorf("%+v", failed)
	}
}

func TestRedirectsAreFollowedWithinReason(t *testing.T) {
	t.Parallel()
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case path == "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case path == "/user":
			http.Redirect(w, r, "http://a:b@127.0.0.1/", http.StatusFound)
		case path == "/same":
			http.Redirect(w, r, "/echo", http.StatusTemporaryRedirect)
		case path == "/echo":
			body, _ := io.ReadAll(r.Body)
			_, _ = io.WriteString(w, r.Method+" "+r.Header.Get("Authorization")+" "+string(body))
		case len(path) > 1:
			http.Redirect(w, r, path[:len(path)-1], http.StatusFound)
		}
	})
	got, err := ask(t.Context(), home, object{"method": "GET", "url": base + "/12345"})
	if err != nil || got.URL != base+"/" {
		t.Errorf("five redirects: %+v %v", got, err)
	}
	for _, path := range []string{"/123456", "/file", "/user"} {
		if _, err := ask(t.Context(), home, object{"method": "GET", "url": base + path}); failure(t, err).Code != tools.CodeForbidden {
			t.Errorf("%s: %v", path, err)
		}
	}
	got, err = ask(t.Context(), home, object{"method": "POST", "url": base + "/same", "headers": object{"Authorization": "A"}, "body": "b"})
	if err != nil || got.Body != "POST A b" {
		t.Errorf("same origin: %+v %v", got, err)
	}
}

func TestCredentialsStayWithTheirOrigin(t *testing.T) {
	t.Parallel()
	other := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for name := range r.Header {
			if name == "Authorization" || name == "X-Api-Key" || name == "Cookie" || name == "Referer" {
				t.Errorf("%s went to another origin", name)
			}
		}
		_, _ = io.WriteString(w, r.Header.Get("Accept"))
	})
	first := serve(t, func(w http.ResponseWriter, r *http.Request) {
		code := http.StatusFound
		if r.URL.Path == "/keep" {
			code = http.StatusPermanentRedirect
		}
		http.Redirect(w, r, other, code)
	})
	headers := object{"Authorization": "Bearer x", "X-Api-Key": "x", "Cookie": "x=y", "Accept": "text/html"}
	got, err := ask(t.Context(), home, object{"method": "GET", "url": first, "headers": headers})
	if err != nil || got.Body != "text/html" {
		t.Errorf("%+v %v", got, err)
	}
	_, err = ask(t.Context(), home, object{"method": "POST", "url": first + "/keep", "body": "private"})
	if failed := failure(t, err); failed.Code != tools.CodeForbidden || !failed.InDoubt {
		t.Errorf("a body went to another origin: %+v", failed)
	}
}

func TestEncryptionIsNotGivenUp(t *testing.T) {
	t.Parallel()
	via := []*http.Request{{URL: mustURL("https://example.org"), Header: http.Header{}, Method: http.MethodGet}}
	next := &http.Request{URL: mustURL("http://example.org"), Header: http.Header{}, Method: http.MethodGet}
	if err := checkRedirect(next, via); err == nil || !strings.Contains(err.Error(), "from https to http") {
		t.Error(err)
	}
}

func mustURL(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil {
		panic(err)
	}
	return u
}
