package bus_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/bus"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// startNATS runs a server in this process until the test ends.
func startNATS(t testing.TB) *server.Server {
	t.Helper()
	ns, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	go ns.Start()
	t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
	if !ns.ReadyForConnections(10 * time.Second) {
		t.Fatal("nats-server does not listen")
	}
	return ns
}

func connect(t testing.TB, ns *server.Server) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect(ns.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// served is a bus server in a test.
type served struct {
	stop context.CancelFunc
	nc   *nats.Conn
	done chan error
}

// wait returns what Serve returned.
func (s *served) wait(t testing.TB) error {
	t.Helper()
	select {
	case err := <-s.done:
		return err
	case <-time.After(20 * time.Second):
		t.Fatal("the server does not stop")
		return nil
	}
}

// serve runs a server on a connection of its own until the test ends.
func serve(t testing.TB, ns *server.Server, to commands.Dispatcher, cfg bus.Config) *served {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	s := &served{stop: stop, nc: connect(t, ns), done: make(chan error, 1)}
	ready := make(chan struct{})
	cfg.Ready = func() { close(ready) }
	var wg sync.WaitGroup
	wg.Go(func() { s.done <- bus.Serve(ctx, s.nc, to, cfg) })
	t.Cleanup(func() { stop(); wg.Wait() })
	select {
	case <-ready:
	case err := <-s.done:
		t.Fatalf("serve: %v", err)
	}
	return s
}

// place is a log that survives its processes.
type place struct {
	log  memlog.Log
	keys memlog.Keys
}

func (p *place) set() *commands.Set {
	return commands.NewSet(&p.log, &p.keys, commands.Config{NewID: func() string { return uuid.Must(uuid.NewV7()).String() }})
}

// through is a dispatcher made of a function.
type through func(context.Context, commands.Request, commands.Named) (commands.Answer, error)

func (f through) Dispatch(ctx context.Context, req commands.Request, c commands.Named) (commands.Answer, error) {
	return f(ctx, req, c)
}

func goalNamed(id string) commands.GoalRef { return commands.GoalRef{Workspace: "main", Goal: id} }

func submit(id string) commands.SubmitGoal {
	return commands.SubmitGoal{GoalRef: goalNamed(id), Title: "tidy up"}
}

func cancel(id string) commands.CancelGoal { return commands.CancelGoal{GoalRef: goalNamed(id)} }

func request(id string) commands.Request {
	return commands.Request{ID: id, At: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Actor: "user:ada"}
}

// within bounds a client's call.
func within(t testing.TB, d time.Duration) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), d)
	t.Cleanup(stop)
	return ctx
}

func must(t testing.TB, d commands.Dispatcher, req commands.Request, c commands.Named) commands.Answer {
	t.Helper()
	answer, err := d.Dispatch(within(t, 20*time.Second), req, c)
	if err != nil {
		t.Fatalf("%s: %v", c.Name(), err)
	}
	return answer
}

func head(t testing.TB, p *place) events.Revision {
	t.Helper()
	at, err := p.log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// refused checks the code of a refusal that crossed the wire.
func refused(t testing.TB, err error, want *commands.Refusal) *commands.Refusal {
	t.Helper()
	r, ok := errors.AsType[*commands.Refusal](err)
	if !ok || !errors.Is(err, want) {
		t.Fatalf("answered %v (%T), want %s", err, err, want.Code)
	}
	return r
}

func Example() {
	ns, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true})
	if err != nil {
		panic(err)
	}
	go ns.Start()
	defer ns.Shutdown()
	ns.ReadyForConnections(10 * time.Second)
	nc, err := nats.Connect(ns.ClientURL())
	if err != nil {
		panic(err)
	}
	defer nc.Close()

	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := bus.Serve(ctx, nc, new(place).set(), bus.Config{}); err != nil {
			panic(err)
		}
	})

	client := bus.NewClient(nc, bus.ClientConfig{})
	answer, err := client.Dispatch(ctx, request("k1"), submit("g1"))
	fmt.Println(answer.Revision, err)
	_, err = client.Dispatch(ctx, request("k2"), submit("g1"))
	fmt.Println(errors.Is(err, commands.ErrGoalExists), err)
	stop()
	wg.Wait()
	// Output:
	// 1 <nil>
	// true goal g1 exists already
}
