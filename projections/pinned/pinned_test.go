package pinned_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/memstore"
	"github.com/mergit-io/mergit/projections/pinned"
)

// world is a server with a log, and a writer of goals.
type world struct {
	t      testing.TB
	server *natsserver.Server
	config natsserver.Config
	nc     *nats.Conn
	log    *jslog.Log
	writer *sample.Writer
	store  *memstore.Store
	facts  map[string]int // appended, by goal
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, writer: sample.New(), store: &memstore.Store{}, facts: map[string]int{}, config: natsserver.Config{Dir: t.TempDir()}}
	w.start()
	w.nc = w.connect()
	var err error
	if w.log, err = jslog.Open(t.Context(), w.nc, jslog.Config{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.server.Shutdown(context.Background()) })
	return w
}

func (w *world) start() {
	w.t.Helper()
	var err error
	if w.server, err = natsserver.Start(w.config); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) connect() *nats.Conn { return w.connectAt(w.server.ClientURL()) }

func (w *world) connectAt(url string) *nats.Conn {
	w.t.Helper()
	nc, err := nats.Connect(url, nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond))
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(nc.Close)
	return nc
}

// append adds the next facts of a goal of four tasks.
func (w *world) append(goal string, n int) {
	w.t.Helper()
	facts := sample.Goal(goal, 4)
	for _, f := range facts[w.facts[goal] : w.facts[goal]+n] {
		if _, err := w.writer.Append(w.t.Context(), w.log, f.Stream, f.Event); err != nil {
			w.t.Fatal(err)
		}
	}
	w.facts[goal] += n
}

// goal names the n-th goal, whole is how many facts it has.
func goal(n int) string { return sample.GoalID(n) }

const whole = 22

// worker is a runner of its own connection.
type worker struct {
	nc       *nats.Conn
	progress *projections.Progress
	commits  *commits
	stop     func() error
}

func (w *world) work(name string, change ...func(*projections.Runner)) *worker {
	w.t.Helper()
	return w.workAt(name, w.server.ClientURL(), change...)
}

