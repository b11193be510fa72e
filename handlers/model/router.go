package model

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"
)

// Planner is the role that makes plans, beside those of tasks.
const Planner = "planner"

// RouterConfig of a Router.
type RouterConfig struct {
	File File
	// Env reads a variable of the environment. Required.
	Env func(string) string
	// Board defaults to one of this process alone.
	Board Board
	// HTTP is used for all providers. May be nil.
	HTTP *http.Client
	// Now tells the time and Sleep waits. Now is required; Sleep defaults to a timer.
	Now   func() time.Time
	Sleep func(context.Context, time.Duration) error
	// Tries is how often one model is asked before the next one is. Defaults to 3.
	Tries int
	// Patience is how long a provider may have us wait before the next one is asked. Defaults to 20 s.
	Patience time.Duration
	Log      *slog.Logger
	// Asked is told what each question to a model came to: an answer, or why there is none. Defaults to nobody.
	Asked func(Ref, Answer, *Error)
	// Models stand in for providers, by "provider/model": for tests.
	Models map[string]Model
}

// Router asks the model that a role is to be answered by, and the next one of its chain where that does not answer.
type Router struct {
	cfg    RouterConfig
	models map[Ref]Model
	chains map[string][]Ref
}

// NewRouter makes the models of a file. It connects to nothing.
func NewRouter(cfg RouterConfig) (*Router, error) {
	if cfg.Board == nil {
		cfg.Board = new(MemoryBoard)
	}
	if cfg.Tries == 0 {
		cfg.Tries = 3
	}
	if cfg.Patience == 0 {
		cfg.Patience = 20 * time.Second
	}
	if cfg.Sleep == nil {
		cfg.Sleep = sleep
	}
	if cfg.Asked == nil {
		cfg.Asked = func(Ref, Answer, *Error) {}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	r := &Router{cfg: cfg, models: map[Ref]Model{}, chains: map[string][]Ref{}}
	for name, role := range cfg.File.Roles {
		for _, text := range role.Models {
			ref, _ := ParseRef(text)
			if err := r.open(ref); err != nil {
				return nil, err
			}
			r.chains[name] = append(r.chains[name], ref)
		}
	}
	return r, nil
}

func (r *Router) open(ref Ref) error {
	if m, ok := r.cfg.Models[ref.String()]; ok {
		r.models[ref] = m
	}
	if _, ok := r.models[ref]; ok {
		return nil
	}
	p, ok := r.cfg.File.Providers[ref.Provider]
	if !ok {
		return fmt.Errorf("model %s: no provider %q", ref, ref.Provider)
	}
	key, _ := p.key(r.cfg.Env)
	m, err := NewClient(ClientConfig{Kind: p.Kind, URL: p.address(ref.Provider, r.cfg.Env), Key: key, Model: ref.Model,
		Timeout: p.Timeout, HTTP: r.cfg.HTTP, Now: r.cfg.Now})
	if err == nil {
		r.models[ref] = m
	}
	return err
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// Question is a request of a role.
type Question struct {
	Role string
	// Model is the one that a plan names, "provider/model"; the role's chain follows it.
	Model string
	// Before is the model that answered the task last: as long as it answers, it stays, because its provider has the
	// conversation in its cache.
	Before Ref
	Request
	// Delta is given the answer's text as it comes; try begins with 1, and a higher one begins the text anew. May be nil.
	Delta func(try int, text string)
}

// Answer is a reply and where it came from.
type Answer struct {
	Reply
	Ref
	// Cost is in millionths of a US dollar, or CostUnknown.
	Cost int64
	// Took is how long the model that answered took.
	Took time.Duration
}

// Has reports whether a role has a model.
func (r *Router) Has(role string) bool { return r != nil && len(r.chains[role]) > 0 }

// Knows reports whether a model that a plan names is one of those that are configured.
func (r *Router) Knows(name string) bool {
	ref, ok := ParseRef(name)
	return r != nil && ok && r.models[ref] != nil
}

// Role returns what the file says of a role.
func (r *Router) Role(name string) Role { return r.cfg.File.Roles[name] }

// Limits returns what the file says of tasks.
func (r *Router) Limits() Limits { return r.cfg.File.Limits }

// Window is how many tokens a prompt may have so that each model that a question may go to can hold it, with the answer that
// it may give.
func (r *Router) Window(role, model string) int64 {
	least := int64(defaultWindow)
	for i, ref := range r.chain(Question{Role: role, Model: model}) {
		facts := r.cfg.File.facts(ref)
		room := facts.Window - int64(r.maxOutput(role, facts))
		if i == 0 || room < least {
			least = room
		}
	}
	return least
}

// Unpriced names a model that a question may go to and that has no price.
func (r *Router) Unpriced(role, model string) (Ref, bool) {
	for _, ref := range r.chain(Question{Role: role, Model: model}) {
		if r.cfg.File.facts(ref).Price == nil {
			return ref, true
		}
	}
	return Ref{}, false
}

func (r *Router) maxOutput(role string, facts Facts) int {
	if n := r.cfg.File.Roles[role].MaxOutput; n > 0 {
		return min(n, facts.MaxOutput)
	}
	return facts.MaxOutput
}

// chain lists whom to ask, in order.
func (r *Router) chain(q Question) (chain []Ref) {
	add := func(ref Ref) {
		if r.models[ref] != nil && !slices.Contains(chain, ref) {
			chain = append(chain, ref)
		}
	}
	add(q.Before)
	if ref, ok := ParseRef(q.Model); ok {
		add(ref)
	}
	for _, ref := range r.chains[q.Role] {
		add(ref)
	}
	return chain
}

// Ask has a question answered. Its error is that of the last model asked, and says when it is worth asking again; or the
// context's.
func (r *Router) Ask(ctx context.Context, q Question) (Answer, error) {
	chain := r.chain(q)
	if len(chain) == 0 {
		return Answer{}, fail(CodeNoModel, false, "role %s has no model; name one in the file given with --models", q.Role)
	}
	role := r.cfg.File.Roles[q.Role]
	q.CachePrefix = role.Cache != "none"
	if q.Temperature == nil {
		q.Temperature = role.Temperature
	}
	var last *Error
	var by Ref // whose it is
	soonest := time.Duration(0)
	try := 0
	ordered, rest, code := r.byStanding(ctx, chain)
	if rest > r.cfg.Patience { // all are down: asking would only keep them so
		return Answer{}, &Error{Code: code, Retryable: true, RetryAfter: rest, Message: fmt.Sprintf("every model of role %s is down, the first is asked again in %s", q.Role, rest.Round(time.Second))}
	}
	if rest > 0 {
		waits(ctx, fmt.Sprintf("every model of role %s is down (%s)", q.Role, code), rest)
		if err := r.cfg.Sleep(ctx, rest); err != nil {
			return Answer{}, err
		}
	}
	for i, ref := range ordered {
		answer, err := r.one(ctx, ref, q, &try)
		if err == nil {
			metered(ctx, answer)
			return answer, nil
		}
		if ctx.Err() != nil {
			return Answer{}, context.Cause(ctx)
		}
		failed := asError(err)
		r.cfg.Log.WarnContext(ctx, "a model did not answer", slog.String("model", ref.String()), slog.String("code", failed.Code), slog.Any("err", err))
		if i+1 < len(ordered) {
			waits(ctx, fmt.Sprintf("%s: %s; %s is asked instead", ref, failed.Message, ordered[i+1]), 0)
		}
		if failed.Retryable && (soonest == 0 || failed.RetryAfter < soonest) {
			soonest = failed.RetryAfter
		}
		// A failure that waiting may mend says more about what to do than one that nothing mends.
		if last == nil || failed.Retryable || !last.Retryable {
			last, by = failed, ref
		}
	}
	told := *last
	told.RetryAfter, told.Err = soonest, last
	told.Message = fmt.Sprintf("%s: %s", by, last.Message)
	if len(chain) > 1 {
		told.Message = fmt.Sprintf("none of %d models answered; %s", len(chain), told.Message)
	}
	return Answer{}, &told
}

// byStanding puts the models that are down behind the others, the one that is up again first in front. If all are down, rest is
// how long that one rests, and code is why.
func (r *Router) byStanding(ctx context.Context, chain []Ref) (ordered []Ref, rest time.Duration, code string) {
	now := r.cfg.Now()
	down := make(map[Ref]Standing, len(chain))
	for _, ref := range chain {
		if s, err := r.cfg.Board.Load(ctx, ref.String()); err == nil && s.Until.After(now) {
			down[ref] = s
		}
	}
	ordered = slices.Clone(chain)
	slices.SortStableFunc(ordered, func(a, b Ref) int { return down[a].Until.Compare(down[b].Until) })
	if first, is := down[ordered[0]]; is {
		return ordered, first.Until.Sub(now), first.Code
	}
	return ordered, 0, ""
}

// one asks one model until it answers, cannot answer, or has failed too often.
func (r *Router) one(ctx context.Context, ref Ref, q Question, try *int) (Answer, error) {
	facts := r.cfg.File.facts(ref)
	most := r.maxOutput(q.Role, facts)
	if q.MaxTokens == 0 || q.MaxTokens > most {
		q.MaxTokens = most
	}
	for n := 1; ; n++ {
		if *try++; q.Delta != nil {
			at := *try
			q.Request.Delta = func(text string) { q.Delta(at, text) }
		}
		began := r.cfg.Now()
		reply, err := r.models[ref].Generate(ctx, q.Request)
		if err == nil {
			r.report(ctx, ref, nil)
			answer := Answer{Reply: reply, Ref: ref, Cost: facts.Price.Cost(reply.Usage), Took: r.cfg.Now().Sub(began)}
			r.cfg.Asked(ref, answer, nil)
			return answer, nil
		}
		if ctx.Err() != nil {
			return Answer{}, err
		}
		failed := asError(err)
		r.cfg.Asked(ref, Answer{}, failed)
		if !failed.Retryable && failed.Code != CodeNoAccess {
			return Answer{}, failed // the request's fault, not the model's
		}
		r.report(ctx, ref, failed)
		wait := max(failed.RetryAfter, time.Second<<(n-1))
		if !failed.Retryable || n == r.cfg.Tries || wait > r.cfg.Patience {
			return Answer{}, failed
		}
		waits(ctx, fmt.Sprintf("%s: %s", ref, failed.Message), wait)
		if err := r.cfg.Sleep(ctx, wait); err != nil {
			return Answer{}, err
		}
	}
}

// report tells the board. An answer is told only where a failure was.
func (r *Router) report(ctx context.Context, ref Ref, failed *Error) {
	now := r.cfg.Now()
	var err error
	if failed != nil {
		err = r.cfg.Board.Change(ctx, ref.String(), func(s Standing) Standing { return s.failed(failed, now) })
	} else if s, loadErr := r.cfg.Board.Load(ctx, ref.String()); loadErr == nil && s.Failures > 0 {
		err = r.cfg.Board.Change(ctx, ref.String(), func(s Standing) Standing { return s.answered(now) })
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		r.cfg.Log.WarnContext(ctx, "the board of models was not told", slog.Any("err", err))
	}
}

// Afford is how many tokens an answer may have so that, whichever model of a question's chain gives it, prompt and answer cost no
// more than what is left, in millionths of a US dollar. Negative where not even the prompt can be paid for.
func (r *Router) Afford(role, model string, prompt, left int64) int {
	most := int64(1 << 30)
	for _, ref := range r.chain(Question{Role: role, Model: model}) {
		facts := r.cfg.File.facts(ref)
		if facts.Price == nil {
			return -1
		}
		rest := left - facts.Price.Cost(Usage{Input: prompt, CacheWrite: prompt}) // the dearest way to read it
		if plain := left - facts.Price.Cost(Usage{Input: prompt}); plain < rest {
			rest = plain
		}
		if rest < 0 {
			return -1
		}
		if facts.Price.Output > 0 {
			most = min(most, rest*1_000_000/facts.Price.Output)
		}
		most = min(most, int64(r.maxOutput(role, facts)))
	}
	return int(most)
}
