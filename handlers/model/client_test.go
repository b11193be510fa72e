package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/modeltest"
)

var epoch = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// providers are the two protocols, each with its fake.
var providers = map[string]func(testing.TB, func(modeltest.Asked) modeltest.Say) *modeltest.Server{
	model.KindOpenAI: modeltest.OpenAI, model.KindAnthropic: modeltest.Anthropic,
}

// each runs a test for both protocols.
func each(t *testing.T, run func(t *testing.T, kind string)) {
	t.Helper()
	t.Parallel()
	for kind := range providers {
		t.Run(kind, func(t *testing.T) { t.Parallel(); run(t, kind) })
	}
}

// open starts a fake and a client of it.
func open(t *testing.T, kind string, answer func(modeltest.Asked) modeltest.Say) (model.Model, *modeltest.Server) {
	t.Helper()
	protocol, ok := providers[kind]
	if !ok {
		protocol = modeltest.OpenAI
	}
	server := protocol(t, answer)
	m, err := model.NewClient(model.ClientConfig{Kind: kind, URL: server.URL, Key: modeltest.Key, Model: "test-model", Now: func() time.Time { return epoch }})
	if err != nil {
		t.Fatal(err)
	}
	return m, server
}

func user(text string) model.Message { return model.Message{By: model.User, Text: text} }

var add = model.Tool{Name: "add", Description: "adds", Input: json.RawMessage(`{"type":"object","properties":{"a":{"type":"number"}}}`)}

// ask sends one question that is expected to be answered.
func ask(t *testing.T, m model.Model, req model.Request) model.Reply {
	t.Helper()
	if req.Messages == nil {
		req.Messages = []model.Message{user("hi")}
	}
	reply, err := m.Generate(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// refused sends one question that is expected to fail.
func refused(t *testing.T, m model.Model, req model.Request) *model.Error {
	t.Helper()
	if req.Messages == nil {
		req.Messages = []model.Message{user("hi")}
	}
	reply, err := m.Generate(t.Context(), req)
	failed, ok := errors.AsType[*model.Error](err)
	if !ok {
		t.Fatalf("got %+v, %v; want an *Error", reply, err)
	}
	return failed
}

func streamed(text *strings.Builder) func(string) {
	return func(piece string) { text.WriteString(piece) }
}

func TestAnAnswerIsReadWithItsUsage(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		say := modeltest.Say{Text: "Grüße, 世界", Usage: modeltest.Usage{Input: 1200, Cached: 1000, Output: 7}}
		m, _ := open(t, kind, modeltest.Script(say))
		for _, stream := range []bool{false, true} {
			var text strings.Builder
			req := model.Request{}
			if stream {
				req.Delta = streamed(&text)
			}
			got := ask(t, m, req)
			want := model.Usage{Input: 1200, Cached: 1000, Output: 7}
			if got.Text != say.Text || got.Stop != model.Ended || got.Usage != want {
				t.Errorf("stream %v: %+v", stream, got)
			}
			if stream && text.String() != say.Text {
				t.Errorf("streamed %q", text.String())
			}
		}
	})
}

// Whatever a provider says was used, a budget does not grow by it, nor does its sum pass what a number holds.
func TestUsageThatCannotBeIsEstimated(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for _, usage := range []modeltest.Usage{{Input: -1_000_000, Output: 5}, {Input: 1000, Output: -5000}, {Input: 1 << 60, Output: 1}, {Input: 1000, Output: 1 << 60}} {
			m, _ := open(t, kind, modeltest.Script(modeltest.Say{Text: "5", Usage: usage}))
			for _, delta := range []func(string){nil, func(string) {}} {
				if got := ask(t, m, model.Request{Delta: delta}).Usage; !got.Estimated || got.Input <= 0 || got.Input > 1000 || got.Output <= 0 || got.Output > 1000 {
					t.Errorf("%+v was taken as %+v", usage, got)
				}
			}
		}
	})
}

