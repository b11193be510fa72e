package jslog_test

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/logtest"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

func TestAnAppendWhoseAnswerIsLostSucceedsOnce(t *testing.T) {
	t.Parallel()
	for name, facts := range map[string][]events.Event{
		"one record":      {logtest.Some(0)},
		"several records": {logtest.Some(0), logtest.Some(1), logtest.Some(2)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProxy(t, serve(t, natsserver.Config{}).ClientURL())
			l := open(t, p.connect(t), jslog.Config{})
			a := logtest.NewGoal()
			a.Append(t, l, logtest.Some(9))
			p.loseNext(`"seq":`)
			want := a.Append(t, l, facts...)
			if p.losses() != 1 {
				t.Fatalf("%d answers were lost", p.losses())
			}
			if got := load(t, l, a); len(got) != 1+len(facts) || got[len(got)-1].Revision != want[len(want)-1].Revision {
				t.Fatalf("%d records are stored", len(got))
			}
		})
	}
}

func load(t testing.TB, l *jslog.Log, a *logtest.Aggregate) (records []eventlog.Record) {
	t.Helper()
	for r, err := range l.Load(context.Background(), a.Stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

func TestAppendingAgainSucceedsAfterTheServerForgotTheEventID(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	l := open(t, nc, jslog.Config{Duplicates: 100 * time.Millisecond})
	for _, facts := range [][]events.Event{{logtest.Some(0)}, {logtest.Some(0), logtest.Some(1)}} {
		a := logtest.NewGoal()
		part := a.Part(t, facts...)
		first, err := l.Append(t.Context(), part)
		if err != nil {
			t.Fatal(err)
		}
		forgotten(t, nc)
		if again, err := l.Append(t.Context(), part); again != first || err != nil {
			t.Fatalf("again: %d, %v; want %d", again, err, first)
		}
		if got := load(t, l, a); len(got) != len(facts) {
			t.Fatalf("%d records are stored", len(got))
		}
	}
}

// forgotten waits until the server takes an event ID, given to it now, for new.
func forgotten(t *testing.T, nc *nats.Conn) {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for first := uint64(0); ; <-tick.C {
		ack, err := js.Publish(t.Context(), eventlog.Prefix+"probe", nil, jetstream.WithMsgID("probe"))
		if err != nil {
			t.Fatal(err)
		}
		if first == 0 {
			first = ack.Sequence
		}
		if ack.Sequence != first {
			return
		}
	}
}

func TestAnInsertedRecordThatNobodyRefersToIsFoundByAWholeLoad(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	l := open(t, nc, jslog.Config{})
	a := logtest.NewGoal()
	a.Append(t, l, logtest.Some(0), logtest.Some(1))
	records := a.Make(t, logtest.Some(2), logtest.Some(3))
	stranger := (&logtest.Aggregate{Stream: a.Stream}).Make(t, logtest.Some(9))[0]
	// The records after the stranger name the true ones before it.
	store(t, nc, stranger)
	records[0].PreviousRevision, records[1].PreviousRevision = 2, 4
	store(t, nc, records[0])
	store(t, nc, records[1])
	var at []events.Revision
	var last error
	for r, err := range l.Load(t.Context(), a.Stream, 0) {
		at, last = append(at, r.Revision), err
	}
	broken, ok := errors.AsType[*eventlog.BrokenChainError](last)
	if !ok || broken.Revision != 3 || len(at) != 3 {
		t.Fatalf("%v after %v", last, at)
	}
}

// store writes a record without any of the log's checks.
func store(t *testing.T, nc *nats.Conn, r eventlog.Record) {
	t.Helper()
	m := nats.NewMsg(r.Subject)
	m.Data = r.Body
	r.Headers(func(name, value string) { m.Header[name] = []string{value} })
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.PublishMsg(t.Context(), m); err != nil {
		t.Fatal(err)
	}
}

func TestAPreviousPositionThatLeadsAstrayDoesNotHarm(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	l := open(t, nc, jslog.Config{})
	for name, wrong := range map[string]events.Revision{
		"itself": 1_000_000, "after it": 2_000_000, "another stream": 1, "missing": 0, "nothing": 3_000_000,
	} {
		a := logtest.NewGoal()
		logtest.NewGoal().Append(t, l, logtest.Some(0))
		a.Append(t, l, logtest.Some(0), logtest.Some(1))
		logtest.NewGoal().Append(t, l, logtest.Some(0))
		head, err := l.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r := a.Make(t, logtest.Some(2))[0]
		r.PreviousRevision = map[string]events.Revision{"itself": head + 1, "after it": head + 2}[name]
		if r.PreviousRevision == 0 {
			r.PreviousRevision = wrong
		}
		store(t, nc, r)
		if got := load(t, l, a); len(got) != 3 {
			t.Errorf("%s: %d records", name, len(got))
		}
		n := 0
		for _, err := range l.Load(t.Context(), a.Stream, a.Chain.Revision) {
			if n++; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: the tail has %d records", name, n)
		}
	}
}

func TestWhatIsNoRecordIsNamed(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	l := open(t, nc, jslog.Config{})
	a := logtest.NewGoal()
	a.Append(t, l, logtest.Some(0))
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), eventlog.Subject(a.Stream, "task.started"), []byte("hello")); err != nil {
		t.Fatal(err)
	}
	_, err = l.At(t.Context(), 2)
	if bad, ok := errors.AsType[*eventlog.MalformedRecordError](err); !ok || bad.Revision != 2 {
		t.Fatal(err)
	}
	for r, e := range l.Load(t.Context(), a.Stream, 0) {
		if err = e; err == nil && r.Revision != 1 {
			t.Fatalf("loaded %d", r.Revision)
		}
	}
	if broken, ok := errors.AsType[*eventlog.BrokenChainError](err); !ok || broken.Revision != 2 {
		t.Fatal(err)
	}
	for r, e := range l.Read(t.Context(), eventlog.Query{}) {
		if err = e; err == nil && r.Revision != 1 {
			t.Fatalf("read %d", r.Revision)
		}
	}
	if bad, ok := errors.AsType[*eventlog.MalformedRecordError](err); !ok || bad.Revision != 2 {
		t.Fatal(err)
	}
}

