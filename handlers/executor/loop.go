package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/agent"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/work"
)

// outage is how long a task waits for its models before the attempt fails.
const outage = time.Hour

// loopHost records and replays what a model's loop does.
type loopHost struct {
	e      *execution
	prior  map[int]*commands.Call // what is recorded of the attempt, by number
	since  time.Time              // of the last that is recorded
	before model.Ref              // the model that answered last
	base   events.Digest          // of the prompt before
	whole  bool                   // what is recorded is not what this binary would say: begin anew
	stored map[events.Digest]bool
	costs  map[int]int64
	result events.Content // of the last reply
	// unheard says that the model has just said something new: nobody can have asked
	// what follows from it.
	unheard bool
}

// work runs the loop of a task with a prompt.
func (e *execution) work(ctx context.Context) error {
	host := &loopHost{e: e, prior: map[int]*commands.Call{}, stored: map[events.Digest]bool{}, costs: map[int]int64{}, since: e.since}
	done, err := host.past(ctx)
	if err != nil {
		return err
	}
	task, limits, failed := e.assignment(ctx, done)
	if failed != nil {
		if retry := (*infrastructure)(nil); errors.As(failed.err, &retry) {
			return retry.err
		}
		return e.fail(ctx, *failed)
	}
	answer, err := agent.Run(ctx, host, task, limits)
	if errors.Is(err, agent.ErrWaits) {
		return nil
	}
	if f, ok := errors.AsType[*agent.Failure](err); ok {
		return e.fail(ctx, failure{code: f.Code, message: f.Message, retryable: f.Retryable})
	}
	if err != nil {
		return err
	}
	e.n = answer.Call
	return e.complete(ctx, host.result)
}

// past reads what is recorded of the run: the attempt's calls, and the writes
// that earlier attempts have made.
func (l *loopHost) past(ctx context.Context) (done []string, err error) {
	if l.e.first {
		return nil, nil
	}
	err = l.e.x.cfg.Commands.Runs.View(ctx, l.e.runRef().Stream(), true, func(r *commands.Run, _ events.Revision) {
		for _, c := range r.Calls {
			kept := *c
			switch {
			case c.Step.Attempt == l.e.attempt:
				l.prior[c.Step.Call] = &kept
				l.since = c.Begun
			case c.Tool.Effect == "write" && c.Status == commands.CallDone:
				done = append(done, c.Tool.Tool+" "+shown(c.Tool.Args))
			}
		}
	})
	if n := len(done) - mostTold; n > 0 {
		done = append([]string{fmt.Sprintf("%d calls before these", n)}, done[n:]...)
	}
	return done, err
}

// mostTold is how many writes of earlier attempts a model is told of.
const mostTold = 100

// assignment is what the model is told, and what it may use.
func (e *execution) assignment(ctx context.Context, done []string) (agent.Task, agent.Limits, *failure) {
	none := func(f failure) (agent.Task, agent.Limits, *failure) { return agent.Task{}, agent.Limits{}, &f }
	models, role, named := e.x.cfg.Models, e.task.Role, e.task.Model
	if !models.Has(role) && !models.Knows(named) {
		return none(failure{code: model.CodeNoModel, message: fmt.Sprintf("the task has a prompt, and role %s has no model; name one in the file given with --models, or give the task a tool", role)})
	}
	if ref, unpriced := models.Unpriced(role, named); unpriced && e.budget.Cost > 0 {
		return none(failure{code: model.CodeNoPrice, message: fmt.Sprintf("the goal has a limit of cost, and model %s has no price; give it one in the file given with --models", ref)})
	}
	prompt, err := plan.ResolveText(e.task.Prompt, e.lookup(ctx))
	if err != nil {
		if ctx.Err() != nil {
			return none(failure{err: &infrastructure{ctx.Err()}})
		}
		return none(failure{code: "invalid_prompt", message: err.Error()})
	}
	configured := models.Limits()
	task := agent.Task{Role: role, Instructions: models.Role(role).Instructions, Goal: e.goal.Title, About: e.goal.Description,
		Prompt: agent.Cut(prompt, 4*configured.ResultChars, ""), Tools: e.offered(), Done: done, Advice: e.advice}
	limits := agent.Limits{ModelCalls: configured.ModelCalls, Repeats: configured.Repeats, ResultChars: configured.ResultChars,
		Steps: e.budget.Steps, Tokens: e.budget.Tokens, Cost: e.budget.Cost, Window: models.Window(role, named),
		Afford: func(prompt, left int64) int { return models.Afford(role, named, prompt, left) }}
	return task, limits, nil
}

