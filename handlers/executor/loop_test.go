package executor_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/tools"
)

func prompted(text string) events.PlannedTask {
	return events.PlannedTask{ID: "t", Role: "coder", Prompt: text}
}

// wants is a reply that calls tools, each written "name args".
func wants(calls ...string) model.Reply {
	r := model.Reply{Usage: model.Usage{Input: 100, Output: 10}}
	for i, text := range calls {
		name, args, _ := strings.Cut(text, " ")
		if args == "" {
			args = "{}"
		}
		r.Calls = append(r.Calls, model.Call{ID: fmt.Sprint("c", i), Name: name, Args: json.RawMessage(args)})
	}
	return r
}

func answers(text string) model.Reply {
	return model.Reply{Text: text, Usage: model.Usage{Input: 100, Output: 10}}
}

// inTurns answers with one reply a turn.
func inTurns(replies ...model.Reply) func(int, model.Request) (model.Reply, error) {
	return func(turn int, _ model.Request) (model.Reply, error) {
		r := replies[min(turn, len(replies)-1)]
		r.Calls = append([]model.Call(nil), r.Calls...)
		return r, nil
	}
}

// result reads what the task came to.
func result(t *testing.T, l *handlertest.Loop, goal string) string {
	t.Helper()
	value, err := eventlog.Results{Log: l.Set.Log, Codec: l.Set.Codec, Blobs: l.Blobs}.Get(t.Context(), handlertest.Workspace, goal, "t")
	if err != nil {
		t.Fatal(err)
	}
	return string(value)
}

const price = `{models: {openai/test: {price: {input: 1000000, output: 2000000}}}}`

