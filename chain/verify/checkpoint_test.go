package verify_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/google/uuid"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/chain/auditlog/tilestest"
	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// audited is a log that was signed while it grew, and anchored on a chain.
type audited struct {
	chaintest.Store
	set    *commands.Set
	tiles  *tilestest.Memory
	key    *auditlog.Key
	signer *wallet.Wallet
	node   txmgr.Node
	trail  common.Address
	all    []eventlog.Record
	notes  []string // of all checkpoints, oldest first
	sizes  []uint64
	at     []events.Revision // of the checkpoints
	anchor events.Revision   // of the anchor that the log knows of, that of the second checkpoint
}

// audit makes a log of three parts, each under a checkpoint, of which the second is anchored.
func audit(t *testing.T) *audited {
	t.Helper()
	a := &audited{Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}, tiles: new(tilestest.Memory), signer: chaintest.Wallet(t)}
	a.set = a.Commands()
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, a.signer)
	chaintest.Seal(t, chain)
	a.node = chaintest.Node(t, chain.HTTP())
	deployed, err := deploy.Ensure(t.Context(), a.node, a.signer, t.TempDir(), deploy.Config{Contracts: []deploy.Name{deploy.AuditTrail}, Poll: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	a.trail = deployed.AuditTrail.Address
	if a.key, err = auditlog.OpenKey(t.TempDir(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	worker, err := auditlog.New(auditlog.Config{Commands: a.set, Tiles: a.tiles, Key: a.key, Now: time.Now, Log: slog.New(slog.DiscardHandler), Every: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	stop := chaintest.Background(t, worker.Run)
	for part := range 3 {
		for i := range 120 {
			a.happen(t, fmt.Sprint("agent-", i%40), part*120+i)
		}
		a.sign(t)
		if part == 1 {
			a.anchored(t)
		}
	}
	stop()
	for r, err := range a.Log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		a.all = append(a.all, r)
		switch f := a.fact(t, r).(type) {
		case events.CheckpointSigned:
			a.notes, a.sizes, a.at = append(a.notes, f.Note), append(a.sizes, f.Size), append(a.at, r.Revision)
		case events.CheckpointAnchored:
			a.anchor = r.Revision
		}
	}
	return a
}

func (a *audited) fact(t *testing.T, r eventlog.Record) events.Event {
	t.Helper()
	e, err := a.set.Codec.Decode(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return e.Fact
}

func (a *audited) send(t *testing.T, c commands.Named) {
	t.Helper()
	if _, err := a.set.Dispatch(t.Context(), commands.Request{At: time.Now(), Actor: "test"}, c); err != nil {
		t.Fatal(err)
	}
}

// happen has an agent registered, or changed if it was.
func (a *audited) happen(t *testing.T, agent string, n int) {
	t.Helper()
	ref := commands.AgentRef{Workspace: "main", Agent: agent}
	can := events.Capabilities{Tools: []string{"*"}, Hosts: []string{fmt.Sprintf("h%d.example", n)}, Trust: "standard"}
	if n < 40 {
		a.send(t, commands.RegisterAgent{AgentRef: ref, AgentName: agent, Roles: []string{"coder"}, Capabilities: can, Address: fmt.Sprintf("0x%040x", n+1)})
		return
	}
	a.send(t, commands.ChangeCapabilities{AgentRef: ref, Hosts: &can.Hosts})
}

// sign waits until all that happened is under a checkpoint.
func (a *audited) sign(t *testing.T) (newest events.CheckpointSigned) {
	t.Helper()
	head := events.Revision(0) // of what is no checkpoint
	for r, err := range a.Log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Stream.Family != events.FamilyAudit {
			head = r.Revision
		}
	}
	chaintest.Eventually(t, "all is under a checkpoint", func() bool {
		err := a.set.Audits.View(t.Context(), events.AuditStream("main"), true, func(s *commands.Audit, _ events.Revision) { newest = s.Signed })
		return err == nil && newest.Size >= uint64(head)
	})
	return newest
}

// anchored has the newest checkpoint anchored, and the log know of it.
func (a *audited) anchored(t *testing.T) {
	t.Helper()
	manager, err := txmgr.New(txmgr.Config{Commands: a.set, Chain: a.node, ChainID: 1337, Key: a.signer, Now: time.Now, Log: slog.New(slog.DiscardHandler), Poll: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	anchorer, err := auditlog.NewAnchorer(auditlog.AnchorConfig{Commands: a.set, Chain: a.node, Contract: a.trail, Manager: manager,
		Prover: auditlog.NewProver(a.tiles), Log: slog.New(slog.DiscardHandler), Every: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	stop := chaintest.Background(t, func(ctx context.Context) error {
		var wg sync.WaitGroup
		defer wg.Wait()
		wg.Go(func() { _ = manager.Run(ctx) })
		return anchorer.Run(ctx)
	})
	defer stop()
	trail := auditlog.NewTrail(a.node, a.trail)
	var newest commands.TreeHead
	chaintest.Eventually(t, "the anchor is final", func() bool {
		var err error
		newest, err = trail.Latest(t.Context(), true)
		return err == nil && newest.Size > 0
	})
	head, err := a.node.Head(t.Context(), a.signer.Address())
	if err != nil {
		t.Fatal(err)
	}
	logs, err := a.node.Logs(t.Context(), a.trail, 0, head.Final.Number)
	if err != nil {
		t.Fatal(err)
	}
	l := logs[len(logs)-1]
	a.send(t, commands.SeeAnchor{AuditRef: commands.AuditRef{Workspace: "main"}, Anchor: events.CheckpointAnchored{Size: newest.Size, Root: newest.Root,
		At: events.OnChain{Chain: 1337, Contract: strings.ToLower(a.trail.Hex()), Tx: l.TxHash.Hex(), Block: l.BlockNumber, BlockHash: l.BlockHash.Hex(), LogIndex: uint64(l.Index)}}})
}

// records copies the log.
func (a *audited) records() []eventlog.Record {
	all := slices.Clone(a.all)
	for i := range all {
		all[i].Body = slices.Clone(all[i].Body)
	}
	return all
}

func (a *audited) source(log eventlog.Log) verify.LogSource {
	return verify.LogSource{Log: log, Tiles: a.tiles, Chain: a.node, Trail: a.trail, Keys: []string{a.key.Public()}}
}

// resigned changes a checkpoint event in a copy of the log.
func resigned(t *testing.T, records []eventlog.Record, at events.Revision, change func(*events.CheckpointSigned)) []eventlog.Record {
	t.Helper()
	r := &records[at-1]
	var f events.CheckpointSigned
	if err := json.Unmarshal(r.Body, &f); err != nil {
		t.Fatal(err)
	}
	change(&f)
	var err error
	if r.Body, err = json.Marshal(f); err != nil {
		t.Fatal(err)
	}
	return records
}

// without takes the record at a sequence away; those after it keep theirs.
func without(records []eventlog.Record, at events.Revision) []eventlog.Record {
	return slices.Delete(records, int(at)-1, int(at))
}

// moved takes the record at a sequence away, and has those after it move up.
func moved(records []eventlog.Record, at events.Revision) []eventlog.Record {
	records = without(records, at)
	for i := int(at) - 1; i < len(records); i++ {
		records[i].Revision--
	}
	return records
}

func TestALogIsComparedWithItsCheckpointsAndTheChain(t *testing.T) {
	t.Parallel()
	a := audit(t)
	check := func(t *testing.T, s verify.LogSource, size uint64) verify.LogReport {
		t.Helper()
		report, err := verify.Checkpoint(t.Context(), s, size)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	t.Run("as it is", func(t *testing.T) {
		t.Parallel()
		s := a.source(a.Log)
		s.Kept = a.notes
		report := check(t, s, 0)
		last := len(a.sizes) - 1
		if !report.OK || report.Size != a.sizes[last] || report.Checkpoints != len(a.sizes) || report.Anchors != 1 || report.Head != uint64(len(a.all)) ||
			report.Key != a.key.Public() || report.Origin != a.key.Origin() || report.Anchored == 0 {
			t.Errorf("%+v", report)
		}
		if earlier := check(t, s, a.sizes[0]); !earlier.OK || earlier.Size != a.sizes[last] { // what was kept is looked at all the same
			t.Errorf("%+v", earlier)
		}
		s.Kept, s.Keys, s.Now, s.Tiles, s.Chain = nil, nil, a.key.Public(), nil, nil
		if earlier := check(t, s, a.sizes[0]); !earlier.OK || earlier.Size != a.sizes[0] || earlier.Checkpoints != 1 {
			t.Errorf("%+v", earlier)
		}
		if _, err := verify.Checkpoint(t.Context(), s, a.sizes[0]+1); !errors.Is(err, verify.ErrNoCheckpoint) {
			t.Errorf("a size that was not signed: %v", err)
		}
		if _, err := verify.Checkpoint(t.Context(), verify.LogSource{Log: new(memlog.Log)}, 0); !errors.Is(err, verify.ErrNoCheckpoint) {
			t.Errorf("an empty log: %v", err)
		}
	})

	first, second, third := a.at[0], a.at[slices.IndexFunc(a.sizes, func(s uint64) bool { return s >= 240 })], a.at[len(a.at)-1]
	other := events.Sum([]byte("another tree"))
	forged := mustSign(t, a, a.sizes[0], other)
	cases := map[string]struct {
		tamper func([]eventlog.Record) []eventlog.Record
		source func(*verify.LogSource)
		class  verify.Class
		at     events.Revision
		says   string
	}{
		"a body was changed": {func(all []eventlog.Record) []eventlog.Record {
			all[57].Body = []byte(strings.Replace(string(all[57].Body), "example", "mallory", 1))
			return all
		}, nil, verify.Changed, 58, "by the tree that was kept"},
		"a header was changed": {func(all []eventlog.Record) []eventlog.Record {
			all[200].Actor = "user:mallory"
			return all
		}, nil, verify.Changed, 201, "is not the one that was signed"},
		"a body was changed, and there are no tiles": {func(all []eventlog.Record) []eventlog.Record {
			all[57].Body = []byte(strings.Replace(string(all[57].Body), "example", "mallory", 1))
			return all
		}, func(s *verify.LogSource) { s.Tiles = nil }, verify.Changed, 58, "its successor names another digest"},
		"the tiles were changed, too": {func(all []eventlog.Record) []eventlog.Record {
			all[57].Actor = "user:mallory"
			return all
		}, func(s *verify.LogSource) { s.Tiles = wrecked(a.tiles) }, verify.Changed, 58, "its successor names another digest"},
		"an event was dropped":            {func(all []eventlog.Record) []eventlog.Record { return without(all, 100) }, nil, verify.Removed, 100, "there is no event here"},
		"an event was dropped and closed": {func(all []eventlog.Record) []eventlog.Record { return moved(all, 100) }, nil, verify.Changed, 100, "is not the one that was signed"},
		"two events were swapped": {func(all []eventlog.Record) []eventlog.Record {
			all[9], all[10] = all[10], all[9]
			all[9].Revision, all[10].Revision = 10, 11
			return all
		}, nil, verify.Changed, 10, ""},
		"a signature was forged": {func(all []eventlog.Record) []eventlog.Record {
			return resigned(t, all, second, func(f *events.CheckpointSigned) {
				f.Note = f.Note[:len(f.Note)-8] + "AAAAA=\n"
			})
		}, nil, verify.BadSignature, second, ""},
		"a note says something else": {func(all []eventlog.Record) []eventlog.Record {
			return resigned(t, all, second, func(f *events.CheckpointSigned) { f.Note = a.notes[0] })
		}, nil, verify.BadSignature, second, "the note is of size"},
		"a checkpoint of another key": {func(all []eventlog.Record) []eventlog.Record {
			return resigned(t, all, second, func(f *events.CheckpointSigned) { f.Key = stranger(t).Public() })
		}, nil, verify.KeyDiffers, second, "which is not trusted"},
		"the log is of another key": {func(all []eventlog.Record) []eventlog.Record { return all },
			func(s *verify.LogSource) { s.Keys, s.Now = nil, stranger(t).Public() }, verify.KeyDiffers, third, "and the log's is"},
		"a root was changed": {func(all []eventlog.Record) []eventlog.Record {
			return resigned(t, all, third, func(f *events.CheckpointSigned) { f.Root = other })
		}, nil, verify.BadSignature, third, "the note is of size"},
		"a fork was signed": {func(all []eventlog.Record) []eventlog.Record {
			return resigned(t, all, second, func(f *events.CheckpointSigned) { f.Size, f.Root, f.Note = a.sizes[0], other, forged })
		}, nil, verify.Forked, second, "it has root"},
		"a fork was signed first": {func(all []eventlog.Record) []eventlog.Record {
			return resigned(t, all, first, func(f *events.CheckpointSigned) { f.Root, f.Note = other, forged })
		}, nil, verify.Forked, first, "has root"},
		"a checkpoint covers itself": {func(all []eventlog.Record) []eventlog.Record {
			return resigned(t, all, first, func(f *events.CheckpointSigned) { f.Size = uint64(first) })
		}, nil, verify.Inserted, first, "stands at sequence"},
		"it was rolled back below the anchor": {func(all []eventlog.Record) []eventlog.Record { return all[:a.at[0]] },
			nil, verify.RolledBack, 0, "the chain's newest anchor is over"},
		"it was rolled back, and somebody kept a checkpoint": {func(all []eventlog.Record) []eventlog.Record { return all[:a.at[0]] },
			func(s *verify.LogSource) { s.Chain, s.Kept = nil, a.notes[len(a.notes)-1:] }, verify.RolledBack, 0, "a checkpoint that was kept is over"},
		"a kept checkpoint is of another log": {func(all []eventlog.Record) []eventlog.Record { return all },
			func(s *verify.LogSource) { s.Kept = []string{forged} }, verify.Forked, 0, "a checkpoint that was kept of size"},
		"a kept checkpoint is signed by nobody": {func(all []eventlog.Record) []eventlog.Record { return all },
			func(s *verify.LogSource) { s.Kept = []string{"hello\n"} }, verify.BadSignature, 0, "kept checkpoint 1"},
		"an anchor is of another contract": {func(all []eventlog.Record) []eventlog.Record {
			return anchorAt(t, all, a.anchor, func(f *events.CheckpointAnchored) { f.At.Contract = "0x00000000000000000000000000000000000000aa" })
		}, nil, verify.Unproven, a.anchor, "was anchored in contract"},
		"an anchor is in another block": {func(all []eventlog.Record) []eventlog.Record {
			return anchorAt(t, all, a.anchor, func(f *events.CheckpointAnchored) { f.At.Block++ })
		}, nil, verify.Reorged, a.anchor, "the log says"},
		"an anchor is of another transaction": {func(all []eventlog.Record) []eventlog.Record {
			return anchorAt(t, all, a.anchor, func(f *events.CheckpointAnchored) { f.At.Tx = common.Hash{7}.Hex() })
		}, nil, verify.Unproven, a.anchor, "the chain has no transaction"},
		"an anchor has another root": {func(all []eventlog.Record) []eventlog.Record {
			return anchorAt(t, all, a.anchor, func(f *events.CheckpointAnchored) { f.Root = other })
		}, nil, verify.RootDiffers, a.anchor, "and signed with"},
		"an anchor is missing on the chain": {func(all []eventlog.Record) []eventlog.Record {
			return anchorAt(t, all, a.anchor, func(f *events.CheckpointAnchored) { f.Size, f.Root = a.sizes[0], rootAt(t, a, 0) })
		}, nil, verify.Unproven, a.anchor, "the chain has no final anchor"},
	}
	for what, c := range cases {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := a.source(copied(t, c.tamper(a.records())))
			if c.source != nil {
				c.source(&s)
			}
			report := check(t, s, 0)
			if report.OK {
				t.Fatal("nothing was found")
			}
			for _, f := range report.Faults() {
				if f.Class == c.class && f.Sequence == uint64(c.at) && strings.Contains(f.Detail, c.says) {
					return
				}
			}
			t.Errorf("want %s at %d; found:", c.class, c.at)
			for _, f := range report.Faults() {
				t.Error(f)
			}
		})
	}
}

// anchorAt changes an anchor event in a copy of the log.
func anchorAt(t *testing.T, records []eventlog.Record, at events.Revision, change func(*events.CheckpointAnchored)) []eventlog.Record {
	t.Helper()
	r := &records[at-1]
	var f events.CheckpointAnchored
	if err := json.Unmarshal(r.Body, &f); err != nil {
		t.Fatal(err)
	}
	change(&f)
	var err error
	if r.Body, err = json.Marshal(f); err != nil {
		t.Fatal(err)
	}
	return records
}

func rootAt(t *testing.T, a *audited, checkpoint int) events.Digest {
	t.Helper()
	c, err := auditlog.Open(a.notes[checkpoint], a.key.Public())
	if err != nil {
		t.Fatal(err)
	}
	return c.Root
}

// mustSign has the log's key sign another tree: the key was stolen.
func mustSign(t *testing.T, a *audited, size uint64, root events.Digest) string {
	t.Helper()
	signed, err := a.key.Sign(size, root)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

func stranger(t *testing.T) *auditlog.Key {
	t.Helper()
	dir, err := os.MkdirTemp(t.TempDir(), uuid.NewString())
	if err != nil {
		t.Fatal(err)
	}
	key, err := auditlog.OpenKey(dir, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// wrecked is a copy of tiles that lead nowhere.
func wrecked(from *tilestest.Memory) *tilestest.Memory {
	return from.Clone(func(files map[string][]byte) {
		for path, data := range files {
			files[path] = make([]byte, len(data))
		}
	})
}
