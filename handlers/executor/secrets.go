package executor

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/handlers/secret"
	"github.com/mergit-io/mergit/handlers/tools"
)

// confidence is what an execution knows of its goal's secrets. Nobody else has
// them: events, logs and models see references.
type confidence struct {
	values  map[string]string
	cleaner secret.Redactor
}

// trusted reports whether a person has given the goal a secret.
func trusted(g *commands.Goal) bool {
	for i := range g.Interrupts {
		if i.Type == tools.WaitSecret && i.Decision == tools.Provide {
			return true
		}
	}
	return false
}

// confide reads the goal's secrets, where there can be any.
func (e *execution) confide(ctx context.Context) (confidence, error) {
	if e.x.cfg.Secrets == nil || !e.trusted {
		return confidence{}, nil
	}
	values, err := e.x.cfg.Secrets.All(ctx, e.item.Workspace, e.item.Goal)
	if err != nil {
		return confidence{}, err
	}
	return confidence{values, secret.NewRedactor(values)}, nil
}

// reveal puts secrets into the arguments that the tool itself is given, and
// names them. A plan's arguments are resolved anew, so that a result that holds
// what looks like a reference is never taken for one.
func (e *execution) reveal(ctx context.Context, spec tools.Spec, known confidence) (args json.RawMessage, used []string, failed *failure) {
	if e.of != nil && (!spec.Secrets || len(known.values) == 0) {
		return nil, nil, nil // what a model writes need not be a reference
	}
	lookup := plan.Lookup(nil)
	if e.of == nil {
		lookup = e.lookup(ctx)
	}
	var missing string
	args, err := plan.Reveal(e.task.Args, lookup, func(name string) (string, error) {
		used = append(used, name)
		value, ok := known.values[name]
		if !ok {
			missing = name
			return "", secret.ErrNone
		}
		return value, nil
	})
	switch {
	case missing != "":
		return nil, nil, &failure{code: tools.CodeInvalidArgs, message: fmt.Sprintf("%s: no secret of this name has been given to the goal; ask for it with credential_request", secret.Ref{Name: missing})}
	case err != nil:
		return nil, nil, &failure{code: tools.CodeInvalidArgs, message: err.Error()}
	case len(used) > 0 && !spec.Secrets:
		return nil, nil, &failure{code: tools.CodeInvalidArgs, message: fmt.Sprintf("tool %s is given no secrets: it would keep or show them", spec.Name)}
	}
	slices.Sort(used)
	return args, slices.Compact(used), nil
}

var reference = regexp.MustCompile(`\{\{\s*secret\.`)

// mentions reports whether arguments look as if they held a secret. Those that
// are written so that they do not are not given any.
func mentions(args json.RawMessage) bool { return reference.Match(args) }

// clean takes the goal's secrets out of what a call came to.
func (c *call) clean(o *outcome) {
	if len(o.value) > 0 {
		o.value = c.known.cleaner.JSON(o.value)
	}
	if o.failed != nil {
		o.failed.message = c.known.cleaner.Text(o.failed.message)
	}
}
