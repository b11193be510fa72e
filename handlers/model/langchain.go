package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/tmc/langchaingo/llms"
	lcanthropic "github.com/tmc/langchaingo/llms/anthropic"
	lcopenai "github.com/tmc/langchaingo/llms/openai"
)

// The kinds of providers.
const (
	KindOpenAI    = "openai" // and whoever speaks its protocol
	KindAnthropic = "anthropic"
	KindGroq      = "groq"   // OpenAI's protocol at another address
	KindOllama    = "ollama" // likewise: its own protocol's adapter never sends tools
)

// kinds are what is known of each.
var kinds = map[string]struct {
	url, key string // default address, and the variable of the key
	keyless  bool
	objects  bool // knows no answer schemas
	legacy   bool // max_tokens by its old name
}{
	KindOpenAI:    {url: "https://api.openai.com/v1", key: "OPENAI_API_KEY"},
	KindAnthropic: {url: "https://api.anthropic.com/v1", key: "ANTHROPIC_API_KEY"},
	KindGroq:      {url: "https://api.groq.com/openai/v1", key: "GROQ_API_KEY", objects: true},
	KindOllama:    {url: "http://127.0.0.1:11434/v1", key: "OLLAMA_API_KEY", keyless: true, legacy: true},
}

// ClientConfig of one model of one provider.
type ClientConfig struct {
	Kind, URL, Key, Model string
	// Timeout of one request. Defaults to 5 minutes: models that think are slow.
	Timeout time.Duration
	// HTTP defaults to a client of its own.
	HTTP *http.Client
	// Now tells the time, for a Retry-After that is a date. Required.
	Now func() time.Time
}

// client is a Model of a provider.
type client struct {
	cfg   ClientConfig
	llm   llms.Model
	split bool // one message for each part: the library sends only the first of several
	wrap  bool // arguments pass the library wrapped
	usage func(map[string]any) Usage
}

const (
	defaultTimeout   = 5 * time.Minute
	defaultMaxTokens = 4096
)

