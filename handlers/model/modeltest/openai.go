package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

type openAI struct{}

func (openAI) path() string             { return "/chat/completions" }
func (openAI) key(h http.Header) string { return strings.TrimPrefix(h.Get("Authorization"), "Bearer ") }

func (openAI) failure(status int, text string) any {
	kind, code := "invalid_request_error", any(nil)
	switch {
	case status == http.StatusTooManyRequests:
		kind, code = "requests", "rate_limit_exceeded"
	case status >= 500:
		kind = "server_error"
	}
	return map[string]any{"error": map[string]any{"message": text, "type": kind, "param": nil, "code": code}}
}

// refused is a refusal in the words of the provider, which begin with a capital.
func refused(format string, args ...any) error { return refusal(fmt.Sprintf(format, args...)) }

type refusal string

func (r refusal) Error() string { return string(r) }

var functionName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

type openAICall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

func (openAI) read(a *Asked) error {
	var messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
		Calls   []openAICall    `json:"tool_calls"`
		For     string          `json:"tool_call_id"`
	}
	if err := json.Unmarshal(a.Body["messages"], &messages); err != nil || len(messages) == 0 {
		return refused("Invalid 'messages': %v", err)
	}
	open := map[string]bool{}
	for i, m := range messages {
		if m.Role != "tool" && len(open) > 0 {
			return refused("An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id' (messages[%d])", i)
		}
		said := Said{Role: m.Role, Text: joined(m.Content), For: m.For}
		switch m.Role {
		case "tool":
			if !open[m.For] {
				return refused("Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls' (messages[%d])", i)
			}
			delete(open, m.For)
		case "assistant":
			if len(m.Calls) == 0 && said.Text == "" {
				return refused("Invalid value for 'content': expected a string, got null (messages[%d])", i)
			}
		case "system", "user":
		default:
			return refused("Invalid role %q (messages[%d])", m.Role, i)
		}
		if n := len(m.Calls); n > 128 {
			return refused("Invalid 'messages[%d].tool_calls': array too long. Expected an array with maximum length 128, but got an array with length %d instead.", i, n)
		}
		for _, c := range m.Calls {
			if !functionName.MatchString(c.Function.Name) || c.ID == "" || c.Type != "function" || open[c.ID] {
				return refused("Invalid 'messages[%d].tool_calls': %+v", i, c)
			}
			open[c.ID] = true
			said.Calls = append(said.Calls, Call{c.ID, c.Function.Name, c.Function.Arguments})
		}
		a.Said = append(a.Said, said)
	}
	if len(open) > 0 {
		return refused("An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'")
	}
	var tools []struct {
		Type     string
		Function struct {
			Name       string
			Parameters json.RawMessage
		}
	}
	if len(a.Body["tools"]) > 0 {
		if err := json.Unmarshal(a.Body["tools"], &tools); err != nil || len(tools) == 0 {
			return refused("Invalid 'tools': %v", err)
		}
	}
	for _, t := range tools {
		if wrong := odd(t.Function.Parameters); wrong != "" {
			return refused("Invalid schema for function '%s': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level (%s).", t.Function.Name, wrong)
		}
		a.Tools = append(a.Tools, t.Function.Name)
	}
	return nil
}

func (s Say) openAIStop() any {
	switch {
	case s.NoStop:
		return nil
	case s.Stop != "":
		return s.Stop
	case len(s.Calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func (s Say) openAIUsage() map[string]any {
	return map[string]any{"prompt_tokens": s.Usage.Input, "completion_tokens": s.Usage.Output, "total_tokens": s.Usage.Input + s.Usage.Output,
		"prompt_tokens_details": map[string]any{"cached_tokens": s.Usage.Cached}}
}

func (p openAI) write(w http.ResponseWriter, a Asked, s Say) {
	if a.Stream {
		p.stream(w, a, s)
		return
	}
	message := map[string]any{"role": "assistant", "content": nil}
	if s.Text != "" {
		message["content"] = s.Text
	}
	var calls []openAICall
	for _, c := range s.Calls {
		call := openAICall{ID: c.ID, Type: "function"}
		call.Function.Name, call.Function.Arguments = c.Name, c.Args
		calls = append(calls, call)
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	send(w, map[string]any{"id": "chatcmpl-1", "object": "chat.completion", "model": a.Model, "usage": s.openAIUsage(),
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": s.openAIStop()}}}, s.Cut)
}

// stream writes chunks as OpenAI does: the finish reason stands in a chunk of its own, and that of the usage, without a choice,
// or with one that has none, comes after it.
func (openAI) stream(w http.ResponseWriter, a Asked, s Say) {
	out := newStream(w, false)
	chunk := func(delta map[string]any, finish any) map[string]any {
		return map[string]any{"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": a.Model, "usage": nil,
			"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}}
	}
	out.event(chunk(map[string]any{"role": "assistant", "content": ""}, nil))
	_, _ = fmt.Fprint(w, ": a comment, as proxies send\n\n")
	for i, piece := range pieces(s.Text, 5) {
		if s.Cut && i == 2 {
			hangUp(w)
		}
		out.event(chunk(map[string]any{"content": piece}, nil))
	}
	for _, delta := range callDeltas(s) {
		out.event(chunk(map[string]any{"tool_calls": []any{delta}}, nil))
	}
	if s.Cut {
		hangUp(w)
	}
	if s.Breaks != "" {
		out.event(map[string]any{"error": map[string]any{"message": s.Breaks, "type": "server_error"}})
		return
	}
	out.event(chunk(map[string]any{}, s.openAIStop()))
	out.event(chunk(map[string]any{}, nil))
	out.event(map[string]any{"id": "chatcmpl-1", "model": a.Model, "choices": []any{}, "usage": s.openAIUsage()})
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
}

// callDeltas are the pieces in which calls are streamed: each begins with its ID, name and type, which some servers repeat.
func callDeltas(s Say) (out []any) {
	delta := func(i int, id, name, args string) any {
		d := map[string]any{"index": i, "type": "function", "function": map[string]any{"name": name, "arguments": args}}
		if id != "" {
			d["id"] = id
		}
		return d
	}
	rest := make([][]string, len(s.Calls))
	for i, c := range s.Calls {
		parts := pieces(c.Args, 4)
		if rest[i] = parts; !s.Interleave {
			out = append(out, delta(i, c.ID, c.Name, ""))
			for _, p := range parts {
				out = append(out, delta(i, "", "", p))
			}
			rest[i] = nil
		}
	}
	for i, c := range s.Calls {
		if s.Interleave {
			out = append(out, delta(i, c.ID, c.Name, ""))
		}
	}
	for left := true; left; {
		left = false
		for i := range rest {
			if len(rest[i]) > 0 {
				out = append(out, delta(i, "", "", rest[i][0]))
				rest[i], left = rest[i][1:], true
			}
		}
	}
	return out
}