func TestAForeignStreamIsRefused(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for setting, change := range map[string]func(*jetstream.StreamConfig){
		"mergit-slots":      func(c *jetstream.StreamConfig) { c.Metadata["mergit-slots"] = "32" },
		"mergit-log-format": func(c *jetstream.StreamConfig) { c.Metadata["mergit-log-format"] = "2" },
		"deny_delete":       func(c *jetstream.StreamConfig) { c.DenyDelete = false },
		"deny_purge":        func(c *jetstream.StreamConfig) { c.DenyPurge = false },
		"max_age":           func(c *jetstream.StreamConfig) { c.MaxAge = time.Hour },
		"max_msgs":          func(c *jetstream.StreamConfig) { c.MaxMsgs = 10 },
		"storage":           func(c *jetstream.StreamConfig) { c.Storage = jetstream.MemoryStorage },
		"subjects":          func(c *jetstream.StreamConfig) { c.Subjects = []string{"mergit.ev.*.main.>"} },
	} {
		c := jetstream.StreamConfig{
			Name: "EVENTS", Subjects: []string{"mergit.ev.>"}, DenyDelete: true, DenyPurge: true, AllowDirect: true,
			AllowAtomicPublish: true, Metadata: map[string]string{"mergit-slots": strconv.Itoa(eventlog.Slots), "mergit-log-format": "1"},
		}
		change(&c)
		if _, err := js.CreateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		_, err := jslog.Open(t.Context(), nc, jslog.Config{})
		if foreign, ok := errors.AsType[*jslog.ForeignLogError](err); !ok || foreign.Setting != setting {
			t.Errorf("%s: %v", setting, err)
		}
		if err := js.DeleteStream(t.Context(), "EVENTS"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestARestartOfTheServerKeepsEverythingAndItsFollowers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := serve(t, natsserver.Config{Dir: dir, User: "ann", Password: "secret"})
	u, err := url.Parse(first.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(first.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	l := open(t, nc, jslog.Config{})
	a := logtest.NewGoal()

	seen := followed(t, l)
	a.Append(t, l, logtest.Some(0), logtest.Some(1))
	await(t, seen, 1)
	await(t, seen, 2)
	if err := first.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	serve(t, natsserver.Config{Dir: dir, Port: port, User: "ann", Password: "secret"})
	a.Append(t, l, logtest.Some(2))
	await(t, seen, 3)
	a.Append(t, l, logtest.Some(3))
	await(t, seen, 4)
	if got := load(t, open(t, nc, jslog.Config{}), a); len(got) != 4 {
		t.Fatalf("%d records", len(got))
	}
}

func TestAServerThatIsNotThereIsNamedWithoutItsCredentials(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := taken.Addr().String()
	_ = taken.Close()
	nc, err := nats.Connect("nats://hidden@"+at, nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	_, err = jslog.Open(t.Context(), nc, jslog.Config{Patience: 50 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "no NATS server answers at "+at) || strings.Contains(err.Error(), "hidden") {
		t.Errorf("opening says %v", err)
	}
}
