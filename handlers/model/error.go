package model

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Codes of Error.
const (
	CodeRateLimited = "rate_limited"     // too many requests or tokens
	CodeOverloaded  = "overloaded"       // the provider's fault, 5xx
	CodeUnreachable = "unreachable"      // no connection, or none in time
	CodeCut         = "cut"              // the answer ended before it was whole
	CodeNoStop      = "no_stop_reason"   // nobody knows whether the answer is whole
	CodeInvalid     = "invalid_answer"   // the answer is none of this protocol
	CodeEmpty       = "empty_answer"     // neither text nor calls
	CodeRefused     = "request_refused"  // the provider does not take the request
	CodeTooLong     = "prompt_too_long"  // the prompt is larger than the model's window
	CodeNoAccess    = "no_access"        // the key is missing, wrong or without credit
	CodeFiltered    = "filtered"         // the provider's filter stopped the answer
	CodeNoModel     = "no_model"         // no model is configured
	CodeNoPrice     = "cost_unknown"     // a cost limit, and no price to keep it by
	CodeOutOfScript = "script_exhausted" // a scripted model has nothing more to say
)

// Error is why a model did not answer.
type Error struct {
	Code    string
	Message string
	// Status is the HTTP status, 0 if there was none.
	Status int
	// Retryable says that the same request may succeed later, with this model or another.
	Retryable bool
	// RetryAfter is what the provider asked for; 0 if it did not.
	RetryAfter time.Duration
	Err        error
}

func (e *Error) Error() string { return e.Message }
func (e *Error) Unwrap() error { return e.Err }

func fail(code string, retryable bool, format string, args ...any) *Error {
	return &Error{Code: code, Retryable: retryable, Message: fmt.Sprintf(format, args...)}
}

// asError makes an *Error of any error.
func asError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Code: CodeInvalid, Retryable: true, Message: err.Error(), Err: err}
}

// unreachable is a request that got no answer.
func unreachable(err error) *Error {
	e := &Error{Code: CodeUnreachable, Retryable: true, Message: "the provider cannot be reached", Err: err}
	if errors.Is(err, context.DeadlineExceeded) {
		e.Message = "the provider did not answer in time"
	}
	return e
}

// answered makes an Error of an HTTP status that is not 200.
func answered(status int, header http.Header, said string, now time.Time) *Error {
	e := &Error{Code: CodeRefused, Status: status, Message: fmt.Sprintf("HTTP %d: %s", status, said)}
	lower := strings.ToLower(said)
	switch {
	case strings.Contains(lower, "insufficient_quota"), // a 429 that no waiting helps
		status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusPaymentRequired:
		e.Code = CodeNoAccess
	case status == http.StatusTooManyRequests:
		e.Code, e.Retryable = CodeRateLimited, true
	case status >= 500, status == http.StatusRequestTimeout, status == http.StatusConflict: // 529 is Anthropic's "overloaded"
		e.Code, e.Retryable = CodeOverloaded, true
	case status == http.StatusRequestEntityTooLarge, strings.Contains(lower, "context_length"), strings.Contains(lower, "context length"),
		strings.Contains(lower, "maximum context"), strings.Contains(lower, "prompt is too long"):
		e.Code = CodeTooLong
	}
	if e.Retryable {
		e.RetryAfter = retryAfter(header, now)
	}
	return e
}

// retryAfter reads how long to wait: milliseconds as OpenAI and Anthropic's gateways say them, or RFC 9110's seconds or date.
func retryAfter(header http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(header.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < maxRetryAfter.Seconds()*1000 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 {
		return min(time.Duration(min(seconds, maxRetryAfter.Seconds())*float64(time.Second)), maxRetryAfter)
	}
	if at, err := http.ParseTime(value); err == nil {
		return min(max(at.Sub(now), 0), maxRetryAfter)
	}
	return 0
}

// maxRetryAfter bounds what a provider can have us wait for.
const maxRetryAfter = time.Hour

// brief is what an error quotes of a provider's words, without the key.
func brief(text, key string) string {
	const most = 400
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " ")
	if key != "" {
		text = strings.ReplaceAll(text, key, "[key]")
	}
	if len(text) <= most {
		return text
	}
	cut := most
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