func TestAnAnswerMakesSoManyCallsAndNoMore(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		calls := make([]modeltest.Call, 129)
		for i := range calls {
			calls[i] = modeltest.Call{ID: fmt.Sprint("c", i), Name: "add", Args: "{}"}
		}
		m, _ := open(t, kind, modeltest.Script(modeltest.Say{Calls: calls}, modeltest.Say{Calls: calls[:128]}))
		if failed := refused(t, m, model.Request{Tools: []model.Tool{add}}); failed.Code != model.CodeInvalid || failed.Retryable {
			t.Errorf("%+v", failed)
		}
		if got := ask(t, m, model.Request{Tools: []model.Tool{add}}); len(got.Calls) != 128 {
			t.Errorf("%d calls", len(got.Calls))
		}
	})
}

func TestInterleavedCallsOfAStreamAreKeptApart(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		calls := []modeltest.Call{{ID: "c1", Name: "add", Args: `{"a":1,"text":"first"}`}, {ID: "c2", Name: "add", Args: `{"a":2,"text":"second"}`}, {ID: "c3", Name: "add", Args: `{}`}}
		m, _ := open(t, kind, modeltest.Script(modeltest.Say{Text: "let me", Calls: calls, Interleave: true}))
		var text strings.Builder
		got := ask(t, m, model.Request{Tools: []model.Tool{add}, Delta: streamed(&text)})
		if len(got.Calls) != 3 || got.Stop != model.Calling {
			t.Fatalf("%+v", got)
		}
		for i, c := range got.Calls {
			if c.ID != calls[i].ID || string(c.Args) != calls[i].Args || c.Malformed != "" {
				t.Errorf("call %d is %+v", i, c)
			}
		}
		if text.String() != "let me" {
			t.Errorf("arguments leaked into the stream: %q", text.String())
		}
	})
}

func TestAParallelRoundTripIsAcceptedByTheProvider(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, server := open(t, kind, modeltest.Script(modeltest.Say{Text: "5"}))
		history := []model.Message{{By: model.System, Text: "You add."}, user("1+2 and 3+4"),
			{By: model.Assistant, Text: "I add.", Calls: []model.Call{{ID: "a", Name: "add", Args: json.RawMessage(`{"a":12345678901234567890}`)}, {ID: "b", Name: "add", Malformed: `{"a":`}}},
			{By: model.Result, For: "a", Text: "3"}, {By: model.Result, For: "b", Text: "not an object", Failed: true}}
		ask(t, m, model.Request{Messages: history, Tools: []model.Tool{add}})
		said := server.Asked()[0].Said
		if len(said) != 5 {
			t.Fatalf("the provider saw %+v", said)
		}
		calls := said[2].Calls
		if said[2].Text != "I add." || len(calls) != 2 || calls[0].Args != `{"a":12345678901234567890}` || calls[1].Args != "{}" {
			t.Errorf("the assistant's turn arrived as %+v", said[2])
		}
		if kind == model.KindAnthropic && (said[3].IsError || !said[4].IsError) {
			t.Errorf("failures are not marked: %+v", said[3:])
		}
	})
}

func TestNumbersOfArgumentsAreNotRounded(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		const args = `{"wei":1234567890123456789012}`
		m, _ := open(t, kind, modeltest.Script(modeltest.Say{Calls: []modeltest.Call{{ID: "c", Name: "add", Args: args}}}))
		for _, delta := range []func(string){nil, func(string) {}} {
			if got := ask(t, m, model.Request{Tools: []model.Tool{add}, Delta: delta}); string(got.Calls[0].Args) != args {
				t.Errorf("got %s", got.Calls[0].Args)
			}
		}
	})
}

func TestAConnectionCutInTheMiddleIsAFailure(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for _, say := range []modeltest.Say{
			{Text: strings.Repeat("word ", 50), Cut: true},
			{Calls: []modeltest.Call{{ID: "c", Name: "add", Args: `{"a":1}`}}, Cut: true},
		} {
			m, _ := open(t, kind, modeltest.Script(say))
			for _, delta := range []func(string){nil, func(string) {}} {
				got := refused(t, m, model.Request{Tools: []model.Tool{add}, Delta: delta})
				if got.Code != model.CodeCut || !got.Retryable {
					t.Errorf("stream %v: %+v", delta != nil, got)
				}
			}
		}
	})
}

