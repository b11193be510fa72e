package tools

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Codes of Error. A tool may add its own.
const (
	CodeInvalidArgs = "invalid_args" // the call is wrong: change the arguments
	CodeUnknownTool = "unknown_tool" // there is no such tool
	CodeNotFound    = "not_found"    // what the arguments name is not there
	CodeForbidden   = "forbidden"    // the tool does not do this, whoever asks
	CodeTooLarge    = "too_large"    // over a limit: ask for less
	CodeTimeout     = "timeout"      // it took too long
	CodeCancelled   = "cancelled"    // the caller gave up
	CodeUnavailable = "unavailable"  // the other side does not answer now
	CodeFailed      = "failed"       // anything else
)

// Error is a tool's failure, written for whoever has to decide what to do next.
type Error struct {
	Code string
	// Message says what went wrong and what to do, in terms of the arguments.
	Message string
	// Path is the argument at fault, like edits[0].path; empty if none is.
	Path string
	// Retryable promises that the same call may succeed later.
	Retryable bool
	// RetryAfter is how long to wait first, where the other side said so.
	RetryAfter time.Duration
	// InDoubt says that a write may have happened all the same, so that it must be looked for and not run again.
	InDoubt bool
	// Err is the cause, if there is one.
	Err error
}

func (e *Error) Error() string {
	if e.Path != "" {
		return e.Path + ": " + e.Message
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }

// Fail makes an Error.
func Fail(code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// BadArg makes an Error about one argument.
func BadArg(path, format string, args ...any) *Error {
	return &Error{Code: CodeInvalidArgs, Path: path, Message: fmt.Sprintf(format, args...)}
}

// Wrap makes an Error of any error and says what was being done. An ended context is told from other failures, with the time
// that it gave if it is one of Within; an *Error passes through as it is.
func Wrap(ctx context.Context, err error, doing string) *Error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: CodeTimeout, Message: doing + ": " + tooLong(ctx), Retryable: true, Err: err}
	case errors.Is(err, context.Canceled):
		return &Error{Code: CodeCancelled, Message: doing + ": cancelled", Err: err}
	}
	return &Error{Code: CodeFailed, Message: doing + ": " + err.Error(), Err: err}
}
