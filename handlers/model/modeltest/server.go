// Package modeltest holds fake providers for tests: they speak OpenAI's and Anthropic's protocols over HTTP, refuse what the real
// ones refuse, and misbehave on request as the real ones do.
package modeltest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Key is what a request has to show.
const Key = "sk-test-0123456789"

// Call is a call in an answer. Args is text: it need not be JSON.
type Call struct{ ID, Name, Args string }

// Usage is what an answer says of its tokens, by OpenAI's way of counting: Cached is part of Input.
type Usage struct{ Input, Output, Cached int }

// Say is one answer, and what is wrong with it.
type Say struct {
	Text  string
	Calls []Call
	// Stop is the stop reason in the protocol's words; empty: the right one.
	Stop  string
	Usage Usage

	// Status fails the request; with RetryAfter, RetryAfterMS and Error as the provider would say them.
	Status       int
	RetryAfter   string
	RetryAfterMS string
	Error        string
	// Cut closes the connection in the middle of the answer.
	Cut bool
	// NoStop leaves the stop reason out.
	NoStop bool
	// Interleave streams the arguments of several calls in turns.
	Interleave bool
	// Breaks ends a stream with an error event.
	Breaks string
	// Thinks puts a block of thoughts before the answer (Anthropic).
	Thinks bool
	// Wait holds the answer back, until the client has gone at the latest.
	Wait time.Duration
}

// Said is one message of a request, in no protocol's form.
type Said struct {
	Role    string // system, user, assistant, tool
	Text    string
	Calls   []Call
	For     string // the call that a tool's message answers
	IsError bool
}

// Asked is one request.
type Asked struct {
	Number int // from 1
	Header http.Header
	Body   map[string]json.RawMessage
	Raw    []byte
	Model  string
	Stream bool
	Tools  []string
	Said   []Said
}

// Results counts the tools' messages.
func (a Asked) Results() (n int) {
	for _, s := range a.Said {
		if s.Role == "tool" {
			n++
		}
	}
	return n
}

// Last is the newest message.
func (a Asked) Last() Said { return a.Said[len(a.Said)-1] }

// Server is a fake provider.
type Server struct {
	URL string // of the protocol's root

	answer func(Asked) Say
	mu     sync.Mutex
	asked  []Asked
}

// protocol is what differs.
type protocol interface {
	path() string
	key(http.Header) string
	// read understands a request, or refuses it as the provider does.
	read(*Asked) error
	write(http.ResponseWriter, Asked, Say)
	failure(status int, text string) any
}

// Start serves a protocol until the test ends.
func start(tb testing.TB, p protocol, answer func(Asked) Say) *Server {
	s := &Server{answer: answer}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(p, w, r) }))
	tb.Cleanup(server.Close)
	s.URL = server.URL + "/v1"
	return s
}

// OpenAI starts a fake that speaks chat completions.
func OpenAI(tb testing.TB, answer func(Asked) Say) *Server { return start(tb, openAI{}, answer) }

// Anthropic starts a fake that speaks Anthropic's messages.
func Anthropic(tb testing.TB, answer func(Asked) Say) *Server { return start(tb, anthropic{}, answer) }

// Script answers requests in order, and the last answer to all that follow.
func Script(says ...Say) func(Asked) Say {
	return func(a Asked) Say { return says[min(a.Number, len(says))-1] }
}

// Asked lists the requests that were well formed, in order.
func (s *Server) Asked() []Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Asked(nil), s.asked...)
}