// offered are the tools that the model is told of: those that the plan allows,
// or all that are here.
func (e *execution) offered() []model.Tool {
	allowed := map[string]bool{}
	for _, name := range e.task.Tools {
		allowed[name] = true
	}
	var out []model.Tool
	for _, t := range e.x.cfg.Tools.List() {
		if spec := t.Spec(); (e.task.Tools == nil || allowed[spec.Name]) && e.actor.mayUse(spec.Name) {
			out = append(out, model.Tool{Name: spec.Name, Description: spec.Description, Input: spec.Input})
		}
	}
	return out
}

// Ask implements agent.Host.
func (l *loopHost) Ask(ctx context.Context, n int, p agent.Prompt) (model.Reply, error) {
	if c := l.prior[n]; c != nil {
		return l.replay(ctx, n, c, p)
	}
	if at := l.e.goal.Limits.Deadline; at != nil && !l.e.x.cfg.Now().Before(*at) {
		return model.Reply{}, &agent.Failure{Code: "deadline_exceeded", Message: "the goal's deadline has passed"}
	}
	prompt, blobs, err := l.prompt(ctx, p)
	if err != nil {
		return model.Reply{}, err
	}
	// What the model is shown is stored while it thinks.
	var storing errgroup.Group
	storing.SetLimit(8)
	for digest, blob := range blobs {
		if l.stored[digest] {
			continue
		}
		storing.Go(func() error {
			_, err := l.e.x.cfg.Blobs.Put(ctx, blob)
			return err
		})
	}
	q := model.Question{Role: l.e.task.Role, Model: l.e.task.Model, Before: l.before,
		Request: model.Request{Messages: p.Messages, Tools: p.Tools, MaxTokens: p.MaxTokens}}
	if len(p.Tools) == 0 {
		q.Delta = func(try int, text string) {
			l.e.x.cfg.Queue.Say(l.e.item.Workspace, work.Delta{Goal: l.e.item.Goal, Task: l.e.item.Task, Call: n, Try: try, Text: text})
		}
	}
	answer, cached, err := l.e.inquire(model.WithWaits(ctx, l.e.hold), q, l.unheard)
	stored := storing.Wait()
	if err != nil {
		return model.Reply{}, l.trouble(ctx, err)
	}
	if stored != nil {
		return model.Reply{}, stored
	}
	for digest := range blobs {
		l.stored[digest] = true
	}
	return answer.Reply, l.record(ctx, n, prompt, answer, cached)
}

// replay takes over what a worker before has recorded.
func (l *loopHost) replay(ctx context.Context, n int, c *commands.Call, p agent.Prompt) (reply model.Reply, err error) {
	if !c.OfModel() {
		return reply, &agent.Failure{Code: "replay_differs", Message: fmt.Sprintf("call %d is recorded as one of %s; the model's loop has changed since", n, c.Tool.Tool), Retryable: true}
	}
	prompt, _, err := l.prompt(ctx, p)
	if err != nil {
		return reply, err
	}
	if prompt.Digest != c.Model.Prompt.Digest {
		l.whole = true // the next prompt is recorded as a whole, since it does not follow from this one
	}
	value, err := l.e.valueOf(ctx, c.Result)
	if err != nil {
		return reply, err
	}
	var said agent.Reply
	if err := json.Unmarshal(value, &said); err != nil {
		return reply, fmt.Errorf("call %d of task %s: %w", n, l.e.item.Task, err)
	}
	l.before, l.base, l.costs[n], l.result = model.Ref{Provider: c.Model.Provider, Model: c.Model.Model}, c.Model.Prompt.Digest, c.Model.Cost, c.Result
	return model.Reply{Text: said.Text, Calls: said.Calls, Stop: said.Stop,
		Usage: model.Usage{Input: c.Model.Usage.Input, Output: c.Model.Usage.Output, Cached: c.Model.Usage.Cached}}, nil
}

