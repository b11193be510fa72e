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
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mergit-io/mergit/handlers/tools"
)

type answer struct {
	Status   int               `json:"status"`
	Headers  map[string]string `json:"headers"`
	Body     string            `json:"body"`
	Encoding string            `json:"encoding"`
	// Size is what the server announced, or else what was read.
	Size      int64  `json:"size"`
	Truncated bool   `json:"truncated"`
	URL       string `json:"url"`
}

func (t *Tool) answer(response *http.Response, args arguments, call tools.Call) (answer, error) {
	if response.StatusCode == http.StatusTooManyRequests || response.StatusCode == http.StatusServiceUnavailable {
		failed := tools.Fail(tools.CodeUnavailable, "%s answered %d %s; try again later", args.shortURL(), response.StatusCode, http.StatusText(response.StatusCode))
		failed.Retryable = true
		failed.RetryAfter = retryAfter(response.Header)
		return answer{}, failed
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
	out.Body, out.Encoding = encode(data, out.Truncated)
	if args.Method == http.MethodHead {
		out.Size = max(response.ContentLength, 0)
	}
	return out, nil
}

// encode takes UTF-8 without NUL as text. A character that was cut in two is dropped.
func encode(data []byte, cut bool) (text, encoding string) {
	head := data
	for drop := 1; cut && !utf8.Valid(head) && drop < utf8.UTFMax && drop < len(data); drop++ {
		head = data[:len(data)-drop]
	}
	if utf8.Valid(head) && bytes.IndexByte(head, 0) < 0 {
		return string(head), "utf-8"
	}
	return base64.StdEncoding.EncodeToString(data), "base64"
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

// retryAfter reads seconds or a date; a date counts from the server's own clock.
func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(min(max(seconds, 0), 24*3600)) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), 24*time.Hour)
}

// explain says why there is no answer. Whoever reads it must learn whether a POST may have happened.
func explain(err error, args arguments, sent bool) error {
	if known, ok := errors.AsType[*tools.Error](err); ok {
		return known
	}
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err // the URL may hold secrets in its query
	}
	what := args.shortURL()
	failed := tools.Wrap(err, what)
	failed.InDoubt = sent && args.Method == http.MethodPost
	refused, isAddress := errors.AsType[*addressError](err)
	redirect, isRedirect := errors.AsType[*redirectError](err)
	dns, isDNS := errors.AsType[*net.DNSError](err)
	switch {
	case isAddress:
		failed.Code, failed.Path = tools.CodeForbidden, "url"
		failed.Message = what + ": " + refused.Error() + "; an operator can allow it"
	case isRedirect:
		failed.Code, failed.Message = tools.CodeForbidden, what+": "+redirect.Error()
	case isDNS:
		failed.Code, failed.Message = tools.CodeUnavailable, what+": no address for "+dns.Name
		failed.Retryable = !dns.IsNotFound
	case errors.Is(err, context.DeadlineExceeded) || isTimeout(err):
		failed.Code, failed.Message, failed.Retryable = tools.CodeTimeout, what+": took longer than "+args.timeout.String(), true
	case failed.Code == tools.CodeFailed:
		failed.Code, failed.Retryable = tools.CodeUnavailable, true
	}
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
