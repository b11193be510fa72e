package waitwebhook

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/tooltest"
)

type calls struct{}

func (calls) Known(source string) bool { return source != "nobody" }

func (calls) Read(ctx context.Context, _ tools.Caller, woken string) (Delivery, error) {
	if woken != "42" {
		return Delivery{}, tools.Fail(tools.CodeNotFound, "no such call")
	}
	return Delivery{Source: "github", Event: "push", Delivery: "d1", Encoding: "json", Body: json.RawMessage(`{"a":1}`)}, ctx.Err()
}

func TestWaitWebhookKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	tooltest.Run(t, tooltest.Subject{
		New:       func(*testing.T) (tools.Tool, tools.Call) { return New(calls{}), tools.Call{Woken: "42"} },
		Works:     []tooltest.Case{{Name: "woken", Args: `{"source":"github","event":"push","match":{"/a":1,"":{"a":1}},"wait":5}`, Effect: tools.Read}},
		Malformed: []string{`{}`, `{"source":""}`, `{"source":"a b"}`, `{"source":"x","wait":-1}`, `{"source":"x","match":{"a":1}}`, `{"source":"x","match":{"/~2":1}}`},
	})
}

func TestItWaitsUntilItIsWoken(t *testing.T) {
	t.Parallel()
	call := tools.Call{Args: json.RawMessage(`{"source":"github","match":{"/action":"closed"}}`)}
	_, err := New(calls{}).Run(t.Context(), call)
	waits, ok := errors.AsType[*tools.Waiting](err)
	if !ok || waits.Kind != tools.WaitWebhook || string(waits.On) != `{"source":"github","match":{"/action":"closed"}}` || waits.Most != time.Hour {
		t.Errorf("%#v", err)
	}
	call.Woken, call.Args = "42", json.RawMessage(`{"source":"ci"}`)
	_, err = New(calls{}).Run(t.Context(), call)
	if failed, ok := errors.AsType[*tools.Error](err); !ok || failed.Code != tools.CodeForbidden {
		t.Errorf("woken with the call of another system: %#v", err)
	}
	call = tools.Call{Args: json.RawMessage(`{"source":"nobody"}`)}
	_, err = New(calls{}).Run(t.Context(), call)
	if failed, ok := errors.AsType[*tools.Error](err); !ok || failed.Code != tools.CodeNotFound {
		t.Errorf("%#v", err)
	}
}
