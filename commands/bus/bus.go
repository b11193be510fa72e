// Package bus carries commands between processes: request and reply over NATS
// micro, one endpoint per command, one queue group per family. A command goes to
// mergit.cmd.<family>.<name>, where any one of the servers runs it; what it is
// refused with arrives as the same *commands.Refusal it left as.
package bus

import (
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/mergit-io/mergit/commands"
)

const (
	// Prefix starts the subject of every command.
	Prefix = "mergit.cmd."
	// Service is the name under which servers are listed.
	Service = "mergit-commands"
	// MaxBytes is the default bound of one command's size.
	MaxBytes = 768 << 10

	// patience is the header that says how long the client waits for this
	// answer, as a duration; no server works for a client that has left.
	patience = "Mergit-Patience"
)

// Error says that a command came to no decision. What it asked for may have
// happened nevertheless unless Undelivered is set.
type Error struct {
	Command string
	// Undelivered says that no server took the command.
	Undelivered bool
	// Final says that the same command would fail again.
	Final bool
	Err   error
}

func (e *Error) Error() string { return fmt.Sprintf("command %s: %v", e.Command, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Temporary reports whether trying later can help.
func (e *Error) Temporary() bool { return !e.Final }

// The codes in the error header of a reply.
const (
	codeNotFound = "404"
	codeConflict = "409"
	codeInvalid  = "422"
	codeFault    = "500" // it would fail again
	codeTrouble  = "503" // it may succeed later
)

// codeOf is how a refusal is marked for those who look at headers only.
func codeOf(s commands.Sort) string {
	switch s {
	case commands.NotFound:
		return codeNotFound
	case commands.Conflict:
		return codeConflict
	case commands.Invalid:
	}
	return codeInvalid
}

// trouble is the body of a reply to a command that came to no decision.
type trouble struct {
	Error string `json:"error"`
}

// errorReply makes a reply as micro's Request.Error would. Micro's own cannot
// be used: it notes the error in the request for statistics that are taken when
// the handler returns, and ours returns before the command has run.
func errorReply(code, description string, body any) *nats.Msg {
	m := nats.NewMsg("")
	m.Header.Set(micro.ErrorHeader, description)
	m.Header.Set(micro.ErrorCodeHeader, code)
	m.Data, _ = json.Marshal(body) // of strings only
	return m
}
