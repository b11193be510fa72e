package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/mattn/go-runewidth"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/gateway/wire"
)

// fake is a server with one goal, whose events a test makes happen.
type fake struct {
	t    *testing.T
	data string // folder with its client.json
	mux  *http.ServeMux

	mu      sync.Mutex
	server  *httptest.Server
	goal    wire.Goal
	events  []wire.Event
	grown   chan struct{} // closed when there are more events
	answers []wire.ResumeGoal
	posted  []wire.SubmitGoal
}

const goalID = "0190a0b0-1111-7222-8333-444455556666"

var submittedAt = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func newFake(t *testing.T) *fake {
	f := &fake{t: t, data: t.TempDir(), mux: http.NewServeMux(), grown: make(chan struct{})}
	f.goal = wire.Goal{GoalSummary: wire.GoalSummary{ID: goalID, Title: "A goal", Status: "executing", Created: submittedAt}}
	f.handle("POST /goals", func(r *http.Request) (any, *wire.Problem) {
		var wish wire.SubmitGoal
		_ = json.NewDecoder(r.Body).Decode(&wish)
		f.posted = append(f.posted, wish)
		return wire.Accepted{ID: goalID, Revision: 1}, nil
	})
	f.handle("GET /goals", func(*http.Request) (any, *wire.Problem) {
		return wire.GoalList{Goals: []wire.GoalSummary{f.goal.GoalSummary}}, nil
	})
	f.handle("GET /goals/{id}", func(r *http.Request) (any, *wire.Problem) {
		if r.PathValue("id") != goalID {
			return nil, wire.Refuse(http.StatusNotFound, "GOAL_NOT_FOUND", "no goal %s", r.PathValue("id"))
		}
		return f.goal, nil
	})
	f.handle("POST /goals/{id}/resume", func(r *http.Request) (any, *wire.Problem) {
		var answer wire.ResumeGoal
		_ = json.NewDecoder(r.Body).Decode(&answer)
		f.answers = append(f.answers, answer)
		return wire.Accepted{ID: goalID, Revision: 9}, nil
	})
	f.mux.HandleFunc("GET /stream/goals/{id}", f.stream)
	f.mux.HandleFunc("GET /stream/events", f.stream)
	f.start()
	t.Cleanup(f.stop)
	return f
}

// handle answers a route; the handler runs under the lock.
func (f *fake) handle(pattern string, handler func(*http.Request) (any, *wire.Problem)) {
	f.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		var reply wire.Reply[any]
		data, problem := handler(r)
		if reply.Data = data; problem != nil {
			reply.Error = &problem.Err
			w.WriteHeader(problem.Status)
		}
		_ = json.NewEncoder(w).Encode(reply)
	})
}

// start serves at a port of its own, and says so in client.json.
func (f *fake) start() {
	f.t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.server = httptest.NewServer(f.mux)
	text, err := json.Marshal(node.Client{URL: f.server.URL, Token: "t"})
	if err == nil {
		err = os.WriteFile(filepath.Join(f.data, "client.json"), text, 0o600)
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

// stop breaks every connection off.
func (f *fake) stop() {
	f.mu.Lock()
	server := f.server
	f.mu.Unlock()
	server.CloseClientConnections()
	server.Listener.Close()
}

// happen appends an event that came some milliseconds after the submission.
func (f *fake) happen(kind string, ms int, data map[string]any, changes ...func(*wire.Goal)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, change := range changes {
		change(&f.goal)
	}
	text, _ := json.Marshal(data)
	f.events = append(f.events, wire.Event{
		Sequence: uint64(len(f.events) + 1), Kind: kind, Aggregate: goalID, Data: text, Time: submittedAt.Add(time.Duration(ms) * time.Millisecond),
	})
	close(f.grown)
	f.grown = make(chan struct{})
}

func (f *fake) stream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	last, _ := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	if r.URL.Query().Get("from") == "now" {
		f.mu.Lock()
		last = len(f.events)
		f.mu.Unlock()
	}
	fmt.Fprint(w, ": connected\n\n")
	for {
		f.mu.Lock()
		fresh, grown := f.events[last:], f.grown
		f.mu.Unlock()
		for _, e := range fresh {
			text, _ := json.Marshal(e)
			fmt.Fprintf(w, "id: %d\nevent: %s\ndata: %s\n\n", e.Sequence, e.Kind, text)
			last++
		}
		w.(http.Flusher).Flush()
		select {
		case <-grown:
		case <-r.Context().Done():
			return
		}
	}
}

func (f *fake) asks(ms int, id string, options ...string) {
	f.happen("interrupt.pending", ms, map[string]any{"interrupt": id, "task": "a", "description": "May I " + id + "?", "options": options}, func(g *wire.Goal) {
		g.Interrupts = append(g.Interrupts, wire.Interrupt{Goal: goalID, ID: id, Status: "pending", Description: "May I " + id + "?", Options: options})
	})
}

func (f *fake) answered(ms int, id, decision string) {
	f.happen("interrupt.resolved", ms, map[string]any{"interrupt": id, "decision": decision, "by": "user:ada"}, func(g *wire.Goal) {
		for i := range g.Interrupts {
			if g.Interrupts[i].ID == id {
				g.Interrupts[i].Status = "resolved"
			}
		}
	})
}

// sent waits until so many answers have come.
func (f *fake) sent(answers int) {
	f.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		f.mu.Lock()
		have := len(f.answers)
		f.mu.Unlock()
		if have == answers {
			return
		}
		if time.Now().After(deadline) {
			f.t.Fatalf("%d answers came, not %d", have, answers)
		}
	}
}