func (s *Server) serve(p protocol, w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, format string, args ...any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(p.failure(status, fmt.Sprintf(format, args...)))
	}
	if r.Method == http.MethodGet && r.URL.Path == "/v1/models" {
		s.list(p, w, r, refuse)
		return
	}
	if r.Method != http.MethodPost || r.URL.Path != "/v1"+p.path() {
		refuse(http.StatusNotFound, "unknown path %s", r.URL.Path)
		return
	}
	if key := p.key(r.Header); key != Key {
		refuse(http.StatusUnauthorized, "Incorrect API key provided: %s", key)
		return
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	a := Asked{Header: r.Header.Clone(), Raw: raw}
	if err := json.Unmarshal(raw, &a.Body); err != nil {
		refuse(http.StatusBadRequest, "could not parse the JSON body: %v", err)
		return
	}
	_ = json.Unmarshal(a.Body["model"], &a.Model)
	_ = json.Unmarshal(a.Body["stream"], &a.Stream)
	if err := p.read(&a); err != nil {
		refuse(http.StatusBadRequest, "%v", err)
		return
	}
	s.mu.Lock()
	a.Number = len(s.asked) + 1
	s.asked = append(s.asked, a)
	s.mu.Unlock()
	say := s.answer(a)
	if say.Wait > 0 {
		select {
		case <-time.After(say.Wait):
		case <-r.Context().Done():
			return
		}
	}
	if say.Status != 0 {
		if say.RetryAfter != "" {
			w.Header().Set("Retry-After", say.RetryAfter)
		}
		if say.RetryAfterMS != "" {
			w.Header().Set("Retry-After-Ms", say.RetryAfterMS)
		}
		refuse(say.Status, "%s", say.Error)
		return
	}
	p.write(w, a, say)
}

// list answers what models there are, which both protocols do alike.
func (s *Server) list(p protocol, w http.ResponseWriter, r *http.Request, refuse func(int, string, ...any)) {
	_, versioned := p.(anthropic)
	switch key := p.key(r.Header); {
	case key != Key:
		refuse(http.StatusUnauthorized, "Incorrect API key provided: %s", key)
	case versioned && r.Header.Get("Anthropic-Version") == "":
		refuse(http.StatusBadRequest, "anthropic-version: header is required")
	default:
		send(w, map[string]any{"object": "list", "data": []any{map[string]any{"id": "test", "object": "model", "type": "model"}}}, false)
	}
}

// send writes a whole answer, or half of it.
func send(w http.ResponseWriter, answer any, cut bool) {
	body, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	if cut {
		_, _ = w.Write(body[:len(body)/2])
		hangUp(w)
	}
	_, _ = w.Write(body)
}

// hangUp closes the connection as a crash does.
func hangUp(w http.ResponseWriter) {
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
	panic(http.ErrAbortHandler)
}

// stream writes server-sent events.
type stream struct {
	w     http.ResponseWriter
	named bool // with the event's type as its name
}

func newStream(w http.ResponseWriter, named bool) stream {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	return stream{w, named}
}

func (s stream) event(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	if m, ok := v.(map[string]any); ok && s.named {
		_, _ = fmt.Fprintf(s.w, "event: %s\n", m["type"])
	}
	_, _ = fmt.Fprintf(s.w, "data: %s\n\n", body)
	s.w.(http.Flusher).Flush()
}

// pieces cuts a text into a few parts of whole characters.
func pieces(text string, n int) []string {
	runes := []rune(text)
	size := max((len(runes)+n-1)/n, 1)
	var out []string
	for len(runes) > 0 {
		k := min(size, len(runes))
		out = append(out, string(runes[:k]))
		runes = runes[k:]
	}
	return out
}

// odd names what no provider takes at the top of a tool's schema; "" if nothing is wrong.
func odd(schema json.RawMessage) string {
	var top map[string]json.RawMessage
	if json.Unmarshal(schema, &top) != nil || string(top["type"]) != `"object"` {
		return "type"
	}
	if _, has := top["properties"]; !has {
		return "object schema missing properties"
	}
	for _, name := range []string{"oneOf", "anyOf", "allOf", "enum", "not"} {
		if _, has := top[name]; has {
			return name
		}
	}
	return ""
}

// joined is the text of content that is a text or a list of blocks.
func joined(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var blocks []struct{ Type, Text string }
	_ = json.Unmarshal(content, &blocks)
	var out strings.Builder
	for _, b := range blocks {
		out.WriteString(b.Text)
	}
	return out.String()
}
