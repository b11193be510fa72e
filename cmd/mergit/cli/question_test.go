package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

func TestAQuestionShowsAllThatIsAllowed(t *testing.T) {
	t.Parallel()
	const code = "x = 1\nimport shutil\nshutil.rmtree('/')"
	for name, c := range map[string]struct {
		description, data, want string
	}{
		"quoted":       {`May task a call file_ops with {"op":"write","path":"a.txt"}?`, `{"args":{"path":"a.txt","op":"write"}}`, ""},
		"cut":          {`May task a call file_ops with {"op":"write","content":"aaa…?`, `{"args":{"op":"write","content":"aaaa"}}`, "  content: aaaa\n  op: write"},
		"lines":        {`May task a call code_exec with {"code":"x\ny"}?`, `{"args":{"code":"x\ny\n"}}`, "  code:\n    x\n    y"},
		"no text":      {`May task a call t with {"n":[1,…?`, `{"args":{"n":[1, 2]}}`, "  n: [1,2]"},
		"not quoted":   {"Did the http_request call of task a happen?", `{"args":{"method":"POST"}}`, "  method: POST"},
		"no arguments": {"The goal needs the secret key: why", `{"name":"key"}`, ""},
		"no data":      {"May I?", "", ""},
	} {
		if got := unquoted(wire.Interrupt{Description: c.description, Data: json.RawMessage(c.data)}); got != c.want {
			t.Errorf("%s: have\n%q, want\n%q", name, got, c.want)
		}
	}

	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.asks(10, "run", "yes", "no")
	data, _ := json.Marshal(map[string]any{"args": map[string]string{"code": code + "\x1b[2J"}})
	f.goal.Interrupts[0].Data = data
	if r := f.cli("goal", "show", goalID); !strings.Contains(r.out, "    shutil.rmtree('/')\\x1b[2J\n") {
		t.Errorf("goal show says\n%s", r.out)
	}
	if r := f.cli("goal", "run", "A goal"); r.code != exitAsked || !strings.Contains(r.err, "all of what it is about: ") || !strings.Contains(r.err, "goal show "+goalID) {
		t.Errorf("without a terminal it says\n%s", r.err)
	}
	s := f.terminal(80, "goal", "watch", goalID)
	s.sees("    shutil.rmtree('/')\\x1b[2J", 1)
	s.sees(prompt, 1)
	s.cancel()
	s.exits(exitInterrupted)
}

func TestWhatWaitsForNobodyIsNotAsked(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	for i, kind := range []string{"webhook", "child_goal"} {
		f.happen("interrupt.pending", 10, map[string]any{"interrupt": kind, "type": kind, "task": "a", "description": "waits for a call of ci"}, func(g *wire.Goal) {
			g.Interrupts = append(g.Interrupts, wire.Interrupt{Goal: goalID, ID: kind, Type: kind, Task: "a", Status: "pending", Description: "waits for a call of ci"})
			g.Tasks = []wire.Task{{ID: "a", Role: "coder", Status: "waiting", Tool: "wait_webhook"}}
		})
		if r := f.cli("goal", "show", goalID); i == 0 && !strings.Contains(r.out, "wait_webhook  waits for a call of ci\n") {
			t.Errorf("goal show says\n%s", r.out)
		}
	}
	f.happen("interrupt.resolved", 20, map[string]any{"interrupt": "webhook", "decision": "arrived", "by": "policy:waits"})
	f.happen("interrupt.expired", 30, map[string]any{"interrupt": "child_goal"})
	f.done(40)
	r := f.cli("goal", "watch", goalID)
	for _, want := range []string{"  a waits for a call of ci\n", "  a has what it waited for\n", "  a waited in vain\n"} {
		if !strings.Contains(r.err, want) {
			t.Errorf("it does not say %q:\n%s", want, r.err)
		}
	}
	if strings.Contains(r.err, "asks") || strings.Contains(r.err, "answered") {
		t.Errorf("somebody was asked:\n%s", r.err)
	}
}