// done ends the goal with nothing that could be proven.
func (f *fake) done(ms int) {
	f.happen("goal.completed", ms, nil, func(g *wire.Goal) { g.Status = "done" })
}

// ran is a command that has ended.
type ran struct {
	code     int
	out, err string
}

// last is the last JSON line.
func (r ran) last(t *testing.T) map[string]any {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	var object map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &object); err != nil {
		t.Fatalf("the last line is no object: %v\n%s", err, r.out)
	}
	return object
}

// cli runs a command that asks nothing.
func (f *fake) cli(args ...string) ran {
	f.t.Helper()
	return cli(f.t, "", append(args, "--data", f.data)...)
}

func cli(t *testing.T, in string, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out, errs bytes.Buffer
	code := run(ctx, args, strings.NewReader(in), &out, &errs)
	return ran{code, out.String(), errs.String()}
}

// session is a command at a terminal.
type session struct {
	t      *testing.T
	person *os.File // what they see and type
	cancel context.CancelFunc
	ended  chan int

	mu     sync.Mutex
	screen strings.Builder
}

func (f *fake) terminal(columns uint16, args ...string) *session {
	f.t.Helper()
	person, tty, err := pty.Open()
	if err == nil {
		err = pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: columns})
	}
	if err != nil {
		f.t.Skip("no terminal: ", err)
	}
	s := &session{t: f.t, person: person, ended: make(chan int, 1)}
	ctx, cancel := context.WithCancel(f.t.Context())
	s.cancel = cancel
	var reading sync.WaitGroup
	reading.Go(func() {
		buffer := make([]byte, 4096)
		for {
			n, err := person.Read(buffer)
			s.mu.Lock()
			s.screen.Write(buffer[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	})
	go func() {
		code := run(ctx, append(args, "--data", f.data), tty, tty, tty)
		tty.Close()
		reading.Wait()
		s.ended <- code
	}()
	f.t.Cleanup(func() { cancel(); person.Close() })
	return s
}

func (s *session) seen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.String()
}

// sees waits until a text has been shown so many times.
func (s *session) sees(text string, times int) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); strings.Count(s.seen(), text) < times; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("%q was not shown %d times:\n%s", text, times, s.seen())
		}
	}
}

func (s *session) types(text string) {
	s.t.Helper()
	if _, err := s.person.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// exits waits for the end.
func (s *session) exits(code int) {
	s.t.Helper()
	select {
	case have := <-s.ended:
		if have != code {
			s.t.Fatalf("exit %d, want %d\n%s", have, code, s.seen())
		}
	case <-time.After(20 * time.Second):
		s.t.Fatalf("it did not end:\n%s", s.seen())
	}
}

// widest is how many columns the widest row on the screen took.
func (s *session) widest() int {
	widest := 0
	for row := range strings.FieldsFuncSeq(s.seen(), func(r rune) bool { return r == '\r' || r == '\n' }) {
		widest = max(widest, runewidth.StringWidth(strings.ReplaceAll(row, "\x1b[K", "")))
	}
	return widest
}
