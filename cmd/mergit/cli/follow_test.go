package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
)

const prompt = "[yes/no] > "

func TestAQuestionIsAskedUntilItIsAnswered(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.asks(10, "write", "yes", "no")
	s := f.terminal(80, "goal", "run", "A goal")
	s.sees(prompt, 1)
	s.types("\n")
	s.sees(prompt, 2)
	s.types("perhaps\n")
	s.sees(`"perhaps" is none of them`, 1)
	s.sees(prompt, 3)
	f.happen("task.completed", 20, map[string]any{"task": "other"})
	s.types("yes\n")
	s.sees("other done", 1)
	f.answered(30, "write", "yes")
	f.done(40)
	s.exits(0)
	if len(f.answers) != 1 || f.answers[0].Decision != "yes" || f.answers[0].Interrupt != "write" {
		t.Errorf("answered %+v", f.answers)
	}
	if seen := s.seen(); strings.Index(seen, "other done") < strings.LastIndex(seen, prompt) || strings.Count(seen, "May I write?") != 1 {
		t.Errorf("something came between question and answer, or it was asked twice:\n%s", seen)
	}
}

func TestAQuestionAnsweredElsewhereGoesAway(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.asks(10, "write", "yes", "no")
	f.asks(11, "post", "yes", "no")
	s := f.terminal(80, "goal", "watch", goalID)
	s.sees(prompt, 1)
	f.answered(20, "write", "yes")
	s.sees("May I post?", 1)
	s.sees(prompt, 2)
	f.answered(30, "post", "no")
	s.sees("user:ada answered: no", 1)
	f.done(40)
	s.exits(0)
	if len(f.answers) != 0 {
		t.Errorf("answered %+v", f.answers)
	}
}

func TestCtrlCAtAQuestionEndsAtOnce(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.asks(10, "write", "yes", "no")
	s := f.terminal(80, "goal", "run", "A goal")
	s.sees(prompt, 1)
	s.types("ye") // not yet entered
	began := time.Now()
	s.cancel()
	s.exits(exitInterrupted)
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("it took %s", took)
	}
	for _, want := range []string{"the goal goes on; answer with: ", "goal resume " + goalID + " --interrupt write --decision yes", "goal cancel " + goalID} {
		if !strings.Contains(s.seen(), want) {
			t.Errorf("it does not say %q:\n%s", want, s.seen())
		}
	}
}

func TestWithoutATerminalAQuestionEndsTheRun(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.asks(10, "write", "yes", "no")
	if r := f.cli("goal", "run", "A goal"); r.code != exitAsked || strings.Count(r.err, "May I write?") != 1 || !strings.Contains(r.err, "--decision yes") || !strings.Contains(r.err, "  (or no)\n") {
		t.Errorf("exit %d, said\n%s", r.code, r.err)
	}
	secret := newFake(t)
	secret.happen("goal.submitted", 0, nil)
	secret.asks(10, "read", "provide", "reject")
	if r := secret.cli("goal", "run", "A goal"); !strings.Contains(r.err, "--decision provide --secret-file FILE ") {
		t.Errorf("asked for a secret it said\n%s", r.err)
	}
	r := f.cli("goal", "run", "A goal", "--json")
	last := r.last(t)
	if last["status"] != "awaiting_human" || last["interrupt"] != "write" || last["exit"] != 4.0 || last["goal"] != goalID {
		t.Errorf("the last line is %v", last)
	}
}

func TestTheStatusLineIsOneRowOfTheTerminal(t *testing.T) {
	t.Parallel()
	for _, columns := range []uint16{40, 80} {
		f := newFake(t)
		f.happen("goal.submitted", 0, nil)
		tasks := make([]map[string]any, 9)
		for i := range tasks {
			tasks[i] = map[string]any{"id": fmt.Sprint("task-", i)}
		}
		f.happen("goal.planned", 1, map[string]any{"tasks": tasks})
		s := f.terminal(columns, "goal", "watch", goalID)
		s.sees("planned 9 tasks", 1)
		for i := range tasks {
			f.happen("task.started", 2+i, map[string]any{"task": fmt.Sprintf("任務-%d-with-a-long-name", i)})
		}
		s.sees("…", 3)
		f.happen("task.progress", 20, map[string]any{"task": "task-1", "note": "one\ntwo\x1b[2J"})
		f.done(30)
		s.exits(0)
		rows := s.seen()
		rows = rows[strings.Index(rows, "planned"):] // the ID before is wider than 40
		if strings.Contains(rows, "\x1b[2J") {
			t.Error("a note moved the cursor")
		}
		s.screen.Reset()
		s.screen.WriteString(rows)
		if w := s.widest(); w >= int(columns) {
			t.Errorf("a row of %d columns does not fit %d", w, columns)
		}
		if !strings.HasSuffix(strings.TrimRight(rows, "\r\n"), "goal done") || !strings.Contains(rows, "\r\x1b[K   0.03s  goal done") {
			t.Errorf("the status line was not cleared:\n%q", rows)
		}
	}
}

