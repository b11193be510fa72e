package handlertest

import (
	"context"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
)

// forgetful is a board on which nothing stays: a test's model is asked at once
// whatever happened.
type forgetful struct{}

func (forgetful) Load(context.Context, string) (model.Standing, error) { return model.Standing{}, nil }
func (forgetful) Change(context.Context, string, func(model.Standing) model.Standing) error {
	return nil
}

// Model is a router with one model for every role. Answer is given what the
// model is asked, and how often it has spoken in that conversation.
func Model(tb testing.TB, file string, answer func(turn int, req model.Request) (model.Reply, error)) *model.Router {
	tb.Helper()
	f, err := model.ReadFile([]byte(file))
	if err != nil {
		tb.Fatal(err)
	}
	scripted := &model.Scripted{Answer: func(_ context.Context, _ int, req model.Request) (model.Reply, error) {
		turn := 0
		for _, m := range req.Messages {
			if m.By == model.Assistant {
				turn++
			}
		}
		return answer(turn, req)
	}}
	f.Roles = map[string]model.Role{}
	for _, role := range []string{"researcher", "writer", "coder", "integrator", model.Planner} {
		f.Roles[role] = model.Role{Models: []string{"openai/test"}}
	}
	r, err := model.NewRouter(model.RouterConfig{File: f, Env: func(string) string { return "" }, Now: time.Now,
		Board: forgetful{}, Models: map[string]model.Model{"openai/test": scripted}, Sleep: func(context.Context, time.Duration) error { return nil }})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}
