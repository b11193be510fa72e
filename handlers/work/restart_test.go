package work_test

import (
	"context"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/work"
)

// restarting is a server that can be started again where it was.
type restarting struct {
	t      *testing.T
	config natsserver.Config
	server *natsserver.Server
}

func restartable(t *testing.T) *restarting {
	t.Helper()
	r := &restarting{t: t, config: natsserver.Config{Dir: t.TempDir()}}
	r.start()
	u, err := url.Parse(r.server.ClientURL())
	if err == nil {
		r.config.Port, err = strconv.Atoi(u.Port())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.server.Shutdown(context.Background()) })
	return r
}

func (r *restarting) start() {
	r.t.Helper()
	var err error
	if r.server, err = natsserver.Start(r.config); err != nil {
		r.t.Fatal(err)
	}
}

// connect reaches the server as another process does.
func (r *restarting) connect() *nats.Conn {
	r.t.Helper()
	nc, err := nats.Connect(r.server.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond))
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(nc.Close)
	return nc
}

// restart waits until the clients are back.
func (r *restarting) restart(clients ...*nats.Conn) {
	r.t.Helper()
	var back []chan nats.Status
	for _, nc := range clients {
		back = append(back, nc.StatusChanged(nats.CONNECTED))
	}
	if err := r.server.Shutdown(context.Background()); err != nil {
		r.t.Fatal(err)
	}
	r.start()
	for _, b := range back {
		<-b
	}
}

// Elsewhere a reconnect succeeded while what hung on it stayed dead (qwen-code 9944).
// The streams are in memory, and vanish with their server. Workers that outlive
// it get what is put afterwards, and timers fire.
func TestWorkersOutliveTheServer(t *testing.T) {
	t.Parallel()
	r := restartable(t)
	nc := r.connect()
	q, err := work.Open(t.Context(), nc, work.Config{Lease: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	taken, fired, ended := make(chan string), make(chan string), make(chan error, 2)
	go func() {
		ended <- q.Take(ctx, []string{"coder"}, 8, func(d *work.Delivery) {
			if err := d.Done(); err != nil {
				t.Error(err)
			}
			taken <- d.Task
		})
	}()
	go func() {
		ended <- q.Fired(ctx, func(_ context.Context, timer work.Timer) error { fired <- timer.Name; return nil })
	}()
	t.Cleanup(func() { stop(); <-ended; <-ended })
	for _, name := range []string{"before", "after"} {
		if name == "after" {
			r.restart(nc)
		}
		if err := q.Put(t.Context(), work.Item{Workspace: "main", Goal: "g", Task: name, Role: "coder"}, false); err != nil {
			t.Fatal(err)
		}
		if err := q.Set(t.Context(), work.Timer{Workspace: "main", Goal: "g", Name: name, At: time.Now()}); err != nil {
			t.Fatal(err)
		}
		if got := <-taken; got != name {
			t.Errorf("took %s, want %s", got, name)
		}
		if got := <-fired; got != name {
			t.Errorf("%s fired, want %s", got, name)
		}
	}
}

// The board is in memory, too.
func TestTheBoardIsWrittenAfterTheServerWasRestarted(t *testing.T) {
	t.Parallel()
	r := restartable(t)
	nc := r.connect()
	q, err := work.Open(t.Context(), nc, work.Config{})
	if err != nil {
		t.Fatal(err)
	}
	board, err := work.OpenBoard(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	fails := func(s model.Standing) model.Standing { s.Failures++; return s }
	for range 2 {
		if err := board.Change(t.Context(), "a/b", fails); err != nil {
			t.Fatal(err)
		}
		r.restart(nc)
	}
	for want := range 2 {
		if err := board.Change(t.Context(), "a/b", fails); err != nil {
			t.Fatal(err)
		}
		if s, err := board.Load(t.Context(), "a/b"); err != nil || s.Failures != want+1 {
			t.Errorf("%+v %v, want %d failures", s, err, want+1)
		}
	}
}