// What is waited for is said when it becomes so, and not again while it stays so: servers repeat it for whoever comes later.
func TestWhatAGoalWaitsForIsSaidOnce(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	wait := func(kind string, data map[string]any) { f.happen(kind, 1, data) }
	for _, note := range []string{"a model is asked for a plan", "HTTP 529; tried again in 10s", "HTTP 529; tried again in 10s"} {
		wait("goal.waiting", map[string]any{"goal": goalID, "note": note})
	}
	f.happen("goal.planned", 2, map[string]any{"tasks": []map[string]any{{"id": "a"}}})
	for range 2 {
		for range 2 {
			wait("task.waiting", map[string]any{"goal": goalID, "task": "a", "note": "no route to host"})
		}
		f.happen("task.model_call", 3, map[string]any{"task": "a"}) // it is over, and what comes then is another
	}
	f.done(30)
	r := f.cli("goal", "watch", goalID)
	for line, times := range map[string]int{"planning: a model is asked for a plan\n": 1, "planning: HTTP 529; tried again in 10s\n": 1, "a waits for a model: no route to host\n": 2} {
		if n := strings.Count(r.err, line); n != times {
			t.Errorf("%q was said %d times, want %d:\n%s", line, n, times, r.err)
		}
	}
}

// What is not in the log has no time of its own: it is said as it comes.
func TestAWaitIsSaidAtTheTimeItIs(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	p := newProgress(&app{err: &said}, false)
	for _, e := range []wire.Event{
		{Kind: "goal.submitted", Time: time.Now().Add(-time.Hour)},
		{Kind: "task.waiting", Data: []byte(`{"task":"a","note":"no route to host"}`)},
	} {
		if err := p.event(e); err != nil {
			t.Fatal(err)
		}
	}
	if !regexp.MustCompile(`^ ?36\d\d\.\d\ds  a waits for a model: no route to host\n$`).MatchString(said.String()) {
		t.Errorf("an hour later it said\n%s", said.String())
	}
}

func TestAServerThatComesBackElsewhereIsFound(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	s := f.terminal(80, "goal", "watch", goalID)
	f.happen("task.completed", 10, map[string]any{"task": "before"})
	s.sees("before done", 1)
	f.stop()
	if err := os.Remove(filepath.Join(f.data, "client.json")); err != nil {
		t.Fatal(err)
	}
	s.sees("server gone, waiting", 1)
	time.Sleep(300 * time.Millisecond) // several attempts
	f.start()
	s.sees("server is back", 1)
	f.happen("task.completed", 20, map[string]any{"task": "after"})
	f.done(30)
	s.exits(0)
	for _, once := range []string{"server gone", "server is back", "before done", "after done"} {
		if n := strings.Count(s.seen(), once); n != 1 {
			t.Errorf("%q was said %d times:\n%s", once, n, s.seen())
		}
	}
}

func TestCtrlCWhileTheServerIsGoneEndsCleanly(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.asks(10, "write", "yes", "no")
	s := f.terminal(80, "goal", "watch", goalID)
	s.sees(prompt, 1)
	f.stop()
	s.sees("server gone, waiting", 1)
	s.types("yes\n") // is sent once the server is back
	s.cancel()
	s.exits(exitInterrupted)
	s.sees("the goal goes on", 1)
}

func TestCtrlCAfterTheEndSaysThatOnlyTheProofIsMissing(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.happen("goal.completed", 10, nil, func(g *wire.Goal) { g.Status, g.TasksDone = "done", 1 })
	s := f.terminal(80, "goal", "watch", goalID)
	s.sees("goal done", 1)
	s.cancel()
	s.exits(exitInterrupted)
	s.sees("the goal has ended, and its proof goes on; follow it with: ", 1)
	if strings.Contains(s.seen(), "goal cancel") {
		t.Errorf("a goal that has ended is to be called off:\n%s", s.seen())
	}
}

