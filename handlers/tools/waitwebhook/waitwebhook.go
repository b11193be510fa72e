// Package waitwebhook is the tool with which a task waits for a call of another system, without holding a worker.
package waitwebhook

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// Name is the tool's name.
const Name = "wait_webhook"

//go:embed input.json
var input []byte

//go:embed output.json
var output []byte

const (
	timeout   = 30 * time.Second
	usualWait = time.Hour
	mostWait  = 7 * 24 * time.Hour
	maxResult = 4 << 20
)

// Delivery is a call that came.
type Delivery struct {
	Source   string `json:"source"`
	Event    string `json:"event,omitempty"`
	Delivery string `json:"delivery"`
	// Encoding says how Body stands for what came: json, or a text with text or base64.
	Encoding string          `json:"encoding"`
	Body     json.RawMessage `json:"body"`
}

// Calls is where calls of other systems are kept.
type Calls interface {
	// Read returns the call that a task was woken with.
	Read(ctx context.Context, caller tools.Caller, woken string) (Delivery, error)
	// Known reports whether a source may call at all.
	Known(source string) bool
}

// Tool is wait_webhook.
type Tool struct{ calls Calls }

var _ tools.Tool = (*Tool)(nil)

// New makes the tool.
func New(calls Calls) *Tool { return &Tool{calls} }

// Spec describes the tool.
func (*Tool) Spec() tools.Spec {
	return tools.Spec{
		Name:  Name,
		Title: "Wait for a webhook",
		Description: "Waits until another system calls POST /webhooks/SOURCE, and returns what it said. Only calls that are signed with the secret " +
			"of the source count. event is the source's name of what happened, such as pull_request of GitHub; match names values that the " +
			"body must have, by JSON pointer. A call that came since the goal was submitted counts, too, and each counts once. Use it for what " +
			"takes long elsewhere, such as a review or a build, in place of asking again and again.",
		Input:       input,
		Output:      output,
		Annotations: tools.Annotations{ReadOnly: true, OpenWorld: true},
		Timeout:     timeout,
		MaxResult:   maxResult,
	}
}

// Effect is read: what is waited for happens whether it is waited for or not.
func (*Tool) Effect(json.RawMessage) tools.Effect { return tools.Read }

type arguments struct {
	Source string                     `json:"source"`
	Event  string                     `json:"event"`
	Match  map[string]json.RawMessage `json:"match"`
	Wait   float64                    `json:"wait"`
}

var (
	sourceName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)
	pointer    = regexp.MustCompile(`^(/([^~/]|~[01])*)*$`)
)

func parse(raw json.RawMessage) (arguments, error) {
	var args arguments
	if err := tools.Decode(raw, &args); err != nil {
		return args, err
	}
	switch {
	case !sourceName.MatchString(args.Source):
		return args, tools.BadArg("source", "is %q; it is a name of letters, digits, _ and -", args.Source)
	case args.Wait < 0 || args.Wait > mostWait.Seconds():
		return args, tools.BadArg("wait", "is %v seconds; the most is %v", args.Wait, mostWait.Seconds())
	}
	for at := range args.Match {
		if !pointer.MatchString(at) {
			return args, tools.BadArg("match", "%q is not a JSON pointer; write it like /pull_request/number", at)
		}
	}
	return args, nil
}

// Run waits, and says what came once the task is woken.
func (t *Tool) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	args, err := parse(call.Args)
	if err != nil {
		return tools.Result{}, err
	}
	ctx, cancel := tools.Within(ctx, timeout)
	defer cancel()
	doing := "wait for " + args.Source
	if err := ctx.Err(); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, doing)
	}
	if call.Woken != "" {
		delivery, err := t.calls.Read(ctx, call.Caller, call.Woken)
		if err != nil {
			return tools.Result{}, tools.Wrap(ctx, err, "read the call of "+args.Source)
		}
		if delivery.Source != args.Source { // whoever woke the task
			return tools.Result{}, tools.Fail(tools.CodeForbidden, "the task was woken with a call of %q", delivery.Source)
		}
		return tools.Value(delivery)
	}
	if !t.calls.Known(args.Source) {
		return tools.Result{}, &tools.Error{Code: tools.CodeNotFound, Path: "source", Message: fmt.Sprintf("no system %s may call; an operator gives it a secret with --webhook-secret %s=FILE", args.Source, args.Source)}
	}
	on, err := json.Marshal(struct {
		Source string                     `json:"source"`
		Event  string                     `json:"event,omitempty"`
		Match  map[string]json.RawMessage `json:"match,omitempty"`
	}{args.Source, args.Event, args.Match})
	if err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, doing)
	}
	most := usualWait
	if args.Wait > 0 {
		most = time.Duration(args.Wait * float64(time.Second))
	}
	return tools.Result{}, &tools.Waiting{Kind: tools.WaitWebhook, On: on, Text: "waits for a call of " + args.Source + " " + args.Event, Most: most}
}
