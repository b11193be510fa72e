package executor

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// writer notes whether it ran.
type writer struct{ ran bool }

func (*writer) Spec() tools.Spec                    { return tools.Spec{Name: "write", Timeout: time.Minute} }
func (*writer) Effect(json.RawMessage) tools.Effect { return tools.Write }
func (w *writer) Run(context.Context, tools.Call) (tools.Result, error) {
	w.ran = true
	return tools.Result{Value: []byte(`"done"`)}, nil
}

// A process that stood still between its look at the lease and the act must not
// act: another worker may have looked for the write, found none, and made it.
func TestAWorkerThatStoodStillDoesNotWrite(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		until time.Time
		runs  bool
	}{"in time": {time.Now().Add(time.Minute), true}, "too late": {time.Now().Add(-time.Millisecond), false}} {
		tool := &writer{}
		e := &execution{x: &Executor{cfg: Config{Log: slog.New(slog.DiscardHandler)}}}
		o := e.act(t.Context(), &call{tool: tool, effect: tools.Write, timeout: time.Minute, limit: 100, until: c.until})
		if tool.ran != c.runs || (o.failed == nil) != c.runs {
			t.Errorf("%s: ran %v, %+v", name, tool.ran, o.failed)
		}
		if o.failed != nil && (o.failed.inDoubt || !o.failed.retryable) {
			t.Errorf("%s: nothing was done, and it says %+v", name, o.failed)
		}
	}
}