// NewClient makes the Model of a provider. It connects to nothing.
func NewClient(cfg ClientConfig) (Model, error) {
	kind, ok := kinds[cfg.Kind]
	if !ok {
		return nil, fmt.Errorf("no kind of provider %q; there are openai, anthropic, groq, ollama", cfg.Kind)
	}
	if cfg.URL == "" {
		cfg.URL = kind.url
	}
	if cfg.Key == "" && kind.keyless {
		cfg.Key = "none" // the library insists on one
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = defaultTimeout
	}
	if cfg.HTTP == nil {
		// A redirect would take the key along to wherever it leads.
		cfg.HTTP = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	c := &client{cfg: cfg}
	s := &shim{http: cfg.HTTP, key: cfg.Key, now: cfg.Now}
	var err error
	if cfg.Kind == KindAnthropic {
		c.split, c.wrap, c.usage, s.dialect = true, true, anthropicUsage, anthropic{}
		c.llm, err = lcanthropic.New(lcanthropic.WithToken(cfg.Key), lcanthropic.WithBaseURL(strings.TrimRight(cfg.URL, "/")),
			lcanthropic.WithModel(cfg.Model), lcanthropic.WithHTTPClient(s))
	} else {
		c.usage, s.dialect = openAIUsage, openAI{objects: kind.objects}
		c.llm, err = lcopenai.New(lcopenai.WithToken(cfg.Key), lcopenai.WithBaseURL(strings.TrimRight(cfg.URL, "/")),
			lcopenai.WithModel(cfg.Model), lcopenai.WithHTTPClient(s))
	}
	if err != nil {
		return nil, fmt.Errorf("%s/%s: %w", cfg.Kind, cfg.Model, err)
	}
	return c, nil
}

// Generate implements Model.
func (c *client) Generate(ctx context.Context, req Request) (Reply, error) {
	if req.MaxTokens == 0 {
		req.MaxTokens = defaultMaxTokens
	}
	req.Messages = Repair(req.Messages)
	x := &exchange{req: req}
	limited, cancel := context.WithTimeout(context.WithValue(ctx, exchangeKey{}, x), c.cfg.Timeout)
	defer cancel()
	response, err := c.llm.GenerateContent(limited, c.messages(req.Messages), c.options(req)...)
	switch {
	case ctx.Err() != nil:
		return Reply{}, context.Cause(ctx)
	case x.err != nil: // before the library made a text of it
		return Reply{}, x.err
	case limited.Err() != nil:
		return Reply{}, unreachable(limited.Err())
	case errors.Is(err, lcopenai.ErrEmptyResponse), errors.Is(err, lcanthropic.ErrEmptyResponse):
		return Reply{}, fail(CodeEmpty, true, "the answer is empty")
	case err != nil:
		return Reply{}, fail(CodeInvalid, true, "%s", brief(err.Error(), c.cfg.Key))
	}
	return c.reply(req, response)
}

func (c *client) options(req Request) []llms.CallOption {
	options := []llms.CallOption{llms.WithModel(c.cfg.Model), llms.WithMaxTokens(req.MaxTokens)}
	if kinds[c.cfg.Kind].legacy {
		options = append(options, lcopenai.WithLegacyMaxTokensField())
	}
	if req.Temperature != nil {
		options = append(options, llms.WithTemperature(*req.Temperature))
	}
	if len(req.Tools) == 0 {
		return options
	}
	tools := make([]llms.Tool, len(req.Tools))
	for i, t := range req.Tools {
		tools[i] = llms.Tool{Type: "function", Function: &llms.FunctionDefinition{Name: t.Name, Description: t.Description, Parameters: portable(t.Input)}}
	}
	options = append(options, llms.WithTools(tools))
	if req.Choice != Auto {
		options = append(options, llms.WithToolChoice(string(req.Choice)))
	}
	return options
}

// notPortable are members that neither provider takes at the top of a tool's schema. Whoever runs the tool checks the whole of it,
// and tells the model what is wrong.
var notPortable = []string{"allOf", "anyOf", "oneOf", "not", "enum", "const", "if", "then", "else", "dependentSchemas", "$schema", "$id", "examples"}

// portable makes a tool's schema one that providers take.
func portable(schema json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(schema, &members) != nil || members == nil {
		members = map[string]json.RawMessage{}
	}
	for _, name := range notPortable {
		delete(members, name)
	}
	members["type"] = json.RawMessage(`"object"`)
	if _, has := members["properties"]; !has {
		members["properties"] = json.RawMessage("{}") // not having any has to be said
	}
	text, _ := json.Marshal(members) // of what was JSON: never fails
	return text
}

var speakers = map[Speaker]llms.ChatMessageType{
	System: llms.ChatMessageTypeSystem, User: llms.ChatMessageTypeHuman, Assistant: llms.ChatMessageTypeAI, Result: llms.ChatMessageTypeTool,
}

func (c *client) messages(messages []Message) []llms.MessageContent {
	out := make([]llms.MessageContent, 0, len(messages))
	for _, m := range messages {
		var parts []llms.ContentPart
		if m.By == Result {
			parts = append(parts, llms.ToolCallResponse{ToolCallID: m.For, Content: m.Text})
		} else if m.Text != "" || len(m.Calls) == 0 {
			parts = append(parts, llms.TextContent{Text: m.Text})
		}
		for _, call := range m.Calls {
			args := "{}"
			if len(call.Args) > 0 {
				args = string(call.Args)
			}
			if c.wrap {
				args = string(wrapped(args))
			}
			parts = append(parts, llms.ToolCall{ID: call.ID, Type: "function", FunctionCall: &llms.FunctionCall{Name: call.Name, Arguments: args}})
		}
		if !c.split {
			out = append(out, llms.MessageContent{Role: speakers[m.By], Parts: parts})
			continue
		}
		for _, p := range parts {
			out = append(out, llms.MessageContent{Role: speakers[m.By], Parts: []llms.ContentPart{p}})
		}
	}
	return out
}

// reply reads all choices: one provider answers with a choice for each block.
func (c *client) reply(req Request, response *llms.ContentResponse) (Reply, error) {
	var r Reply
	stop := ""
	for i, choice := range response.Choices {
		r.Text += choice.Content
		for _, t := range choice.ToolCalls {
			if t.FunctionCall != nil {
				r.Calls = append(r.Calls, readCall(t.ID, t.FunctionCall.Name, unwrapped(t.FunctionCall.Arguments)))
			}
		}
		if i == 0 { // every choice repeats them
			stop, r.Usage = choice.StopReason, c.usage(choice.GenerationInfo)
		}
	}
	var known bool
	if r.Stop, known = stops[stop]; !known {
		return r, fail(CodeNoStop, true, "the answer has no stop reason that is known (%q): nobody can tell whether it is whole", stop)
	}
	if len(r.Calls) > 0 && r.Stop == Ended {
		r.Stop = Calling // Ollama says so
	}
	if req.Shape != nil && c.wrap && len(r.Calls) > 0 {
		r.Text, r.Calls, r.Stop = string(r.Calls[0].Args), nil, Ended
	}
	if !r.Usage.credible() {
		r.Usage = Usage{Input: Estimate(req.Messages, req.Tools), Output: EstimateMessage(r.Message()), Estimated: true}
	}
	switch {
	case r.Stop == Filtered:
		return r, fail(CodeFiltered, false, "the provider's filter stopped the answer: %s", brief(r.Text, c.cfg.Key))
	case len(r.Calls) > mostCalls:
		return r, fail(CodeInvalid, false, "the answer makes %d calls; the most is %d", len(r.Calls), mostCalls)
	case r.Stop == Calling && len(r.Calls) == 0:
		return r, fail(CodeInvalid, true, "the answer says that it calls tools, and calls none")
	case strings.TrimSpace(r.Text) == "" && len(r.Calls) == 0 && r.Stop != Length:
		return r, fail(CodeEmpty, true, "the answer is empty")
	}
	return r, nil
}

// mostCalls is how many calls an answer may make. OpenAI takes no message with more back, so that the conversation could not go on.
const mostCalls = 128

var stops = map[string]Stop{
	"stop": Ended, "end_turn": Ended, "stop_sequence": Ended,
	"tool_calls": Calling, "tool_use": Calling, "function_call": Calling,
	"length": Length, "max_tokens": Length, "model_context_window_exceeded": Length,
	"content_filter": Filtered, "refusal": Filtered,
}

// notName is what the providers do not take in the name of a tool: one that a model made up comes back with the next request.
var notName = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

const maxMalformed = 2000

// readCall keeps arguments that are an object as they are, and of others what they looked like.
func readCall(id, name, args string) Call {
	c := Call{ID: id, Name: notName.ReplaceAllString(name, "_")}
	if c.Name = c.Name[:min(len(c.Name), 64)]; c.Name == "" {
		c.Name = "_"
	}
	if strings.TrimSpace(args) == "" {
		args = "{}"
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(args), &object); err == nil && object != nil {
		c.Args = json.RawMessage(strings.TrimSpace(args))
		return c
	}
	c.Malformed = strings.ToValidUTF8(args[:min(len(args), maxMalformed)], "�")
	return c
}

func number(info map[string]any, name string) int64 {
	n, _ := info[name].(int)
	return int64(n)
}

func openAIUsage(info map[string]any) Usage {
	return Usage{Input: number(info, "PromptTokens"), Cached: number(info, "PromptCachedTokens"), Output: number(info, "CompletionTokens")}
}

// anthropicUsage counts what was read from and written to the cache as input, which the provider does not.
func anthropicUsage(info map[string]any) Usage {
	u := Usage{Cached: number(info, "CacheReadInputTokens"), CacheWrite: number(info, "CacheCreationInputTokens"), Output: number(info, "OutputTokens")}
	u.Input = number(info, "InputTokens") + u.Cached + u.CacheWrite
	return u
}
