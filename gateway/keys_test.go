package gateway_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/wire"
)

func TestRepeatedRequestGetsTheFirstAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	// A deadline is counted from the moment of the request, which differs.
	const wish = `{"title":"once","limits":{"deadline":60},"plan":` + twoTasks + `}`
	first := data[wire.Accepted](w.post("/goals", owner, wish, "Idempotency-Key", "k1"), http.StatusCreated)
	head := w.head()
	again := data[wire.Accepted](w.post("/goals", owner, strings.ReplaceAll(wish, `{"title":"once"`, `{ "title": "once"`), "Idempotency-Key", "k1"), http.StatusOK)
	if again != first || w.head() != head {
		t.Errorf("again %+v, first %+v", again, first)
	}
	w.post("/goals", owner, `{"title":"something else"}`, "Idempotency-Key", "k1").refused(http.StatusUnprocessableEntity, "IDEMPOTENCY_MISMATCH")
	// Keys belong to a caller.
	if theirs := data[wire.Accepted](w.post("/goals", other, wish, "Idempotency-Key", "k1"), http.StatusCreated); theirs.ID == first.ID {
		t.Error("two callers share a goal")
	}
	cancelled := data[wire.Accepted](w.do(http.MethodDelete, "/goals/"+first.ID, owner, nil, "Idempotency-Key", "k1"), http.StatusOK)
	again = data[wire.Accepted](w.do(http.MethodDelete, "/goals/"+first.ID, owner, nil, "Idempotency-Key", "k1"), http.StatusOK)
	if again != cancelled {
		t.Errorf("cancelled %+v and then %+v", cancelled, again)
	}
}

func TestManyAtOnceWithOneKeyMakeOneGoal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const n = 16
	answers := make([]answer, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			answers[i] = w.post("/goals", owner, `{"title":"race","limits":{"deadline":"5m"}}`, "Idempotency-Key", "race")
		})
	}
	wg.Wait()
	created := 0
	for _, a := range answers {
		if a.status == http.StatusCreated {
			created++
		} else {
			a.want(http.StatusOK)
		}
	}
	if created != 1 || w.head() != 1 {
		t.Errorf("%d created, head %d", created, w.head())
	}
}

func TestCallersSeeTheirWorkspaceOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "mine").ID
	w.finish("main", id)
	w.get("/goals/"+id, owner).want(http.StatusOK)
	for _, path := range []string{"/goals/" + id, "/goals/" + id + "/proofs", "/goals/" + id + "/audit", "/stream/goals/" + id} {
		w.get(path, other).refused(http.StatusNotFound, "GOAL_NOT_FOUND")
	}
	w.get("/proofs/"+id+".a", other).refused(http.StatusNotFound, "PROOF_NOT_FOUND")
	w.do(http.MethodDelete, "/goals/"+id, other, nil).refused(http.StatusNotFound, "GOAL_NOT_FOUND")
	if n := len(data[wire.GoalList](w.get("/goals", other), http.StatusOK).Goals); n != 0 {
		t.Errorf("%d goals of another workspace", n)
	}
	e := w.get("/stream/events?subject=mergit.ev.*.main.%3E", other).refused(http.StatusForbidden, "SUBJECT_FORBIDDEN")
	if !strings.Contains(e.Message, "mergit.ev.*.other.>") || len(e.Details.Allowed) != 1 {
		t.Errorf("it does not say what may be seen: %+v", e)
	}
}

func TestScopesAreEnforced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "x").ID
	w.post("/goals", viewer, `{"title":"x"}`).refused(http.StatusForbidden, "SCOPE_MISSING")
	w.do(http.MethodDelete, "/goals/"+id, viewer, nil).refused(http.StatusForbidden, "SCOPE_MISSING")
	w.post("/goals/"+id+"/resume", viewer, `{}`).refused(http.StatusForbidden, "SCOPE_MISSING")
	w.get("/goals/"+id, viewer).want(http.StatusOK)
	w.get("/goals/"+id, auditor).refused(http.StatusForbidden, "SCOPE_MISSING")
}