func TestAStreamThatBreaksOffIsAFailure(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, _ := open(t, kind, modeltest.Script(modeltest.Say{Text: "half of", Breaks: "Overloaded"}))
		got := refused(t, m, model.Request{Delta: func(string) {}})
		if got.Code != model.CodeOverloaded || !got.Retryable || !strings.Contains(got.Message, "Overloaded") {
			t.Errorf("%+v", got)
		}
	})
}

func TestAnAnswerWithoutAStopReasonIsAFailure(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, _ := open(t, kind, modeltest.Script(modeltest.Say{Text: "all of it?", NoStop: true}))
		for _, delta := range []func(string){nil, func(string) {}} {
			if got := refused(t, m, model.Request{Delta: delta}); got.Code != model.CodeNoStop || !got.Retryable {
				t.Errorf("stream %v: %+v", delta != nil, got)
			}
		}
	})
}

func TestALongLineOfAStreamIsRead(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		long := strings.Repeat("x", 2<<20)
		m, _ := open(t, kind, modeltest.Script(modeltest.Say{Text: long}))
		if got := ask(t, m, model.Request{Delta: func(string) {}}); got.Text != long {
			t.Errorf("got %d bytes", len(got.Text))
		}
	})
}

func TestTheWaitThatAProviderAsksForIsKept(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for value, want := range map[string]time.Duration{"7": 7 * time.Second, "0.5": 500 * time.Millisecond, "": 0, "soon": 0,
			epoch.Add(90 * time.Second).Format("Mon, 02 Jan 2006 15:04:05 GMT"): 90 * time.Second, "1e300": time.Hour} {
			m, _ := open(t, kind, modeltest.Script(modeltest.Say{Status: 429, RetryAfter: value, Error: "Rate limit reached"}))
			got := refused(t, m, model.Request{})
			if got.Code != model.CodeRateLimited || !got.Retryable || got.RetryAfter != want || got.Status != 429 {
				t.Errorf("Retry-After %q: %+v", value, got)
			}
		}
		// Milliseconds are the more exact of the two, where they can be.
		for value, want := range map[string]time.Duration{"1500": 1500 * time.Millisecond, "0.5": 500 * time.Microsecond, "-1": 7 * time.Second, "soon": 7 * time.Second, "1e300": 7 * time.Second} {
			m, _ := open(t, kind, modeltest.Script(modeltest.Say{Status: 429, RetryAfter: "7", RetryAfterMS: value, Error: "Rate limit reached"}))
			if got := refused(t, m, model.Request{}); got.RetryAfter != want {
				t.Errorf("Retry-After-Ms %q: %+v", value, got)
			}
		}
	})
}

func TestFailuresAreToldApart(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for _, c := range []struct {
			status    int
			says      string
			code      string
			retryable bool
		}{
			{500, "boom", model.CodeOverloaded, true},
			{529, "Overloaded", model.CodeOverloaded, true},
			{503, "try later", model.CodeOverloaded, true},
			{400, "messages: something is wrong", model.CodeRefused, false},
			{400, "This model's maximum context length is 128000 tokens", model.CodeTooLong, false},
			{400, "prompt is too long: 210000 tokens > 200000 maximum", model.CodeTooLong, false},
			{403, "no permission", model.CodeNoAccess, false},
			{402, "credit balance is too low", model.CodeNoAccess, false},
			{429, "You exceeded your current quota insufficient_quota", model.CodeNoAccess, false},
			{404, "no such model", model.CodeRefused, false},
		} {
			m, _ := open(t, kind, modeltest.Script(modeltest.Say{Status: c.status, Error: c.says}))
			got := refused(t, m, model.Request{})
			if got.Code != c.code || got.Retryable != c.retryable || !strings.Contains(got.Message, c.says) {
				t.Errorf("HTTP %d %q: %+v", c.status, c.says, got)
			}
		}
	})
}

