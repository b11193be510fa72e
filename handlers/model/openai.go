package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// openAI speaks the chat completions protocol of OpenAI, Groq and Ollama's /v1.
type openAI struct {
	// objects says that the server knows only JSON as such and no schema for it.
	objects bool
}

func (d openAI) prepare(body map[string]json.RawMessage, req Request) error {
	if req.Delta != nil {
		body["stream_options"] = json.RawMessage(`{"include_usage":true}`)
	}
	if req.Shape == nil {
		return nil
	}
	format := map[string]any{"type": "json_object"}
	if !d.objects {
		// Not strict: strict schemas may not have patterns, bounds or optional members, and the answer is checked anyway.
		format = map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": req.Shape.Name, "schema": req.Shape.Schema}}
	}
	text, err := json.Marshal(format)
	body["response_format"] = text
	return err
}

type openAIFailure struct {
	Error struct {
		Message string `json:"message"`
		Code    any    `json:"code"`
		Type    string `json:"type"`
	} `json:"error"`
}

func (f openAIFailure) text() string {
	code, _ := f.Error.Code.(string)
	return strings.TrimSpace(f.Error.Message + " " + code)
}

func (openAI) said(body []byte) string {
	var f openAIFailure
	if json.Unmarshal(body, &f) == nil && f.Error.Message != "" {
		return f.text()
	}
	return string(body)
}

// openAICall is a call as it stands in an answer.
type openAICall struct {
	Index    *int   `json:"index,omitempty"`
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type openAIChunk struct {
	ID      string `json:"id"`
	Model   string `json:"model"`
	Choices []struct {
		Index int `json:"index"`
		Delta struct {
			Content   string       `json:"content"`
			Refusal   string       `json:"refusal"`
			ToolCalls []openAICall `json:"tool_calls"`
		} `json:"delta"`
		FinishReason *string `json:"finish_reason"`
	} `json:"choices"`
	Usage json.RawMessage `json:"usage"`
	Groq  *struct {
		Usage json.RawMessage `json:"usage"`
	} `json:"x_groq"`
	openAIFailure
}

// openAIStream gathers the chunks of a stream.
type openAIStream struct {
	id, model, finish string
	text              strings.Builder
	calls             []*openAICall
	at                map[int]int // index in the stream → place in calls
	usage             json.RawMessage
}

func (d openAI) assemble(stream io.Reader, delta func(string)) ([]byte, error) {
	s := &openAIStream{at: map[int]int{}}
	err := readEvents(stream, func(data []byte) (bool, error) {
		if bytes.Equal(bytes.TrimSpace(data), []byte("[DONE]")) {
			return true, nil
		}
		var c openAIChunk
		if err := json.Unmarshal(data, &c); err != nil {
			return false, fail(CodeInvalid, true, "the stream holds what is no chunk: %v", err)
		}
		if c.Error.Message != "" {
			e := answered(0, nil, c.text(), zeroTime)
			e.Code, e.Retryable = CodeOverloaded, true // it had begun, so it is not the request
			return false, e
		}
		s.add(c, delta)
		return false, nil
	})
	// Some servers close after the last chunk without saying [DONE]: then the finish reason tells that it was the last.
	if errors.Is(err, io.ErrUnexpectedEOF) && s.finish != "" {
		err = nil
	}
	if err != nil {
		if e, ok := errors.AsType[*Error](err); ok {
			return nil, e
		}
		return nil, cut(err)
	}
	return s.whole()
}

func (s *openAIStream) add(c openAIChunk, delta func(string)) {
	s.id, s.model = c.ID, c.Model
	if len(c.Usage) > 0 && string(c.Usage) != "null" {
		s.usage = c.Usage
	} else if c.Groq != nil && len(c.Groq.Usage) > 0 {
		s.usage = c.Groq.Usage
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue // only one answer was asked for
		}
		if text := choice.Delta.Content + choice.Delta.Refusal; text != "" {
			s.text.WriteString(text)
			delta(text)
		}
		for _, part := range choice.Delta.ToolCalls {
			s.call(part)
		}
		if choice.FinishReason != nil && *choice.FinishReason != "" {
			s.finish = *choice.FinishReason // a later chunk, such as that of the usage, does not take it back
		}
	}
}

// call adds a piece of a call to the call that it belongs to: the one with its index. Some servers give every call the index 0
// or none, and whole: then another ID begins another call. A type that is said again begins nothing.
func (s *openAIStream) call(part openAICall) {
	index := len(s.calls)
	if part.Index != nil {
		index = *part.Index
	} else if part.ID == "" && len(s.calls) > 0 {
		index = len(s.calls) - 1
	}
	place, known := s.at[index]
	if !known || part.ID != "" && s.calls[place].ID != "" && s.calls[place].ID != part.ID {
		place = len(s.calls)
		s.at[index] = place
		s.calls = append(s.calls, &openAICall{Type: "function"})
	}
	c := s.calls[place]
	if part.ID != "" {
		c.ID = part.ID
	}
	if c.Function.Name == "" {
		c.Function.Name = part.Function.Name
	}
	c.Function.Arguments += part.Function.Arguments
}

// whole is the answer as it would have come at once.
func (s *openAIStream) whole() ([]byte, error) {
	message := map[string]any{"role": "assistant", "content": s.text.String()}
	if len(s.calls) > 0 {
		message["tool_calls"] = s.calls
	}
	answer := map[string]any{"id": s.id, "model": s.model, "object": "chat.completion",
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": s.finish}}}
	if s.usage != nil {
		answer["usage"] = s.usage
	}
	return json.Marshal(answer)
}

// plain puts a refusal where the library finds it, and takes an answer that is none for one.
func (openAI) plain(answer []byte) ([]byte, error) {
	var whole struct {
		Choices []struct {
			Message struct {
				Content *string `json:"content"`
				Refusal string  `json:"refusal"`
			} `json:"message"`
		} `json:"choices"`
		openAIFailure
	}
	if err := json.Unmarshal(answer, &whole); err != nil {
		return nil, fail(CodeInvalid, true, "the answer is no JSON of this protocol: %v", err)
	}
	if whole.Error.Message != "" { // some gateways say 200 to everything
		return nil, fail(CodeOverloaded, true, "the provider says: %s", whole.text())
	}
	if len(whole.Choices) == 0 {
		return nil, fail(CodeEmpty, true, "the answer holds no choice")
	}
	if m := whole.Choices[0].Message; m.Refusal != "" && (m.Content == nil || *m.Content == "") {
		return json.Marshal(map[string]any{"choices": []any{map[string]any{
			"message": map[string]any{"role": "assistant", "content": m.Refusal}, "finish_reason": "content_filter"}}})
	}
	return answer, nil
}
