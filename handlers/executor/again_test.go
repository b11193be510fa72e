package executor_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/tools"
)

// The next attempt at a task begins its conversation anew, and must not do again
// what the one before has done.
func TestTheNextAttemptIsToldWhatTheOneBeforeHasWritten(t *testing.T) {
	t.Parallel()
	write := handlertest.Func{Name: "write", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) { return value("written"), nil }}
	var mu sync.Mutex
	var told []string
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(write), Models: handlertest.Model(t, price, func(turn int, req model.Request) (model.Reply, error) {
		mu.Lock()
		defer mu.Unlock()
		said := req.Messages[1].Text
		if turn == 0 {
			told = append(told, said)
		}
		switch again := len(told) > 1; {
		case turn == 0 && !again:
			return wants(`write {"n":1}`), nil
		case !again:
			return model.Reply{}, &model.Error{Code: model.CodeInvalid, Retryable: true, Message: "nonsense"}
		}
		return answers("done"), nil
	})})
	task := prompted("write it")
	task.Retries = 1
	if err := l.Complete(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	if len(told) != 2 || strings.Contains(told[0], "earlier attempt") || !strings.Contains(told[1], `write {"n":1}`) {
		t.Errorf("the attempts were told %q", told)
	}
}
