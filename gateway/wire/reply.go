// Package wire is the JSON that the gateway and its clients exchange: the
// envelope of every answer, requests, read models, and events on a stream.
//
// Field tags: doc is the field's description and enum the values it can have;
// both go into the OpenAPI document.
package wire

import (
	"fmt"
	"time"
)

// Reply is the envelope of every JSON answer. Either Data or Error is null.
type Reply[T any] struct {
	Data  T      `json:"data"`
	Meta  Meta   `json:"meta"`
	Error *Error `json:"error"`
}

// Meta is about the answer itself.
type Meta struct {
	RequestID string    `json:"request_id" doc:"also in the header X-Request-Id; name it when you report a fault"`
	Timestamp time.Time `json:"timestamp"`
}

// Error says what was wrong. Code is stable, Message is for people.
type Error struct {
	Code    string  `json:"code" doc:"stable, UPPER_SNAKE"`
	Message string  `json:"message"`
	Details Details `json:"details"`
}

// Details is what a program can use of an error.
type Details struct {
	Faults    []Fault  `json:"faults,omitempty" doc:"everything wrong with the request, not only the first"`
	Line      int      `json:"line,omitempty" doc:"of malformed JSON, from 1"`
	Column    int      `json:"column,omitempty" doc:"of malformed JSON in bytes, from 1"`
	Retryable bool     `json:"retryable,omitempty" doc:"the same request may succeed later"`
	Allowed   []string `json:"allowed,omitempty" doc:"what would have been accepted"`
	Checks    []Check  `json:"checks,omitempty" doc:"of GET /ready"`
}

// Fault is one thing wrong with a request, and where.
type Fault struct {
	Path   string `json:"path" doc:"like plan.tasks[2].needs[0], or a query parameter; empty for the request as a whole"`
	Reason string `json:"reason"`
}

func (f Fault) String() string {
	if f.Path == "" {
		return f.Reason
	}
	return f.Path + ": " + f.Reason
}

// Check is the state of something the gateway depends on.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Reason string `json:"reason,omitempty"`
}

// Problem is an Error with its HTTP status. It is the error type of handlers
// and of clients.
type Problem struct {
	Status int
	Err    Error
}

func (p *Problem) Error() string { return fmt.Sprintf("%s: %s", p.Err.Code, p.Err.Message) }

// Refuse makes a Problem.
func Refuse(status int, code, format string, args ...any) *Problem {
	return &Problem{Status: status, Err: Error{Code: code, Message: fmt.Sprintf(format, args...)}}
}

// With adds faults.
func (p *Problem) With(faults ...Fault) *Problem {
	p.Err.Details.Faults = append(p.Err.Details.Faults, faults...)
	return p
}

// Retryable marks what may succeed later.
func (p *Problem) Retryable() *Problem {
	p.Err.Details.Retryable = true
	return p
}

// Allow adds what would have been accepted.
func (p *Problem) Allow(what ...string) *Problem {
	p.Err.Details.Allowed = append(p.Err.Details.Allowed, what...)
	return p
}
