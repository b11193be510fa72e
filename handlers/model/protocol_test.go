package model_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/modeltest"
)

// member reads a part of a JSON value by a path of names and indexes; "" if there is none.
func member(t *testing.T, body map[string]json.RawMessage, path ...any) string {
	t.Helper()
	whole, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	var at any
	if err := json.Unmarshal(whole, &at); err != nil {
		t.Fatal(err)
	}
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := at.(map[string]any)
			at = object[step]
		case int:
			list, _ := at.([]any)
			if step < 0 {
				step += len(list)
			}
			if step < 0 || step >= len(list) {
				return ""
			}
			at = list[step]
		}
	}
	if at == nil {
		return ""
	}
	text, err := json.Marshal(at)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAnthropicCachesSystemToolsAndConversation(t *testing.T) {
	t.Parallel()
	m, server := open(t, model.KindAnthropic, modeltest.Script(modeltest.Say{Text: "ok"}))
	messages := []model.Message{{By: model.System, Text: "You add."}, user("hi"), {By: model.Assistant, Text: "yes?"}, user("1+1")}
	for _, cached := range []bool{true, false} {
		ask(t, m, model.Request{Messages: messages, Tools: []model.Tool{add, {Name: "sub", Input: add.Input}}, CachePrefix: cached})
	}
	asked := server.Asked()
	for _, path := range [][]any{{"system", 0, "cache_control", "type"}, {"tools", 1, "cache_control", "type"}, {"messages", -1, "content", -1, "cache_control", "type"}} {
		if got := member(t, asked[0].Body, path...); got != `"ephemeral"` {
			t.Errorf("%v is %s", path, got)
		}
	}
	if n := strings.Count(string(asked[0].Raw), "cache_control"); n != 3 {
		t.Errorf("%d marks, the provider takes 4 at the most and 3 are wanted", n)
	}
	if strings.Contains(string(asked[1].Raw), "cache_control") {
		t.Error("marked although it was not asked for")
	}
}

// Providers cache what begins with the same bytes: what was sent before must be sent again exactly, whatever is added behind it.
func TestAConversationThatGoesOnBeginsWithTheSameBytes(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, server := open(t, kind, modeltest.Script(modeltest.Say{Text: "ok"}))
		tools := []model.Tool{add, {Name: "sub", Description: "subtracts", Input: json.RawMessage(`{"type":"object","properties":{"b":{"type":"number"},"a":{"type":"number"}},"required":["a","b"]}`)}}
		talk := []model.Message{{By: model.System, Text: "You add."}, user("1+1?")}
		for n := range 3 {
			ask(t, m, model.Request{Messages: talk, Tools: tools, CachePrefix: true})
			id := string(rune('a' + n))
			talk = append(talk, model.Message{By: model.Assistant, Text: "let me see", Calls: []model.Call{{ID: id, Name: "add", Args: json.RawMessage(`{"z":1,"a":2}`)}}},
				model.Message{By: model.Result, For: id, Text: "2"})
		}
		asked := server.Asked()
		const mark = `"cache_control":{"type":"ephemeral"},` // moves to the newest message: it says what to keep, and is no part of that
		body := func(a modeltest.Asked, member string) string {
			return strings.ReplaceAll(string(a.Body[member]), mark, "")
		}
		for i := 1; i < len(asked); i++ {
			for _, member := range []string{"system", "tools", "model"} {
				if before, now := body(asked[i-1], member), body(asked[i], member); before != now {
					t.Errorf("%s was sent as\n%s\nand then as\n%s", member, before, now)
				}
			}
			before, now := body(asked[i-1], "messages"), body(asked[i], "messages")
			if !strings.HasPrefix(now, strings.TrimRight(before, "]}")) || len(now) <= len(before) {
				t.Errorf("question %d does not go on from the one before:\n%s\n%s", i+1, before, now)
			}
		}
	})
}

func TestAnthropicIsToldTheToolChoice(t *testing.T) {
	t.Parallel()
	m, server := open(t, model.KindAnthropic, modeltest.Script(modeltest.Say{Text: "ok"}))
	want := []string{"", `{"type":"any"}`, `{"type":"none"}`}
	for _, choice := range []model.Choice{model.Auto, model.Required, model.None} {
		ask(t, m, model.Request{Tools: []model.Tool{add}, Choice: choice})
	}
	for i, a := range server.Asked() {
		if got := member(t, a.Body, "tool_choice"); got != want[i] {
			t.Errorf("choice %d is %s", i, got)
		}
	}
}

func TestAnthropicAnswersOfSeveralBlocksAreReadWhole(t *testing.T) {
	t.Parallel()
	say := modeltest.Say{Thinks: true, Text: "first I ", Usage: modeltest.Usage{Input: 10, Output: 5},
		Calls: []modeltest.Call{{ID: "1", Name: "add", Args: `{"a":1}`}, {ID: "2", Name: "add", Args: `{"a":2}`}}}
	m, _ := open(t, model.KindAnthropic, modeltest.Script(say))
	for _, delta := range []func(string){nil, func(string) {}} {
		got := ask(t, m, model.Request{Tools: []model.Tool{add}, Delta: delta})
		if got.Text != "first I " || len(got.Calls) != 2 || got.Usage.Output != 5 || got.Usage.Input != 10 || got.Stop != model.Calling {
			t.Errorf("stream %v: %+v", delta != nil, got)
		}
	}
}