func TestATaskWithAPromptIsWorkedOnByItsModel(t *testing.T) {
	t.Parallel()
	var side, most atomic.Int32
	both := make(chan struct{})
	look := handlertest.Func{Name: "look", Does: func(ctx context.Context, c tools.Call) (tools.Result, error) {
		if most.Add(1) == 2 {
			close(both)
		}
		select { // each waits until the other runs, too
		case <-both:
		case <-ctx.Done():
		}
		side.Add(1)
		return tools.Result{Value: c.Args}, nil
	}}
	write := handlertest.Func{Name: "write", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) { return value("written"), nil }}
	var seen []model.Message
	answer := inTurns(wants(`look {"n":1}`, `look {"n":2}`), wants("write"), answers("all is well"))
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(look, write), Models: handlertest.Model(t, price, func(turn int, req model.Request) (model.Reply, error) {
		seen = req.Messages
		return answer(turn, req)
	})})
	goal, err := l.Submit(t.Context(), prompted("see to it"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed")
	if err != nil {
		t.Fatal(err)
	}
	done, ok := e.Fact.(events.GoalCompleted)
	if want := (events.Budget{Steps: 6, Tokens: 330, Cost: 3 * 120}); !ok || done.Spent != want {
		t.Errorf("%+v", e.Fact)
	}
	if got := result(t, l, goal); got != `{"text":"all is well","stop":"end"}` {
		t.Errorf("the result is %s", got)
	}
	var run []string
	for _, k := range kinds(t, l, goal) {
		if strings.HasPrefix(k, "task.") {
			run = append(run, strings.TrimPrefix(k, "task."))
		}
	}
	got := strings.Join(run, " ")
	if got != "started model_call tool_call tool_call tool_result tool_result model_call tool_call tool_result model_call completed" &&
		got != "started model_call tool_call tool_result tool_call tool_result model_call tool_call tool_result model_call completed" {
		t.Errorf("the run is %s", got)
	}
	if n := len(seen); n != 7 || seen[3].Text != `{"n":1}` || seen[4].Text != `{"n":2}` || seen[6].Text != "written" {
		t.Errorf("the model saw %+v", seen)
	}
}

// dying is a log whose process is killed at an append: from then on nothing
// that it was asked for happens.
type dying struct {
	eventlog.Log
	left   atomic.Int64
	stored bool // the last append is, although its answer never comes
	dead   chan struct{}
	once   sync.Once
}

func (d *dying) Append(ctx context.Context, parts ...eventlog.Part) (events.Revision, error) {
	switch left := d.left.Add(-1); {
	case left > 0:
		return d.Log.Append(ctx, parts...)
	case left == 0 && d.stored:
		if _, err := d.Log.Append(ctx, parts...); err != nil {
			return 0, err
		}
	}
	d.once.Do(func() { close(d.dead) })
	select {} // as a killed process: nobody ever hears of it again
}

// The whole run is killed at every single append, before and after it is
// stored; another worker goes on. Nothing that writes may happen twice.
func TestARunKilledAtAnyPointGoesOnWithoutRepeatingAWrite(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	written := map[string]int{} // goal and arguments → how often
	note := func(c tools.Call) string { return c.Workspace + string(c.Args) }
	look := handlertest.Func{Name: "look", Does: func(_ context.Context, c tools.Call) (tools.Result, error) { return tools.Result{Value: c.Args}, nil }}
	write := handlertest.Looking{Func: handlertest.Func{Name: "write", Has: tools.Write, Timeout: 50 * time.Millisecond, Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		mu.Lock()
		defer mu.Unlock()
		written[note(c)]++
		return value("written"), nil
	}}, Looks: func(_ context.Context, c tools.Call) (tools.Outcome, error) {
		mu.Lock()
		defer mu.Unlock()
		return tools.Outcome{Known: true, Happened: written[note(c)] > 0, Result: value("written")}, nil
	}}
	models := handlertest.Model(t, price, inTurns(
		wants(`look {"n":1}`, `look {"n":2}`), wants(`write {"n":3}`), wants(`look {"n":4}`, `write {"n":5}`, `look {"n":6}`), answers("done")))
	l := handlertest.Start(t, handlertest.Config{Lease: 500 * time.Millisecond, Tools: handlertest.Tools(look, write), Models: models})

	appends := make(chan int, 1)
	run := func(at int, stored bool) error {
		role := fmt.Sprintf("killed-%d-%v", at, stored)
		log := &dying{Log: l.Set.Log, stored: stored, dead: make(chan struct{})}
		log.left.Store(int64(at))
		l.Executor(log, role)
		goal, err := l.Submit(t.Context(), events.PlannedTask{ID: "t", Role: role, Model: "openai/test", Prompt: "see to it"})
		if err != nil {
			return err
		}
		if at < 1000 {
			<-log.dead
			l.Executor(l.Set.Log, role)
		}
		e, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed")
		if err != nil {
			return err
		}
		if _, ok := e.Fact.(events.GoalCompleted); !ok {
			return fmt.Errorf("%+v", e.Fact)
		}
		if got := result(t, l, goal); !strings.Contains(got, `"done"`) {
			return fmt.Errorf("the result is %s", got)
		}
		mu.Lock()
		defer mu.Unlock()
		for _, args := range []string{`{"n":3}`, `{"n":5}`} {
			if n := written[l.Workspaces+"/"+handlertest.Workspace+"/"+goal+args]; n != 1 {
				return fmt.Errorf("%s was written %d times", args, n)
			}
		}
		if at == 1000 {
			appends <- 1000 - int(log.left.Load())
		}
		return nil
	}
	if err := run(1000, false); err != nil {
		t.Fatal(err)
	}
	n := <-appends
	if n < 15 {
		t.Fatalf("an undisturbed run has only %d appends", n)
	}
	var wg sync.WaitGroup
	for at := 1; at <= n; at++ {
		for _, stored := range []bool{false, true} {
			wg.Go(func() {
				if err := run(at, stored); err != nil {
					t.Errorf("killed at append %d of %d, stored %v: %v", at, n, stored, err)
				}
			})
		}
	}
	wg.Wait()
}

