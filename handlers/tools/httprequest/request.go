package httprequest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/mergit-io/mergit/handlers/tools"
)

type arguments struct {
	Method   string            `json:"method"`
	URL      string            `json:"url"`
	Headers  map[string]string `json:"headers"`
	Body     json.RawMessage   `json:"body"`
	Timeout  float64           `json:"timeout"`
	MaxBytes int64             `json:"max_bytes"`
	Accept   []int             `json:"accept"`

	timeout time.Duration
	target  *url.URL
	host    string
}

func (t *Tool) parse(raw json.RawMessage) (arguments, error) {
	var args arguments
	if err := tools.Decode(raw, &args); err != nil {
		return args, err
	}
	switch args.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		return args, tools.BadArg("method", "is %q; use GET, HEAD or POST", args.Method)
	}
	target, err := url.Parse(args.URL)
	if err != nil {
		return args, tools.BadArg("url", "is not a URL; write it like https://example.org/path")
	}
	if err := checkURL(target); err != nil {
		return args, tools.BadArg("url", "%v", err)
	}
	args.target, args.host = target, target.Host
	if args.MaxBytes == 0 {
		args.MaxBytes = min(usualBody, t.config.MaxBody)
	}
	if args.MaxBytes < 0 || args.MaxBytes > t.config.MaxBody {
		return args, tools.BadArg("max_bytes", "is %d; the most is %d", args.MaxBytes, t.config.MaxBody)
	}
	args.timeout = min(usualTimeout, t.config.Timeout)
	if args.Timeout != 0 {
		if args.Timeout < 0 || args.Timeout > t.config.Timeout.Seconds() {
			return args, tools.BadArg("timeout", "is %v seconds; the most is %v", args.Timeout, t.config.Timeout.Seconds())
		}
		args.timeout = time.Duration(args.Timeout * float64(time.Second))
	}
	if args.Method != http.MethodPost && len(args.Body) > 0 && string(args.Body) != "null" {
		return args, tools.BadArg("body", "goes with POST only")
	}
	return args, nil
}

// ours are headers that belong to the connection or that this package sets.
var ours = map[string]bool{
	"Host": true, "Content-Length": true, "Transfer-Encoding": true, "Connection": true, "Keep-Alive": true, "Upgrade": true, "Te": true,
	"Trailer": true, "Expect": true, "Proxy-Authorization": true, "Proxy-Connection": true, "Idempotency-Key": true,
}

func (t *Tool) request(ctx context.Context, args arguments, key string) (*http.Request, error) {
	body, kind := payload(args.Body)
	request, err := http.NewRequestWithContext(ctx, args.Method, args.target.String(), bytes.NewReader(body))
	if err != nil {
		return nil, tools.BadArg("url", "cannot be requested")
	}
	if args.Method != http.MethodPost {
		request.Body, request.GetBody, request.ContentLength = nil, nil, 0
	}
	request.Header.Set("User-Agent", t.config.UserAgent)
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	for name, value := range args.Headers {
		at := "headers." + name
		switch canonical := http.CanonicalHeaderKey(name); {
		case !httpguts.ValidHeaderFieldName(name):
			return nil, tools.BadArg(at, "is not a header's name")
		case ours[canonical]:
			return nil, tools.BadArg(at, "is set by the tool; leave it out")
		case !httpguts.ValidHeaderFieldValue(value):
			return nil, tools.BadArg(at, "has a line break or control character in its value")
		default:
			request.Header.Set(canonical, value)
		}
	}
	if args.Method == http.MethodPost && key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	return request, nil
}

// payload sends a text as it is and any other value as JSON.
func payload(body json.RawMessage) (data []byte, kind string) {
	var text string
	switch {
	case len(body) == 0 || string(body) == "null":
		return nil, ""
	case json.Unmarshal(body, &text) == nil:
		return []byte(text), "text/plain; charset=utf-8"
	}
	return body, "application/json"
}

// noteSending learns whether anything was put on the wire: before that a POST certainly did not happen.
func noteSending(ctx context.Context, sent *atomic.Bool) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaders: func() { sent.Store(true) },
	})
}

// shortURL leaves out the query, which may hold what should not be repeated in an error.
func (a arguments) shortURL() string {
	short := url.URL{Scheme: a.target.Scheme, Host: a.target.Host, Path: a.target.Path}
	return strings.TrimSpace(a.Method + " " + short.String())
}
