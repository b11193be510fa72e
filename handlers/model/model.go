// Package model is the port to language models: what is asked, what is answered, how it fails, which model answers for which
// role and what that costs. It knows nothing of goals or events.
//
// The providers are reached through langchaingo. What that library gets wrong is put right in the HTTP client that it is given
// (see shim): it sends a plain request and reads a plain answer, and everything else, streams above all, happens below it.
package model

import (
	"context"
	"encoding/json"
)

// Speaker is who says a message.
type Speaker string

const (
	System    Speaker = "system"
	User      Speaker = "user"
	Assistant Speaker = "assistant"
	Result    Speaker = "tool" // what a tool answered
)

// Message is one turn of a conversation, in no provider's form. Its JSON is what the log's prompts are made of.
type Message struct {
	By   Speaker `json:"by"`
	Text string  `json:"text,omitempty"`
	// Calls are what an assistant wants done.
	Calls []Call `json:"calls,omitempty"`
	// For is the ID of the call that a Result answers.
	For string `json:"for,omitempty"`
	// Failed says that a Result is a failure.
	Failed bool `json:"failed,omitempty"`
}

// Call is a model's wish to use a tool.
type Call struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Args is a JSON object, exactly as the model wrote it; nil if what it wrote is none.
	Args json.RawMessage `json:"args,omitempty"`
	// Malformed is what the model wrote instead of a JSON object.
	Malformed string `json:"malformed,omitempty"`
}

// Tool is what a model is told of a tool.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Input       json.RawMessage `json:"input,omitempty"` // JSON Schema of an object
}

// Choice says whether tools must be used.
type Choice string

const (
	Auto     Choice = ""         // as the model sees fit
	Required Choice = "required" // at least one
	None     Choice = "none"     // none, although they are known
)

// Shape has a model answer in JSON. Providers are asked to keep to it, and not all do: the answer has to be checked.
type Shape struct {
	Name   string          // 1 to 64 of A-Z a-z 0-9 _ -
	Schema json.RawMessage // JSON Schema of an object
}

// Request is one question.
type Request struct {
	Messages []Message
	Tools    []Tool
	Choice   Choice
	// Shape is for requests without tools.
	Shape *Shape
	// MaxTokens bounds the answer. Defaults to 4096.
	MaxTokens int
	// Temperature is left to the provider where it is nil.
	Temperature *float64
	// CachePrefix marks the parts that the next request repeats, where a provider wants them marked.
	CachePrefix bool
	// Delta is given the answer's text as it comes, from one goroutine. May be nil.
	Delta func(text string)
}

// Stop is why a model stopped.
type Stop string

const (
	Ended    Stop = "end"      // it has said what it wanted to
	Calling  Stop = "tools"    // it waits for tools
	Length   Stop = "length"   // it reached MaxTokens
	Filtered Stop = "filtered" // the provider would not let it go on
)

// Usage counts tokens.
type Usage struct {
	Input      int64 // all of the prompt
	Cached     int64 // of Input: read from the provider's cache
	CacheWrite int64 // of Input: written to it
	Output     int64
	// Estimated says that the provider gave no numbers, and these are from the length of the texts.
	Estimated bool
}

// mostTokens is more tokens than any answer or prompt has; beyond it sums of many uses and their cost would pass what a number holds.
const mostTokens = 1 << 32

// credible reports whether the numbers can be of an answer. A provider that gives none, or impossible ones, does not get to say
// what a budget has left: negative numbers would fill it.
func (u Usage) credible() bool {
	for _, n := range []int64{u.Input, u.Cached, u.CacheWrite, u.Output} {
		if n < 0 || n > mostTokens {
			return false
		}
	}
	return u.Input+u.Output > 0 && u.Cached+u.CacheWrite <= u.Input
}

// Reply is what a model answered.
type Reply struct {
	Text  string
	Calls []Call
	Stop  Stop
	Usage Usage
}

// Message is the reply as a turn of the conversation.
func (r Reply) Message() Message { return Message{By: Assistant, Text: r.Text, Calls: r.Calls} }

// Model answers requests. Its errors are *Error, or the context's.
type Model interface {
	Generate(context.Context, Request) (Reply, error)
}
