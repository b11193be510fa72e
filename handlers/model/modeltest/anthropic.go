package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

type anthropic struct{}

func (anthropic) path() string             { return "/messages" }
func (anthropic) key(h http.Header) string { return h.Get("X-Api-Key") }

func (anthropic) failure(status int, text string) any {
	kind := "invalid_request_error"
	switch {
	case status == http.StatusTooManyRequests:
		kind = "rate_limit_error"
	case status == http.StatusUnauthorized:
		kind = "authentication_error"
	case status == 529:
		kind = "overloaded_error"
	case status >= 500:
		kind = "api_error"
	}
	return map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": text}}
}

type block struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Input   json.RawMessage `json:"input"`
	For     string          `json:"tool_use_id"`
	Content json.RawMessage `json:"content"`
	IsError bool            `json:"is_error"`
}

func (anthropic) read(a *Asked) error {
	if a.Header.Get("Anthropic-Version") == "" {
		return fmt.Errorf("anthropic-version: header is required")
	}
	var most int
	if json.Unmarshal(a.Body["max_tokens"], &most) != nil || most < 1 {
		return fmt.Errorf("max_tokens: Field required")
	}
	if system := joined(a.Body["system"]); system != "" {
		a.Said = append(a.Said, Said{Role: "system", Text: system})
	}
	var messages []struct {
		Role    string  `json:"role"`
		Content []block `json:"content"`
	}
	if err := json.Unmarshal(a.Body["messages"], &messages); err != nil || len(messages) == 0 {
		return fmt.Errorf("messages: %v", err)
	}
	var open map[string]bool // calls of the message before
	for i, m := range messages {
		if i == 0 && m.Role != "user" {
			return fmt.Errorf("messages: first message must use the \"user\" role")
		}
		if i > 0 && messages[i-1].Role == m.Role {
			return fmt.Errorf("messages: roles must alternate between \"user\" and \"assistant\", but found multiple %q roles in a row", m.Role)
		}
		if len(m.Content) == 0 {
			return fmt.Errorf("messages.%d: all messages must have non-empty content", i)
		}
		said, next := Said{Role: m.Role}, map[string]bool{}
		for j, b := range m.Content {
			switch b.Type {
			case "text":
				if strings.TrimSpace(b.Text) == "" {
					return fmt.Errorf("messages.%d.content.%d.text: text content blocks must contain non-whitespace text", i, j)
				}
				said.Text += b.Text
			case "tool_use":
				var object map[string]json.RawMessage
				if json.Unmarshal(b.Input, &object) != nil || object == nil {
					return fmt.Errorf("messages.%d.content.%d.tool_use.input: Input should be a valid dictionary", i, j)
				}
				next[b.ID] = true
				said.Calls = append(said.Calls, Call{b.ID, b.Name, string(b.Input)})
			case "tool_result":
				if !open[b.For] {
					return fmt.Errorf("messages.%d.content.%d: unexpected `tool_use_id` found in `tool_result` blocks: %s", i, j, b.For)
				}
				delete(open, b.For)
				a.Said = append(a.Said, Said{Role: "tool", Text: joined(b.Content), For: b.For, IsError: b.IsError})
			default:
				return fmt.Errorf("messages.%d.content.%d: Input tag %q found using 'type' does not match any of the expected tags", i, j, b.Type)
			}
		}
		if len(open) > 0 {
			return fmt.Errorf("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after", i)
		}
		if open = next; said.Text != "" || len(said.Calls) > 0 {
			a.Said = append(a.Said, said)
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after", len(messages)-1)
	}
	return a.readTools()
}

func (a *Asked) readTools() error {
	var tools []struct {
		Name   string          `json:"name"`
		Schema json.RawMessage `json:"input_schema"`
	}
	if len(a.Body["tools"]) > 0 {
		if err := json.Unmarshal(a.Body["tools"], &tools); err != nil {
			return fmt.Errorf("tools: %v", err)
		}
	}
	for i, t := range tools {
		if wrong := odd(t.Schema); wrong != "" {
			return fmt.Errorf("tools.%d.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level (%s)", i, wrong)
		}
		a.Tools = append(a.Tools, t.Name)
	}
	return nil
}

func (s Say) anthropicStop() any {
	switch {
	case s.NoStop:
		return nil
	case s.Stop != "":
		return s.Stop
	case len(s.Calls) > 0:
		return "tool_use"
	}
	return "end_turn"
}

func (s Say) anthropicUsage(output int) map[string]any {
	return map[string]any{"input_tokens": s.Usage.Input - s.Usage.Cached, "output_tokens": output,
		"cache_creation_input_tokens": 0, "cache_read_input_tokens": s.Usage.Cached}
}

func (p anthropic) write(w http.ResponseWriter, a Asked, s Say) {
	if a.Stream {
		p.stream(w, a, s)
		return
	}
	content := []any{}
	if s.Thinks {
		content = append(content, map[string]any{"type": "redacted_thinking", "data": "…"})
	}
	if s.Text != "" {
		content = append(content, map[string]any{"type": "text", "text": s.Text})
	}
	for _, c := range s.Calls {
		content = append(content, map[string]any{"type": "tool_use", "id": c.ID, "name": c.Name, "input": json.RawMessage(c.Args)})
	}
	send(w, map[string]any{"id": "msg_1", "type": "message", "role": "assistant", "model": a.Model, "content": content,
		"stop_reason": s.anthropicStop(), "stop_sequence": nil, "usage": s.anthropicUsage(s.Usage.Output)}, s.Cut)
}

func (anthropic) stream(w http.ResponseWriter, a Asked, s Say) {
	out := newStream(w, true)
	out.event(map[string]any{"type": "message_start", "message": map[string]any{"id": "msg_1", "type": "message", "role": "assistant",
		"model": a.Model, "content": []any{}, "stop_reason": nil, "usage": s.anthropicUsage(1)}})
	out.event(map[string]any{"type": "ping"})
	index := 0
	emit := func(start map[string]any, deltas ...map[string]any) {
		out.event(map[string]any{"type": "content_block_start", "index": index, "content_block": start})
		for i, d := range deltas {
			if s.Cut && i == 2 {
				hangUp(w)
			}
			out.event(map[string]any{"type": "content_block_delta", "index": index, "delta": d})
		}
		out.event(map[string]any{"type": "content_block_stop", "index": index})
		index++
	}
	if s.Thinks {
		emit(map[string]any{"type": "thinking", "thinking": ""}, map[string]any{"type": "thinking_delta", "thinking": "hm"},
			map[string]any{"type": "signature_delta", "signature": "c2ln"})
	}
	if s.Text != "" {
		var deltas []map[string]any
		for _, piece := range pieces(s.Text, 5) {
			deltas = append(deltas, map[string]any{"type": "text_delta", "text": piece})
		}
		emit(map[string]any{"type": "text", "text": ""}, deltas...)
	}
	for _, c := range s.Calls {
		deltas := []map[string]any{{"type": "input_json_delta", "partial_json": ""}}
		for _, piece := range pieces(c.Args, 4) {
			deltas = append(deltas, map[string]any{"type": "input_json_delta", "partial_json": piece})
		}
		emit(map[string]any{"type": "tool_use", "id": c.ID, "name": c.Name, "input": map[string]any{}}, deltas...)
	}
	if s.Cut {
		hangUp(w)
	}
	if s.Breaks != "" {
		out.event(map[string]any{"type": "error", "error": map[string]any{"type": "overloaded_error", "message": s.Breaks}})
		return
	}
	out.event(map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": s.anthropicStop(), "stop_sequence": nil},
		"usage": map[string]any{"output_tokens": s.Usage.Output}})
	out.event(map[string]any{"type": "message_stop"})
}
