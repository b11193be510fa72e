package model

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
)

// zeroTime is for failures that carry no header to read a time from.
var zeroTime time.Time

// anthropic speaks Anthropic's messages protocol.
type anthropic struct{}

// verbatim is how the arguments of a call pass through the library, which would otherwise decode and encode them again: numbers
// above 2^53 would come out as others, and arguments that are no object would fail the whole answer.
const verbatim = "$verbatim"

func wrapped(args string) json.RawMessage {
	text, _ := json.Marshal(map[string]string{verbatim: args}) // of strings: never fails
	return text
}

// unwrapped takes arguments out of their wrapping; others are returned as they are.
func unwrapped(args string) string {
	var w map[string]json.RawMessage
	var text string
	if json.Unmarshal([]byte(args), &w) != nil || len(w) != 1 || json.Unmarshal(w[verbatim], &text) != nil {
		return args
	}
	return text
}

type block map[string]json.RawMessage

func (b block) text(name string) (s string) {
	_ = json.Unmarshal(b[name], &s)
	return s
}

func (b block) is(kind string) bool { return b.text("type") == kind }

var ephemeral = json.RawMessage(`{"type":"ephemeral"}`)

// turn is one message of the protocol.
type turn struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

// shapeTool is the tool by which an answer of a given shape is asked for: the protocol has no other way to.
const shapeTool = "answer"

func (d anthropic) prepare(body map[string]json.RawMessage, req Request) error {
	if err := d.turns(body, req); err != nil {
		return err
	}
	if err := d.system(body, req); err != nil {
		return err
	}
	return d.tools(body, req)
}

// turns merges the messages that the library splits into one per part: the protocol wants the roles to take turns, and all
// results of one answer's calls in the one message after it.
func (anthropic) turns(body map[string]json.RawMessage, req Request) error {
	var turns, merged []turn
	if err := json.Unmarshal(body["messages"], &turns); err != nil {
		return err
	}
	failed := map[string]bool{}
	for _, m := range req.Messages {
		if m.Failed {
			failed[m.For] = true
		}
	}
	for _, t := range turns {
		var kept []block
		for _, b := range t.Content {
			switch {
			case b.is("text") && strings.TrimSpace(b.text("text")) == "":
				continue // empty text is refused
			case b.is("tool_use"):
				b["input"] = json.RawMessage(unwrapped(string(b["input"])))
			case b.is("tool_result") && failed[b.text("tool_use_id")]:
				b["is_error"] = json.RawMessage("true")
			}
			kept = append(kept, b)
		}
		if n := len(merged); n > 0 && merged[n-1].Role == t.Role {
			merged[n-1].Content = append(merged[n-1].Content, kept...)
		} else if len(kept) > 0 {
			merged = append(merged, turn{t.Role, kept})
		}
	}
	if n := len(merged); req.CachePrefix && n > 0 {
		content := merged[n-1].Content
		content[len(content)-1]["cache_control"] = ephemeral
	}
	text, err := json.Marshal(merged)
	body["messages"] = text
	return err
}

func (anthropic) system(body map[string]json.RawMessage, req Request) error {
	var text string
	if !req.CachePrefix || json.Unmarshal(body["system"], &text) != nil || text == "" {
		return nil
	}
	blocks, err := json.Marshal([]map[string]any{{"type": "text", "text": text, "cache_control": ephemeral}})
	body["system"] = blocks
	return err
}

func (anthropic) tools(body map[string]json.RawMessage, req Request) error {
	var tools []block
	if len(body["tools"]) > 0 {
		if err := json.Unmarshal(body["tools"], &tools); err != nil {
			return err
		}
	}
	choice := ""
	switch {
	case req.Shape != nil:
		tools = []block{{"name": json.RawMessage(`"` + shapeTool + `"`), "description": json.RawMessage(`"Give your answer."`), "input_schema": req.Shape.Schema}}
		choice = `{"type":"tool","name":"` + shapeTool + `"}`
	case len(tools) > 0 && req.Choice == Required:
		choice = `{"type":"any"}`
	case len(tools) > 0 && req.Choice == None:
		choice = `{"type":"none"}`
	}
	if choice != "" {
		body["tool_choice"] = json.RawMessage(choice)
	}
	if len(tools) == 0 {
		return nil
	}
	if req.CachePrefix {
		tools[len(tools)-1]["cache_control"] = ephemeral
	}
	text, err := json.Marshal(tools)
	body["tools"] = text
	return err
}

type anthropicFailure struct {
	Error struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	} `json:"error"`
}

func (anthropic) said(body []byte) string {
	var f anthropicFailure
	if json.Unmarshal(body, &f) == nil && f.Error.Message != "" {
		return f.Error.Type + ": " + f.Error.Message
	}
	return string(body)
}

