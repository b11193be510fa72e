package verify_test

import (
	"crypto/rand"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/chain/auditlog/tilestest"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// TestTheLastEventOfAnAggregateIsUnderACheckpoint is about the one event that no successor names.
func TestTheLastEventOfAnAggregateIsUnderACheckpoint(t *testing.T) {
	t.Parallel()
	store := chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}
	set := store.Commands()
	goal := store.Run(t.Context(), t, set, chaintest.Tasks(2)...)
	key, err := auditlog.OpenKey(t.TempDir(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	kept := new(tilestest.Memory)
	worker, err := auditlog.New(auditlog.Config{Commands: set, Tiles: kept, Key: key, Now: time.Now, Log: slog.New(slog.DiscardHandler), Every: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	head, err := store.Log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	stop := chaintest.Background(t, worker.Run)
	var newest events.CheckpointSigned
	chaintest.Eventually(t, "the goal is under a checkpoint", func() bool {
		err := set.Audits.View(t.Context(), events.AuditStream("main"), true, func(s *commands.Audit, _ events.Revision) { newest = s.Signed })
		return err == nil && newest.Size >= uint64(head)
	})
	stop()
	var records []eventlog.Record
	for r, err := range store.Log.Read(t.Context(), eventlog.Query{Subjects: []string{eventlog.GoalFilter(chaintest.Workspace, goal)}}) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	last := len(records) - 1
	signed := &verify.Signed{Note: newest.Note, Key: newest.Key, Tiles: kept}
	look := func(records []eventlog.Record, signed *verify.Signed) (found []verify.Check) {
		t.Helper()
		report, err := verify.Goal(t.Context(), verify.Source{Log: copied(t, records), Keys: store.Keys, Blobs: store.Blobs, Checkpoint: signed}, chaintest.Workspace, goal)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range report.Checks {
			if c.Name == "checkpoint" {
				found = append(found, c)
			}
		}
		return found
	}
	if found := look(records, signed); len(found) != 1 || !found[0].OK {
		t.Errorf("as it is: %v", found)
	}
	changed := slices.Clone(records)
	changed[last].Actor = "user:mallory"
	if found := look(changed, nil); len(found) != 0 {
		t.Errorf("without a checkpoint: %v", found)
	}
	if found := look(changed, signed); len(found) != 1 || found[0].Class != verify.Changed || found[0].Sequence != uint64(records[last].Revision) {
		t.Errorf("the last one was changed: %v", found)
	}
	if found := look(records, &verify.Signed{Note: newest.Note, Key: stranger(t).Public(), Tiles: kept}); len(found) != 1 || found[0].Class != verify.BadSignature {
		t.Errorf("with another key: %v", found)
	}
	if found := look(records, &verify.Signed{Note: newest.Note, Key: newest.Key, Tiles: wrecked(kept)}); len(found) != 1 || found[0].Class != verify.Unproven {
		t.Errorf("with another tree: %v", found)
	}
	// A checkpoint from before knows nothing of what came later.
	early, err := key.Sign(uint64(records[0].Revision), rootOf(t, store.Log, 1))
	if err != nil {
		t.Fatal(err)
	}
	if found := look(changed, &verify.Signed{Note: early, Key: newest.Key, Tiles: kept}); len(found) != 1 || !found[0].OK {
		t.Errorf("under an earlier one: %v", found)
	}
}

// rootOf is the root of the tree over the first events.
func rootOf(t *testing.T, log eventlog.Log, size uint64) events.Digest {
	t.Helper()
	tree := auditlog.NewTree()
	for r, err := range log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if tree.Size() == size {
			break
		}
		tree.Add(r.Digest())
	}
	return tree.Root()
}
