// Package agent is the loop of a task that a model works on: ask the model, use the tools it wants, tell it what they answered,
// until it answers. The loop itself remembers nothing and touches nothing. All it does goes through its Host, which records it;
// a worker that takes over runs the same loop from the beginning, and the Host gives it what is recorded already. So the loop
// must do the same again: it knows no clock and nothing random.
package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mergit-io/mergit/handlers/model"
)

// Host asks models and uses tools, and records both. Calls of either are numbered through, from 1.
type Host interface {
	// Ask has a model answer as call n. Its *Failure ends the task; any other error leaves it as it is.
	Ask(ctx context.Context, n int, p Prompt) (model.Reply, error)
	// Use makes calls n, n+1, … and returns what each came to. ErrWaits says that a person is asked first.
	Use(ctx context.Context, n int, uses []Use) ([]Outcome, error)
}

// ErrWaits ends a loop that goes on once a person has answered.
var ErrWaits = errors.New("a person is asked first")

// Prompt is what a model is to see.
type Prompt struct {
	Messages []model.Message
	// Fresh is how many messages at the end the prompt before did not have. If the others are not what it had, all are fresh.
	Fresh int
	Tools []model.Tool
	// MaxTokens bounds the answer; 0 leaves it to the model.
	MaxTokens int
}

// Use is one call that a model wants made.
type Use struct {
	model.Call
	// Refused is why it is not made, if it is not.
	Refused *Failure
}

// Outcome is what a call came to: a value or a failure.
type Outcome struct {
	Value json.RawMessage
	// Digest names the whole value in the log.
	Digest string
	Failed *Failure
	// Waited says that the call itself took its time, as one does that waits for something.
	Waited bool
}

// Failure is why a task, or a call, came to nothing.
type Failure struct {
	Code, Message string
	Retryable     bool
}

func (f *Failure) Error() string { return f.Message }

// Codes of the loop's own failures.
const (
	CodeModelCalls = "model_calls_exceeded"
	CodeLimit      = "limit_exceeded"
	CodeLoop       = "loop_detected"
	CodeRepeated   = "repeated_call"
	CodeMalformed  = "malformed_arguments"
	CodeTooLong    = "answer_too_long"
	CodeWindow     = "prompt_too_long"
)

// Limits of one run of the loop. Zero means none, where nothing else is said.
type Limits struct {
	ModelCalls  int // required
	Repeats     int // of one call with one result; required
	ResultChars int // of a result that the model is shown; required
	Steps       int // calls of models and tools together
	Tokens      int64
	Cost        int64 // millionths of a US dollar
	Window      int64 // tokens of a prompt; required
	// Afford says how many tokens an answer may have so that prompt and answer cost no more than what is left. Required with
	// Cost.
	Afford func(prompt, left int64) int
}

// Task is what a model is to do.
type Task struct {
	Role string
	// Instructions are added to what the role is told.
	Instructions string
	Goal, About  string // title and description
	Prompt       string
	Tools        []model.Tool
	// Done are writes of earlier attempts: they are not to be done again.
	Done []string
	// Advice is what people said who had it tried again, in that order.
	Advice []string
}

// Answer is where a task's result stands.
type Answer struct {
	// Call is the number of the model's call whose reply it is.
	Call  int
	Reply model.Reply
}

// spent is what replies have used, so far.
type spent struct {
	models, steps int
	tokens, cost  int64
}

// Reply is a model's reply as the loop sees it. Its JSON is what the log keeps, and of the last one the task's result.
type Reply struct {
	Text  string       `json:"text"`
	Calls []model.Call `json:"calls,omitempty"`
	Stop  model.Stop   `json:"stop"`
}

// Costs is implemented by hosts that know what a reply cost; the others' replies cost nothing.
type Costs interface {
	// Cost of call n, in millionths of a US dollar; negative if it is not known.
	Cost(n int) int64
}

// Run works on a task until it has an answer. Its error is a *Failure, ErrWaits, or what the Host said.
func Run(ctx context.Context, host Host, task Task, limits Limits) (Answer, error) {
	l := &loop{host: host, limits: limits, tools: task.Tools, talk: begin(task), seen: newRepeats(limits.Repeats), named: map[string]bool{}}
	for {
		reply, err := l.ask(ctx)
		if err != nil {
			return Answer{}, err
		}
		done, err := l.answer(reply)
		if done || err != nil {
			return Answer{Call: l.n, Reply: reply}, err
		}
		if err := l.use(ctx, reply.Calls); err != nil {
			return Answer{}, err
		}
	}
}

// loop is one run.
type loop struct {
	host   Host
	limits Limits
	tools  []model.Tool
	talk   *conversation
	seen   *repeats
	spent  spent
	named  map[string]bool // calls by ID
	n      int             // number of the last call
	cut    bool
}

// narrower is how often a prompt is shortened because the provider finds it too long: how it counts is only estimated.
const narrower = 3

// ask asks the model, with less of the conversation if it is too long for it.
func (l *loop) ask(ctx context.Context) (reply model.Reply, err error) {
	for range narrower {
		reply, err = l.question(ctx)
		if f, ok := errors.AsType[*Failure](err); !ok || f.Code != model.CodeTooLong {
			return reply, err
		}
		l.limits.Window = min(l.limits.Window, model.Estimate(l.talk.messages, l.tools)) * 2 / 3
	}
	return reply, err
}

