package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/agent"
	"github.com/mergit-io/mergit/handlers/model"
)

// host answers from scripts and remembers.
type host struct {
	replies func(n int, p agent.Prompt) (model.Reply, error) // n-th question, from 1
	use     func(c model.Call) agent.Outcome

	asked   []agent.Prompt
	used    []string // number:name:args
	refused []string // codes
	cost    int64
}

func (h *host) Ask(_ context.Context, n int, p agent.Prompt) (model.Reply, error) {
	p.Messages = append([]model.Message(nil), p.Messages...)
	h.asked = append(h.asked, p)
	return h.replies(len(h.asked), p)
}

func (h *host) Cost(int) int64 { return h.cost }

func (h *host) Use(_ context.Context, n int, uses []agent.Use) ([]agent.Outcome, error) {
	var out []agent.Outcome
	for i, u := range uses {
		if u.Refused != nil {
			h.refused = append(h.refused, u.Refused.Code)
			out = append(out, agent.Outcome{Failed: u.Refused})
			continue
		}
		h.used = append(h.used, fmt.Sprintf("%d:%s:%s", n+i, u.Name, u.Args))
		if h.use == nil {
			out = append(out, agent.Outcome{Value: json.RawMessage(`"ok"`)})
		} else {
			out = append(out, h.use(u.Call))
		}
	}
	return out, nil
}

func calls(names ...string) model.Reply {
	r := model.Reply{Stop: model.Calling, Usage: model.Usage{Input: 100, Output: 10}}
	for i, n := range names {
		name, args, _ := strings.Cut(n, " ")
		if args == "" {
			args = "{}"
		}
		r.Calls = append(r.Calls, model.Call{ID: fmt.Sprint(name, i), Name: name, Args: json.RawMessage(args)})
	}
	return r
}

func says(text string) model.Reply {
	return model.Reply{Text: text, Stop: model.Ended, Usage: model.Usage{Input: 100, Output: 10}}
}

// script gives replies in order, and the last one for ever.
func script(replies ...model.Reply) func(int, agent.Prompt) (model.Reply, error) {
	return func(n int, _ agent.Prompt) (model.Reply, error) {
		r := replies[min(n, len(replies))-1]
		r.Calls = append([]model.Call(nil), r.Calls...)
		return r, nil
	}
}

var limits = agent.Limits{ModelCalls: 25, Repeats: 3, ResultChars: 50_000, Window: 100_000}

var task = agent.Task{Role: "coder", Goal: "tidy up", Prompt: "do it", Tools: []model.Tool{{Name: "look", Input: json.RawMessage(`{}`)}}}

func fails(t *testing.T, err error, code string) {
	t.Helper()
	if f, ok := errors.AsType[*agent.Failure](err); !ok || f.Code != code {
		t.Errorf("got %v, want %s", err, code)
	}
}

func TestAModelsCallsAreMadeUntilItAnswers(t *testing.T) {
	t.Parallel()
	h := &host{replies: script(calls("look", "look {\"a\":1}"), calls("write"), says("done"))}
	got, err := agent.Run(t.Context(), h, task, limits)
	if err != nil || got.Call != 6 || got.Reply.Text != "done" {
		t.Fatalf("%+v, %v", got, err)
	}
	if want := "2:look:{} 3:look:{\"a\":1} 5:write:{}"; strings.Join(h.used, " ") != want {
		t.Errorf("made %v, want %s", h.used, want)
	}
	fresh := []int{2, 3, 2}
	for i, p := range h.asked {
		if p.Fresh != fresh[i] {
			t.Errorf("prompt %d has %d new messages, want %d", i+1, p.Fresh, fresh[i])
		}
		if repaired := model.Repair(p.Messages); len(repaired) != len(p.Messages) {
			t.Errorf("prompt %d needed repair: %+v", i+1, p.Messages)
		}
	}
}

func TestTheSameRunAgainIsTheSame(t *testing.T) {
	t.Parallel()
	run := func() []agent.Prompt {
		h := &host{replies: script(calls("a", "b"), calls("a"), calls("b"), says("done"))}
		if _, err := agent.Run(t.Context(), h, task, limits); err != nil {
			t.Fatal(err)
		}
		return h.asked
	}
	if a, b := fmt.Sprint(run()), fmt.Sprint(run()); a != b {
		t.Errorf("first\n%s\nthen\n%s", a, b)
	}
}

