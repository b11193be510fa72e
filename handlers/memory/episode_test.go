package memory_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/memory"
)

var began = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// history is a goal's, each event a second after the one before.
type history struct {
	fold memory.Fold
	at   events.Revision
}

func given(facts ...any) *history {
	h := new(history)
	return h.and(facts...)
}

// ran is a fact of a task's run.
type ran struct {
	task string
	fact events.Run
}

func (h *history) and(facts ...any) *history {
	for _, f := range facts {
		e := events.Envelope[events.Event]{Meta: events.Meta{Stream: events.GoalStream("main", "g"), Time: began.Add(time.Duration(h.at) * time.Second), Revision: h.at + 1}}
		switch f := f.(type) {
		case ran:
			e.Stream.Part, e.Fact = f.task, f.fact
		case events.Goal:
			e.Fact = f
		}
		h.at++
		h.fold.Apply(e)
	}
	return h
}

func (h *history) episode(t *testing.T) memory.Episode {
	t.Helper()
	e, ok := h.fold.Episode()
	if !ok {
		t.Fatal("nothing is remembered")
	}
	return e
}

func step(attempt, call int) events.Step { return events.Step{Attempt: attempt, Call: call} }

var (
	submitted = events.GoalSubmitted{Title: "Fix the\nlogin", Description: "it says 500"}
	planned   = events.GoalPlanned{Tasks: []events.PlannedTask{
		{ID: "look", Role: "researcher", Tool: "file_ops", Args: []byte(`{"op":"list"}`)},
		{ID: "fix", Role: "coder", Prompt: "fix it", Tools: []string{"file_ops", "code_exec"}, Needs: []string{"look"}},
	}, Planner: events.Planner{Name: "openai", Model: "gpt-4o"}}
)

func tool(task string, attempt, call int, name string) ran {
	return ran{task, events.TaskToolCall{Step: step(attempt, call), Tool: name}}
}

func broke(task string, attempt, call int, code string) ran {
	return ran{task, events.TaskToolFailed{Step: step(attempt, call), Code: code, Error: "no " + code}}
}

func TestAnEpisodeIsFolded(t *testing.T) {
	t.Parallel()
	have := given(submitted, events.GoalModelCall{Usage: events.Usage{Input: 10, Output: 1}, Cost: 5}, planned,
		tool("look", 1, 1, "file_ops"), events.TaskCompleted{Task: "look", Attempt: 1},
		ran{"fix", events.TaskModelCall{Usage: events.Usage{Input: 100, Output: 20}, Cost: -1}}, ran{"fix", events.TaskModelCall{Usage: events.Usage{Input: 999}, Cost: 999, Cached: true}},
		tool("fix", 1, 2, "code_exec"), tool("fix", 1, 2, "code_exec"), broke("fix", 1, 2, "exit_1"),
		events.InterruptPending{Type: "pr_approval"}, events.InterruptPending{Type: "child_goal"},
		events.TaskCompleted{Task: "fix", Attempt: 1}, events.GoalCompleted{Tasks: 2}).episode(t)
	want := memory.Episode{Workspace: "main", Goal: "g", Title: "Fix the login", Description: "it says 500", Planner: "openai/gpt-4o", Plans: 1,
		Plan:  []memory.Step{{ID: "look", Role: "researcher", Tool: "file_ops"}, {ID: "fix", Role: "coder", Tools: []string{"file_ops", "code_exec"}, Needs: []string{"look"}}},
		Tools: []memory.Use{{Tool: "code_exec", Calls: 1, Failed: 1}, {Tool: "file_ops", Calls: 1}}, Outcome: memory.Done, Asked: 1,
		Troubles: []memory.Trouble{{Tool: "code_exec", Role: "coder", Code: "exit_1", Error: "no exit_1", Count: 1, Overcome: memory.SameAttempt}},
		Began:    began, Ended: began.Add(13 * time.Second), Tokens: 131, Cost: 5, At: 14}
	if !reflect.DeepEqual(have, want) {
		t.Errorf("have %+v\nwant %+v", have, want)
	}
}

