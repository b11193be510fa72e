package auditlog

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// resumed is a worker that folded all that there is, and signs when it is told to.
func (w *world) resumed() *Worker {
	w.Helper()
	worker := w.worker()
	if err := worker.resume(w.Context()); err != nil {
		w.Fatal(err)
	}
	w.catchUp(worker)
	return worker
}

// catchUp has a worker fold what came.
func (w *world) catchUp(worker *Worker) {
	w.Helper()
	for r, err := range w.log.Read(w.Context(), eventlog.Query{After: events.Revision(worker.tree.Size())}) {
		if err == nil {
			_, err = worker.add(w.Context(), r)
		}
		if err != nil {
			w.Fatal(err)
		}
	}
}

// signs has a worker fold what came and sign, if it has to. It reports whether it did.
func (w *world) signs(worker *Worker) bool {
	w.Helper()
	before := w.newest()
	w.catchUp(worker)
	if err := worker.sign(w.Context()); err != nil {
		w.Fatal(err)
	}
	return w.newest() != before
}

func TestWhatHappenedIsSigned(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen(3)
	w.run()
	first := w.covers(3)
	w.happen(300)
	second := w.covers(w.last())
	if first.Key != w.key().Public() || second.Key != first.Key {
		t.Errorf("signed with %s, then %s", first.Key, second.Key)
	}
	if n := w.sound(); n < 2 {
		t.Errorf("%d checkpoints", n)
	}
}

func TestNothingIsSignedOfWhatSigningLedTo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	worker := w.resumed()
	if w.signs(worker) {
		t.Error("an empty log was signed")
	}
	w.happen(1)
	if !w.signs(worker) {
		t.Error("an event was not signed")
	}
	checkpoint := w.newest()
	echoes := []func(){
		func() {},
		func() {
			w.send(commands.PrepareTx{SignerRef: auditor, Tx: events.TxPrepared{Nonce: 7, Hash: "0x1", Raw: "0x", Purpose: Purpose}})
		},
		func() {
			w.send(commands.ReplaceTx{SignerRef: auditor, Tx: events.TxReplaced{Nonce: 7, Hash: "0x2", Raw: "0x"}})
		},
		func() { w.observe("AuditTrail", "Anchored") },
		func() {
			w.send(commands.SeeAnchor{AuditRef: worker.ref, Anchor: events.CheckpointAnchored{Size: checkpoint.Size, Root: checkpoint.Root}})
		},
		func() { worker = w.resumedAfter(worker) }, // it remembers whose transaction 7 is
		func() { w.send(commands.SettleTx{SignerRef: auditor, Tx: events.TxSettled{Nonce: 7, Hash: "0x2"}}) },
	}
	for i, echo := range echoes {
		if echo(); w.signs(worker) {
			t.Errorf("echo %d was signed", i)
		}
	}
	for i, real := range []func(){
		func() {
			w.send(commands.PrepareTx{SignerRef: auditor, Tx: events.TxPrepared{Nonce: 8, Hash: "0x3", Raw: "0x", Purpose: "proof.bundles"}})
		},
		func() { w.send(commands.SettleTx{SignerRef: auditor, Tx: events.TxSettled{Nonce: 8, Hash: "0x3"}}) },
		func() { w.observe("AuditTrail", "BatchLogged") },
		func() { w.happen(1) },
	} {
		if real(); !w.signs(worker) {
			t.Errorf("event %d was not signed", i)
		}
	}
	w.sound()
}

var auditor = commands.SignerRef{Workspace: "main", Signer: "1-0xa0"}

func (w *world) send(c commands.Named) {
	w.Helper()
	if _, err := w.set.Dispatch(w.Context(), commands.Request{At: time.Now(), Actor: "test"}, c); err != nil {
		w.Fatal(err)
	}
}

// observe has the watcher see an event of a contract.
func (w *world) observe(contract, event string) {
	w.Helper()
	block := w.head()
	w.send(commands.ObserveLogs{ContractRef: commands.ContractRef{Workspace: "main", Contract: "1-0xc0"}, Logs: []events.LogObserved{{
		ContractName: contract, Event: event, Args: []byte("{}"), Topics: []string{}, Data: "0x", At: events.OnChain{Chain: 1, Block: block, BlockHash: "0x1"},
	}}})
}

// resumedAfter is a worker that goes on where another left.
func (w *world) resumedAfter(worker *Worker) *Worker {
	w.Helper()
	w.catchUp(worker)
	worker.leave(w.Context())
	next := w.worker()
	if err := next.resume(w.Context()); err != nil {
		w.Fatal(err)
	}
	if next.tree.Size() != w.head() {
		w.Fatalf("it goes on after %d events of %d", next.tree.Size(), w.head())
	}
	return next
}

