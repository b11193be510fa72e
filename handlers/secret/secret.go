// Package secret keeps what people give a goal in confidence, until the goal
// ends, and takes it out of whatever is about to be recorded. Commands, events,
// logs, prompts and errors see {{secret.name}}; the value exists where a tool is
// called and nowhere else.
package secret

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mergit-io/mergit/events"
)

// MaxValue bounds a secret, in bytes.
const MaxValue = 64 << 10

// MinValue is the shortest secret, in bytes: what is shorter would be taken out
// of texts where it stands by chance.
const MinValue = 6

// Ref names a goal's secret.
type Ref struct {
	Workspace, Goal, Name string
}

// Check refuses names that cannot be referred to.
func (r Ref) Check() error {
	for _, token := range []string{r.Workspace, r.Goal, r.Name} {
		if !events.IsToken(token) {
			return fmt.Errorf("secret %q: a name is 1 to 64 of A–Z, a–z, 0–9, _ and -", r.Name)
		}
	}
	return nil
}

// String is how arguments refer to the secret.
func (r Ref) String() string { return "{{secret." + r.Name + "}}" }

// CheckValue refuses what cannot be kept a secret.
func CheckValue(value string) error {
	switch {
	case len(value) < MinValue:
		return fmt.Errorf("the secret has less than %d bytes: it could not be told from ordinary text", MinValue)
	case len(value) > MaxValue:
		return fmt.Errorf("the secret has more than %d bytes", MaxValue)
	case strings.TrimSpace(value) == "":
		return errors.New("the secret is nothing but space")
	}
	return nil
}

// CheckPut refuses what no store keeps.
func CheckPut(r Ref, value string) error {
	if err := r.Check(); err != nil {
		return err
	}
	return CheckValue(value)
}

// ErrNone says that a goal has no such secret: nobody gave it, or the goal is
// over.
var ErrNone = errors.New("no such secret")

// Store keeps secrets, sealed under their goal's key. Errors never hold a value.
type Store interface {
	// Put stores a secret, in place of what had its name.
	Put(ctx context.Context, r Ref, value string) error
	// All returns a goal's secrets by name.
	All(ctx context.Context, workspace, goal string) (map[string]string, error)
	// Forget erases all of a goal's secrets. Forgetting again changes nothing.
	Forget(ctx context.Context, workspace, goal string) error
	// Goals lists the goals that have secrets, as workspace and goal.
	Goals(ctx context.Context) ([][2]string, error)
}
