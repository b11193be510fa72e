package model

import (
	"encoding/json"
	"strings"
	"testing"
)

// data writes lines as a stream of events.
func data(lines ...string) string {
	var out strings.Builder
	for _, l := range lines {
		out.WriteString("data: " + l + "\n\n")
	}
	return out.String()
}

func openAICalls(t *testing.T, stream string) (names, args []string, finish string) {
	t.Helper()
	answer, err := openAI{}.assemble(strings.NewReader(stream), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	var whole struct {
		Choices []struct {
			Message struct {
				Calls []openAICall `json:"tool_calls"`
			}
			Finish string `json:"finish_reason"`
		}
	}
	if err := json.Unmarshal(answer, &whole); err != nil {
		t.Fatal(err)
	}
	for _, c := range whole.Choices[0].Message.Calls {
		names, args = append(names, c.Function.Name), append(args, c.Function.Arguments)
	}
	return names, args, whole.Choices[0].Finish
}

func TestServersThatNumberEveryCallAlikeAreUnderstood(t *testing.T) {
	t.Parallel()
	for name, stream := range map[string]string{
		"all have index 0": data(
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"x","arguments":"{\"n\":1}"}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b","type":"function","function":{"name":"y","arguments":"{\"n\":2}"}}]}}]}`,
			`{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`, `[DONE]`),
		"none has an index": data(
			`{"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"x","arguments":"{\"n\""}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":":1}"}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"id":"b","function":{"name":"y","arguments":"{\"n\":2}"}}]}}]}`,
			`{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`, `[DONE]`),
		"the type is repeated, and nothing says DONE": data(
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"x","arguments":""}},{"index":1,"id":"b","type":"function","function":{"name":"y","arguments":""}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":1,"type":"function","function":{"arguments":"{\"n\":2}"}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"type":"function","function":{"arguments":"{\"n\":1}"}}]}}]}`,
			`{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`, `{"choices":[{"delta":{},"finish_reason":null}]}`),
	} {
		names, args, finish := openAICalls(t, stream)
		if strings.Join(names, " ") != "x y" || strings.Join(args, " ") != `{"n":1} {"n":2}` || finish != "tool_calls" {
			t.Errorf("%s: %v %v %q", name, names, args, finish)
		}
	}
}

func TestAnEventThatIsNotClosedNeverHappened(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"", "data: {}", "data: {}\n", "event: x\n\n", ": comment\n\n"} {
		err := readEvents(strings.NewReader(stream), func([]byte) (bool, error) { t.Errorf("%q: an event", stream); return false, nil })
		if err == nil {
			t.Errorf("%q: ended without saying so", stream)
		}
	}
}

// FuzzStreams looks for streams that make a reader panic, or give an answer that the library's JSON could not hold.
func FuzzStreams(f *testing.F) {
	f.Add(data(`{"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}`, `[DONE]`))
	f.Add(data(`{"choices":[{"delta":{"tool_calls":[{"index":9,"id":"a"}]}}]}`, `[DONE]`))
	f.Add(data(`{"type":"message_start","message":{"id":"m"}}`, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use"}}`,
		`{"type":"content_block_delta","index":0,"delta":{"partial_json":"{"}}`, `{"type":"message_stop"}`))
	f.Add(data(`{"type":"content_block_start","index":0,"content_block":null}`, `{"type":"content_block_delta","index":-1}`))
	f.Add("data: {\"error\":{\"message\":\"x\"}}\r\n\r\ndata:\n\n")
	f.Fuzz(func(t *testing.T, stream string) {
		for _, d := range []dialect{openAI{}, anthropic{}} {
			answer, err := d.assemble(strings.NewReader(stream), func(string) {})
			if err == nil {
				answer, err = d.plain(answer)
			}
			if err == nil && !json.Valid(answer) {
				t.Errorf("%T: %q", d, answer)
			}
			_ = d.said([]byte(stream))
		}
	})
}

// FuzzAnswers does the same for answers that came at once.
func FuzzAnswers(f *testing.F) {
	f.Add(`{"choices":[{"message":{"content":null,"refusal":"no"},"finish_reason":"stop"}]}`)
	f.Add(`{"content":[{"type":"tool_use","input":{"$verbatim":"{"}},{"type":7},null],"stop_reason":"tool_use"}`)
	f.Add(`{"error":{"message":"x","code":7}}`)
	f.Fuzz(func(t *testing.T, answer string) {
		for _, d := range []dialect{openAI{}, anthropic{}} {
			if out, err := d.plain([]byte(answer)); err == nil && !json.Valid(out) {
				t.Errorf("%T: %q", d, out)
			}
		}
		_ = readCall("id", "name", answer)
	})
}