// anthropicAnswer is an answer that is being gathered.
type anthropicAnswer struct {
	ID      string         `json:"id"`
	Type    string         `json:"type"`
	Role    string         `json:"role"`
	Model   string         `json:"model"`
	Content []block        `json:"content"`
	Stop    string         `json:"stop_reason"`
	Usage   map[string]any `json:"usage"`
}

type anthropicEvent struct {
	Type    string           `json:"type"`
	Message *anthropicAnswer `json:"message"`
	Index   int              `json:"index"`
	Block   block            `json:"content_block"`
	Delta   struct {
		Type  string `json:"type"`
		Text  string `json:"text"`
		Input string `json:"partial_json"`
		Stop  string `json:"stop_reason"`
	} `json:"delta"`
	Usage map[string]any `json:"usage"`
	anthropicFailure
}

func (d anthropic) assemble(stream io.Reader, delta func(string)) ([]byte, error) {
	s := &anthropicStream{delta: delta}
	if err := readEvents(stream, s.event); err != nil {
		if e, ok := errors.AsType[*Error](err); ok {
			return nil, e
		}
		return nil, cut(err)
	}
	return s.whole()
}

// anthropicStream gathers the events of a stream; blocks may come in turns.
type anthropicStream struct {
	answer anthropicAnswer
	blocks []block
	pieces [][]byte
	delta  func(string)
}

func (s *anthropicStream) event(data []byte) (last bool, err error) {
	var e anthropicEvent
	if err := json.Unmarshal(data, &e); err != nil {
		return false, fail(CodeInvalid, true, "the stream holds what is no event: %v", err)
	}
	switch e.Type {
	case "message_start":
		if e.Message != nil {
			s.answer = *e.Message
		}
	case "content_block_start":
		if e.Index != len(s.blocks) || e.Block == nil {
			return false, fail(CodeInvalid, true, "block %d of the stream follows block %d", e.Index, len(s.blocks)-1)
		}
		s.blocks, s.pieces = append(s.blocks, e.Block), append(s.pieces, nil)
	case "content_block_delta":
		if e.Index < 0 || e.Index >= len(s.blocks) {
			return false, fail(CodeInvalid, true, "the stream continues block %d, which it never began", e.Index)
		}
		s.pieces[e.Index] = append(append(s.pieces[e.Index], e.Delta.Text...), e.Delta.Input...)
		if e.Delta.Text != "" {
			s.delta(e.Delta.Text)
		}
	case "message_delta":
		if e.Delta.Stop != "" {
			s.answer.Stop = e.Delta.Stop
		}
		if s.answer.Usage == nil {
			s.answer.Usage = map[string]any{}
		}
		for name, n := range e.Usage {
			s.answer.Usage[name] = n
		}
	case "message_stop":
		return true, nil
	case "error":
		return false, &Error{Code: CodeOverloaded, Retryable: true, Message: "the stream broke off: " + e.Error.Type + ": " + e.Error.Message}
	}
	return false, nil
}

func (s *anthropicStream) whole() ([]byte, error) {
	for i, b := range s.blocks {
		piece := string(s.pieces[i])
		switch {
		case b.is("text"):
			text, err := json.Marshal(b.text("text") + piece)
			if err != nil {
				return nil, err
			}
			b["text"] = text
		case b.is("tool_use") && piece != "":
			b["input"] = wrapped(piece)
		}
		s.answer.Content = append(s.answer.Content, b)
	}
	return json.Marshal(s.answer)
}

// plain leaves of an answer what the library knows, with arguments wrapped; anything else in it would fail it as a whole.
func (anthropic) plain(answer []byte) ([]byte, error) {
	var a anthropicAnswer
	var f anthropicFailure
	if err := json.Unmarshal(answer, &a); err != nil {
		return nil, fail(CodeInvalid, true, "the answer is no JSON of this protocol: %v", err)
	}
	if _ = json.Unmarshal(answer, &f); f.Error.Message != "" {
		return nil, fail(CodeOverloaded, true, "the provider says: %s: %s", f.Error.Type, f.Error.Message)
	}
	kept := a.Content[:0]
	for _, b := range a.Content {
		if b.is("tool_use") {
			if unwrapped(string(b["input"])) == string(b["input"]) {
				b["input"] = wrapped(string(b["input"]))
			}
		} else if !b.is("text") {
			continue // thinking and whatever is invented next
		}
		kept = append(kept, b)
	}
	if len(kept) == 0 { // an end without a word is an answer, and no failure of the protocol
		kept = append(kept, block{"type": json.RawMessage(`"text"`), "text": json.RawMessage(`""`)})
	}
	a.Content = kept
	return json.Marshal(a)
}