func TestCallsWithoutOrWithTheSameNameAreToldApart(t *testing.T) {
	t.Parallel()
	nameless := model.Reply{Stop: model.Calling, Calls: []model.Call{{Name: "a", Args: json.RawMessage(`{}`)}, {ID: "x", Name: "b", Args: json.RawMessage(`{}`)}, {ID: "x", Name: "c", Args: json.RawMessage(`{}`)}}}
	h := &host{replies: script(nameless, says("done"))}
	if _, err := agent.Run(t.Context(), h, task, limits); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range h.asked[1].Messages {
		if m.By == model.Result {
			seen[m.For] = true
		}
	}
	if len(seen) != 3 || seen[""] {
		t.Errorf("results are for %v", seen)
	}
}

func TestLimitsAreKeptBeforeEachCall(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limits     func(*agent.Limits)
		code       string
		asked, use int
	}{
		"calls of the model": {func(l *agent.Limits) { l.ModelCalls = 4 }, agent.CodeModelCalls, 4, 4},
		"calls of any kind":  {func(l *agent.Limits) { l.Steps = 5 }, agent.CodeLimit, 3, 2},     // one of a tool would be too many
		"an even number":     {func(l *agent.Limits) { l.Steps = 4 }, agent.CodeLimit, 2, 2},     // one of the model would be
		"tokens":             {func(l *agent.Limits) { l.Tokens = 1000 }, agent.CodeLimit, 0, 0}, // how often depends on the prompt's length
		"cost": {func(l *agent.Limits) {
			l.Cost, l.Afford = 700, func(_, left int64) int { return int(left) - 250 }
		}, agent.CodeLimit, 4, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := 0
			h := &host{cost: 100, replies: func(int, agent.Prompt) (model.Reply, error) {
				n++
				return calls(fmt.Sprintf("look {\"n\":%d}", n)), nil
			}}
			l := limits
			c.limits(&l)
			_, err := agent.Run(t.Context(), h, task, l)
			fails(t, err, c.code)
			if l.Tokens > 0 && int64(110*len(h.asked)) > l.Tokens {
				t.Errorf("%d tokens of %d are used", 110*len(h.asked), l.Tokens)
			} else if c.asked > 0 && (len(h.asked) != c.asked || len(h.used) != c.use) {
				t.Errorf("asked %d times and made %d calls, want %d and %d", len(h.asked), len(h.used), c.asked, c.use)
			}
		})
	}
}

func TestAnAnswerIsBoundedByWhatIsLeft(t *testing.T) {
	t.Parallel()
	h := &host{replies: script(says("ok"))}
	l := limits
	l.Tokens = 5000
	if _, err := agent.Run(t.Context(), h, task, l); err != nil {
		t.Fatal(err)
	}
	if most := h.asked[0].MaxTokens; most < 3000 || most >= 5000 {
		t.Errorf("the answer may have %d tokens", most)
	}
}

func TestTheSameCallWithTheSameResultIsRefusedAndThenEnds(t *testing.T) {
	t.Parallel()
	h := &host{replies: script(calls("look {\"a\": 1}"), calls("look {\"a\":1}"), calls("look {\"a\":1}"), calls("look {\"a\":1}"), calls("look {\"a\":1}"))}
	_, err := agent.Run(t.Context(), h, task, limits)
	fails(t, err, agent.CodeLoop)
	if len(h.used) != 3 || strings.Join(h.refused, " ") != agent.CodeRepeated {
		t.Errorf("made %d times, refused %v", len(h.used), h.refused)
	}
}

// A loop detector killed legitimate waiting elsewhere (OpenHands 5355).
// An agent that waits for a long job makes one call many times, and must not be taken for one that is stuck.
func TestLegitimateWaitingIsNotTakenForALoop(t *testing.T) {
	t.Parallel()
	for name, outcome := range map[string]agent.Outcome{
		"the result says that it is not over": {Value: json.RawMessage(`{"status":"in progress","job":7}`)},
		"the call takes its time":             {Value: json.RawMessage(`"nothing yet"`), Waited: true},
	} {
		n := 0
		h := &host{use: func(model.Call) agent.Outcome { return outcome }, replies: func(int, agent.Prompt) (model.Reply, error) {
			if n++; n > 20 {
				return says("it is done"), nil
			}
			return calls("look"), nil
		}}
		if _, err := agent.Run(t.Context(), h, task, limits); err != nil || len(h.used) != 20 {
			t.Errorf("%s: %v after %d calls", name, err, len(h.used))
		}
	}
	// Nor is one whose result changes.
	n := 0
	h := &host{use: func(model.Call) agent.Outcome { n++; return agent.Outcome{Value: json.RawMessage(fmt.Sprint(n / 2))} },
		replies: script(calls("look"), calls("look"), calls("look"), calls("look"), calls("look"), calls("look"), says("ok"))}
	if _, err := agent.Run(t.Context(), h, task, limits); err != nil || len(h.used) != 6 {
		t.Errorf("a result that changes: %v after %d calls", err, len(h.used))
	}
}

