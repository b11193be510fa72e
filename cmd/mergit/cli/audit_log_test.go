package cli

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

// ledger is a fake server's log of three events, and what it says of them.
type ledger struct {
	*fake
	key         *auditlog.Key
	inclusion   wire.Inclusion
	consistency wire.Consistency
	said        string // key, by GET /audit/key
}

func newLedger(t *testing.T) *ledger {
	t.Helper()
	l := &ledger{fake: newFake(t)}
	var err error
	if l.key, err = auditlog.OpenKey(t.TempDir(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	l.said = l.key.Public()
	// Of two events the leaves are each other's path; a third stands beside both.
	leaf := func(i byte) events.Digest { return auditlog.LeafHash(events.Sum([]byte{i})) }
	tree := auditlog.NewTree()
	var heads []wire.Checkpoint
	for i := range byte(3) {
		tree.Add(events.Sum([]byte{i}))
		note, err := l.key.Sign(tree.Size(), tree.Root())
		if err != nil {
			t.Fatal(err)
		}
		heads = append(heads, wire.Checkpoint{Size: tree.Size(), Root: tree.Root().String(), Key: l.key.Public(), Note: note, Signed: submittedAt})
	}
	heads[1].Anchor = &wire.Anchor{Chain: 1337, Block: 9}
	l.inclusion = wire.Inclusion{Sequence: 2, Leaf: leaf(1).String(), Path: []string{leaf(0).String(), leaf(2).String()}, Checkpoint: heads[2]}
	l.consistency = wire.Consistency{From: heads[1], To: heads[2], Path: []string{leaf(2).String()}}
	l.handle("GET /audit/checkpoints", func(*http.Request) (any, *wire.Problem) {
		return wire.CheckpointList{Checkpoints: []wire.Checkpoint{heads[2], heads[1], heads[0]}}, nil
	})
	l.handle("GET /audit/key", func(*http.Request) (any, *wire.Problem) {
		return wire.AuditKey{Key: l.said, Origin: l.key.Origin()}, nil
	})
	l.handle("GET /audit/inclusion", func(r *http.Request) (any, *wire.Problem) {
		if r.URL.Query().Get("sequence") != strconv.FormatUint(l.inclusion.Sequence, 10) {
			return nil, wire.Refuse(http.StatusNotFound, "EVENT_NOT_COVERED", "the checkpoint is over the first 3 events")
		}
		return l.inclusion, nil
	})
	l.handle("GET /audit/consistency", func(*http.Request) (any, *wire.Problem) { return l.consistency, nil })
	return l
}

func TestProofsAreCheckedOnThisSide(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	if r := l.cli("audit", "inclusion", "2"); r.code != exitDone || !strings.Contains(r.out, "event 2 is one of the 3") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	if r := l.cli("audit", "inclusion", "2", "--json", "--key", l.key.Public()); r.code != exitDone || r.last(t)["leaf"] != l.inclusion.Leaf {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	if r := l.cli("audit", "consistency", "2", "3"); r.code != exitDone || !strings.Contains(r.out, "extends that of size 2") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	for _, args := range [][]string{{"inclusion", "x"}, {"inclusion", "0"}, {"inclusion"}, {"consistency", "1", "x"}, {"consistency"}, {"checkpoints", "--limit", "0"}} {
		if r := l.cli(append([]string{"audit"}, args...)...); r.code != exitUsage {
			t.Errorf("%v: exit %d: %s", args, r.code, r.err)
		}
	}
	if r := l.cli("audit", "inclusion", "9", "--json"); r.code != exitRefused || r.last(t)["error"].(map[string]any)["code"] != "EVENT_NOT_COVERED" {
		t.Errorf("exit %d: %s", r.code, r.out)
	}
}

func TestAServerThatLiesIsFoundOut(t *testing.T) {
	t.Parallel()
	stranger, err := auditlog.OpenKey(t.TempDir(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		lie  func(*ledger)
		args []string
	}{
		"another leaf":  {func(l *ledger) { l.inclusion.Leaf = l.inclusion.Path[0] }, []string{"inclusion", "2"}},
		"another path":  {func(l *ledger) { l.inclusion.Path[1] = l.inclusion.Path[0] }, []string{"inclusion", "2"}},
		"no path":       {func(l *ledger) { l.inclusion.Path = nil }, []string{"inclusion", "2"}},
		"no digest":     {func(l *ledger) { l.inclusion.Path[0] = "abc" }, []string{"inclusion", "2"}},
		"another event": {func(l *ledger) { l.inclusion.Sequence = 3 }, []string{"inclusion", "3"}},
		"another root":  {func(l *ledger) { l.inclusion.Checkpoint.Note = l.consistency.From.Note }, []string{"inclusion", "2"}},
		"another signature": {func(l *ledger) {
			l.inclusion.Checkpoint.Note = strings.Replace(l.inclusion.Checkpoint.Note, "\n3\n", "\n4\n", 1)
		}, []string{"inclusion", "2"}},
		"another key":         {func(*ledger) {}, []string{"inclusion", "2", "--key", stranger.Public()}},
		"another consistency": {func(l *ledger) { l.consistency.Path[0] = l.inclusion.Leaf }, []string{"consistency", "2", "3"}},
		"two heads of one size": {func(l *ledger) {
			l.consistency.From = l.consistency.To
			l.consistency.Path = []string{l.inclusion.Leaf}
		}, []string{"consistency", "3", "3"}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			l := newLedger(t)
			c.lie(l)
			r := l.cli(append(append([]string{"audit"}, c.args...), "--json")...)
			if r.code != exitRefused || r.last(t)["error"].(map[string]any)["code"] != "VERIFICATION_FAILED" {
				t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
			}
		})
	}
}

func TestCheckpointsAndTheKeyAreShown(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	r := l.cli("audit", "checkpoints")
	if lines := strings.Split(strings.TrimSpace(r.out), "\n"); r.code != exitDone || len(lines) != 4 || !strings.Contains(lines[2], "9 of chain 1337") || !strings.Contains(lines[3], "-") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	if last := l.cli("audit", "checkpoints", "--json").last(t); last["checkpoints"] != 3.0 {
		t.Errorf("%v", last)
	}
	if r := l.cli("audit", "key"); r.code != exitDone || strings.TrimSpace(r.out) != l.key.Public() {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	if r := l.cli("audit", "key", "--replace"); r.code != exitUsage || !strings.Contains(r.err, "there is no key") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	// The key of the data folder comes before what a server says.
	own, err := auditlog.OpenKey(filepath.Join(l.data, "audit"), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if r := l.cli("audit", "key"); strings.TrimSpace(r.out) != own.Public() {
		t.Errorf("%s", r.out)
	}
	r = l.cli("audit", "key", "--replace", "--json")
	var printed wire.AuditKey
	if err := json.Unmarshal([]byte(strings.TrimSpace(r.out)), &printed); err != nil || r.code != exitDone || printed.Key == own.Public() || printed.Origin != own.Origin() {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	if text, err := os.ReadFile(filepath.Join(l.data, "audit", "key.json")); err != nil || !strings.Contains(string(text), own.Public()) {
		t.Errorf("what is replaced is not said, %v", err)
	}
}