func (w *world) workAt(name, url string, change ...func(*projections.Runner)) *worker {
	w.t.Helper()
	nc := w.connectAt(url)
	feeds, err := pinned.New(nc, pinned.Config{})
	if err != nil {
		w.t.Fatal(err)
	}
	k := &worker{nc: nc, progress: &projections.Progress{}, commits: &commits{Store: w.store}}
	r := &projections.Runner{
		Projection: projections.Goals, Store: k.commits, Feeds: feeds, Log: w.log, Keys: w.writer.Keys, Progress: k.progress,
		Logger: slog.New(slog.NewTextHandler(w.t.Output(), nil)).With(slog.String("worker", name)),
	}
	for _, c := range change {
		c(r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	k.stop = sync.OnceValue(func() error { cancel(); k.commits.release(); return <-ended })
	w.t.Cleanup(func() {
		if err := k.stop(); err != nil {
			w.t.Errorf("worker %s: %v", name, err)
		}
	})
	return k
}

// commits counts what a worker stores and can hold it up.
type commits struct {
	*memstore.Store
	mu    sync.Mutex
	gate  chan struct{}
	held  chan struct{}
	count int
	stale int
}

func (c *commits) Commit(ctx context.Context, g projections.Generation, change projections.Commit) error {
	c.mu.Lock()
	gate, held := c.gate, c.held
	c.gate = nil
	c.mu.Unlock()
	if gate != nil {
		close(held)
		<-gate
	}
	err := c.Store.Commit(ctx, g, change)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count++
	if _, ok := err.(*projections.StaleError); ok {
		c.stale++
	}
	return err
}

// hold makes the next commit wait; held is closed when it does.
func (c *commits) hold() (held <-chan struct{}, release func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	gate := make(chan struct{})
	c.gate, c.held = gate, make(chan struct{})
	return c.held, sync.OnceFunc(func() { close(gate) })
}

func (c *commits) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gate = nil
}

func (c *commits) counts() (count, stale int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count, c.stale
}

func eventually(t testing.TB, what string, met func() bool) {
	t.Helper()
	for !met() {
		select {
		case <-t.Context().Done():
			t.Fatalf("never: %s", what)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// caughtUp waits until everything is stored and compares all goals.
func (w *world) caughtUp() {
	w.t.Helper()
	head, err := w.log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	g, err := w.store.Open(w.t.Context(), projections.Goals)
	if err != nil {
		w.t.Fatal(err)
	}
	eventually(w.t, fmt.Sprintf("the rows are at %d", head), func() bool {
		at, err := w.store.Position(w.t.Context(), g)
		return err == nil && at.After(projections.Partition{}) >= head
	})
	for goal := range w.facts {
		w.compare(goal)
	}
}

func (w *world) compare(goal string) {
	w.t.Helper()
	var records []eventlog.Record
	for r, err := range w.log.Read(w.t.Context(), eventlog.Query{Subjects: []string{eventlog.GoalFilter(sample.Workspace, goal)}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		records = append(records, r)
	}
	batch, err := projections.Goals.Open(w.t.Context(), w.writer.Keys, records)
	if err != nil {
		w.t.Fatal(err)
	}
	folded, err := projections.FoldGoal(batch)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range projections.Goals.Models() {
		for _, t := range m.Tables() {
			for _, d := range projections.CompareRows(t, w.store.Goal(projections.Goals, t.Name(), goal), folded.Rows(m, t), false) {
				w.t.Error(d)
			}
		}
	}
}

func (w *world) seen(k *worker, r events.Revision) {
	w.t.Helper()
	eventually(w.t, fmt.Sprintf("the worker is at %d", r), func() bool {
		at, _ := k.progress.Seen(projections.Goals.Name, 0)
		return at >= r
	})
}

func TestAWorkerFollowsTheLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append(goal(1), 10)
	w.work("a")
	w.caughtUp()
	w.append(goal(2), whole)
	w.append(goal(1), 12)
	w.caughtUp()
}

func TestAnotherWorkerTakesOverFromALostOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append(goal(1), 10)
	a := w.work("a")
	w.seen(a, 10)
	b := w.work("b")
	a.nc.Close()
	w.append(goal(1), 12)
	w.append(goal(2), whole)
	w.seen(b, 44)
	w.caughtUp()
}

func TestAHungWorkerThatWakesUpDoesNoHarm(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append(goal(1), 10)
	hanging := newProxy(t, w.server.ClientURL())
	a := w.workAt("a", hanging.url(), func(r *projections.Runner) { r.Batch = 3 })
	w.seen(a, 10)
	held, release := a.commits.hold()
	w.append(goal(1), 12)
	w.append(goal(2), 10)
	<-held
	hanging.freeze(true)
	b := w.work("b")
	w.append(goal(2), 12)
	w.seen(b, 44)
	release()
	hanging.freeze(false)
	eventually(t, "a was refused", func() bool { _, stale := a.commits.counts(); return stale > 0 })
	w.append(goal(3), whole)
	w.caughtUp()
}

func TestAServerThatComesBackIsFollowedOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append(goal(1), 10)
	w.work("a")
	w.caughtUp()
	w.restart()
	w.append(goal(1), 12)
	w.append(goal(2), whole)
	w.caughtUp()
}

// restart stops the server and starts it again where clients look for it.
func (w *world) restart() {
	w.t.Helper()
	w.config.Port = port(w.t, w.server.ClientURL())
	w.server.Shutdown(context.Background())
	w.start()
	eventually(w.t, "connected again", w.nc.IsConnected)
}

func TestALostConsumerIsMadeAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append(goal(1), 10)
	w.work("a")
	w.caughtUp()
	feeds, err := pinned.New(w.nc, pinned.Config{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := w.store.Open(t.Context(), projections.Goals)
	if err != nil {
		t.Fatal(err)
	}
	if err := feeds.Drop(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	w.append(goal(1), 12)
	w.caughtUp()
}

func TestAReplacedGenerationIsFilledByTheSameWorker(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append(goal(1), 10)
	w.work("a")
	w.caughtUp()
	w.store.Replace(projections.Goals)
	w.append(goal(1), 12)
	w.caughtUp()
}

func TestRowsThatTheStoreLostAreFoldedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append(goal(1), 10)
	if err := func() error { k := w.work("a"); w.caughtUp(); return k.stop() }(); err != nil {
		t.Fatal(err)
	}
	w.store = &memstore.Store{} // everything is reported as done, and gone
	w.work("b")
	w.caughtUp()
}

func TestPartitionsShareTheLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for n := range 6 {
		w.append(goal(n), 10)
	}
	for i := range 3 {
		w.work(fmt.Sprint(i), func(r *projections.Runner) { r.Partition = projections.Partition{Index: i, Of: 3} })
	}
	w.caughtUp() // although most partitions do not have the newest event
	for n := range 6 {
		w.append(goal(n), 12)
	}
	w.caughtUp()
}
