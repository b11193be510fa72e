package credential

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/tooltest"
)

type given map[string]bool

func (g given) Has(ctx context.Context, _ tools.Caller, name string) (bool, error) {
	return g[name], ctx.Err()
}

func TestCredentialRequestKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	tooltest.Run(t, tooltest.Subject{
		New:       func(*testing.T) (tools.Tool, tools.Call) { return New(given{"key": true}), tools.Call{} },
		Works:     []tooltest.Case{{Name: "given", Args: `{"name":"key","reason":"to read"}`, Effect: tools.Read}},
		Malformed: []string{`{}`, `{"name":"key"}`, `{"name":"key","reason":""}`, `{"name":"a b","reason":"x"}`, `{"name":"","reason":"x"}`},
	})
}

func TestASecretThatIsNotThereIsAskedFor(t *testing.T) {
	t.Parallel()
	_, err := New(given{}).Run(t.Context(), tools.Call{Args: json.RawMessage(`{"name":"key","reason":"to read"}`)})
	waits, ok := errors.AsType[*tools.Waiting](err)
	if !ok || waits.Kind != tools.WaitSecret || string(waits.On) != `{"name":"key"}` || waits.Text != "The goal needs the secret key: to read" {
		t.Errorf("%#v", err)
	}
}
