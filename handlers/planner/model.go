package planner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/schemas"
)

// Router asks models; model.Router is one.
type Router interface {
	Models
	Ask(context.Context, model.Question) (model.Answer, error)
	// Afford is how many tokens an answer may have so that no more than what is left, in millionths of a US dollar, is spent.
	Afford(role, model string, prompt, left int64) int
}

// Modelled plans goals that have neither plan nor playbook with a model. What the model says is a plan like any other: it is
// checked, and sent back once with its faults. If it is still none, or no model answers, a playbook that fits is taken, and
// that it was is said.
type Modelled struct {
	Goals
	Router Router
	// Tools are what the model is told of what a plan may use.
	Tools func() []model.Tool
	// Cache keeps plans of equal goals. May be nil.
	Cache Cache
	// Memories are what earlier goals taught; they are advice. May be nil.
	Memories func(context.Context, events.GoalSubmitted) []Memory
	// Allowed says which tools the goal's agent may use; nil is all. May be nil.
	Allowed func(context.Context, events.GoalSubmitted) func(tool string) bool
	Log     *slog.Logger
}

// Asks reports whether a goal is planned by a model.
func (m Modelled) Asks(goal events.GoalSubmitted) bool {
	return len(goal.Plan) == 0 && goal.Playbook == "" && m.Router.Has(model.Planner)
}

// Check finds what can be found without asking a model.
func (m Modelled) Check(goal events.GoalSubmitted) error {
	if m.Asks(goal) {
		return nil
	}
	return m.Goals.Check(goal)
}

// Plan makes the task graph of a goal.
func (m Modelled) Plan(ctx context.Context, goal events.GoalSubmitted) ([]events.PlannedTask, events.Planner, error) {
	if !m.Asks(goal) {
		return m.Goals.Plan(ctx, goal)
	}
	may := m.allowed(ctx, goal)
	key := m.key(goal, may)
	if tasks, by, ok := m.cached(ctx, key); ok {
		return tasks, by, nil
	}
	memories := m.recall(ctx, goal)
	drafted := m.draft(ctx, m.question(goal, may, memories), goal, may, events.Budget{}, nil)
	if drafted.err == nil {
		m.keep(ctx, key, drafted)
		drafted.by.Why += remembered(memories)
		return drafted.tasks, drafted.by, nil
	}
	if ctx.Err() != nil {
		return nil, events.Planner{}, ctx.Err()
	}
	// A playbook is better than no plan, if it is said to be one.
	tasks, by, err := m.Goals.Plan(ctx, goal)
	if err == nil {
		by.Why = drafted.why() + ", so the " + by.Why
		return tasks, by, nil
	}
	if drafted.down() {
		return nil, by, drafted.err // it is tried again
	}
	return nil, by, &plan.InvalidError{Faults: []plan.Fault{{Reason: drafted.why() + "; and " + err.Error()}}}
}

// Replan makes a plan after a failure. The done tasks stand in it as they are.
func (m Modelled) Replan(ctx context.Context, after commands.Setback) ([]events.PlannedTask, events.Planner, error) {
	may := m.allowed(ctx, after.Goal)
	if m.Cache != nil {
		m.Cache.Drop(ctx, m.key(after.Goal, may)) // a plan that failed is not taken again
	}
	var done []events.PlannedTask
	for _, t := range after.Tasks {
		if _, ok := after.Done[t.ID]; ok {
			done = append(done, t)
		}
	}
	memories := m.recall(ctx, after.Goal)
	drafted := m.draft(ctx, m.again(after, may, memories), after.Goal, may, after.Spent, done)
	if drafted.err != nil && !drafted.down() && ctx.Err() == nil {
		return nil, events.Planner{}, &plan.InvalidError{Faults: []plan.Fault{{Reason: drafted.why()}}}
	}
	drafted.by.Why += remembered(memories)
	return append(done, drafted.tasks...), drafted.by, drafted.err
}

// allowed are the tools that the goal's agent may use; nil is all.
func (m Modelled) allowed(ctx context.Context, goal events.GoalSubmitted) []string {
	if goal.Agent == "" || m.Allowed == nil {
		return nil
	}
	allows := m.Allowed(ctx, goal)
	if allows == nil {
		return nil
	}
	names := []string{}
	for _, t := range m.Tools() {
		if allows(t.Name) {
			names = append(names, t.Name)
		}
	}
	if len(names) == len(m.Tools()) {
		return nil
	}
	return names
}

// drafted is what a model made of a question.
type drafted struct {
	tasks []events.PlannedTask
	by    events.Planner
	err   error
	from  model.Ref
	tries int
}

// down reports whether it is worth asking again.
func (d drafted) down() bool {
	failed, ok := errors.AsType[*model.Error](d.err)
	return !ok && !isInvalid(d.err) || ok && failed.Retryable
}

func isInvalid(err error) bool { _, ok := errors.AsType[*plan.InvalidError](err); return ok }

// why says what was wrong.
func (d drafted) why() string {
	if isInvalid(d.err) {
		return fmt.Sprintf("model %s gave no valid plan in %d tries (%s)", d.from, d.tries, strings.ReplaceAll(d.err.Error(), "\n", " "))
	}
	return "no model made a plan (" + d.err.Error() + ")"
}

// rounds are the first try and one repair.
const rounds = 2