func TestACrashAnywhereLeavesALogThatIsSignedOn(t *testing.T) {
	t.Parallel()
	for _, point := range []Point{AtFilled, AtKept, AtSigned, AtStored} {
		for _, lost := range []bool{false, true} { // what was kept survives, or not
			t.Run(string(point), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				for round := range 3 {
					w.happen(200) // more than a tile in all
					ctx, cancel := context.WithCancel(t.Context())
					worker := w.worker(func(c *Config) {
						c.At = func(p Point) {
							if p == point {
								cancel()
							}
						}
					})
					if err := worker.Run(ctx); !errors.Is(err, context.Canceled) {
						t.Fatalf("round %d: %v", round, err)
					}
					if lost {
						w.tiles = new(memTiles)
					}
					w.set = commandsOf(w.log) // another process knows nothing
				}
				w.run()
				w.happen(1)
				w.covers(w.last())
				w.sound()
			})
		}
	}
}

func TestOfTwoWorkersOneIsHeard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen(1)
	w.key() // both have the same
	for range 2 {
		w.run(func(c *Config) { c.Commands = commandsOf(w.log) })
	}
	for range 20 {
		w.happen(50)
		w.covers(w.last())
	}
	if n := w.sound(); n < 20 {
		t.Errorf("%d checkpoints", n)
	}
}

func TestAnotherWorkersTreeMustBeTheSame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen(3)
	worker := w.resumed()
	foreign := events.Sum([]byte("another tree"))
	signed, err := w.key().Sign(2, foreign)
	if err != nil {
		t.Fatal(err)
	}
	w.send(commands.SignCheckpoint{AuditRef: worker.ref, Checkpoint: events.CheckpointSigned{Size: 2, Root: foreign, Key: w.key().Public(), Note: signed}})
	w.catchUp(worker)
	fork, ok := errors.AsType[*ForkError](worker.sign(t.Context()))
	if !ok || fork.Size != 2 || fork.Want != foreign {
		t.Fatalf("it says %v", fork)
	}
	if err := w.fails(); !Permanent(err) {
		t.Errorf("the next one says %v", err)
	}
}

func TestAStoreThatIsDownIsWaitedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen(3)
	w.run()
	w.covers(3)
	w.tiles.break_(errors.New("no answer"))
	w.happen(1000) // more than a tile
	at := w.newest()
	w.tiles.break_(nil)
	w.happen(1)
	if w.covers(w.last()); w.newest() == at {
		t.Error("nothing was signed")
	}
	w.sound()
	w.provable()
}

// provable fails unless every event under the newest checkpoint can be proven.
func (w *world) provable() {
	w.Helper()
	signed := w.newest()
	head := commands.TreeHead{Size: signed.Size, Root: signed.Root}
	for i, r := range records(w.Context(), w, w.log)[:signed.Size] {
		leaf, path, err := NewProver(w.tiles).Inclusion(w.Context(), head, r.Revision)
		if err == nil && leaf != LeafHash(r.Digest()) {
			err = errors.New("it is of another event")
		}
		if err == nil {
			err = CheckInclusion(head, r.Revision, leaf, path)
		}
		if err != nil {
			w.Fatalf("event %d: %v", i+1, err)
		}
	}
}

func TestTilesThatAreDamagedAreMadeAnew(t *testing.T) {
	t.Parallel()
	for what, damage := range map[string]func(*memTiles){
		"gone":         func(m *memTiles) { clear(m.files) },
		"tree gone":    func(m *memTiles) { delete(m.files, treeFile) },
		"tree no JSON": func(m *memTiles) { m.files[treeFile] = []byte("{") },
		"tile gone":    func(m *memTiles) { delete(m.files, TilePath(0, 0)) },
		"edge gone":    func(m *memTiles) { delete(m.files, TilePath(1, 0)) },
		"cut":          func(m *memTiles) { m.files[TilePath(0, 2)] = m.files[TilePath(0, 2)][:40] },
		"changed":      func(m *memTiles) { m.files[TilePath(1, 0)] = make([]byte, 32) },
		"too long":     func(m *memTiles) { m.files[TilePath(0, 2)] = make([]byte, 300*32) },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.happen(600)
			w.signs(w.resumed())
			damage(w.tiles)
			w.happen(100)
			worker := w.resumed()
			if !w.signs(worker) {
				t.Error("nothing was signed")
			}
			w.sound()
			if what == "tile gone" { // it is not needed to go on, and is made anew when all is
				return
			}
			w.provable()
		})
	}
}

