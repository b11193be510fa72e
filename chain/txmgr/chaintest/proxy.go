package chaintest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Call is one call of a request to a node.
type Call struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// Lie decides what becomes of a call. pass asks the node and returns its answer: result or error as JSON. A lie returns an
// answer of its own, or Drop to cut the connection.
type Lie func(c Call, pass func(Call) Answer) Answer

// Answer is what a call is answered with.
type Answer struct {
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`

	drop bool
}

var (
	// Drop cuts the connection: the caller does not know what became of its request.
	Drop = Answer{drop: true}
	// Null is the answer for what the node does not have.
	Null = Answer{Result: json.RawMessage("null")}
)

// Fault is an error that a node answers with.
func Fault(code int, message string) Answer {
	text, err := json.Marshal(map[string]any{"code": code, "message": message})
	if err != nil {
		panic(err) // strings always can
	}
	return Answer{Error: text}
}

// Proxy stands between a client and a node, and lies.
type Proxy struct {
	URL string

	mu   sync.Mutex
	node string
	lie  Lie
	seen map[string]int
}

// NewProxy starts a proxy, honest at first.
func NewProxy(t testing.TB, node string) *Proxy {
	t.Helper()
	p := &Proxy{node: node, seen: map[string]int{}}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

// Lie has calls answered by a lie from now on; nil is the truth.
func (p *Proxy) Lie(lie Lie) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lie = lie
}

// Redirect has another node asked from now on.
func (p *Proxy) Redirect(node string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.node = node
}

// Seen counts calls of a method.
func (p *Proxy) Seen(method string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen[method]
}

// ServeHTTP implements http.Handler.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	var calls []Call
	batch := bytes.HasPrefix(bytes.TrimSpace(body), []byte("["))
	if batch {
		err = json.Unmarshal(body, &calls)
	} else {
		calls = make([]Call, 1)
		err = json.Unmarshal(body, &calls[0])
	}
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	type answer struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Answer
	}
	answers := make([]answer, len(calls))
	for i, c := range calls {
		answers[i] = answer{"2.0", c.ID, p.answer(c)}
		if answers[i].drop {
			panic(http.ErrAbortHandler)
		}
	}
	var out any = answers
	if !batch {
		out = answers[0]
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(out)
}

func (p *Proxy) answer(c Call) Answer {
	p.mu.Lock()
	lie := p.lie
	p.seen[c.Method]++
	p.mu.Unlock()
	if lie == nil {
		return p.pass(c)
	}
	return lie(c, p.pass)
}

// pass asks the node.
func (p *Proxy) pass(c Call) Answer {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.ID, "method": c.Method, "params": c.Params})
	if err != nil {
		return Drop
	}
	p.mu.Lock()
	node := p.node
	p.mu.Unlock()
	response, err := http.Post(node, "application/json", bytes.NewReader(body)) //nolint:noctx // a test's proxy
	if err != nil {
		return Drop
	}
	defer func() { _ = response.Body.Close() }()
	var a Answer
	if json.NewDecoder(response.Body).Decode(&a) != nil {
		return Drop
	}
	if a.Result == nil && a.Error == nil {
		return Null
	}
	return a
}