// One result of 4.37 million tokens against a window of 131,000 (crush 3480).
func TestALargeResultIsCutWithItsDigest(t *testing.T) {
	t.Parallel()
	huge := "BEGIN" + strings.Repeat("ä", 4_000_000) + "END"
	value, _ := json.Marshal(huge)
	h := &host{replies: script(calls("look"), says("ok")), use: func(model.Call) agent.Outcome { return agent.Outcome{Value: value, Digest: "d1ge57"} }}
	if _, err := agent.Run(t.Context(), h, task, limits); err != nil {
		t.Fatal(err)
	}
	text := h.asked[1].Messages[3].Text
	if n := len([]rune(text)); n < 50_000 || n > 50_300 || !strings.HasPrefix(text, "BEGIN") || !strings.HasSuffix(text, "END") ||
		!strings.Contains(text, "d1ge57") || !strings.Contains(text, "3950008 of 4000008 characters") {
		t.Errorf("%d characters are shown: %s … %s", n, text[:20], text[len(text)-20:])
	}
}

func TestALongConversationIsShortenedToItsWindowAndRarely(t *testing.T) {
	t.Parallel()
	n := 0
	h := &host{use: func(model.Call) agent.Outcome {
		value, _ := json.Marshal(strings.Repeat("result ", 400))
		return agent.Outcome{Value: value}
	}, replies: func(int, agent.Prompt) (model.Reply, error) {
		if n++; n > 300 {
			return says("done"), nil
		}
		return calls(fmt.Sprintf("look {\"n\":%d}", n), fmt.Sprintf("see {\"n\":%d}", n)), nil
	}}
	l := limits
	l.ModelCalls, l.Window = 1000, 20_000
	if _, err := agent.Run(t.Context(), h, task, l); err != nil {
		t.Fatal(err)
	}
	whole := 0
	for i, p := range h.asked {
		if got := model.Estimate(p.Messages, p.Tools); got > l.Window {
			t.Fatalf("prompt %d has %d tokens", i+1, got)
		}
		if !strings.Contains(p.Messages[1].Text, "Your task:\ndo it") {
			t.Fatalf("prompt %d lacks the task", i+1)
		}
		if len(model.Repair(p.Messages)) != len(p.Messages) {
			t.Fatalf("prompt %d has calls without results", i+1)
		}
		if p.Fresh == len(p.Messages) {
			whole++
		}
	}
	if whole > len(h.asked)/3 {
		t.Errorf("%d of %d prompts share nothing with the one before", whole, len(h.asked))
	}
}

func TestAPromptThatTheProviderFindsTooLongIsShortened(t *testing.T) {
	t.Parallel()
	const most = 8000 // tokens, as the provider counts
	n := 0
	h := &host{use: func(model.Call) agent.Outcome {
		value, _ := json.Marshal(strings.Repeat("result ", 400))
		return agent.Outcome{Value: value}
	}, replies: func(_ int, p agent.Prompt) (model.Reply, error) {
		if model.Estimate(p.Messages, p.Tools) > most {
			return model.Reply{}, &agent.Failure{Code: model.CodeTooLong, Message: "prompt is too long"}
		}
		if n++; n > 20 {
			return says("done"), nil
		}
		return calls(fmt.Sprintf("look {\"n\":%d}", n)), nil
	}}
	if got, err := agent.Run(t.Context(), h, task, limits); err != nil || got.Call != 41 {
		t.Errorf("%+v, %v", got, err)
	}
	h.replies = func(int, agent.Prompt) (model.Reply, error) {
		return model.Reply{}, &agent.Failure{Code: model.CodeTooLong, Message: "prompt is too long"}
	}
	_, err := agent.Run(t.Context(), h, task, limits)
	fails(t, err, model.CodeTooLong)
}

