package projections_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
)

const id = "g1"

// folded folds facts of goal g1: those of runs go to the run of the task named
// before them.
func folded(t *testing.T, facts ...any) projections.GoalRows {
	t.Helper()
	rows, err := projections.FoldGoal(opened(t, sample.New(), facts...))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func opened(t *testing.T, w *sample.Writer, facts ...any) []projections.Envelope {
	t.Helper()
	stream := events.GoalStream(sample.Workspace, id)
	var records []eventlog.Record
	for _, f := range facts {
		switch f := f.(type) {
		case string:
			stream = events.RunStream(sample.Workspace, id, f)
		case events.Event:
			r, err := w.Record(stream, f)
			if err != nil {
				t.Fatal(err)
			}
			records = append(records, r)
			stream = events.GoalStream(sample.Workspace, id)
		}
	}
	batch, err := projections.Goals.Open(t.Context(), w.Keys, records)
	if err != nil {
		t.Fatal(err)
	}
	return batch
}

// standing says where the goal and its tasks stand: "executing a=done b=ready".
func standing(rows projections.GoalRows) string {
	var b strings.Builder
	for g := range rows.Goal.Goals.All() {
		b.WriteString(g.Status)
	}
	for t := range rows.Goal.Tasks.All() {
		fmt.Fprintf(&b, " %s=%s", t.ID, t.Status)
	}
	for i := range rows.Goal.Interrupts.All() {
		fmt.Fprintf(&b, " %s=%s", i.ID, i.Status)
	}
	for p := range rows.Goal.Proofs.All() {
		fmt.Fprintf(&b, " proof=%s", p.Status)
	}
	return b.String()
}

var (
	later     = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	submitted = events.GoalSubmitted{Title: "Do it", Submitter: "user:ann"}
	planned   = events.GoalPlanned{Version: 1, Planner: events.Planner{Name: "offline"}, Tasks: []events.PlannedTask{
		{ID: "a", Role: "researcher"}, {ID: "b", Role: "writer", Needs: []string{"a"}}, {ID: "c", Role: "coder", Needs: []string{"a", "b"}},
	}}
	result = events.Sum([]byte("result"))
)

func started(task string, attempt int) events.TaskStarted {
	return events.TaskStarted{Task: task, Attempt: attempt, Claim: "claim-" + task, Worker: "w"}
}

func completed(task string) events.TaskCompleted {
	return events.TaskCompleted{Task: task, Attempt: 1, Claim: "claim-" + task, Result: result, Size: 7, ResultAt: 2, Preview: "{}",
		AgentAddress: "0xaa", Spent: events.Budget{Steps: 2, Tokens: 10, Cost: 5}}
}

func failed(task string, retry *time.Time) events.TaskFailed {
	return events.TaskFailed{Task: task, Attempt: 1, Claim: "claim-" + task, Code: "BROKEN", Error: "it broke", RetryAt: retry, Spent: events.Budget{Steps: 1}}
}

func TestWhereAGoalAndItsTasksStand(t *testing.T) {
	t.Parallel()
	asked := events.InterruptPending{Interrupt: "i1", Type: "supervised_task", Task: "a", Claim: "claim-a", Options: []string{"approve"}}
	for name, c := range map[string]struct {
		facts []any
		want  string
	}{
		"submitted without a plan": {[]any{submitted}, "planning"},
		"submitted with a plan":    {[]any{events.GoalSubmitted{Title: "x", Plan: []byte(`{}`)}}, "pending"},
		"planned":                  {[]any{submitted, planned}, "executing a=ready b=pending c=pending"},
		"started":                  {[]any{submitted, planned, started("a", 1)}, "executing a=running b=pending c=pending"},
		"done, so the next is ready": {[]any{submitted, planned, started("a", 1), completed("a")},
			"executing a=done b=ready c=pending"},
		"failed, to be tried again": {[]any{submitted, planned, started("a", 1), failed("a", &later)},
			"executing a=waiting b=pending c=pending"},
		"tried again": {[]any{submitted, planned, started("a", 1), failed("a", &later), started("a", 2)},
			"executing a=running b=pending c=pending"},
		"failed for good": {[]any{submitted, planned, started("a", 1), failed("a", nil)},
			"executing a=failed b=pending c=pending"},
		"a person is asked": {[]any{submitted, planned, started("a", 1), asked},
			"awaiting_human a=waiting b=pending c=pending i1=pending"},
		"something else is awaited": {[]any{submitted, planned, started("a", 1), events.InterruptPending{Interrupt: "i1", Type: "child_goal", Task: "a", Claim: "claim-a"}},
			"executing a=waiting b=pending c=pending i1=pending"},
		"a person answered": {[]any{submitted, planned, started("a", 1), asked, events.InterruptResolved{Interrupt: "i1", Decision: "approve", By: "user:bob"}},
			"executing a=ready b=pending c=pending i1=resolved"},
		"nobody answered": {[]any{submitted, planned, started("a", 1), asked, events.InterruptExpired{Interrupt: "i1"}},
			"executing a=ready b=pending c=pending i1=expired"},
		"the goal as a whole waits": {[]any{submitted, planned, events.InterruptPending{Interrupt: "i2", Type: "escalation"}},
			"awaiting_human a=ready b=pending c=pending i2=pending"},
		"one of two is answered": {[]any{submitted, planned, events.InterruptPending{Interrupt: "i2", Type: "escalation"}, started("a", 1), asked,
			events.InterruptExpired{Interrupt: "i1"}}, "awaiting_human a=ready b=pending c=pending i2=pending i1=expired"},
		"replanned": {[]any{submitted, planned, started("a", 1), completed("a"), started("b", 1), failed("b", nil),
			events.GoalReplanned{Version: 2, Tasks: []events.PlannedTask{{ID: "a"}, {ID: "d", Needs: []string{"a"}}, {ID: "c", Needs: []string{"d"}}}}},
			"executing a=done d=ready c=pending"},
		"replanned without what is done": {[]any{submitted, planned, started("a", 1), completed("a"),
			events.GoalReplanned{Version: 2, Tasks: []events.PlannedTask{{ID: "d"}}}}, "executing a=done d=ready"},
		"cancelled": {[]any{submitted, planned, started("a", 1), completed("a"), started("b", 1), asked2("b"), events.GoalCancelled{By: "user:ann", Reason: "enough"}},
			"cancelled a=done b=cancelled c=cancelled i3=cancelled"},
		"given up": {[]any{submitted, planned, started("a", 1), failed("a", nil), events.GoalFailed{Code: "TASK_FAILED", Task: "a"}},
			"failed a=failed b=cancelled c=cancelled"},
		"cancelled before there was a plan": {[]any{submitted, events.GoalCancelled{By: "user:ann"}}, "cancelled"},
		"done": {[]any{submitted, planned, started("a", 1), completed("a"), started("b", 1), completed("b"), started("c", 1), completed("c"),
			events.GoalCompleted{Tasks: 3, Result: "c"}}, "done a=done b=done c=done"},
		"proof": {[]any{submitted, planned, started("a", 1), completed("a"), events.GoalCancelled{}, events.ProofPending{Tasks: []string{"a"}}},
			"cancelled a=done b=cancelled c=cancelled proof=pending"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if have := standing(folded(t, c.facts...)); have != c.want {
				t.Errorf("have %s\nwant %s", have, c.want)
			}
		})
	}
}

