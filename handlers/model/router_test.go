package model_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/modeltest"
)

// clock is a time that only waiting moves on.
type clock struct {
	mu     sync.Mutex
	at     time.Time
	waited []time.Duration
}

func (c *clock) now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.at }

func (c *clock) sleep(_ context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at, c.waited = c.at.Add(d), append(c.waited, d)
	return nil
}

const twoModels = `{roles: {coder: {models: [openai/first, anthropic/second]}}, models: {openai/first: {price: {input: 1000000, output: 2000000}}}}`

func env(name string) string {
	return map[string]string{"OPENAI_API_KEY": modeltest.Key, "MERGIT_ANTHROPIC_API_KEY": modeltest.Key}[name]
}

// route makes a router of a file whose models are scripted.
func route(t *testing.T, file string, board model.Board, models map[string]model.Model) (*model.Router, *clock) {
	t.Helper()
	f, err := model.ReadFile([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{at: epoch}
	r, err := model.NewRouter(model.RouterConfig{File: f, Env: env, Board: board, Models: models, Now: c.now, Sleep: c.sleep})
	if err != nil {
		t.Fatal(err)
	}
	return r, c
}

func fails(e model.Error, times int) *model.Scripted {
	return &model.Scripted{Answer: func(_ context.Context, n int, _ model.Request) (model.Reply, error) {
		if n <= times {
			failed := e
			return model.Reply{}, &failed
		}
		return model.Reply{Text: "ok", Usage: model.Usage{Input: 10, Output: 5}}, nil
	}}
}

var limited = model.Error{Code: model.CodeRateLimited, Retryable: true, RetryAfter: 7 * time.Second, Message: "slow down"}
var storm = model.Error{Code: model.CodeOverloaded, Retryable: true, Message: "HTTP 500"}

func TestARetryWaitsAsLongAsTheProviderAsks(t *testing.T) {
	t.Parallel()
	r, c := route(t, twoModels, nil, map[string]model.Model{"openai/first": fails(limited, 2), "anthropic/second": model.Script()})
	got, err := r.Ask(t.Context(), model.Question{Role: "coder"})
	if err != nil || got.Provider != "openai" || got.Cost != 20 {
		t.Errorf("%+v, %v", got, err)
	}
	if len(c.waited) != 2 || c.waited[0] != 7*time.Second {
		t.Errorf("waited %v", c.waited)
	}
}

func TestALongWaitIsLeftToTheNextModel(t *testing.T) {
	t.Parallel()
	long := limited
	long.RetryAfter = 10 * time.Minute
	first, board := fails(long, 99), new(model.MemoryBoard)
	r, c := route(t, twoModels, board, map[string]model.Model{"openai/first": first, "anthropic/second": fails(storm, 0)})
	for range 2 {
		if got, err := r.Ask(t.Context(), model.Question{Role: "coder"}); err != nil || got.Ref.String() != "anthropic/second" || got.Cost != model.CostUnknown {
			t.Errorf("%+v, %v", got, err)
		}
	}
	if len(c.waited) > 0 || len(first.Asked()) != 1 {
		t.Errorf("waited %v and asked the model that is down %d times", c.waited, len(first.Asked()))
	}
	if s, _ := board.Load(t.Context(), "openai/first"); s.Until.Sub(epoch) != 10*time.Minute {
		t.Errorf("the board says %+v", s)
	}
}

// What did not answer for a moment was lost elsewhere for the whole session, while
// the surface called it connected (claude-code 94273).
func TestAStormTakesAModelOutForAllUntilItAnswersAgain(t *testing.T) {
	t.Parallel()
	first, board := fails(storm, 3), new(model.MemoryBoard)
	models := map[string]model.Model{"openai/first": first, "anthropic/second": fails(storm, 0)}
	r, _ := route(t, twoModels, board, models)
	other, c := route(t, twoModels, board, models) // another process
	if got, err := r.Ask(t.Context(), model.Question{Role: "coder"}); err != nil || got.Provider != "anthropic" {
		t.Fatalf("%+v, %v", got, err)
	}
	if all := other.Standings(t.Context()); !all[1].Down() {
		t.Errorf("nothing says that the first is down: %+v", all)
	}
	if got, err := other.Ask(t.Context(), model.Question{Role: "coder"}); err != nil || got.Provider != "anthropic" || len(first.Asked()) != 3 {
		t.Errorf("%+v, %v after %d questions", got, err, len(first.Asked()))
	}
	_ = c.sleep(t.Context(), time.Minute)
	if got, err := other.Ask(t.Context(), model.Question{Role: "coder"}); err != nil || got.Provider != "openai" {
		t.Errorf("%+v, %v", got, err)
	}
	if s, _ := board.Load(t.Context(), "openai/first"); s.Failures != 0 {
		t.Errorf("the board still says %+v", s)
	}
}

func TestModelsThatAreAllDownAreLeftAlone(t *testing.T) {
	t.Parallel()
	first, second, board := fails(storm, 99), fails(storm, 99), new(model.MemoryBoard)
	r, c := route(t, twoModels, board, map[string]model.Model{"openai/first": first, "anthropic/second": second})
	for range 3 { // the pauses grow
		_, _ = r.Ask(t.Context(), model.Question{Role: "coder"})
	}
	asked := len(first.Asked()) + len(second.Asked())
	_, err := r.Ask(t.Context(), model.Question{Role: "coder"})
	got, ok := errors.AsType[*model.Error](err)
	if !ok || !got.Retryable || got.Code != model.CodeOverloaded || got.RetryAfter < 20*time.Second {
		t.Errorf("%+v", err)
	}
	if n := len(first.Asked()) + len(second.Asked()); n != asked {
		t.Errorf("they were asked %d times more", n-asked)
	}
	_ = c.sleep(t.Context(), got.RetryAfter)
	if _, _ = r.Ask(t.Context(), model.Question{Role: "coder"}); len(first.Asked())+len(second.Asked()) == asked {
		t.Error("they are never asked again")
	}
}

func TestEveryQuestionIsCounted(t *testing.T) {
	t.Parallel()
	f, err := model.ReadFile([]byte(twoModels))
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	c := &clock{at: epoch}
	refused := model.Error{Code: model.CodeRefused, Message: "HTTP 400"}
	r, err := model.NewRouter(model.RouterConfig{File: f, Env: env, Now: c.now, Sleep: c.sleep, Models: map[string]model.Model{"openai/first": fails(storm, 3), "anthropic/second": fails(refused, 0)},
		Asked: func(ref model.Ref, answer model.Answer, failed *model.Error) {
			if failed != nil {
				asked = append(asked, ref.Model+" "+failed.Code)
				return
			}
			asked = append(asked, fmt.Sprint(ref.Model, " ", answer.Usage.Input))
		}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Ask(t.Context(), model.Question{Role: "coder"}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(asked, ", "); got != "first overloaded, first overloaded, first overloaded, second 10" {
		t.Errorf("counted %s", got)
	}
}

func TestHowModelsFareIsTold(t *testing.T) {
	t.Parallel()
	r, c := route(t, `{roles: {coder: {models: [openai/first, anthropic/second]}, writer: {models: [anthropic/second]}}}`, nil,
		map[string]model.Model{"openai/first": fails(storm, 3), "anthropic/second": fails(storm, 0)})
	if _, err := r.Ask(t.Context(), model.Question{Role: "coder"}); err != nil {
		t.Fatal(err)
	}
	all := r.Standings(t.Context())
	if len(all) != 2 || all[0].String() != "anthropic/second" || len(all[0].Roles) != 2 || all[0].Down() || all[1].String() != "openai/first" ||
		!all[1].Down() || all[1].Failures != 3 || all[1].Code != model.CodeOverloaded {
		t.Errorf("%+v", all)
	}
	_ = c.sleep(t.Context(), time.Hour)
	if all := r.Standings(t.Context()); all[1].Down() || all[1].Failures != 3 {
		t.Errorf("after its rest: %+v", all[1])
	}
}

func TestTheModelThatAnsweredATaskStays(t *testing.T) {
	t.Parallel()
	r, _ := route(t, twoModels, nil, map[string]model.Model{"openai/first": fails(storm, 0), "anthropic/second": fails(storm, 0)})
	got, err := r.Ask(t.Context(), model.Question{Role: "coder", Before: model.Ref{Provider: "anthropic", Model: "second"}})
	if err != nil || got.Provider != "anthropic" {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = r.Ask(t.Context(), model.Question{Role: "coder", Model: "anthropic/second"})
	if err != nil || got.Provider != "anthropic" {
		t.Errorf("the model that the plan names: %+v, %v", got, err)
	}
}

func TestIfNoneAnswersItIsSaidWhenToAskAgain(t *testing.T) {
	t.Parallel()
	soon := limited
	soon.RetryAfter = 40 * time.Second
	refused := model.Error{Code: model.CodeNoAccess, Message: "HTTP 401: wrong key"}
	r, _ := route(t, twoModels, nil, map[string]model.Model{"openai/first": fails(soon, 99), "anthropic/second": fails(refused, 99)})
	_, err := r.Ask(t.Context(), model.Question{Role: "coder"})
	got, ok := errors.AsType[*model.Error](err)
	if !ok || !got.Retryable || got.RetryAfter != 40*time.Second || !strings.Contains(got.Message, "none of 2 models") {
		t.Errorf("%+v", err)
	}
	if _, err := r.Ask(t.Context(), model.Question{Role: "writer"}); !strings.Contains(err.Error(), "--models") {
		t.Errorf("a role without a model: %v", err)
	}
}

func TestAFailureNamesItsModel(t *testing.T) {
	t.Parallel()
	refused := model.Error{Code: model.CodeNoAccess, Message: "HTTP 401: wrong key"}
	for file, want := range map[string]string{
		twoModels: "none of 2 models answered; anthropic/second: HTTP 401: wrong key",
		`{roles: {coder: {models: [openai/first]}}}`: "openai/first: HTTP 401: wrong key",
	} {
		r, _ := route(t, file, nil, map[string]model.Model{"openai/first": fails(refused, 99), "anthropic/second": fails(refused, 99)})
		if _, err := r.Ask(t.Context(), model.Question{Role: "coder"}); err == nil || err.Error() != want {
			t.Errorf("%v and not %s", err, want)
		}
	}
}

func TestATryThatFailedBeginsItsTextAnew(t *testing.T) {
	t.Parallel()
	first := &model.Scripted{Answer: func(_ context.Context, n int, req model.Request) (model.Reply, error) {
		req.Delta("half")
		if n == 1 {
			failed := storm
			return model.Reply{}, &failed
		}
		return model.Reply{Text: "half"}, nil
	}}
	r, _ := route(t, twoModels, nil, map[string]model.Model{"openai/first": first, "anthropic/second": model.Script()})
	var tries []int
	if _, err := r.Ask(t.Context(), model.Question{Role: "coder", Delta: func(try int, _ string) { tries = append(tries, try) }}); err != nil || len(tries) != 2 || tries[0] == tries[1] {
		t.Errorf("tries %v, %v", tries, err)
	}
}

// Whoever waits for an answer can be told why it has none yet.
func TestItIsToldWhatAQuestionWaitsFor(t *testing.T) {
	t.Parallel()
	long := model.Error{Code: model.CodeRateLimited, Retryable: true, RetryAfter: 10 * time.Minute, Message: "HTTP 429"}
	r, _ := route(t, twoModels, nil, map[string]model.Model{"openai/first": fails(limited, 1), "anthropic/second": model.Script()})
	down, _ := route(t, twoModels, nil, map[string]model.Model{"openai/first": fails(long, 1), "anthropic/second": fails(storm, 1)})
	for want, r := range map[string]*model.Router{
		"openai/first: slow down; asked again in 7s":                                                              r,
		"openai/first: HTTP 429; anthropic/second is asked instead|anthropic/second: HTTP 500; asked again in 1s": down,
	} {
		var told []string
		ctx := model.WithWaits(t.Context(), func(why string) { told = append(told, why) })
		if _, err := r.Ask(ctx, model.Question{Role: "coder"}); err != nil || strings.Join(told, "|") != want {
			t.Errorf("told %q, %v; want %s", told, err, want)
		}
	}
}

func TestTheSmallestWindowOfAChainCounts(t *testing.T) {
	t.Parallel()
	r, _ := route(t, `{roles: {coder: {models: [anthropic/claude-sonnet-4-5, openai/gpt-4o, ollama/tiny]}, writer: {models: [openai/gpt-4o], max_output: 1000}}}`, nil, nil)
	if got := r.Window("coder", ""); got != 8192-2048 {
		t.Errorf("coder: %d", got)
	}
	if got := r.Window("writer", ""); got != 127_000 {
		t.Errorf("writer: %d", got)
	}
	if ref, ok := r.Unpriced("coder", ""); !ok || ref.String() != "ollama/tiny" {
		t.Errorf("unpriced: %v %v", ref, ok)
	}
	if _, ok := r.Unpriced("writer", ""); ok || !r.Knows("openai/gpt-4o") || r.Knows("openai/other") || r.Has("researcher") {
		t.Error("what is known of the file's models is wrong")
	}
}

func TestTheMemoryBoard(t *testing.T) {
	modeltest.RunBoard(t, func(*testing.T) model.Board { return new(model.MemoryBoard) })
}

func TestCostsAreRoundedUpAndCountTheCache(t *testing.T) {
	t.Parallel()
	cached, write := int64(300_000), int64(3_750_000)
	sonnet := &model.Price{Input: 3_000_000, Cached: &cached, CacheWrite: &write, Output: 15_000_000}
	for _, c := range []struct {
		price *model.Price
		usage model.Usage
		want  int64
	}{
		{sonnet, model.Usage{Input: 1_000_000}, 3_000_000},
		{sonnet, model.Usage{Input: 1000, Cached: 600, CacheWrite: 100, Output: 10}, 900 + 180 + 375 + 150},
		{&model.Price{Input: 50_000, Output: 80_000}, model.Usage{Input: 1}, 1},
		{&model.Price{Input: 2_000_000}, model.Usage{Input: 10, Cached: 10}, 20}, // no price for the cache: full price
		{&model.Price{}, model.Usage{Input: 1_000_000, Output: 9}, 0},
		{nil, model.Usage{Input: 1}, model.CostUnknown},
	} {
		if got := c.price.Cost(c.usage); got != c.want {
			t.Errorf("%+v: %d, want %d", c.usage, got, c.want)
		}
	}
}
