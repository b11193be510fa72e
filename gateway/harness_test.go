package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/reads"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Tokens of the callers that a world knows.
const (
	owner   = "owner-of-main-0123456789"
	other   = "owner-of-other-0123456789"
	auditor = "sees-events-sealed-0123456789"
	viewer  = "reads-but-changes-nothing-0123456789"
)

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// world is a gateway over real HTTP, with everything behind it in memory.
type world struct {
	t    testing.TB
	url  string
	log  *memlog.Log
	keys *memlog.Keys
	set  *commands.Set
	rows *rows
	stop func()
	done chan error
}

func newWorld(t testing.TB, change ...func(*gateway.Config)) *world {
	t.Helper()
	w := &world{t: t, log: new(memlog.Log), keys: new(memlog.Keys), done: make(chan error, 1)}
	w.set = commands.NewSet(w.log, w.keys, commands.Config{NewID: newID})
	w.rows = &rows{log: w.log, codec: eventlog.Codec{Keys: w.keys}}
	tokens, err := auth.NewStatic(
		auth.Token{Secret: owner, Principal: auth.Principal{ID: "user:owner", Workspace: "main", Scopes: auth.AllScopes()}},
		auth.Token{Secret: other, Principal: auth.Principal{ID: "user:other", Workspace: "other", Scopes: auth.AllScopes()}},
		auth.Token{Secret: auditor, Principal: auth.Principal{ID: "user:auditor", Workspace: "main", Scopes: []auth.Scope{auth.Events}}},
		auth.Token{Secret: viewer, Principal: auth.Principal{ID: "user:viewer", Workspace: "main", Scopes: []auth.Scope{auth.Read}}},
	)
	if err != nil {
		t.Fatal(err)
	}
	cfg := gateway.Config{Keys: w.keys, API: api.Config{
		Log: w.log, Commands: w.set, Views: reads.New(w.rows), Agents: reads.New(w.rows), Results: eventlog.Results{Log: w.log, Codec: w.set.Codec, Blobs: new(memlog.Blobs)}, Auth: tokens, NewID: newID, Version: "test",
		Catalogue: func() plan.Catalogue {
			return plan.Catalogue{Tools: map[string]json.RawMessage{"file_ops": nil, "code_exec": nil}}
		},
		Playbooks: func() []string { return []string{"summarise"} },
	}}
	for _, c := range change {
		c(&cfg)
	}
	server, err := gateway.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.url, w.stop = "http://"+listener.Addr().String(), cancel
	go func() { w.done <- server.Run(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-w.done; err != nil {
			t.Error(err)
		}
		w.done <- nil
	})
	w.eventually(func() bool { return w.get("/ready", "").status == http.StatusOK })
	return w
}

// on is the same world for another test.
func (w *world) on(t testing.TB) *world {
	same := *w
	same.t = t
	return &same
}

// eventually waits for a condition that another goroutine brings about.
func (w *world) eventually(met func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !met(); {
		if time.Now().After(deadline) {
			w.t.Fatal("it never came about")
		}
		tick := time.NewTimer(time.Millisecond)
		<-tick.C
	}
}