func TestTheKeyIsInNoError(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		server := providers[kind](t, modeltest.Script(modeltest.Say{}))
		for _, key := range []string{"sk-wrong-key", modeltest.Key} {
			url := server.URL
			if key == modeltest.Key {
				url = "http://127.0.0.1:1/" + key // refuses connections, and has the key in its URL
			}
			m, err := model.NewClient(model.ClientConfig{Kind: kind, URL: url, Key: key, Model: "m", Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			got := refused(t, m, model.Request{})
			if strings.Contains(got.Message, key) || got.Code != model.CodeNoAccess && got.Code != model.CodeUnreachable {
				t.Errorf("%+v", got)
			}
		}
	})
}

func TestMalformedArgumentsAreKeptForTheModelToSee(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for _, args := range []string{`{"a":1`, `[1]`, `"text"`, `null`, `{"a":1}{"a":2}`} {
			if kind == model.KindAnthropic && args == `{"a":1}{"a":2}` {
				continue
			}
			m, _ := open(t, kind, modeltest.Script(modeltest.Say{Text: "well", Calls: []modeltest.Call{{ID: "c", Name: "add", Args: args}}}))
			got := ask(t, m, model.Request{Tools: []model.Tool{add}, Delta: func(string) {}})
			if c := got.Calls[0]; c.Args != nil || c.Malformed != args {
				t.Errorf("%s: %+v", args, c)
			}
		}
	})
}

func TestANameThatAModelMadeUpCanBeSentBack(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, _ := open(t, kind, modeltest.Script(modeltest.Say{Calls: []modeltest.Call{{ID: "c", Name: "functions.add now!", Args: `{}`}}}, modeltest.Say{Text: "ok"}))
		got := ask(t, m, model.Request{Tools: []model.Tool{add}})
		ask(t, m, model.Request{Messages: []model.Message{user("x"), got.Message(), {By: model.Result, For: "c", Text: "none"}}})
	})
}

// A crash left a call without its result, and every later call failed (letta
// 3308).
func TestOrphanCallsAreRepairedBeforeTheyAreSent(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, server := open(t, kind, modeltest.Script(modeltest.Say{Text: "ok"}))
		call := func(ids ...string) model.Message {
			m := model.Message{By: model.Assistant}
			for _, id := range ids {
				m.Calls = append(m.Calls, model.Call{ID: id, Name: "add", Args: json.RawMessage(`{}`)})
			}
			return m
		}
		ask(t, m, model.Request{Messages: []model.Message{user("a"), call("1", "2"), {By: model.Result, For: "2", Text: "two"}, user("still there?"),
			{By: model.Result, For: "9", Text: "nobody's"}, call("3")}})
		var texts []string
		for _, s := range server.Asked()[0].Said {
			if s.Role == "tool" {
				texts = append(texts, s.For+" "+s.Text)
			}
		}
		if want := []string{"1 " + model.Lost, "2 two", "3 " + model.Lost}; fmt.Sprint(texts) != fmt.Sprint(want) {
			t.Errorf("results sent: %q", texts)
		}
	})
}

func TestALongHistoryIsSentWhole(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, server := open(t, kind, modeltest.Script(modeltest.Say{Text: "ok"}))
		messages := []model.Message{user("begin")}
		for i := range 400 {
			id := fmt.Sprint("c", i)
			messages = append(messages, model.Message{By: model.Assistant, Calls: []model.Call{{ID: id, Name: "add", Args: json.RawMessage(`{}`)}}},
				model.Message{By: model.Result, For: id, Text: strings.Repeat("result ", 290)})
		}
		if n := model.Estimate(messages, nil); n < 200_000 {
			t.Fatalf("the history has only %d tokens", n)
		}
		ask(t, m, model.Request{Messages: messages})
		if n := server.Asked()[0].Results(); n != 400 {
			t.Errorf("%d of 400 results arrived", n)
		}
	})
}

func TestACancelledQuestionEndsWithItsCause(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, _ := open(t, kind, modeltest.Script(modeltest.Say{Wait: time.Minute}))
		why := errors.New("the goal has ended")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(20*time.Millisecond, func() { cancel(why) })
		if _, err := m.Generate(ctx, model.Request{Messages: []model.Message{user("hi")}}); !errors.Is(err, why) {
			t.Errorf("got %v", err)
		}
	})
}
