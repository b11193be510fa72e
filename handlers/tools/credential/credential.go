// Package credential is the tool that has a person give the goal a secret. The secret itself never comes here: the call is told only
// how arguments refer to it.
package credential

import (
	"context"
	_ "embed"
	"encoding/json"
	"regexp"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// Name is the tool's name.
const Name = "credential_request"

//go:embed input.json
var input []byte

//go:embed output.json
var output []byte

const timeout = 30 * time.Second

// Secrets is where a goal's secrets are kept.
type Secrets interface {
	// Has reports whether the caller's goal has been given a secret.
	Has(ctx context.Context, caller tools.Caller, name string) (bool, error)
}

// Tool is credential_request.
type Tool struct{ secrets Secrets }

var _ tools.Tool = (*Tool)(nil)

// New makes the tool.
func New(secrets Secrets) *Tool { return &Tool{secrets} }

// Spec describes the tool.
func (*Tool) Spec() tools.Spec {
	return tools.Spec{
		Name:  Name,
		Title: "Ask for a credential",
		Description: "Asks a person for a secret, such as the key of an interface, and waits for it. The secret is never shown: where " +
			"http_request needs it, write {{secret.NAME}} in its headers or body. It is kept sealed until the goal ends. Ask only for what " +
			"is needed, and say in reason what it is for and where it is to be had. Never ask for a secret in any other way.",
		Input:       input,
		Output:      output,
		Annotations: tools.Annotations{ReadOnly: true, Idempotent: true},
		Timeout:     timeout,
		MaxResult:   4096,
	}
}

// Effect is read: asking changes nothing.
func (*Tool) Effect(json.RawMessage) tools.Effect { return tools.Read }

type arguments struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

var secretName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func parse(raw json.RawMessage) (arguments, error) {
	var args arguments
	if err := tools.Decode(raw, &args); err != nil {
		return args, err
	}
	if !secretName.MatchString(args.Name) {
		return args, tools.BadArg("name", "is %q; it is 1 to 64 letters, digits, _ and -", args.Name)
	}
	if args.Reason == "" {
		return args, tools.BadArg("reason", "is empty; say what the secret is for")
	}
	return args, nil
}

// Run looks whether the secret is there, and has it asked for.
func (t *Tool) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	args, err := parse(call.Args)
	if err != nil {
		return tools.Result{}, err
	}
	ctx, cancel := tools.Within(ctx, timeout)
	defer cancel()
	if err := ctx.Err(); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "ask for "+args.Name)
	}
	there, err := t.secrets.Has(ctx, call.Caller, args.Name)
	if err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "look for "+args.Name)
	}
	if !there {
		on, err := json.Marshal(map[string]string{"name": args.Name})
		if err != nil {
			return tools.Result{}, tools.Wrap(ctx, err, "ask for "+args.Name)
		}
		return tools.Result{}, &tools.Waiting{Kind: tools.WaitSecret, On: on, Text: "The goal needs the secret " + args.Name + ": " + args.Reason}
	}
	return tools.Value(struct {
		Name string `json:"name"`
		Use  string `json:"use"`
	}{args.Name, "{{secret." + args.Name + "}}"})
}