// answer is what came back.
type answer struct {
	t      testing.TB
	status int
	header http.Header
	body   []byte
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

func (w *world) request(method, path, token string, body io.Reader, headers ...string) *http.Request {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), method, w.url+path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

func (w *world) do(method, path, token string, body io.Reader, headers ...string) answer {
	w.t.Helper()
	r, err := client.Do(w.request(method, path, token, body, headers...))
	if err != nil {
		w.t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	a := answer{w.t, r.StatusCode, r.Header, text}
	checkDocumented(w.t, method, path, a)
	return a
}

func (w *world) get(path, token string, headers ...string) answer {
	w.t.Helper()
	return w.do(http.MethodGet, path, token, nil, headers...)
}

func (w *world) post(path, token, body string, headers ...string) answer {
	w.t.Helper()
	return w.do(http.MethodPost, path, token, strings.NewReader(body), headers...)
}

// want checks the status.
func (a answer) want(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("status %d, want %d: %s", a.status, status, a.body)
	}
	return a
}

// refused checks status and code, and returns the error.
func (a answer) refused(status int, code string) wire.Error {
	a.t.Helper()
	a.want(status)
	var r wire.Reply[any]
	if err := json.Unmarshal(a.body, &r); err != nil || r.Error == nil {
		a.t.Fatalf("not an error: %v in %s", err, a.body)
	}
	if r.Error.Code != code || r.Data != nil || r.Meta.RequestID == "" {
		a.t.Fatalf("want code %s: %s", code, a.body)
	}
	return *r.Error
}

// data reads what an answer holds.
func data[T any](a answer, status int) T {
	a.t.Helper()
	a.want(status)
	var r wire.Reply[T]
	dec := json.NewDecoder(bytes.NewReader(a.body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		a.t.Fatalf("%v in %s", err, a.body)
	}
	return r.Data
}

const twoTasks = `{"title":"Two","tasks":[
	{"id":"a","role":"researcher","tool":"file_ops","args":{"op":"read","path":"README.md"}},
	{"id":"b","role":"writer","prompt":"Sum up {{tasks.a.result}}"}]}`

// submit submits a goal of two tasks.
func (w *world) submit(token, title string) wire.Accepted {
	w.t.Helper()
	return data[wire.Accepted](w.post("/goals", token, fmt.Sprintf(`{"title":%q,"plan":%s}`, title, twoTasks)), http.StatusCreated)
}

// run dispatches commands as a worker does.
func (w *world) run(cmds ...commands.Named) events.Revision {
	w.t.Helper()
	var last events.Revision
	for _, c := range cmds {
		a, err := w.set.Dispatch(w.t.Context(), commands.Request{At: time.Now(), Actor: "executor:test"}, c)
		if err != nil {
			w.t.Fatalf("%s: %v", c.Name(), err)
		}
		last = a.Revision
	}
	return last
}

// planned gives a goal its two tasks.
func planned(ref commands.GoalRef) commands.Named {
	return commands.PlanGoal{GoalRef: ref, Planner: events.Planner{Name: "explicit"}, Tasks: []events.PlannedTask{
		{ID: "a", Role: "researcher", Tool: "file_ops", Args: json.RawMessage(`{"op":"read"}`)},
		{ID: "b", Role: "writer", Prompt: "Sum up", Needs: []string{"a"}},
	}}
}

// finish runs a goal to its end and proves it.
func (w *world) finish(workspace, id string) events.Revision {
	w.t.Helper()
	ref := commands.GoalRef{Workspace: workspace, Goal: id}
	w.run(planned(ref))
	for _, task := range []string{"a", "b"} {
		claim := newID()
		started := w.run(commands.StartTask{GoalRef: ref, Task: task, Claim: claim, Worker: "w1"})
		step := events.Step{Attempt: 1, Call: 1, Claim: claim, Started: started}
		content, _, err := events.NewContent(make([]byte, events.SaltSize), json.RawMessage(`{"content":"what `+task+` found"}`), nil)
		if err != nil {
			w.t.Fatal(err)
		}
		w.run(
			commands.BeginCall{
				RunRef: commands.RunRef{Workspace: workspace, Goal: id, Task: task}, First: true,
				Call: events.TaskToolCall{Step: step, Tool: "file_ops", Args: json.RawMessage(`{"op":"read"}`), ArgsHash: events.Sum([]byte("x")), Effect: "read", TimeoutMS: 1000},
				Then: &commands.Outcome{Result: &events.TaskToolResult{Step: step, Result: content, DurationUS: 5}},
			},
			commands.CompleteTask{
				GoalRef: ref, Task: task, Claim: claim, Result: content.Hash, Size: content.Size, ResultAt: 2,
				Preview: "what " + task + " found", Run: events.Sum([]byte(task)), Spent: events.Budget{Steps: 1, Cost: 250_000},
			},
		)
	}
	bundle := events.Sum([]byte(id))
	return w.run(
		commands.CompleteGoal{GoalRef: ref},
		commands.PendProof{GoalRef: ref, Bundle: bundle, Root: events.Sum([]byte("root")), Tasks: []string{"a", "b"}},
		commands.SubmitProof{GoalRef: ref, Chain: 31337, Signer: "0x01", Tx: "0x02"},
		commands.ConfirmProof{GoalRef: ref, Chain: 31337, Tx: "0x02", Block: 7, BlockHash: "0x03"},
	)
}

func marshal(t testing.TB, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// content is the data of an answer in one form.
func content(t testing.TB, body []byte) string {
	t.Helper()
	var reply struct {
		Data any `json:"data"`
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		t.Fatal(err)
	}
	return string(marshal(t, reply.Data))
}
