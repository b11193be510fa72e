package cache

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/model"
)

// Router is what is asked where nothing is kept; *model.Router is one.
type Router interface {
	Ask(context.Context, model.Question) (model.Answer, error)
	// First is the model that a question goes to as long as it is up.
	First(model.Question) (model.Ref, bool)
	// Role and Keep are what the models' file says of a role.
	Role(name string) model.Role
	Keep(role string) model.Keep
}

// Models keeps what models answer, for as long as the models' file says of the role that asks.
type Models struct {
	cache   *Cache
	similar *Similar
	router  Router
}

// NewModels makes a cache of models' answers.
func NewModels(cache *Cache, embed Embedder, router Router) *Models {
	return &Models{cache, NewSimilar(cache, embed), router}
}

// reply is how an answer is kept.
type reply struct {
	Provider string        `json:"provider"`
	Model    string        `json:"model"`
	Text     string        `json:"text,omitempty"`
	Calls    []model.Call  `json:"calls,omitempty"`
	Stop     model.Stop    `json:"stop"`
	Usage    model.Usage   `json:"usage"`
	Cost     int64         `json:"cost"`
	Took     time.Duration `json:"took_ns"`
}

// Ask has a question answered: by what the model said to an equal one, of whichever goal of the workspace, or by the model. What was
// kept cost nothing, and its usage says so. A question with results of tools, or that has the model go on, is only answered by the
// very same: what it says of the world must be equal.
func (m *Models) Ask(ctx context.Context, workspace, goal string, q model.Question, reuse model.Reuse) (answer model.Answer, cached bool, err error) {
	keep := m.router.Keep(q.Role)
	first, ok := m.router.First(q)
	if !ok || keep.For <= 0 {
		answer, err = m.router.Ask(ctx, q)
		return answer, false, err
	}
	a, err := m.ask(workspace, goal, first, q, keep, reuse)
	if err != nil {
		m.cache.trouble(ctx, Ask{Space: a.Space}, "answer of a model not looked for", err)
		answer, err = m.router.Ask(ctx, q)
		return answer, false, err
	}
	compute := func(ctx context.Context) (Answer, error) { return m.compute(ctx, a, first, q, keep) }
	var found Found
	text, plain := inWords(q)
	switch {
	case reuse.Anew:
		found, err = m.cache.Anew(ctx, a, compute)
	case reuse.Similar && keep.Similar > 0 && plain:
		found, err = m.similar.Do(ctx, a, text, compute)
	default:
		found, err = m.cache.Do(ctx, a, compute)
	}
	if err != nil {
		return model.Answer{}, false, err
	}
	var r reply
	if err := json.Unmarshal(found.Value, &r); err != nil {
		return model.Answer{}, false, fmt.Errorf("read an answer that was kept: %w", err)
	}
	answer = model.Answer{Reply: model.Reply{Text: r.Text, Calls: r.Calls, Stop: r.Stop, Usage: r.Usage}, Ref: model.Ref{Provider: r.Provider, Model: r.Model}, Cost: r.Cost, Took: r.Took}
	if found.Hit {
		answer.Usage, answer.Cost, answer.Took = model.Usage{}, 0, 0
		if q.Delta != nil && r.Text != "" {
			q.Delta(1, r.Text)
		}
	}
	return answer, found.Hit, nil
}

// compute asks the model. What only stood in for it, is cut short, or is no answer, is given and not kept.
func (m *Models) compute(ctx context.Context, a Ask, first model.Ref, q model.Question, keep model.Keep) (Answer, error) {
	if Renewing(ctx) { // nobody reads along, and no goal pays
		q.Delta = nil
		ctx = model.WithWaits(ctx, func(string) {})
		ctx = model.WithMeter(ctx, func(answer model.Answer) { m.cache.counts.renewed(a.Space, tokens(answer)) })
	}
	answer, err := m.router.Ask(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	value, err := json.Marshal(reply{Provider: answer.Provider, Model: answer.Model, Text: answer.Text, Calls: answer.Calls, Stop: answer.Stop, Usage: answer.Usage, Cost: answer.Cost, Took: answer.Took})
	out := Answer{Value: value, Tokens: tokens(answer), Exact: len(answer.Calls) > 0}
	if answer.Ref == first && whole(answer.Reply) {
		out.Keep = keep.For
	}
	return out, err
}

func tokens(a model.Answer) int64 { return a.Usage.Input + a.Usage.Output }

// whole reports whether a reply says all that the model wanted to say, in a form that can be used.
func whole(r model.Reply) bool {
	for _, c := range r.Calls {
		if c.Args == nil {
			return false
		}
	}
	return len(r.Calls) > 0 || r.Stop == model.Ended && r.Text != ""
}

// longestInWords is the longest question, in bytes, that is compared by what it means. In a longer one what differs is lost: vectors hold
// the gist, and models that make them leave out what is beyond a few hundred words without saying so.
const longestInWords = 1500

// inWords is what a question says, unless it is long or goes on from what tools, or the model itself, have said.
func inWords(q model.Question) (text string, ok bool) {
	var said []string
	for _, msg := range q.Messages {
		switch msg.By {
		case model.Assistant, model.Result:
			return "", false
		case model.User:
			said = append(said, msg.Text)
		}
	}
	text = strings.Join(said, "\n\n")
	return text, text != "" && len(text) <= longestInWords
}

// ask names a question. What shapes any answer of the role is its version: the model, what the role is told, and the tools as they are
// defined. The conversation is the question. How long an answer may be is in neither: one that was cut is not kept.
func (m *Models) ask(workspace, goal string, first model.Ref, q model.Question, keep model.Keep, reuse model.Reuse) (Ask, error) {
	a := Ask{Workspace: workspace, Goal: goal, Space: "model-" + q.Role, Similar: keep.Similar}
	if reuse.Stale {
		a.Stale = keep.Stale
	}
	temperature := q.Temperature
	if temperature == nil {
		temperature = m.router.Role(q.Role).Temperature
	}
	var told []string
	var talk []model.Message
	for _, msg := range q.Messages {
		if msg.By == model.System {
			told = append(told, msg.Text)
		} else {
			talk = append(talk, msg)
		}
	}
	shape, err := json.Marshal([]any{first.String(), told, q.Tools, q.Choice, q.Shape, temperature})
	if err != nil {
		return a, err
	}
	a.Version = events.Sum(shape).String()
	a.Question, err = json.Marshal(talk)
	return a, err
}