func TestCallerOfFewSubjectsSeesFewGoals(t *testing.T) {
	t.Parallel()
	const narrow = "sees-one-goal-0123456789"
	w := newWorld(t, func(c *gateway.Config) {
		inner := c.API.Auth
		c.API.Auth = authFunc(func(ctx context.Context, token string) (auth.Principal, error) {
			if token == narrow {
				return auth.Principal{ID: "user:narrow", Workspace: "main", Scopes: auth.AllScopes(), Subjects: []string{"mergit.ev.*.main.goal.one.>"}}, nil
			}
			return inner.Authenticate(ctx, token)
		})
	})
	id := w.submit(owner, "x").ID
	w.run(commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: "main", Goal: "one"}, Title: "one"})
	w.get("/goals/"+id, narrow).refused(http.StatusNotFound, "GOAL_NOT_FOUND")
	w.get("/goals/one", narrow).want(http.StatusOK)
	if list := data[wire.GoalList](w.get("/goals", narrow), http.StatusOK); len(list.Goals) != 1 {
		t.Errorf("goals %+v", list)
	}
	w.get("/stream/proofs", narrow).refused(http.StatusForbidden, "SUBJECT_FORBIDDEN")
	w.get("/stream/events?subject=mergit.ev.*.main.goal.*._.%3E", narrow).refused(http.StatusForbidden, "SUBJECT_FORBIDDEN")
}

type authFunc func(context.Context, string) (auth.Principal, error)

func (f authFunc) Authenticate(ctx context.Context, token string) (auth.Principal, error) {
	return f(ctx, token)
}

func TestNothingSecretIsLoggedOrTold(t *testing.T) {
	t.Parallel()
	var log syncBuffer
	w := newWorld(t, func(c *gateway.Config) { c.Logger = slog.New(slog.NewJSONHandler(&log, nil)) })
	w.post("/goals", owner, `{"title":"private title"}`).want(http.StatusCreated)
	w.get("/goals?agent=secret-filter", owner).want(http.StatusOK)
	w.get("/stream/proofs?access_token="+other+"&last_event_id=x", "").want(http.StatusBadRequest)
	w.rows.broken.Store(true)
	e := w.get("/goals", owner, "X-Request-Id", "my-request").refused(http.StatusServiceUnavailable, "UNAVAILABLE")
	if strings.Contains(e.Message, "postgres") || !e.Details.Retryable {
		t.Errorf("it tells %+v", e)
	}
	said := log.String()
	for _, secret := range []string{owner, other, "private title", "secret-filter"} {
		if strings.Contains(said, secret) {
			t.Errorf("%q stands in the log:\n%s", secret, said)
		}
	}
	for _, want := range []string{`"request_id":"my-request"`, `"caller":"user:owner"`, `"status":503`, "secret-host"} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is missing in the log:\n%s", want, said)
		}
	}
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// faulty is a dispatcher that panics or fails.
type faulty struct{ err error }

func (f faulty) Dispatch(context.Context, commands.Request, commands.Named) (commands.Answer, error) {
	if f.err == nil {
		panic("a fault of our own")
	}
	return commands.Answer{}, f.err
}

func TestFaultEndsTheRequestAndNotTheProcess(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *gateway.Config) { c.API.Commands = faulty{} })
	a := w.post("/goals", owner, `{"title":"x"}`, "X-Request-Id", "find-me")
	a.refused(http.StatusInternalServerError, "INTERNAL")
	if a.header.Get("X-Request-Id") != "find-me" || bytes.Contains(a.body, []byte("fault of our own")) {
		t.Errorf("answer %s", a.body)
	}
	w.get("/health", "").want(http.StatusOK)
}

func TestBrokenInfrastructureCanBeRetried(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *gateway.Config) { c.API.Commands = faulty{errors.New("nats: no servers at 10.0.0.1")} })
	a := w.post("/goals", owner, `{"title":"x"}`)
	if e := a.refused(http.StatusServiceUnavailable, "UNAVAILABLE"); !e.Details.Retryable || strings.Contains(e.Message, "nats") || a.header.Get("Retry-After") == "" {
		t.Errorf("it says %+v", e)
	}
}

