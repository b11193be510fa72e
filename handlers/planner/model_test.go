package planner_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/planner"
)

const good = `{"title":"Poem","tasks":[
	{"id":"look","role":"researcher","tool":"file_ops","args":{"op":"list","path":"."},"effect":"read"},
	{"id":"write","role":"writer","prompt":"Write a poem about {{tasks.look.result}}","retries":99}]}`

// plans is a planner.Cache.
type plans map[string][]byte

func (p plans) Get(_ context.Context, key string) ([]byte, bool) { plan, ok := p[key]; return plan, ok }
func (p plans) Put(_ context.Context, key string, plan []byte)   { p[key] = plan }
func (p plans) Drop(_ context.Context, key string)               { delete(p, key) }

// thinker is a planner whose model gives answers in order.
func thinker(t *testing.T, answers ...any) (planner.Modelled, *model.Scripted) {
	t.Helper()
	scripted := &model.Scripted{Answer: func(_ context.Context, n int, _ model.Request) (model.Reply, error) {
		if n > len(answers) {
			t.Errorf("question %d was not expected", n)
			return model.Reply{}, &model.Error{Code: model.CodeOutOfScript, Message: "no more"}
		}
		if err, ok := answers[n-1].(error); ok {
			return model.Reply{}, err
		}
		return model.Reply{Text: answers[n-1].(string), Usage: model.Usage{Input: 1000, Output: 100}}, nil
	}}
	f, err := model.ReadFile([]byte(`{roles: {planner: {models: [openai/p]}, writer: {models: [openai/p]}}, models: {openai/p: {price: {input: 1000000, output: 1000000}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := model.NewRouter(model.RouterConfig{File: f, Env: func(string) string { return "" }, Now: time.Now, Tries: 1, Models: map[string]model.Model{"openai/p": scripted}})
	if err != nil {
		t.Fatal(err)
	}
	return planner.Modelled{Goals: planner.Goals{Catalogue: catalogue(), Models: r}, Router: r, Cache: plans{}, Tools: func() []model.Tool {
		return []model.Tool{{Name: "file_ops", Description: "reads files", Input: json.RawMessage(`{"type":"object"}`)}}
	}}, scripted
}

var poem = events.GoalSubmitted{Title: "Write a poem about my files", Mounts: []events.Mount{{Name: "code", Path: "/x"}}}

func ids(tasks []events.PlannedTask) (all []string) {
	for _, t := range tasks {
		all = append(all, t.ID)
	}
	return all
}

func TestAModelsPlanIsTakenAsAnyOther(t *testing.T) {
	t.Parallel()
	m, scripted := thinker(t, "Here is the plan:\n```json\n"+good+"\n```")
	if err := m.Check(poem); err != nil {
		t.Errorf("what a model will plan was refused: %v", err)
	}
	tasks, by, err := m.Plan(t.Context(), poem)
	if err != nil {
		t.Fatal(err)
	}
	if by.Name != "openai" || by.Model != "p" || by.Cached || !strings.Contains(by.Why, "1100 tokens, $0.001100") {
		t.Errorf("planned by %+v", by)
	}
	// What only a person may say is left out: this tool's effect decides what is run again.
	if fmt.Sprint(ids(tasks)) != "[look write]" || tasks[0].Effect != "" || tasks[1].Retries != 5 || fmt.Sprint(tasks[1].Needs) != "[look]" {
		t.Errorf("%+v", tasks)
	}
	asked := scripted.Asked()[0]
	if asked.Shape == nil || !strings.Contains(asked.Messages[0].Text, "file_ops: reads files") || !strings.Contains(asked.Messages[1].Text, `folder "code"`) {
		t.Errorf("asked %+v", asked)
	}
}

func TestAPlanWithFaultsIsSentBackOnce(t *testing.T) {
	t.Parallel()
	bad := `{"title":"Poem","tasks":[{"id":"a","role":"poet","tool":"pen","needs":["b"]}]}`
	m, scripted := thinker(t, bad, good)
	if _, by, err := m.Plan(t.Context(), poem); err != nil || by.Model != "p" {
		t.Fatalf("%+v, %v", by, err)
	}
	repair := scripted.Asked()[1].Messages
	if last := repair[len(repair)-1].Text; repair[2].Text != bad || !strings.Contains(last, `no role "poet"`) || !strings.Contains(last, `no tool "pen"`) || !strings.Contains(last, `no task "b"`) {
		t.Errorf("it was sent back with %q", last)
	}
}

func TestWithoutAValidPlanAPlaybookIsTakenAndSaidToBe(t *testing.T) {
	t.Parallel()
	todos := events.GoalSubmitted{Title: "list all TODOs", Mounts: poem.Mounts}
	for name, answers := range map[string][]any{
		"two plans with faults": {"I would rather not.", `{"title":"x","tasks":[]}`},
		"no model answers":      {&model.Error{Code: model.CodeOverloaded, Retryable: true, Message: "HTTP 529"}},
		"the key is wrong":      {&model.Error{Code: model.CodeNoAccess, Message: "HTTP 401"}},
	} {
		m, _ := thinker(t, answers...)
		tasks, by, err := m.Plan(t.Context(), todos)
		if err != nil || by.Name != "offline" || by.Playbook != "todo-report" || by.Model != "" || len(tasks) == 0 {
			t.Errorf("%s: %+v, %v", name, by, err)
		}
		if !strings.Contains(by.Why, "model") || !strings.Contains(by.Why, "offline planner: playbook todo-report") {
			t.Errorf("%s: nobody is told: %q", name, by.Why)
		}
	}
}

func TestWithoutAPlaybookEitherItIsSaidWhy(t *testing.T) {
	t.Parallel()
	m, _ := thinker(t, "no", "no")
	_, _, err := m.Plan(t.Context(), poem)
	var refused interface{ Refused() string }
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "gave no valid plan in 2 tries") || !strings.Contains(err.Error(), "no playbook fits") {
		t.Errorf("%v", err)
	}
	m, _ = thinker(t, &model.Error{Code: model.CodeOverloaded, Retryable: true, Message: "HTTP 529"})
	if _, _, err := m.Plan(t.Context(), poem); err == nil || errors.As(err, &refused) {
		t.Errorf("an outage is no answer: %v", err)
	}
}

func TestAnEqualGoalIsPlannedFromTheCache(t *testing.T) {
	t.Parallel()
	m, _ := thinker(t, good, good, good)
	first, _, err := m.Plan(t.Context(), poem)
	if err != nil {
		t.Fatal(err)
	}
	again, by, err := m.Plan(t.Context(), poem)
	if err != nil || !by.Cached || fmt.Sprint(again) != fmt.Sprint(first) {
		t.Errorf("%+v, %v", by, err)
	}
	other := poem
	other.Description = "for 2 readers"
	if _, by, err := m.Plan(t.Context(), other); err != nil || by.Cached {
		t.Errorf("another goal: %+v, %v", by, err)
	}
	tools := m.Tools
	m.Tools = func() []model.Tool { return append(tools(), model.Tool{Name: "more"}) }
	if _, by, err := m.Plan(t.Context(), poem); err != nil || by.Cached {
		t.Errorf("with another tool: %+v, %v", by, err)
	}
}

// What the agent may not do is a fault of its plan like any other: it is sent back, and a plan that was kept for what the agent could
// do before is not taken.
func TestAPlanIsOfWhatTheAgentMayUse(t *testing.T) {
	t.Parallel()
	thought := `{"title":"Poem","tasks":[{"id":"write","role":"writer","prompt":"Write a poem"}]}`
	m, scripted := thinker(t, good, good, thought)
	allowed := []string{"file_ops"}
	m.Allowed = func(context.Context, events.GoalSubmitted) func(string) bool {
		return func(tool string) bool { return slices.Contains(allowed, tool) }
	}
	ada := poem
	ada.Agent = "ada"
	if tasks, _, err := m.Plan(t.Context(), ada); err != nil || len(tasks) != 2 {
		t.Fatalf("%+v, %v", tasks, err)
	}
	allowed = nil
	tasks, by, err := m.Plan(t.Context(), ada)
	if err != nil || by.Cached || fmt.Sprint(ids(tasks)) != "[write]" {
		t.Errorf("%+v, %+v, %v", tasks, by, err)
	}
	asked := scripted.Asked()
	if said := asked[1].Messages[1].Text; !strings.Contains(said, "may use no other tools than these: none.") {
		t.Errorf("the planner was told %q", said)
	}
	if said := asked[2].Messages[3].Text; !strings.Contains(said, `tasks[0].tool: the agent may not use tool "file_ops"`) {
		t.Errorf("the fault is %q", said)
	}
	if said := asked[0].Messages[1].Text; strings.Contains(said, "no other tools") {
		t.Errorf("an agent that may use all tools is told %q", said)
	}
}

func TestAnotherPlanKeepsWhatIsDone(t *testing.T) {
	t.Parallel()
	old := []events.PlannedTask{
		{ID: "look", Role: "researcher", Tool: "file_ops", Args: json.RawMessage(`{"op":"list","path":"."}`), Retries: 7},
		{ID: "write", Role: "writer", Prompt: "write {{tasks.look.result}}", Needs: []string{"look"}}}
	after := commands.Setback{Goal: poem, Version: 1, Tasks: old, Done: map[string]string{"look": `{"entries":["a.go"]}`}, Task: "write", Code: "answer_too_long", Error: "too long"}
	taken := `{"title":"x","tasks":[{"id":"look","role":"writer","prompt":"again"}]}`
	m, scripted := thinker(t, good, taken, `{"title":"Shorter","tasks":[{"id":"haiku","role":"writer","prompt":"A haiku about {{tasks.look.result}}"}]}`, good)
	if _, _, err := m.Plan(t.Context(), poem); err != nil {
		t.Fatal(err)
	}
	tasks, by, err := m.Replan(t.Context(), after)
	if err != nil || by.Model != "p" || fmt.Sprint(ids(tasks)) != "[look haiku]" || tasks[0].Retries != 7 || fmt.Sprint(tasks[1].Needs) != "[look]" {
		t.Fatalf("%v, %+v, %+v", err, by, tasks)
	}
	asked := scripted.Asked()
	if said := asked[1].Messages[1].Text; !strings.Contains(said, "has failed: answer_too_long: too long") || !strings.Contains(said, `begins: {"entries":["a.go"]}`) {
		t.Errorf("the planner was told %q", said)
	}
	if said := asked[2].Messages[3].Text; !strings.Contains(said, `task "look" is done`) {
		t.Errorf("the fault is %q", said)
	}
	if _, by, err := m.Plan(t.Context(), poem); err != nil || by.Cached {
		t.Errorf("a plan that failed was taken again: %+v, %v", by, err)
	}
}

func TestPlanningKeepsTheGoalsLimits(t *testing.T) {
	t.Parallel()
	todos := events.GoalSubmitted{Title: "list all TODOs", Mounts: poem.Mounts}
	for name, limits := range map[string]events.Limits{"tokens": {Tokens: 300}, "cost": {Cost: 100}} {
		m, _ := thinker(t) // which is not asked
		todos.Limits = limits
		_, by, err := m.Plan(t.Context(), todos)
		if err != nil || by.Name != "offline" || !strings.Contains(by.Why, "limit of "+name) {
			t.Errorf("%s: %+v, %v", name, by, err)
		}
	}
	m, scripted := thinker(t, good)
	rich := poem
	rich.Limits = events.Limits{Tokens: 5000, Cost: 1_000_000}
	if _, _, err := m.Plan(t.Context(), rich); err != nil {
		t.Fatal(err)
	}
	if most := scripted.Asked()[0].MaxTokens; most <= 0 || most > 5000 {
		t.Errorf("the plan may have %d tokens", most)
	}
	var paid []model.Answer
	m, _ = thinker(t, "no", "no")
	_, _, _ = m.Plan(model.WithMeter(t.Context(), func(a model.Answer) { paid = append(paid, a) }), poem)
	if len(paid) != 2 || paid[1].Cost != 1100 {
		t.Errorf("two answers that were of no use cost %+v", paid)
	}
}

func TestATaskMayBeLeftNoTools(t *testing.T) {
	t.Parallel()
	m, _ := thinker(t)
	for text, want := range map[string]string{
		`{"title":"t","tasks":[{"id":"a","role":"writer","prompt":"x","tools":[]}]}`:           "[none]",
		`{"title":"t","tasks":[{"id":"a","role":"writer","prompt":"x"}]}`:                      "[]",
		`{"title":"t","tasks":[{"id":"a","role":"writer","prompt":"x","tools":["file_ops"]}]}`: "[file_ops]",
	} {
		tasks, _, err := m.Plan(t.Context(), events.GoalSubmitted{Title: "t", Plan: json.RawMessage(text)})
		if err != nil || fmt.Sprint(tasks[0].Tools) != want {
			t.Errorf("%s: %v, %v", text, tasks, err)
		}
	}
}

func TestPromptsNeedAModelThatAnswersThem(t *testing.T) {
	t.Parallel()
	m, _ := thinker(t)
	for text, want := range map[string]string{
		`{"title":"t","tasks":[{"id":"a","role":"writer","prompt":"x"}]}`:                      "",
		`{"title":"t","tasks":[{"id":"a","role":"coder","prompt":"x","model":"openai/p"}]}`:    "",
		`{"title":"t","tasks":[{"id":"a","role":"coder","prompt":"x"}]}`:                       "tasks[0].prompt: role coder has no model",
		`{"title":"t","tasks":[{"id":"a","role":"writer","prompt":"x","model":"openai/gpt"}]}`: `tasks[0].model: no model "openai/gpt"`,
	} {
		err := m.Check(events.GoalSubmitted{Title: "t", Plan: json.RawMessage(text)})
		if _, invalid := errors.AsType[*plan.InvalidError](err); want == "" && err != nil || want != "" && (!invalid || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