// draft asks for a plan, and once more with its faults.
func (m Modelled) draft(ctx context.Context, messages []model.Message, goal events.GoalSubmitted, may []string, spent events.Budget, done []events.PlannedTask) (d drafted) {
	var tokens, cost int64
	for d.tries < rounds {
		most, err := m.most(goal.Limits, spent, messages)
		if err != nil {
			d.err = err
			return d
		}
		answer, err := m.Router.Ask(ctx, model.Question{Role: model.Planner, Before: d.from,
			Request: model.Request{Messages: messages, MaxTokens: most, Shape: &model.Shape{Name: "plan", Schema: schemas.Plan}}})
		if err != nil {
			d.err = err
			return d
		}
		d.tries++
		d.from = answer.Ref
		tokens += answer.Usage.Input + answer.Usage.Output
		spent.Steps, spent.Tokens, spent.Cost = spent.Steps+1, spent.Tokens+answer.Usage.Input+answer.Usage.Output, spent.Cost+max(answer.Cost, 0)
		if cost += answer.Cost; answer.Cost == model.CostUnknown {
			cost = -1 << 40
		}
		var p plan.Plan
		if p, d.err = m.read(answer.Text, goal, may, done); d.err == nil {
			d.tasks = Tasks(p)[len(done):]
			d.by = events.Planner{Name: answer.Provider, Model: answer.Model, Why: fmt.Sprintf("model %s: %s (%d tokens, %s)", answer.Ref, p.Title, tokens, dollars(cost))}
			return d
		}
		if m.Log != nil {
			m.Log.InfoContext(ctx, "a model's plan has faults", slog.String("model", answer.Ref.String()), slog.Any("err", d.err))
		}
		messages = append(messages, model.Message{By: model.Assistant, Text: answer.Text},
			model.Message{By: model.User, Text: d.err.Error() + "\n\nAnswer with the whole plan once more, without these faults. Answer with JSON only."})
	}
	return d
}

// leastPlan is how many tokens a plan must be able to have for it to be worth asking.
const leastPlan = 256

// most is how many tokens an answer may have within the goal's limits; 0 for as many as the model likes.
func (m Modelled) most(l events.Limits, spent events.Budget, messages []model.Message) (most int, err error) {
	prompt := model.Estimate(messages, nil)
	over := func(what string) (int, error) {
		return 0, &model.Error{Code: "limit_exceeded", Message: "the goal's limit of " + what + " leaves nothing to ask a model for a plan with"}
	}
	if l.Steps > 0 && spent.Steps >= l.Steps {
		return over("calls")
	}
	if l.Tokens > 0 {
		left := l.Tokens - spent.Tokens - prompt
		if left < leastPlan {
			return over("tokens")
		}
		most = int(min(left, 1<<30))
	}
	if l.Cost > 0 {
		afford := m.Router.Afford(model.Planner, "", prompt, l.Cost-spent.Cost)
		if afford < leastPlan {
			return over("cost, or a planner's model that has no price,")
		}
		if most == 0 || afford < most {
			most = afford
		}
	}
	return most, nil
}

func dollars(micros int64) string {
	if micros < 0 {
		return "cost unknown"
	}
	return fmt.Sprintf("$%.6f", float64(micros)/1e6)
}

// maxRetries bounds what a model may have tried again.
const maxRetries = 5

// read makes a plan of a model's answer. What only a person may say in it is refused or left out: limits of the goal, and what
// a tool does, which decides whether a call that was lost is made again.
func (m Modelled) read(text string, goal events.GoalSubmitted, may []string, done []events.PlannedTask) (plan.Plan, error) {
	p, err := plan.Parse(jsonOf(text))
	if err != nil {
		return p, err
	}
	p.Limits = nil
	var faults []plan.Fault
	for i := range p.Tasks {
		t := &p.Tasks[i]
		t.Effect = ""
		if t.Retries != nil && *t.Retries > maxRetries {
			*t.Retries = maxRetries
		}
		if t.Tool != "" && may != nil && !slices.Contains(may, t.Tool) {
			faults = append(faults, plan.Fault{Path: fmt.Sprintf("tasks[%d].tool", i), Reason: fmt.Sprintf("the agent may not use tool %q", t.Tool)})
		}
		for _, d := range done {
			if d.ID == t.ID {
				faults = append(faults, plan.Fault{Path: fmt.Sprintf("tasks[%d].id", i), Reason: fmt.Sprintf("task %q is done; leave it out, and give another task another ID", t.ID)})
			}
		}
	}
	if len(faults) > 0 {
		return p, &plan.InvalidError{Faults: faults}
	}
	var params map[string]json.RawMessage
	if len(goal.Params) > 0 && len(p.Params) > 0 {
		if err := json.Unmarshal(goal.Params, &params); err != nil {
			return p, &plan.InvalidError{Faults: []plan.Fault{{Path: "params", Reason: "is not an object"}}}
		}
	}
	if p, err = plan.Bind(p, params); err != nil {
		return p, err
	}
	p.Tasks = append(asPlan(done), p.Tasks...)
	if err = plan.Validate(p, m.Catalogue); err == nil {
		err = m.answered(p)
	}
	return p, err
}

// asPlan are recorded tasks as a plan writes them.
func asPlan(tasks []events.PlannedTask) []plan.Task {
	out := make([]plan.Task, len(tasks))
	for i, t := range tasks {
		out[i] = plan.Task{ID: t.ID, Role: t.Role, Tool: t.Tool, Args: t.Args, Prompt: t.Prompt, Tools: t.Tools, Model: t.Model, Needs: t.Needs}
		if len(t.Tools) == 1 && t.Tools[0] == NoTools {
			out[i].Tools = []string{}
		}
	}
	return out
}

// jsonOf finds the JSON in an answer: models that have no answer schema put it between words.
func jsonOf(text string) []byte {
	begin, end := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if begin < 0 || end < begin {
		return []byte(text)
	}
	return []byte(text[begin : end+1])
}
