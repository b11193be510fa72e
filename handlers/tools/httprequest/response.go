package httprequest

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"github.com/mergit-io/mergit/handlers/tools"
)

type answer struct {
	Status   int               `json:"status"`
	Headers  map[string]string `json:"headers"`
	Body     string            `json:"body"`
	Encoding string            `json:"encoding"`
	// Charset is what the body was written in, where that is not UTF-8 and Body was put into it.
	Charset string `json:"charset,omitempty"`
	// Size is what the server announced, or else what was read.
	Size      int64  `json:"size"`
	Truncated bool   `json:"truncated"`
	URL       string `json:"url"`
}

func (t *Tool) answer(response *http.Response, args arguments, call tools.Call) (answer, error) {
	if err := refusedBy(response, args); err != nil {
		return answer{}, err
	}
	out := answer{Status: response.StatusCode, Headers: headers(response.Header), Encoding: "utf-8", URL: response.Request.URL.String()}
	body := &counted{Reader: response.Body, report: func(n int64) { call.Report(n, max(response.ContentLength, 0), "reading the body") }}
	data, err := io.ReadAll(io.LimitReader(body, args.MaxBytes+1))
	if err != nil {
		return answer{}, err
	}
	out.Size = int64(len(data))
	if out.Size > args.MaxBytes {
		out.Truncated = true
		data = data[:args.MaxBytes]
		out.Size = max(out.Size, response.ContentLength)
	}
	out.Body, out.Encoding, out.Charset = encode(data, out.Truncated, response.Header.Get("Content-Type"))
	if args.Method == http.MethodHead {
		out.Size = max(response.ContentLength, 0)
	}
	return out, nil
}

// refusedBy makes a failure of a status that says nothing about what was asked for, only that the server cannot say it now.
// 429 and 503 turn a request away; with the others a POST may have happened before the server or one behind it fell over.
func refusedBy(response *http.Response, args arguments) error {
	status := response.StatusCode
	turnedAway := status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
	broken := status == http.StatusInternalServerError || status == http.StatusBadGateway || status == http.StatusGatewayTimeout
	if !turnedAway && !broken || slices.Contains(args.Accept, status) {
		return nil
	}
	failed := tools.Fail(tools.CodeUnavailable, "%s answered %d %s; accept: [%d] makes that a result", args.shortURL(), status, http.StatusText(status), status)
	failed.InDoubt = broken && args.Method == http.MethodPost
	failed.Retryable = !failed.InDoubt
	failed.RetryAfter = tools.RetryAfter(response.Header)
	return failed
}

// encode takes UTF-8 without NUL as text, and puts into it what the answer says is text in another charset. A character that
// was cut in two is dropped.
func encode(data []byte, cut bool, kind string) (text, encoding, charset string) {
	head := data
	for drop := 1; cut && !utf8.Valid(head) && drop < utf8.UTFMax && drop < len(data); drop++ {
		head = data[:len(data)-drop]
	}
	if utf8.Valid(head) && bytes.IndexByte(head, 0) < 0 {
		return string(head), "utf-8", ""
	}
	if text, charset, ok := translate(data, cut, kind); ok {
		return text, "utf-8", charset
	}
	return base64.StdEncoding.EncodeToString(data), "base64", ""
}

var textKind = regexp.MustCompile(`(?i)^text/|^application/([\w.+-]*\+)?(xml|json|xhtml\+xml|javascript)\b|charset=`)

// translate goes by the byte order mark, the header, and what a page says of itself; a text that says nothing is Windows-1252,
// as in every browser.
func translate(data []byte, cut bool, kind string) (text, name string, ok bool) {
	if !textKind.MatchString(kind) {
		return "", "", false
	}
	from, name, _ := charset.DetermineEncoding(data, kind)
	if name == "utf-8" {
		name = "utf-8, damaged"
	}
	read, err := from.NewDecoder().Bytes(data)
	if err != nil || bytes.IndexByte(read, 0) >= 0 {
		return "", "", false
	}
	text = strings.TrimPrefix(strings.ToValidUTF8(string(read), "\uFFFD"), "\ufeff")
	if cut {
		text = strings.TrimSuffix(text, "\uFFFD")
	}
	return text, name, true
}

// headers joins repeated ones and leaves out cookies: they are credentials, and no later call would send them back.
func headers(from http.Header) map[string]string {
	names := make([]string, 0, len(from))
	for name := range from {
		names = append(names, name)
	}
	slices.Sort(names)
	out := make(map[string]string, len(names))
	room := maxHeaders
	for _, name := range names {
		value := strings.ToValidUTF8(strings.Join(from[name], ", "), "\uFFFD")
		if room -= len(name) + len(value); room < 0 {
			break
		}
		if name != "Set-Cookie" {
			out[strings.ToLower(name)] = value
		}
	}
	return out
}

// explain says why there is no answer. Whoever reads it must learn whether a POST may have happened.
func explain(ctx context.Context, err error, args arguments, sent bool) error {
	if known, ok := errors.AsType[*tools.Error](err); ok {
		return known
	}
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err // the URL may hold secrets in its query
	}
	what := args.shortURL()
	failed := tools.Wrap(ctx, err, what)
	refused, isAddress := errors.AsType[*addressError](err)
	redirect, isRedirect := errors.AsType[*redirectError](err)
	dns, isDNS := errors.AsType[*net.DNSError](err)
	switch {
	case isAddress:
		failed.Code, failed.Path = tools.CodeForbidden, "url"
		failed.Message = what + ": " + refused.Error() + "; an operator can allow it with --allow-private"
	case isRedirect:
		failed.Code, failed.Message = tools.CodeForbidden, what+": "+redirect.Error()
	case ctx.Err() != nil:
		// Whatever the network made of it, the call was over.
		failed = tools.Wrap(ctx, ctx.Err(), what)
	case isDNS && dns.IsNotFound && !dns.IsTemporary && !dns.IsTimeout:
		failed.Code, failed.Message = tools.CodeUnavailable, what+": there is no host "+dns.Name+"; that is final, and not tried again"
	case isDNS:
		failed.Code, failed.Message, failed.Retryable = tools.CodeUnavailable, what+": the name server gave no answer for "+dns.Name, true
	case isTimeout(err):
		failed.Code, failed.Message, failed.Retryable = tools.CodeTimeout, what+": no connection within "+toConnect.String(), true
	case failed.Code == tools.CodeFailed:
		failed.Code, failed.Retryable = tools.CodeUnavailable, true
	}
	failed.InDoubt = sent && args.Method == http.MethodPost
	// What may have happened must be looked for, not repeated.
	failed.Retryable = failed.Retryable && !failed.InDoubt
	return failed
}

func isTimeout(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout()
}

type counted struct {
	io.Reader
	read, told int64
	report     func(int64)
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if c.read += int64(n); c.read-c.told >= 256<<10 {
		c.told = c.read
		c.report(c.read)
	}
	return n, err
}