func TestReadinessSaysWhyNot(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	w := newWorld(t, func(c *gateway.Config) {
		c.API.Checks = []api.Check{{Name: "postgres", Run: func(context.Context) error {
			if down.Load() {
				return errors.New("connection refused")
			}
			return nil
		}}}
	})
	if r := data[wire.Ready](w.get("/ready", owner), http.StatusOK); !r.Ready || len(r.Checks) != 3 {
		t.Errorf("ready %+v", r)
	}
	if r := data[wire.Ready](w.get("/ready", ""), http.StatusOK); r.Checks != nil {
		t.Errorf("a stranger is told %+v", r)
	}
	down.Store(true)
	e := w.get("/ready", owner).refused(http.StatusServiceUnavailable, "NOT_READY")
	if len(e.Details.Checks) != 3 || e.Details.Checks[2] != (wire.Check{Name: "postgres", Reason: "connection refused"}) {
		t.Errorf("checks %+v", e.Details.Checks)
	}
	if e = w.get("/ready", "").refused(http.StatusServiceUnavailable, "NOT_READY"); e.Details.Checks != nil {
		t.Errorf("a stranger is told %+v", e)
	}
	h := data[wire.Health](w.get("/health", ""), http.StatusOK)
	if h.Status != "ok" || h.Version != "test" {
		t.Errorf("health %+v", h)
	}
}

func TestAnswersCarryTheUsualHeaders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.get("/goals", owner, "X-Request-Id", "bad id\u00e9", "Origin", "https://evil.example")
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "X-Frame-Options": "DENY", "Access-Control-Allow-Origin": "",
	} {
		if have := a.header.Get(name); have != want {
			t.Errorf("%s is %q, want %q", name, have, want)
		}
	}
	if id := a.header.Get("X-Request-Id"); !events.IsToken(id) {
		t.Errorf("request ID %q", id)
	}
	if e := w.get("/goals", "").want(http.StatusUnauthorized); e.header.Get("WWW-Authenticate") == "" {
		t.Error("no challenge")
	}
	if e := w.do("PATCH", "/goals", owner, nil).refused(http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED"); len(e.Details.Allowed) == 0 {
		t.Errorf("it does not say what is allowed: %+v", e)
	}
	page := w.get("/nowhere", "", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8").want(http.StatusNotFound)
	if !strings.HasPrefix(page.header.Get("Content-Type"), "text/plain") {
		t.Errorf("a browser gets %s", page.header.Get("Content-Type"))
	}
	w.do(http.MethodHead, "/goals", owner, nil).want(http.StatusOK)
}

func TestFaultsOfAConfigurationAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	_, err := gateway.New(gateway.Config{Keys: newWorld(t).keys, API: api.Config{MountRoots: []string{"relative", "/nowhere/at/all"}}})
	if err == nil {
		t.Fatal("it was accepted")
	}
	for _, want := range []string{"the log", "authenticator", `"relative"`, `"/nowhere/at/all"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s is missing in %v", want, err)
		}
	}
}

func TestServerStopsAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	began := time.Now()
	w.stop()
	if err := <-w.done; err != nil {
		t.Error(err)
	}
	w.done <- nil
	if took := time.Since(began); took > 8*time.Second {
		t.Errorf("it took %s", took)
	}
	if _, err := client.Do(w.request(http.MethodGet, "/health", "", nil)); err == nil {
		t.Error("it still serves")
	}
}

func TestServerThatIsToldToStopBeforeItBeganStops(t *testing.T) {
	t.Parallel()
	var cfg gateway.Config
	newWorld(t, func(c *gateway.Config) { cfg = *c })
	server, err := gateway.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := server.Run(ctx, listener); err != nil {
		t.Error(err)
	}
}

func TestServerThatLosesItsListenerSaysSo(t *testing.T) {
	t.Parallel()
	var cfg gateway.Config
	newWorld(t, func(c *gateway.Config) { cfg = *c })
	server, err := gateway.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	if err := server.Run(t.Context(), listener); err == nil {
		t.Error("it says nothing")
	}
}