// question checks the limits and asks the model.
func (l *loop) question(ctx context.Context) (model.Reply, error) {
	if err := l.talk.fit(l.limits.Window, l.tools); err != nil {
		return model.Reply{}, err
	}
	most, err := l.check(model.Estimate(l.talk.messages, l.tools))
	if err != nil {
		return model.Reply{}, err
	}
	reply, err := l.host.Ask(ctx, l.n+1, Prompt{Messages: l.talk.messages, Fresh: l.talk.fresh, Tools: l.tools, MaxTokens: most})
	if err != nil {
		return reply, err
	}
	l.n++
	l.spent.models++
	l.spent.steps++
	l.spent.tokens += reply.Usage.Input + reply.Usage.Output
	if costs, ok := l.host.(Costs); ok {
		l.spent.cost += max(costs.Cost(l.n), 0)
	}
	l.talk.asked()
	l.name(reply.Calls)
	return reply, nil
}

// name has every call of the conversation named once: some servers name none, and some all alike.
func (l *loop) name(calls []model.Call) {
	for i := range calls {
		if calls[i].ID == "" || l.named[calls[i].ID] {
			calls[i].ID = fmt.Sprintf("call_%d", l.n+i+1)
		}
		l.named[calls[i].ID] = true
	}
}

// leastAnswer is how many tokens an answer must be able to have for it to be worth asking.
const leastAnswer = 64

// check refuses to go past a limit, and says how many tokens the answer may have; 0 for as many as the model likes.
func (l *loop) check(prompt int64) (most int, err error) {
	over := func(code, format string, args ...any) (int, error) {
		return 0, &Failure{Code: code, Message: fmt.Sprintf(format, args...)}
	}
	switch {
	case l.spent.models >= l.limits.ModelCalls:
		return over(CodeModelCalls, "the task has asked its model %s, which is its limit, and has no answer", count(l.spent.models, "time"))
	case l.limits.Steps > 0 && l.spent.steps >= l.limits.Steps:
		return over(CodeLimit, "the task has made %s, all that it was granted of the goal's limit", count(l.spent.steps, "call"))
	}
	if l.limits.Tokens > 0 {
		left := l.limits.Tokens - l.spent.tokens - prompt
		if left < leastAnswer {
			return over(CodeLimit, "the task has used %d of the %d tokens that it was granted of the goal's limit, and the next prompt has about %d", l.spent.tokens, l.limits.Tokens, prompt)
		}
		most = int(min(left, 1<<30))
	}
	if l.limits.Cost > 0 {
		afford := l.limits.Afford(prompt, l.limits.Cost-l.spent.cost)
		if afford < leastAnswer {
			return over(CodeLimit, "the task has spent $%.6f of the $%.6f that it was granted of the goal's limit, and the next call would pass it", float64(l.spent.cost)/1e6, float64(l.limits.Cost)/1e6)
		}
		if most == 0 || afford < most {
			most = afford
		}
	}
	return most, nil
}

// answer reports whether the reply is the task's answer. An answer that was cut short is asked for once more, shorter.
func (l *loop) answer(reply model.Reply) (bool, error) {
	if len(reply.Calls) > 0 {
		l.talk.add(reply.Message())
		return false, nil
	}
	if reply.Stop != model.Length {
		return true, nil
	}
	if l.cut {
		return false, &Failure{Code: CodeTooLong, Message: "the model's answer was longer than it may be, twice"}
	}
	l.cut = true
	if reply.Text == "" {
		reply.Text = "…" // providers refuse turns without a word
	}
	l.talk.add(reply.Message(), model.Message{By: model.User, Text: "Your answer was cut off because it was too long. Answer again from the beginning, and shorter; " +
		"what has to be long belongs into a file, if you have a tool for that."})
	return false, nil
}

// use has the calls of a reply made, and tells the model what they came to.
func (l *loop) use(ctx context.Context, calls []model.Call) error {
	if left := l.limits.Steps - l.spent.steps; l.limits.Steps > 0 && len(calls) > left {
		return &Failure{Code: CodeLimit, Message: fmt.Sprintf("the model wants %s made, and the task may make %d more of the goal's limit", count(len(calls), "call"), max(left, 0))}
	}
	uses := make([]Use, len(calls))
	for i, c := range calls {
		uses[i] = Use{Call: c, Refused: malformed(c)}
		if uses[i].Refused != nil {
			continue
		}
		var stuck bool
		if uses[i].Refused, stuck = l.seen.check(c); stuck {
			return &Failure{Code: CodeLoop, Message: fmt.Sprintf("the model makes the same call of %s again and again, and its result does not change", c.Name)}
		}
	}
	outcomes, err := l.host.Use(ctx, l.n+1, uses)
	if err != nil {
		return err
	}
	l.n += len(calls)
	l.spent.steps += len(calls)
	for i, o := range outcomes {
		l.seen.came(calls[i], o)
		l.talk.add(model.Message{By: model.Result, For: calls[i].ID, Failed: o.Failed != nil, Text: shown(o, l.limits.ResultChars)})
	}
	return nil
}

// malformed is what a model is told of arguments that are no JSON object.
func malformed(c model.Call) *Failure {
	if c.Args != nil {
		return nil
	}
	return &Failure{Code: CodeMalformed, Message: fmt.Sprintf("the arguments are not one JSON object, so nothing was done: %s. Call it again with one JSON object; "+
		"if they were cut off, they were too long for one answer.", Cut(c.Malformed, 300, ""))}
}

func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