func TestManyLargeResultsAtOnceAreMadeToFit(t *testing.T) {
	t.Parallel()
	names := make([]string, 10)
	for i := range names {
		names[i] = fmt.Sprintf("look {\"n\":%d}", i)
	}
	value, _ := json.Marshal(strings.Repeat("word ", 20_000))
	h := &host{replies: script(calls(names...), says("ok")), use: func(model.Call) agent.Outcome { return agent.Outcome{Value: value} }}
	l := limits
	l.Window = 20_000
	if _, err := agent.Run(t.Context(), h, task, l); err != nil {
		t.Fatal(err)
	}
	if got := model.Estimate(h.asked[1].Messages, task.Tools); got > l.Window {
		t.Errorf("the prompt has %d tokens", got)
	}
	l.Window = 500
	_, err := agent.Run(t.Context(), &host{replies: h.replies, use: h.use}, task, l)
	fails(t, err, agent.CodeWindow)
}

func TestMalformedArgumentsAreToldToTheModel(t *testing.T) {
	t.Parallel()
	broken := model.Reply{Stop: model.Calling, Calls: []model.Call{{ID: "1", Name: "look", Malformed: `{"a": "unfinished`}}}
	h := &host{replies: script(broken, calls("look"), says("ok"))}
	if _, err := agent.Run(t.Context(), h, task, limits); err != nil || len(h.used) != 1 {
		t.Fatalf("%v, made %v", err, h.used)
	}
	if m := h.asked[1].Messages[3]; !m.Failed || !strings.Contains(m.Text, "unfinished") {
		t.Errorf("the model is told %q", m.Text)
	}
}

func TestAnAnswerThatWasCutOffIsAskedForOnceMore(t *testing.T) {
	t.Parallel()
	long := model.Reply{Text: "and so", Stop: model.Length}
	got, err := agent.Run(t.Context(), &host{replies: script(long, says("short"))}, task, limits)
	if err != nil || got.Reply.Text != "short" {
		t.Errorf("%+v, %v", got, err)
	}
	_, err = agent.Run(t.Context(), &host{replies: script(long)}, task, limits)
	fails(t, err, agent.CodeTooLong)
}

func TestWhatTheHostSaysEndsTheLoop(t *testing.T) {
	t.Parallel()
	lost := errors.New("the lease was lost")
	if _, err := agent.Run(t.Context(), &host{replies: func(int, agent.Prompt) (model.Reply, error) { return model.Reply{}, lost }}, task, limits); !errors.Is(err, lost) {
		t.Errorf("got %v", err)
	}
}

func TestWhatAnEarlierAttemptDidIsTold(t *testing.T) {
	t.Parallel()
	h := &host{replies: script(says("ok"))}
	again := task
	again.Done = []string{`file_ops {"op":"write","path":"a"}`}
	if _, err := agent.Run(t.Context(), h, again, limits); err != nil || !strings.Contains(h.asked[0].Messages[1].Text, again.Done[0]) {
		t.Errorf("%v: %s", err, h.asked[0].Messages[1].Text)
	}
}

// FuzzResults looks for results that make the loop panic, or show a model what is no text.
func FuzzResults(f *testing.F) {
	f.Add([]byte(`"text"`), 3)
	f.Add([]byte(`{"status":7,"state":null}`), 10)
	f.Add([]byte("\"\xff\xfe\u0000 世界\""), 2)
	f.Fuzz(func(t *testing.T, value []byte, most int) {
		l := limits
		l.ResultChars = max(most%1000, 1)
		h := &host{replies: script(calls("look"), says("ok")), use: func(model.Call) agent.Outcome { return agent.Outcome{Value: value, Digest: "d"} }}
		if _, err := agent.Run(t.Context(), h, task, l); err != nil {
			t.Fatal(err)
		}
		if text := h.asked[1].Messages[3].Text; len([]rune(text)) > l.ResultChars+200 {
			t.Errorf("%d characters are shown of %d", len([]rune(text)), l.ResultChars)
		}
	})
}

func ExampleCut() {
	fmt.Println(agent.Cut("abcdefghijklmnopqrstuvwxyz", 10, "3f2a"))
	// Output:
	// abcdef
	// [… 16 of 26 characters are left out here; the whole is kept as 3f2a. Ask for a smaller part if you need them …]
	// wxyz
}
