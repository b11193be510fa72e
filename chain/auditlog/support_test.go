package auditlog

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify/filelog"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// memTiles keeps tiles in memory. Its zero value is empty.
type memTiles struct {
	mu    sync.Mutex
	files map[string][]byte
	fault error // of every call
}

func (m *memTiles) Load(_ context.Context, path string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.files[path], m.fault
}

func (m *memTiles) Save(_ context.Context, path string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fault != nil {
		return m.fault
	}
	if m.files == nil {
		m.files = map[string][]byte{}
	}
	m.files[path] = append([]byte(nil), data...)
	return nil
}

func (m *memTiles) break_(fault error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fault = fault
}

func (m *memTiles) clone() *memTiles {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &memTiles{files: maps.Clone(m.files)}
}

// world is a log, what is kept beside it, and the key that signs it.
type world struct {
	*testing.T
	log   eventlog.Log
	tiles *memTiles
	dir   string
	set   *commands.Set
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, log: new(memlog.Log), tiles: new(memTiles), dir: t.TempDir()}
	w.set = commandsOf(w.log)
	return w
}

func commandsOf(log eventlog.Log) *commands.Set {
	return chaintest.Store{Log: log, Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}.Commands()
}

// happen appends events of an agent: any but echoes.
func (w *world) happen(n int) {
	w.Helper()
	happen(w.Context(), w, w.set, n)
}

func happen(ctx context.Context, t testing.TB, set *commands.Set, n int) {
	t.Helper()
	for range n {
		agent := commands.AgentRef{Workspace: "main", Agent: uuid.NewString()}
		_, err := set.Dispatch(ctx, commands.Request{At: time.Now(), Actor: "test"}, commands.RegisterAgent{
			AgentRef: agent, AgentName: "ada", Roles: []string{"researcher"}, Address: "0x00000000000000000000000000000000000000aa",
			Capabilities: events.Capabilities{Tools: []string{"*"}, Trust: "standard"},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func (w *world) key() *Key {
	w.Helper()
	key, err := OpenKey(w.dir, rand.Reader)
	if err != nil {
		w.Fatal(err)
	}
	return key
}

// every is short: a test's log is signed as soon as something happened.
const every = 2 * time.Millisecond

func (w *world) config() Config {
	return Config{Commands: w.set, Tiles: w.tiles, Key: w.key(), Now: time.Now, Log: slog.New(slog.DiscardHandler), Every: every}
}

func (w *world) worker(adjust ...func(*Config)) *Worker {
	w.Helper()
	cfg := w.config()
	for _, f := range adjust {
		f(&cfg)
	}
	worker, err := New(cfg)
	if err != nil {
		w.Fatal(err)
	}
	return worker
}

// run runs a worker until stop is called or the test ends.
func (w *world) run(adjust ...func(*Config)) (stop func()) {
	w.Helper()
	return chaintest.Background(w, w.worker(adjust...).Run)
}

// fails runs a worker until it ends by itself, and returns why.
func (w *world) fails(adjust ...func(*Config)) error {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.Context(), time.Minute)
	defer cancel()
	err := w.worker(adjust...).Run(ctx)
	if ctx.Err() != nil {
		w.Fatal("the worker goes on")
	}
	return err
}

// newest is the newest checkpoint, as the log has it.
func (w *world) newest() events.CheckpointSigned {
	w.Helper()
	return newest(w.Context(), w, w.log)
}

func newest(ctx context.Context, t testing.TB, log eventlog.Log) (signed events.CheckpointSigned) {
	t.Helper()
	err := commandsOf(log).Audits.View(ctx, events.AuditStream("main"), true, func(a *commands.Audit, _ events.Revision) { signed = a.Signed })
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// covers waits until a checkpoint is over the first n events at least, and returns it.
func (w *world) covers(n uint64) (signed events.CheckpointSigned) {
	w.Helper()
	chaintest.Eventually(w, fmt.Sprintf("%d events are under a checkpoint", n), func() bool {
		signed = w.newest()
		return signed.Size >= n
	})
	return signed
}

// last is the newest event that is no checkpoint and no anchor.
func (w *world) last() (last uint64) {
	w.Helper()
	for _, r := range records(w.Context(), w, w.log) {
		if r.Stream.Family != events.FamilyAudit {
			last = uint64(r.Revision)
		}
	}
	return last
}

// head is how many events there are.
func (w *world) head() uint64 {
	w.Helper()
	head, err := w.log.Head(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	return uint64(head)
}

// records copies the log.
func records(ctx context.Context, t testing.TB, log eventlog.Log) []eventlog.Record {
	t.Helper()
	var all []eventlog.Record
	for r, err := range log.Read(ctx, eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// rebuild makes a log of records, whatever was done to them; their sequences are counted anew.
func rebuild(ctx context.Context, t testing.TB, records []eventlog.Record) eventlog.Log {
	t.Helper()
	log, at := new(memlog.Log), map[events.StreamID]events.Revision{}
	for _, r := range records {
		revision, err := log.Append(ctx, eventlog.Part{Stream: r.Stream, After: at[r.Stream], Records: []eventlog.Record{r}})
		if err != nil {
			t.Fatal(err)
		}
		at[r.Stream] = revision
	}
	return log
}

// copied is a file of records, read again: they keep their sequences.
func copied(t testing.TB, records []eventlog.Record) eventlog.Log {
	t.Helper()
	var file []byte
	for _, r := range records {
		var err error
		if file, err = filelog.AppendLine(file, r); err != nil {
			t.Fatal(err)
		}
	}
	log, err := filelog.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// rootOf is the tree's root by the definition of RFC 9162, section 2.1.1.
func rootOf(leaves []events.Digest) events.Digest {
	switch n := len(leaves); n {
	case 0:
		return events.Sum(nil)
	case 1:
		return events.Sum(append([]byte{0}, leaves[0][:]...))
	default:
		k := 1
		for 2*k < n {
			k *= 2
		}
		left, right := rootOf(leaves[:k]), rootOf(leaves[k:])
		return events.Sum(append(append([]byte{1}, left[:]...), right[:]...))
	}
}

// digestsOf are the leaves of a log.
func digestsOf(records []eventlog.Record) []events.Digest {
	out := make([]events.Digest, len(records))
	for i, r := range records {
		out[i] = r.Digest()
	}
	return out
}

// sound fails unless every checkpoint of the log is signed, extends the one before, and has the right root.
func (w *world) sound() (checkpoints int) {
	w.Helper()
	all := records(w.Context(), w, w.log)
	leaves := digestsOf(all)
	last := uint64(0)
	for _, r := range all {
		e, err := w.set.Codec.Decode(w.Context(), r)
		if err != nil {
			w.Fatal(err)
		}
		f, ok := e.Fact.(events.CheckpointSigned)
		if !ok {
			continue
		}
		checkpoints++
		c, err := Open(f.Note, f.Key)
		if err != nil || c.Size != f.Size || c.Root != f.Root {
			w.Errorf("the note at sequence %d says %+v (%v), the event %d, %s", r.Revision, c, err, f.Size, f.Root)
		}
		if f.Size <= last || f.Size >= uint64(r.Revision) {
			w.Errorf("the checkpoint at sequence %d is over %d events, after %d", r.Revision, f.Size, last)
		}
		if root := rootOf(leaves[:f.Size]); f.Root != root {
			w.Errorf("the checkpoint of size %d has root %s, the log %s", f.Size, f.Root, root)
		}
		last = f.Size
	}
	return checkpoints
}