// Two legitimate identical calls were collapsed into one elsewhere (temporal
// sdk-python 1806): what a call is, is its occurrence.
func TestTwoEqualCallsAreTwoCalls(t *testing.T) {
	t.Parallel()
	var keys sync.Map
	var made atomic.Int32
	post := handlertest.Func{Name: "post", Has: tools.Write, Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		made.Add(1)
		keys.Store(c.IdempotencyKey, c.ID)
		return value("sent"), nil
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(post), Models: handlertest.Model(t, price,
		inTurns(wants(`post {"n":1}`, `post {"n":1}`), wants(`post {"n":1}`), answers("sent three times")))})
	if err := l.Complete(t.Context(), prompted("post it")); err != nil {
		t.Fatal(err)
	}
	different := 0
	keys.Range(func(any, any) bool { different++; return true })
	if made.Load() != 3 || different != 3 {
		t.Errorf("made %d times with %d keys", made.Load(), different)
	}
}

// A tool's output was made up elsewhere (crewAI 3154): what a model says that a
// tool said is its own words, and stands as such.
func TestWhatAModelSaysThatAToolSaidIsNoResult(t *testing.T) {
	t.Parallel()
	look := handlertest.Func{Name: "look", Does: func(context.Context, tools.Call) (tools.Result, error) { return value("seen"), nil }}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(look), Models: handlertest.Model(t, price,
		inTurns(answers(`{"tool":"look","result":"all is well"}`)))})
	goal, err := l.Submit(t.Context(), prompted("look"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	if got := kinds(t, l, goal); count(got, "task.tool_result")+count(got, "task.tool_call") != 0 || count(got, "task.model_call") != 1 {
		t.Errorf("%v", got)
	}
	if got := result(t, l, goal); got != `{"text":"{\"tool\":\"look\",\"result\":\"all is well\"}","stop":"end"}` {
		t.Errorf("whoever goes on from it, and its proof, would take it for a tool's: %s", got)
	}
}

// Elsewhere an interrupt within a loop replayed earlier side effects (langgraph
// 7780), and an approved call was asked for again (curie 430).
func TestAWriteOfASupervisedTaskIsAskedForOnceAndMadeOnce(t *testing.T) {
	t.Parallel()
	var made atomic.Int32
	write := handlertest.Func{Name: "write", Has: tools.Write, Does: func(context.Context, tools.Call) (tools.Result, error) {
		made.Add(1)
		return value("written"), nil
	}}
	look := handlertest.Func{Name: "look", Does: func(context.Context, tools.Call) (tools.Result, error) { return value("seen"), nil }}
	var told []string
	answer := inTurns(wants("look", `write {"n":1}`), wants(`write {"n":1}`), wants(`write {"n":2}`), answers("done"))
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(write, look), Models: handlertest.Model(t, price, func(turn int, req model.Request) (model.Reply, error) {
		told = append(told, req.Messages[len(req.Messages)-1].Text)
		return answer(turn, req)
	})})
	task := prompted("see to it")
	task.Supervised = true
	goal, err := l.Submit(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for i, decision := range []string{"approve", "approve", "reject"} {
		var id string
		for r, err := range l.Set.Log.Follow(t.Context(), eventlog.Query{Subjects: []string{eventlog.GoalFilter(handlertest.Workspace, goal)}}) {
			if err != nil {
				t.Fatal(err)
			}
			e, err := l.Set.Codec.Decode(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if p, ok := e.Fact.(events.InterruptPending); ok && !asked[p.Interrupt] {
				id = p.Interrupt
				break
			}
		}
		asked[id] = true
		if n := made.Load(); n != int32(i) {
			t.Fatalf("made %d times before answer %d", n, i+1)
		}
		if err := l.Resolve(t.Context(), goal, id, decision); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	if made.Load() != 2 || len(asked) != 3 || !strings.Contains(told[len(told)-1], "did not allow") {
		t.Errorf("made %d times, asked %d times, told %q", made.Load(), len(asked), told)
	}
}

func TestATaskWaitsForAModelThatIsDownAndGoesOn(t *testing.T) {
	t.Parallel()
	var looked, down atomic.Int32
	look := handlertest.Func{Name: "look", Does: func(context.Context, tools.Call) (tools.Result, error) { looked.Add(1); return value("seen"), nil }}
	answer := inTurns(wants("look"), answers("done"))
	l := handlertest.Start(t, handlertest.Config{ModelPause: 20 * time.Millisecond, Tools: handlertest.Tools(look), Models: handlertest.Model(t, price, func(turn int, req model.Request) (model.Reply, error) {
		if turn == 1 && down.Add(1) <= 7 { // three tries a time
			return model.Reply{}, &model.Error{Code: model.CodeOverloaded, Retryable: true, Message: "HTTP 529"}
		}
		return answer(turn, req)
	})})
	goal, err := l.Submit(t.Context(), prompted("see to it"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	if got := kinds(t, l, goal); looked.Load() != 1 || count(got, "task.failed") != 0 || count(got, "task.model_call") != 2 {
		t.Errorf("looked %d times: %v", looked.Load(), got)
	}
}

func TestAPromptIsToldWhatOtherTasksCameTo(t *testing.T) {
	t.Parallel()
	var saw string
	look := handlertest.Func{Name: "look", Does: func(context.Context, tools.Call) (tools.Result, error) {
		return tools.Result{Value: json.RawMessage(`{"name":"Ada"}`)}, nil
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(look), Models: handlertest.Model(t, price, func(_ int, req model.Request) (model.Reply, error) {
		saw = req.Messages[1].Text
		return answers("Dear Ada"), nil
	})})
	second := events.PlannedTask{ID: "u", Role: "writer", Tool: "look", Args: json.RawMessage(`{"text":"{{tasks.t.result.text}}"}`), Needs: []string{"t"}}
	first := prompted("greet {{tasks.a.result.name}}")
	first.Needs = []string{"a"}
	goal, err := l.Submit(t.Context(), events.PlannedTask{ID: "a", Role: "coder", Tool: "look"}, first, second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(saw, "greet Ada") {
		t.Errorf("the model was told %q", saw)
	}
	if c := l.Call(t, goal, "u"); string(c.Tool.Args) != `{"text":"Dear Ada"}` {
		t.Errorf("the next task was given %s", c.Tool.Args)
	}
}

func TestAFailureOfALoopEndsItsTaskWithWhatItSpent(t *testing.T) {
	t.Parallel()
	look := handlertest.Func{Name: "look", Does: func(context.Context, tools.Call) (tools.Result, error) { return value("seen"), nil }}
	n := atomic.Int32{}
	models := handlertest.Model(t, `{limits: {model_calls: 3}}`, func(int, model.Request) (model.Reply, error) {
		return wants(fmt.Sprintf(`look {"n":%d}`, n.Add(1)), "nothing", "look [1]"), nil
	})
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(look), Models: models})
	goal, err := l.Submit(t.Context(), prompted("see to it"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := l.Wait(t.Context(), goal, "task.failed")
	if err != nil {
		t.Fatal(err)
	}
	f := e.Fact.(events.TaskFailed)
	if want := (events.Budget{Steps: 12, Tokens: 330}); f.Code != "model_calls_exceeded" || f.Spent != want {
		t.Errorf("%+v", f)
	}
	codes := map[string]int{}
	err = l.Set.Runs.View(t.Context(), events.RunStream(handlertest.Workspace, goal, "t"), true, func(r *commands.Run, _ events.Revision) {
		for _, c := range r.Calls {
			codes[c.Failed.Code]++
		}
	})
	if err != nil || codes["unknown_tool"] != 3 || codes[""] != 6 {
		t.Errorf("%v, calls failed with %v", err, codes)
	}
}