func asked2(task string) events.InterruptPending {
	return events.InterruptPending{Interrupt: "i3", Type: "supervised_task", Task: task}
}

func TestAGoalCountsAndAddsUp(t *testing.T) {
	t.Parallel()
	rows := folded(t, submitted, planned, started("a", 1), failed("a", &later), started("a", 2), completed("a"), started("b", 1))
	g, _ := rows.Goal.Goals.Get(id)
	if g.Tasks != 3 || g.TasksDone != 1 || g.TasksRunning != 1 || g.TasksFailed != 0 {
		t.Errorf("counts %+v", g)
	}
	if g.SpentSteps != 3 || g.SpentTokens != 10 || g.SpentCost != 5 {
		t.Errorf("spent %d %d %d, want the failed attempt's too", g.SpentSteps, g.SpentTokens, g.SpentCost)
	}
	a, _ := rows.Goal.Tasks.Get("a")
	if a.Claim != "" || a.Result != result.String() || a.Preview != "{}" || a.Error != "" || a.SpentSteps != 3 || a.Ended == nil {
		t.Errorf("task a %+v", a)
	}
	b, _ := rows.Goal.Tasks.Get("b")
	if b.Claim != "claim-b" || b.Worker != "w" || b.Position != 1 || b.Started == nil {
		t.Errorf("task b %+v", b)
	}
	if g.Revision != 7 || g.Submitted != 1 || !g.Updated.After(g.Created) {
		t.Errorf("revisions %d %d", g.Submitted, g.Revision)
	}
}

func TestAnAttemptThatGoesOnKeepsItsBeginning(t *testing.T) {
	t.Parallel()
	taken := started("a", 1)
	taken.Supersedes, taken.Claim = "claim-a", "other"
	first, _ := folded(t, submitted, planned, started("a", 1)).Goal.Tasks.Get("a")
	again, _ := folded(t, submitted, planned, started("a", 1), taken).Goal.Tasks.Get("a")
	if !again.Started.Equal(*first.Started) || again.Claim != "other" {
		t.Errorf("started %s by %s, want %s", again.Started, again.Claim, first.Started)
	}
}