func TestATemperatureIsSentOnlyIfOneIsWanted(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, server := open(t, kind, modeltest.Script(modeltest.Say{Text: "ok"}))
		zero := 0.0
		ask(t, m, model.Request{})
		ask(t, m, model.Request{Temperature: &zero})
		asked := server.Asked()
		if got := member(t, asked[0].Body, "temperature"); got != "" {
			t.Errorf("nobody asked for temperature %s", got)
		}
		if got := member(t, asked[1].Body, "temperature"); got != "0" {
			t.Errorf("temperature 0 was sent as %q", got)
		}
	})
}

func TestAnAnswerOfAShapeIsAskedForInTheProvidersWay(t *testing.T) {
	t.Parallel()
	shape := &model.Shape{Name: "plan", Schema: json.RawMessage(`{"type":"object","properties":{"title":{"type":"string","pattern":"\\S"}}}`)}
	say := modeltest.Say{Text: `{"title":"t"}`}
	for kind, path := range map[string][]any{
		model.KindOpenAI: {"response_format", "json_schema", "schema", "properties", "title", "pattern"},
		model.KindGroq:   {"response_format", "type"},
	} {
		m, server := open(t, kind, modeltest.Script(say))
		if got := ask(t, m, model.Request{Shape: shape}); got.Text != say.Text {
			t.Errorf("%s: %+v", kind, got)
		}
		want := map[string]string{model.KindOpenAI: `"\\S"`, model.KindGroq: `"json_object"`}[kind]
		if got := member(t, server.Asked()[0].Body, path...); got != want {
			t.Errorf("%s: %s", kind, got)
		}
	}
	m, server := open(t, model.KindAnthropic, modeltest.Script(modeltest.Say{Calls: []modeltest.Call{{ID: "c", Name: "answer", Args: say.Text}}}))
	if got := ask(t, m, model.Request{Shape: shape}); got.Text != say.Text || got.Calls != nil || got.Stop != model.Ended {
		t.Errorf("anthropic: %+v", got)
	}
	if got := member(t, server.Asked()[0].Body, "tool_choice"); got != `{"name":"answer","type":"tool"}` {
		t.Errorf("anthropic: tool_choice %s", got)
	}
}

// Elsewhere 517.9 million tokens an hour were shown as 0 (rakazo 883): usage
// that a server does not say is estimated.
func TestServersWithOpenAIsProtocolAreSpokenToTheirWay(t *testing.T) {
	t.Parallel()
	for kind, field := range map[string]string{model.KindOpenAI: "max_completion_tokens", model.KindGroq: "max_completion_tokens", model.KindOllama: "max_tokens"} {
		m, server := open(t, kind, modeltest.Script(modeltest.Say{Stop: "stop", Calls: []modeltest.Call{{ID: "c", Name: "add", Args: "{}"}}}))
		got := ask(t, m, model.Request{Tools: []model.Tool{add}, MaxTokens: 77})
		if got.Stop != model.Calling || len(got.Calls) != 1 {
			t.Errorf("%s: %+v", kind, got)
		}
		if n := member(t, server.Asked()[0].Body, field); n != "77" {
			t.Errorf("%s: %s is %q", kind, field, n)
		}
		if got.Usage.Input == 0 || !got.Usage.Estimated {
			t.Errorf("%s: usage that the provider does not say is shown as %+v", kind, got.Usage)
		}
	}
}

func TestAnAnswerThatTheFilterStoppedIsNone(t *testing.T) {
	t.Parallel()
	for kind, stop := range map[string]string{model.KindOpenAI: "content_filter", model.KindAnthropic: "refusal"} {
		m, _ := open(t, kind, modeltest.Script(modeltest.Say{Text: "I", Stop: stop}))
		if got := refused(t, m, model.Request{}); got.Code != model.CodeFiltered || got.Retryable {
			t.Errorf("%s: %+v", kind, got)
		}
	}
}

func TestSchemasOfToolsAreSentAsProvidersTakeThem(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, server := open(t, kind, modeltest.Script(modeltest.Say{Text: "ok"}))
		fancy := model.Tool{Name: "file_ops", Input: json.RawMessage(`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
			"properties":{"op":{"enum":["read","write"],"description":"which"}},"required":["op"],"allOf":[{"if":{},"then":{}}],"examples":[{"op":"read"}]}`)}
		ask(t, m, model.Request{Tools: []model.Tool{fancy, {Name: "none"}, {Name: "odd", Input: json.RawMessage(`true`)}}})
		raw := string(server.Asked()[0].Body["tools"])
		if !strings.Contains(raw, `"enum":["read","write"]`) || !strings.Contains(raw, `"required":["op"]`) || strings.Contains(raw, "allOf") {
			t.Errorf("sent %s", raw)
		}
	})
}

// A provider that redirects must not have the key go along.
func TestARedirectIsNotFollowed(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("asked with %v", r.Header) }))
		t.Cleanup(elsewhere.Close)
		moved := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
		t.Cleanup(moved.Close)
		m, err := model.NewClient(model.ClientConfig{Kind: kind, URL: moved.URL, Key: modeltest.Key, Model: "m", Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		if got := refused(t, m, model.Request{}); got.Status != http.StatusTemporaryRedirect || got.Retryable {
			t.Errorf("%+v", got)
		}
	})
}

func TestAnEmptyAnswerIsAFailure(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		m, _ := open(t, kind, modeltest.Script(modeltest.Say{}))
		for _, delta := range []func(string){nil, func(string) {}} {
			if got := refused(t, m, model.Request{Delta: delta}); got.Code != model.CodeEmpty || !got.Retryable {
				t.Errorf("stream %v: %+v", delta != nil, got)
			}
		}
	})
}