func TestALogThatIsNotTheOneThatWasSignedIsNotSigned(t *testing.T) {
	t.Parallel()
	change := func(all []eventlog.Record) []eventlog.Record {
		all[298].Body = []byte(strings.Replace(string(all[298].Body), "ada", "eve", 1))
		return all
	}
	cases := map[string]struct {
		tamper func([]eventlog.Record) []eventlog.Record
		lose   func(*memTiles)
		want   any
		first  events.Revision
	}{
		"changed, and the tiles know": {change, func(m *memTiles) { delete(m.files, treeFile) }, new(ForkError), 299},
		"changed, and nothing knows":  {change, func(m *memTiles) { clear(m.files) }, new(ForkError), 0},
		"header changed": {func(all []eventlog.Record) []eventlog.Record {
			all[10].Actor = "user:eve"
			return all
		}, func(m *memTiles) { delete(m.files, treeFile) }, new(ForkError), 11},
		"dropped": {func(all []eventlog.Record) []eventlog.Record { return slices.Delete(all, 4, 5) },
			func(m *memTiles) { delete(m.files, treeFile) }, new(ForkError), 5},
		"put in": {func(all []eventlog.Record) []eventlog.Record {
			more := all[7]
			more.Stream.ID, more.Ordinal = "eve", 1
			more.Subject = eventlog.Subject(more.Stream, more.Kind)
			return slices.Insert(all, 6, more)
		}, func(m *memTiles) { delete(m.files, treeFile) }, new(ForkError), 7},
		"swapped": {func(all []eventlog.Record) []eventlog.Record {
			all[1], all[2] = all[2], all[1]
			return all
		}, func(m *memTiles) { delete(m.files, treeFile) }, new(ForkError), 2},
		"rolled back": {func(all []eventlog.Record) []eventlog.Record { return all[:100] }, func(*memTiles) {}, new(RolledBackError), 0},
		"rolled back and grown": {func(all []eventlog.Record) []eventlog.Record {
			more := slices.Clone(all[:200])
			for i, r := range more {
				more[i].Stream.ID = "again-" + r.Stream.ID[:8] + r.Stream.ID[24:]
				more[i].Subject = eventlog.Subject(more[i].Stream, r.Kind)
			}
			return append(all[:150], more...)
		}, func(*memTiles) {}, new(ForkError), 151},
	}
	for what, c := range cases {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.happen(320)
			w.signs(w.resumed())
			w.log = rebuild(t.Context(), t, c.tamper(records(t.Context(), t, w.log)))
			w.set = commandsOf(w.log)
			c.lose(w.tiles)
			before := w.head()
			err := w.fails()
			fork, forked := errors.AsType[*ForkError](err)
			rolled, back := errors.AsType[*RolledBackError](err)
			switch c.want.(type) {
			case *ForkError:
				if !forked || fork.First != c.first || !strings.Contains(err.Error(), "is not the one that was signed") {
					t.Errorf("it says %v", err)
				}
			case *RolledBackError:
				if !back || rolled.Size != 320 || rolled.Head != 100 {
					t.Errorf("it says %v", err)
				}
			}
			if !Permanent(err) || w.head() != before {
				t.Errorf("it is tried again, or something was signed: %d events, then %d", before, w.head())
			}
		})
	}
}

func TestAGapStopsTheWorker(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen(9)
	all := records(t.Context(), t, w.log)
	w.log = copied(t, slices.Delete(all, 4, 6))
	w.set = commandsOf(w.log)
	gap, ok := errors.AsType[*GapError](w.fails())
	if !ok || gap.Want != 5 || gap.Have != 7 {
		t.Errorf("it says %v", gap)
	}
}

func TestEventsOfAnotherVersionAreFolded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen(2)
	r := records(t.Context(), t, w.log)[0]
	r.ID, r.Kind, r.Version, r.Body = "later", "agent.promoted", 9, []byte(`{"not":"known"}`)
	r.Stream.ID = "later"
	r.Subject = eventlog.Subject(r.Stream, r.Kind)
	if _, err := w.log.Append(t.Context(), eventlog.Part{Stream: r.Stream, Records: []eventlog.Record{r}}); err != nil {
		t.Fatal(err)
	}
	w.run()
	if c := w.covers(3); c.Root != rootOf(digestsOf(records(t.Context(), t, w.log))[:c.Size]) {
		t.Error("it is not under the root")
	}
}