func TestAProofThroughItsLife(t *testing.T) {
	t.Parallel()
	bundle := events.Sum([]byte("b"))
	facts := []any{submitted, planned, started("a", 1), completed("a"), events.GoalCancelled{},
		events.ProofPending{Bundle: bundle, Root: bundle, Tasks: []string{"a"}}}
	for _, step := range []struct {
		fact   events.Event
		status string
		tx     string
		block  int64
	}{
		{events.ProofSubmitted{Bundle: bundle, Chain: 1, Signer: "0x1", Tx: "0xt1"}, "submitted", "0xt1", 0},
		{events.ProofConfirmed{Bundle: bundle, Chain: 1, Tx: "0xt1", Block: 5, BlockHash: "0xb5"}, "confirmed", "0xt1", 5},
		{events.ProofReorged{Bundle: bundle, Tx: "0xt1", Block: 5, BlockHash: "0xb5"}, "reorged", "0xt1", 0},
		{events.ProofSubmitted{Bundle: bundle, Chain: 1, Signer: "0x1", Tx: "0xt2"}, "submitted", "0xt2", 0},
		{events.ProofDeadLettered{Bundle: bundle, Attempts: 10, Reason: "no gas"}, "dead_lettered", "0xt2", 0},
	} {
		facts = append(facts, step.fact)
		rows := folded(t, facts...)
		p, _ := rows.Goal.Proofs.Get(id)
		if p.Status != step.status || p.Tx != step.tx || p.Block != step.block {
			t.Errorf("after %T: %+v", step.fact, p)
		}
		leaf, ok := rows.Goal.Leaves.Get("a")
		if !ok || leaf.Result != result.String() || leaf.AgentAddress != "0xaa" || leaf.Position != 0 {
			t.Errorf("leaf %+v", leaf)
		}
	}
}

func TestACallThroughItsLife(t *testing.T) {
	t.Parallel()
	step := events.Step{Attempt: 1, Call: 2, Claim: "k"}
	value := []byte(`{"ok":true}`)
	content, _, err := events.NewContent(make([]byte, events.SaltSize), value, nil)
	if err != nil {
		t.Fatal(err)
	}
	call := events.TaskToolCall{Step: step, Tool: "github_pr", Args: []byte(`{"op":"merge"}`), ArgsHash: result, Effect: "write"}
	for name, c := range map[string]struct {
		facts                 []any
		status, preview, code string
	}{
		"begun":     {[]any{"a", call}, "running", "", ""},
		"answered":  {[]any{"a", call, "a", events.TaskToolResult{Step: step, Result: content, DurationUS: 9}}, "done", string(value), ""},
		"failed":    {[]any{"a", call, "a", events.TaskToolFailed{Step: step, Code: "TIMEOUT"}}, "failed", "", "TIMEOUT"},
		"in doubt":  {[]any{"a", call, "a", events.TaskToolInDoubt{Step: step, Reason: "lost"}}, "in_doubt", "", ""},
		"happened":  {[]any{"a", call, "a", events.TaskToolInDoubt{Step: step}, "a", events.TaskToolSettled{Step: step, Outcome: "happened", Result: content}}, "done", string(value), ""},
		"did not":   {[]any{"a", call, "a", events.TaskToolSettled{Step: step, Outcome: "did_not"}}, "failed", "", ""},
		"again":     {[]any{"a", call, "a", events.TaskToolSettled{Step: step, Outcome: "again"}}, "again", "", ""},
		"run again": {[]any{"a", call, "a", events.TaskToolFailed{Step: step, Code: "X"}, "a", call}, "running", "", ""},
		"model":     {[]any{"a", events.TaskModelCall{Step: step, Provider: "openai", Model: "m", Reply: content, DurationUS: 5}}, "done", string(value), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			row, ok := folded(t, c.facts...).Runs["a"].Calls.Get("1.2")
			if !ok || row.Status != c.status || row.Preview != c.preview || row.Code != c.code {
				t.Errorf("call %+v", row)
			}
		})
	}
}

func TestForgottenContentIsSaidToBe(t *testing.T) {
	t.Parallel()
	w := sample.New()
	var records []eventlog.Record
	for _, f := range sample.Goal(id, 1) {
		r, err := w.Record(f.Stream, f.Event)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	if err := w.Keys.Destroy(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	batch, err := projections.Goals.Open(t.Context(), w.Keys, records)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := projections.FoldGoal(batch)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := rows.Goal.Goals.Get(id)
	task, _ := rows.Goal.Tasks.Get("t00")
	call, _ := rows.Runs["t00"].Calls.Get("1.1")
	if g.Title != events.Forgotten || g.Status != "done" || task.Preview != events.Forgotten || task.Args != nil ||
		call.Preview != events.Forgotten || call.Args != nil || call.Result == "" {
		t.Errorf("goal %+v\ntask %+v\ncall %+v", g, task, call)
	}
}

func TestAFactThatCannotHaveHappenedStopsTheFold(t *testing.T) {
	t.Parallel()
	_, err := projections.FoldGoal(opened(t, sample.New(), submitted, planned, started("nobody", 1)))
	if err == nil || !projections.Stops(err) || err.Error() != "projection goals at sequence 3 (task.started): goal g1 has no task nobody" {
		t.Errorf("folded: %v", err)
	}
}
