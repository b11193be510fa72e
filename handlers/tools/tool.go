// Package tools is the port through which work meets the world: what a tool is, how it is called, how it fails, and the
// registry that serves the agent loop, MCP and A2A alike. Tools know nothing of goals or events.
package tools

import (
	"context"
	"encoding/json"
	"time"
)

// Effect says what may be done when nobody knows whether a call happened.
type Effect string

const (
	// Read changes nothing: run it again.
	Read Effect = "read"
	// Idempotent changes something, but twice with the same idempotency key is as once: run it again.
	Idempotent Effect = "idempotent"
	// Write may have happened: look (Verifier) or ask a person, never run it again on a guess.
	Write Effect = "write"
)

// Known reports whether e is one of the three.
func (e Effect) Known() bool { return e == Read || e == Idempotent || e == Write }

// Annotations are hints for people and models; MCP's names on the wire. Only Effect decides what is run again.
type Annotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// Spec is what a tool says about itself.
type Spec struct {
	// Name is 1 to 64 of A-Z a-z 0-9 _ -.
	Name, Title string
	// Description is read by models: what the tool does, when to use it, how arguments are written.
	Description string
	// Input and Output are JSON Schemas 2020-12. Input describes an object and holds examples.
	Input, Output json.RawMessage
	Annotations   Annotations
	// Timeout is the longest one call may take; the caller enforces it through the context.
	Timeout time.Duration
	// MaxResult is the most bytes Result.Value may have. Tools cut what they return and say so in the value.
	MaxResult int64
	// CacheFor is how long a read's result may stand in for another call with equal arguments, of any goal of the workspace. Zero
	// means never. It is for tools whose reads depend on nothing of the goal: not on its files, its mounts, or whose call it is.
	CacheFor time.Duration
	// CacheWith is what results depend on besides the arguments, such as the account that is used. Only a digest of it is kept.
	CacheWith string
	// Secrets says that arguments may hold {{secret.name}}, which Run is given in plain. It MUST NOT say them to anybody but whom the
	// call is for.
	Secrets bool
	// CacheGroup has a write of any tool of the group forget the results of all. Defaults to the name.
	CacheGroup string
}

// Call is one use of a tool.
type Call struct {
	// ID is this occurrence. Two calls with equal arguments are two calls.
	ID string
	// IdempotencyKey is the same for every attempt at this occurrence.
	IdempotencyKey string
	// Args have passed Registry.Check.
	Args json.RawMessage
	// Workspace is the goal's own directory, absolute; it may not exist yet.
	Workspace string
	// Mounts maps names to absolute host directories, which are only read.
	Mounts map[string]string
	// MayReach reports whether the caller may reach a host that the arguments do not name, such as one that a redirect leads
	// to. Nil is any.
	MayReach func(host string) bool
	// Caller is who calls.
	Caller Caller
	// Woken is what became known of what the call waited for; empty before that (see Waiting).
	Woken string
	// Progress may be nil; call Report. A total of 0 means unknown.
	Progress func(done, total int64, note string)
}

// Report tells whoever listens how far the call is.
func (c Call) Report(done, total int64, note string) {
	if c.Progress != nil {
		c.Progress(done, total, note)
	}
}

// Result is what a call came to.
type Result struct {
	// Value is any JSON value; it matches Spec.Output.
	Value json.RawMessage
}

// Outcome is what looking for an earlier write found.
type Outcome struct {
	// Known is false if looking cannot tell; then Happened means nothing.
	Known    bool
	Happened bool
	// Result is what Run would have returned, if it happened.
	Result Result
}

// Tool does one kind of work.
type Tool interface {
	// Spec never changes for one tool.
	Spec() Spec
	// Effect judges a call by its arguments. Arguments it does not understand are a Write.
	Effect(args json.RawMessage) Effect
	// Run returns soon after ctx ends. Its errors are *Error.
	Run(ctx context.Context, call Call) (Result, error)
}

// Keeper is a tool that knows better than Spec.CacheFor how long a read's outcome may stand in for another call: less for one that
// says so itself, something for a failure that will be the same again. A failure is nil for a result.
type Keeper interface {
	Keep(args json.RawMessage, result Result, failed *Error) time.Duration
}

// Verifier is a tool that can look whether a write happened. Looking changes nothing. An error says that looking failed; that
// the tool cannot tell for these arguments is an Outcome that is not Known.
type Verifier interface {
	Verify(ctx context.Context, call Call) (Outcome, error)
}
