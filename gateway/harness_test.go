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
	"sync/atomic"
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
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/views"
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
		Log: w.log, Commands: w.set, Views: reads.New(w.rows), Auth: tokens, NewID: newID, Version: "test",
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

// rows answers reads by folding the log whenever it is asked.
type rows struct {
	log    *memlog.Log
	codec  eventlog.Codec
	behind atomic.Bool // WaitFor waits for ever
	broken atomic.Bool // reads fail
}

func (r *rows) all(ctx context.Context) (map[string]projections.GoalRows, []string, error) {
	if r.broken.Load() {
		return nil, nil, fmt.Errorf("postgres at secret-host:5432 is gone")
	}
	batches, order := map[string][]projections.Envelope{}, []string{}
	for record, err := range r.log.Read(ctx, eventlog.Query{Subjects: []string{eventlog.FamilyFilter(events.FamilyGoal, ">")}}) {
		if err != nil {
			return nil, nil, err
		}
		said, err := r.codec.Decode(ctx, record)
		if err != nil {
			return nil, nil, err
		}
		id := record.Stream.ID
		if batches[id] == nil {
			order = append([]string{id}, order...) // newest first
		}
		batches[id] = append(batches[id], said)
	}
	folded := map[string]projections.GoalRows{}
	for id, batch := range batches {
		f, err := projections.FoldGoal(batch)
		if err != nil {
			return nil, nil, err
		}
		folded[id] = f
	}
	return folded, order, nil
}

func (r *rows) Goal(ctx context.Context, id string) (views.Goal, error) {
	all, _, err := r.all(ctx)
	f, ok := all[id]
	if err != nil || !ok {
		return views.Goal{}, orNotFound(err)
	}
	var g views.Goal
	for row := range f.Goal.Goals.All() {
		g.GoalRow = *row
	}
	for row := range f.Goal.Tasks.All() {
		g.Tasks = append(g.Tasks, *row)
		if run, ok := f.Runs[row.ID]; ok {
			for c := range run.Calls.All() {
				g.Calls = append(g.Calls, *c)
			}
		}
	}
	for row := range f.Goal.Interrupts.All() {
		g.Interrupts = append(g.Interrupts, *row)
	}
	for row := range f.Goal.Proofs.All() {
		g.Proof = row
	}
	return g, nil
}

func orNotFound(err error) error {
	if err != nil {
		return err
	}
	return views.ErrNotFound
}

func (r *rows) ListGoals(ctx context.Context, f views.GoalFilter) (page views.GoalPage, err error) {
	all, order, err := r.all(ctx)
	for _, id := range order {
		for row := range all[id].Goal.Goals.All() {
			if row.Workspace == f.Workspace && (f.Status == "" || f.Status == row.Status) && (f.Agent == "" || f.Agent == row.Agent) &&
				older(row.Submitted, f.Cursor) && len(page.Goals) < f.Limit {
				page.Goals = append(page.Goals, *row)
			}
		}
	}
	return page, err
}

func older(revision int64, cursor string) bool {
	var before int64
	if _, err := fmt.Sscan(cursor, &before); err != nil {
		return true
	}
	return revision < before
}

func (r *rows) Interrupts(ctx context.Context, f views.InterruptFilter) (page views.InterruptPage, err error) {
	all, order, err := r.all(ctx)
	for _, id := range order {
		for row := range all[id].Goal.Interrupts.All() {
			if row.Workspace == f.Workspace && f.Status == row.Status && older(row.Raised, f.Cursor) && len(page.Interrupts) < f.Limit {
				page.Interrupts = append(page.Interrupts, *row)
			}
		}
	}
	return page, err
}

func (r *rows) Proof(ctx context.Context, goal string) (views.Proof, error) {
	all, _, err := r.all(ctx)
	f, ok := all[goal]
	if err != nil || !ok {
		return views.Proof{}, orNotFound(err)
	}
	for row := range f.Goal.Proofs.All() {
		p := views.Proof{ProofRow: *row}
		for leaf := range f.Goal.Leaves.All() {
			p.Leaves = append(p.Leaves, *leaf)
		}
		return p, nil
	}
	return views.Proof{}, views.ErrNotFound
}

func (r *rows) WaitFor(ctx context.Context, _ int, _ events.Revision) error {
	if r.behind.Load() {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}
