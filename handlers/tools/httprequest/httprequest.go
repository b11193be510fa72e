// Package httprequest is the tool that asks the web. It is pointed at addresses by models, plans and redirects, so every
// connection is checked where it is made: on the resolved address, after DNS and after each redirect.
package httprequest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// Name is the tool's name.
const Name = "http_request"

//go:embed input.json
var input []byte

//go:embed output.json
var output []byte

// Config says what the tool may do. The zero value is the safe one.
type Config struct {
	// AllowPrivate lets calls reach loopback, private and other addresses that are not on the public internet.
	AllowPrivate bool
	// AllowNets are networks that may be reached although they are not public. Defaults to none.
	AllowNets []netip.Prefix
	// MaxBody is the most that a call may ask for with max_bytes. Defaults to 4 MiB.
	MaxBody int64
	// Timeout is the longest a call may take. Defaults to 60 s.
	Timeout time.Duration
	// UserAgent defaults to "mergit".
	UserAgent string
}

const (
	usualBody    = 2 << 20
	usualTimeout = 30 * time.Second
	maxRedirects = 5
	maxHeaders   = 64 << 10 // of a response, as a whole
	toConnect    = 10 * time.Second
)

// Tool is http_request.
type Tool struct {
	config Config
	client *http.Client
}

var _ tools.Tool = (*Tool)(nil)

// New makes the tool.
func New(config Config) *Tool {
	if config.MaxBody <= 0 {
		config.MaxBody = 4 << 20
	}
	if config.Timeout <= 0 {
		config.Timeout = time.Minute
	}
	if config.UserAgent == "" {
		config.UserAgent = "mergit"
	}
	g := guard{config.AllowPrivate, config.AllowNets}
	dialer := &net.Dialer{Timeout: toConnect, ControlContext: g.control}
	transport := &http.Transport{
		// A proxy would connect in our place, where the address cannot be checked.
		Proxy:       nil,
		DialContext: dialer.DialContext,
		// On a connection used before, net/http repeats a request that failed, even a POST with an Idempotency-Key.
		DisableKeepAlives:      true,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    toConnect,
		MaxResponseHeaderBytes: maxHeaders,
	}
	return &Tool{config, &http.Client{Transport: transport, CheckRedirect: checkRedirect}}
}

// Spec describes the tool.
func (t *Tool) Spec() tools.Spec {
	return tools.Spec{
		Name:  Name,
		Title: "HTTP request",
		Description: "Sends a GET, HEAD or POST request and returns status, headers and body. Any status is a result, except 429, 500, 502, 503 " +
			"and 504, which are failures unless accept names them: those of GET and HEAD are retried, and so are 429 and 503 of POST; " +
			"of a POST the others leave open whether it happened. A name server that does not answer is asked again; a host that it knows " +
			"not to exist is not. Only public http and https addresses are reached. A body over " +
			"max_bytes is cut and says so; text in another charset is put into UTF-8, and what is no text comes as base64. Up to 5 " +
			"redirects are followed. What its server lets be kept may be up to five minutes old.",
		Input:       input,
		Output:      output,
		Annotations: tools.Annotations{Destructive: true, OpenWorld: true},
		Timeout:     t.config.Timeout,
		Secrets:     true,
		CacheFor:    keepFor,
		CacheWith:   fmt.Sprint(t.config.AllowPrivate, t.config.AllowNets),
		MaxResult:   6*t.config.MaxBody + 2*maxHeaders*6 + 64<<10,
	}
}

// Effect is read for what HTTP calls safe.
func (*Tool) Effect(args json.RawMessage) tools.Effect {
	var a struct {
		Method string `json:"method"`
	}
	if json.Unmarshal(args, &a) == nil && (a.Method == http.MethodGet || a.Method == http.MethodHead) {
		return tools.Read
	}
	return tools.Write
}

// Run sends one request and follows its redirects.
func (t *Tool) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	args, err := t.parse(call.Args)
	if err != nil {
		return tools.Result{}, err
	}
	ctx, cancel := tools.Within(ctx, args.timeout)
	defer cancel()
	if err := ctx.Err(); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, args.shortURL())
	}
	request, err := t.request(ctx, args, call.IdempotencyKey)
	if err != nil {
		return tools.Result{}, err
	}
	var sent atomic.Bool
	request = request.WithContext(noteSending(within(request.Context(), call), &sent))
	response, err := t.client.Do(request)
	if err != nil {
		return tools.Result{}, explain(ctx, err, args, sent.Load())
	}
	defer response.Body.Close()
	value, err := t.answer(response, args, call)
	if err != nil {
		return tools.Result{}, explain(ctx, err, args, sent.Load())
	}
	return tools.Value(value)
}
