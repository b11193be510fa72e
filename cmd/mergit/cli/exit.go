package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/mergit-io/mergit/gateway/wire"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1   // the goal failed, or something did not work
	exitUsage       = 2   // the command line is wrong
	exitRefused     = 3   // the server refused, or a verification failed
	exitAsked       = 4   // a person must answer, and there is no terminal
	exitInterrupted = 130 // Ctrl-C
)

// exitNames stand for an exit code whose error has no name of its own.
var exitNames = map[int]string{
	exitFailed: "FAILED", exitUsage: "USAGE", exitRefused: "REFUSED", exitAsked: "AWAITING_HUMAN", exitInterrupted: "INTERRUPTED",
}

// exitError ends the command with a code.
type exitError struct {
	Code int
	Err  error
	// Name is what a program can tell the error by. Defaults to that of Code.
	Name string
	// Details is what a program can use of it. May be nil.
	Details any
	// With is the object that --json ends with; the error is added to it. Nil
	// is an empty one.
	With any
	// Long is the message of --json, if Err leaves out what was shown before.
	Long string
}

func (e *exitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit %d", e.Code)
	}
	return e.Err.Error()
}

func (e *exitError) Unwrap() error { return e.Err }

func usage(format string, args ...any) error {
	return &exitError{Code: exitUsage, Err: fmt.Errorf(format, args...)}
}

// exitOf says how a command ends that ended with an error.
func exitOf(ctx context.Context, err error) *exitError {
	if exit, ok := errors.AsType[*exitError](err); ok {
		return exit
	}
	switch {
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return &exitError{Code: exitInterrupted}
	case isUsage(err):
		return &exitError{Code: exitUsage, Err: err}
	}
	exit := &exitError{Code: exitFailed, Err: err}
	if named, ok := errors.AsType[interface {
		error
		Named() string
	}](err); ok {
		exit.Name = named.Named()
	}
	return exit
}

// text is what a person is told; empty if there is nothing to tell.
func (e *exitError) text() string {
	switch {
	case e.Err == nil:
		return ""
	case e.Code == exitInterrupted:
		return e.Err.Error()
	}
	return "mergit: " + e.Err.Error()
}

// line is the last line of --json.
func (e *exitError) line() json.RawMessage {
	type problem struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Details any    `json:"details,omitempty"`
	}
	said := problem{Code: e.Name, Message: e.Long, Details: e.Details}
	if said.Code == "" {
		said.Code = exitNames[e.Code]
	}
	switch {
	case said.Message != "":
	case e.Err != nil:
		said.Message = e.Err.Error()
	case e.Code == exitInterrupted:
		said.Message = "interrupted"
	}
	text, err := json.Marshal(struct {
		Error problem `json:"error"`
		Exit  int     `json:"exit"`
	}{said, e.Code})
	if err != nil {
		said.Details = nil
		text, _ = json.Marshal(map[string]any{"error": said, "exit": e.Code})
	}
	with, err := json.Marshal(e.With)
	if err != nil || len(with) <= len("{}") || with[0] != '{' {
		return text
	}
	return append(append(bytes.TrimSuffix(with, []byte("}")), ','), text[1:]...)
}

// explain turns a server's problem into what a person can act on.
func explain(err error) error {
	problem, ok := errors.AsType[*wire.Problem](err)
	if !ok {
		return err
	}
	text, faults := problem.Err.Message, problem.Err.Details.Faults
	if len(faults) > 1 {
		text, _, _ = strings.Cut(text, "; the first: ")
		text += ":"
	}
	for _, f := range faults {
		if name, ok := strings.CutPrefix(f.Path, "params."); ok && strings.HasSuffix(f.Reason, "give it a value") {
			said := f.String()
			f.Reason += " with --param " + name + "=VALUE"
			text = strings.Replace(text, said, f.String(), 1)
		}
		if !strings.Contains(text, f.String()) {
			text += "\n  " + f.String()
		}
	}
	if problem.Status == http.StatusUnauthorized {
		text += "; the server's token is printed by: mergit token"
	}
	switch problem.Err.Code { // an ID cut short is looked for among the newest
	case "GOAL_NOT_FOUND":
		text += "; mergit goal list names those there are"
	case "AGENT_NOT_FOUND":
		text += "; mergit agent list names those there are"
	}
	code := exitRefused
	if problem.Status >= 500 {
		code = exitFailed
	}
	exit := &exitError{Code: code, Name: problem.Err.Code, Long: problem.Err.Message}
	if len(faults) > 1 {
		exit.Err = fmt.Errorf("%s", text)
	} else {
		exit.Err = fmt.Errorf("%s (%s)", text, problem.Err.Code)
	}
	if !reflect.ValueOf(problem.Err.Details).IsZero() {
		exit.Details = problem.Err.Details
	}
	return exit
}

// isUsage recognises cobra's own complaints, which have no type.
func isUsage(err error) bool {
	for _, prefix := range []string{"unknown command", "accepts ", "requires at least", "required flag", "if any flags in the group"} {
		if strings.HasPrefix(err.Error(), prefix) {
			return true
		}
	}
	return false
}