func TestAStreamMayBeLeftAtAnyEvent(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.happen("goal.planned", 1, nil)
	server, err := target{Data: f.data}.connect()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	events := stream{client: server, path: "/stream/goals/" + goalID}
	for range events.events(ctx) {
		cancel() // as Ctrl-C does meanwhile
		break
	}
}

func TestAFailureIsToldOnce(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.happen("goal.planned", 1, map[string]any{"tasks": []any{map[string]any{"id": "a"}}})
	f.happen("task.started", 2, map[string]any{"task": "a"})
	f.happen("task.tool_call", 3, map[string]any{"task": "a", "tool": "file_ops"})
	f.happen("task.tool_failed", 4, map[string]any{"task": "a", "error": "no such file"})
	retry := submittedAt.Add(time.Second)
	f.happen("task.failed", 5, map[string]any{"task": "a", "code": "not_found", "error": "no such file", "retry_at": retry})
	f.happen("task.failed", 1005, map[string]any{"task": "a", "code": "not_found", "error": "no such file"})
	f.happen("goal.failed", 1006, map[string]any{"task": "a", "code": "task_failed", "error": "no such file"}, func(g *wire.Goal) {
		g.Status, g.FailedTask, g.Code, g.Error = "failed", "a", "task_failed", "no such file"
	})
	r := f.cli("goal", "watch", goalID)
	if r.code != exitFailed || strings.Count(r.err, "no such file") != 1 {
		t.Errorf("exit %d, said\n%s", r.code, r.err)
	}
	want := "goal " + goalID + `
   0.00s  planned 1 task
   0.01s  a failed, next try in 995ms: not_found: no such file
   1.00s  a failed again
   1.01s  goal failed
once the cause is removed, go on with: ` + target{Data: f.data}.command("goal retry "+goalID) + `
mergit: goal failed at task a
`
	if r.err != want {
		t.Errorf("it said\n%s\nand not\n%s", r.err, want)
	}
	if r := f.cli("goal", "watch", goalID, "-v"); !strings.Contains(r.err, "a started") || !strings.Contains(r.err, "a calls file_ops") {
		t.Errorf("--verbose said\n%s", r.err)
	}
	last := f.cli("goal", "watch", goalID, "--json").last(t)
	if problem := last["error"].(map[string]any); last["status"] != "failed" || problem["code"] != "task_failed" || problem["message"] != "goal failed at task a: no such file" {
		t.Errorf("the last line is %v", last)
	}
}

func TestNoRetryIsAdvisedWhereALimitHolds(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{"task_failed": true, "limit_exceeded": false, "deadline_exceeded": false, "agent_revoked": false} {
		f := newFake(t)
		f.happen("goal.submitted", 0, nil)
		f.happen("goal.failed", 5, map[string]any{"code": code}, func(g *wire.Goal) { g.Status, g.Code, g.Error = "failed", code, "why" })
		if r := f.cli("goal", "watch", goalID); strings.Contains(r.err, "goal retry "+goalID) != want || strings.Contains(r.err, "submit it again") == want {
			t.Errorf("%s: it says\n%s", code, r.err)
		}
	}
}

func TestACancelledGoalSaysWhoDidIt(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.cancelled", 0, map[string]any{"by": "user:ada"}, func(g *wire.Goal) { g.Status, g.EndedBy = "cancelled", "user:ada" })
	if r := f.cli("goal", "watch", goalID); !strings.HasSuffix(r.err, "mergit: goal cancelled by user:ada\n") {
		t.Errorf("it said\n%s", r.err)
	}
}

func TestWatchBeginsNowAndNamesTheTask(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("task.started", 0, map[string]any{"task": "history"})
	s := f.terminal(80, "watch")
	s.sees("waiting for events", 1)
	for i := 0; !strings.Contains(s.seen(), goalID+" fresh"); i++ { // once it is connected
		f.happen("task.started", int(time.Since(submittedAt).Milliseconds())+5000, map[string]any{"task": "fresh"})
		time.Sleep(20 * time.Millisecond)
		if i > 500 {
			t.Fatalf("it showed\n%s", s.seen())
		}
	}
	s.cancel()
	s.exits(exitInterrupted)
	if strings.Contains(s.seen(), "history") {
		t.Errorf("it showed\n%s", s.seen())
	}
	s = f.terminal(80, "watch", "--from", "start")
	s.sees(goalID+" history", 1)
	s.cancel()
	s.exits(exitInterrupted)
	if r := f.cli("watch", "--from", "yesterday"); r.code != exitUsage {
		t.Errorf("exit %d", r.code)
	}
}