// prompt makes what the log keeps of a prompt: that of the call before and the
// messages that are new, each sealed, under the digest of what is stored.
func (l *loopHost) prompt(ctx context.Context, p agent.Prompt) (events.Prompt, map[events.Digest][]byte, error) {
	key, err := l.e.x.cfg.Commands.Codec.Keys.Key(ctx, l.e.item.Goal)
	if err != nil {
		return events.Prompt{}, nil, err
	}
	var out events.Prompt
	blobs := map[events.Digest][]byte{}
	add := func(v any) error {
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		blob := key.Seal(events.BlobPlace, text)
		digest := events.Sum(blob)
		out.Messages, blobs[digest] = append(out.Messages, digest), blob
		return nil
	}
	fresh := p.Messages[len(p.Messages)-p.Fresh:]
	if l.whole || p.Fresh == len(p.Messages) || l.base.IsZero() {
		fresh = p.Messages
		if err := add(map[string]any{"by": "tools", "tools": p.Tools}); err != nil {
			return out, nil, err
		}
	} else {
		out.Base = l.base
	}
	for _, m := range fresh {
		if err := add(m); err != nil {
			return out, nil, err
		}
	}
	out.Digest = events.PromptDigest(out.Base, out.Messages)
	return out, blobs, nil
}

// record stores what the model answered. It was paid for, so it is recorded
// whoever stops.
func (l *loopHost) record(ctx context.Context, n int, prompt events.Prompt, answer model.Answer, cached bool) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	value, err := json.Marshal(agent.Reply{Text: answer.Text, Calls: answer.Calls, Stop: answer.Stop})
	if err != nil {
		return err
	}
	content, err := l.e.content(ctx, value)
	if err != nil {
		return err
	}
	step := l.e.step()
	step.Call = n
	_, err = l.e.x.cfg.Commands.Runs.Run(ctx, l.e.request(), commands.RecordModelCall{RunRef: l.e.runRef(), First: l.e.first && n == 1, Call: events.TaskModelCall{
		Step: step, Provider: answer.Provider, Model: answer.Model, Cost: answer.Cost, Cached: cached, DurationUS: answer.Took.Microseconds(), Prompt: prompt, Reply: content,
		Usage: events.Usage{Input: answer.Usage.Input, Output: answer.Usage.Output, Cached: answer.Usage.Cached}}})
	if err != nil {
		return err
	}
	l.e.x.results.put(l.e.item.Goal, l.e.item.Task, content.Hash, value)
	l.before, l.base, l.whole, l.costs[n], l.result = answer.Ref, prompt.Digest, false, answer.Cost, content
	l.since, l.unheard = l.e.x.cfg.Now(), !cached
	return nil
}

// Cost implements agent.Costs.
func (l *loopHost) Cost(n int) int64 { return l.costs[n] }

// hold tells whoever watches what the task waits for.
func (e *execution) hold(note string) {
	e.x.cfg.Queue.Hold(e.item.Workspace, work.Hold{Goal: e.item.Goal, Task: e.item.Task, Note: note})
}

// trouble says what becomes of a task whose model does not answer. While no
// provider answers the task waits, and goes on where it is: failing the attempt
// would throw away what is done.
func (l *loopHost) trouble(ctx context.Context, err error) error {
	failed, ok := errors.AsType[*model.Error](err)
	if !ok {
		return err
	}
	down := failed.Code == model.CodeRateLimited || failed.Code == model.CodeOverloaded || failed.Code == model.CodeUnreachable
	if !down || l.e.x.cfg.Now().Sub(l.since) >= outage {
		return &agent.Failure{Code: failed.Code, Message: failed.Message, Retryable: failed.Retryable}
	}
	pause := min(max(failed.RetryAfter, l.e.x.cfg.ModelPause), 5*time.Minute)
	l.e.x.cfg.Log.WarnContext(ctx, "a task waits for its model", slog.String("goal", l.e.item.Goal), slog.String("task", l.e.item.Task), slog.Any("err", err))
	l.e.hold(fmt.Sprintf("%s; tried again in %s", strings.TrimSpace(failed.Message), pause.Round(time.Second)))
	return &notYet{pause}
}