func TestWhatOvercameATroubleIsTold(t *testing.T) {
	t.Parallel()
	other := events.GoalReplanned{Tasks: []events.PlannedTask{{ID: "else", Role: "coder", Tool: "code_exec"}}}
	failed := events.TaskFailed{Task: "look", Attempt: 1, Code: "not_found"}
	for name, c := range map[string]struct {
		then []any
		want memory.Trouble
	}{
		"another attempt": {[]any{failed, events.TaskCompleted{Task: "look", Attempt: 2}, events.GoalCompleted{}}, memory.Trouble{Tool: "file_ops", Count: 1, Overcome: memory.NextAttempt}},
		"another plan":    {[]any{failed, other, events.TaskCompleted{Task: "else", Attempt: 1}, events.GoalCompleted{}}, memory.Trouble{Tool: "file_ops", Count: 1, Overcome: memory.NextPlan}},
		"nothing":         {[]any{failed, events.GoalFailed{Code: "task_failed", Task: "look"}}, memory.Trouble{Tool: "file_ops", Count: 1}},
		"twice": {[]any{failed, tool("look", 2, 1, "file_ops"), broke("look", 2, 1, "not_found"), events.TaskFailed{Task: "look", Attempt: 2, Code: "not_found"},
			events.GoalCancelled{}}, memory.Trouble{Tool: "file_ops", Count: 2}},
	} {
		e := given(append([]any{submitted, planned, tool("look", 1, 1, "file_ops"), broke("look", 1, 1, "not_found")}, c.then...)...).episode(t)
		c.want.Role, c.want.Code, c.want.Error = "researcher", "not_found", "no not_found"
		if len(e.Troubles) != 1 || e.Troubles[0] != c.want {
			t.Errorf("%s: %+v, want %+v", name, e.Troubles, c.want)
		}
	}
	e := given(submitted, planned, events.TaskFailed{Task: "fix", Attempt: 1, Code: "limit_exceeded", Error: "too many steps"}, events.GoalFailed{Code: "limit_exceeded"}).episode(t)
	if len(e.Troubles) != 1 || e.Troubles[0] != (memory.Trouble{Role: "coder", Code: "limit_exceeded", Error: "too many steps", Count: 1}) || e.Code != "limit_exceeded" {
		t.Errorf("a task's own failure: %+v", e)
	}
}

func TestAGoalIsRememberedByItsLastEnd(t *testing.T) {
	t.Parallel()
	h := given(submitted, planned)
	if e, ok := h.fold.Episode(); ok {
		t.Errorf("it goes on, and is remembered: %+v", e)
	}
	if e := h.and(events.GoalFailed{Code: "task_failed"}).episode(t); e.Outcome != memory.Failed || e.At != 3 {
		t.Errorf("%+v", e)
	}
	if e := h.and(planned, events.GoalCompleted{}).episode(t); e.Outcome != memory.Done || e.Code != "" || e.At != 5 || e.Plans != 2 {
		t.Errorf("after a retry: %+v", e)
	}
	h.fold.Apply(events.Envelope[events.Event]{Fact: events.GoalCancelled{}, Forgotten: true})
	if e, ok := h.fold.Episode(); ok {
		t.Errorf("its content is forgotten, and it is remembered: %+v", e)
	}
}

func TestCredentialsAreNotRemembered(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{"sk-proj-abcdefgh12345678", "ghp_abcdefgh12345678", "AKIAABCDEFGHIJKLMNOP", "hunter2hunter2", "eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl",
		"0x" + strings.Repeat("ab", 32), "topsecret99"} {
		for _, text := range []string{"use " + secret, "token=" + secret, `"api_key": "` + secret + `"`, "the password is " + secret, "Authorization: Bearer " + secret, "https://me:" + secret + "@host/x"} {
			if strings.HasPrefix(text, "use") && (secret[0] == 'h' || secret[0] == 't') {
				continue // nothing tells that it is one
			}
			e := given(events.GoalSubmitted{Title: text, Description: text}, planned, tool("look", 1, 1, "file_ops"),
				ran{"look", events.TaskToolFailed{Step: step(1, 1), Code: "x", Error: text}}, events.GoalFailed{Code: "x", Error: text}).episode(t)
			for _, kept := range []string{e.Title, e.Description, e.Troubles[0].Error} {
				if strings.Contains(kept, secret) {
					t.Errorf("%q kept %q", text, kept)
				}
			}
		}
	}
	for _, plain := range []string{"Rotate the tokens of the bot", "a token bucket", "Fix password reset", "see https://host/x@y"} {
		if e := given(events.GoalSubmitted{Title: plain}, events.GoalCompleted{}).episode(t); e.Title != plain {
			t.Errorf("%q became %q", plain, e.Title)
		}
	}
}
