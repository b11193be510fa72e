package economy_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/merkle/testonly"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify/filelog"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// leafOf is a leaf as evidence has it.
func leafOf(leaves []merkle.Leaf, index int) economy.EvidenceLeaf {
	l := economy.EvidenceLeaf{Leaf: leaves[index].Data(), Index: uint64(index), Path: []common.Hash{}}
	for _, hash := range merkle.Prove(leaves, index) {
		l.Path = append(l.Path, hash)
	}
	return l
}

// parsed writes a document and reads it back.
func parsed(t *testing.T, e economy.Evidence) economy.Evidence {
	t.Helper()
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	got, canonical, err := economy.ParseEvidence(text)
	if err != nil {
		t.Fatal(err)
	}
	if again, twice, err := economy.ParseEvidence(canonical); err != nil || string(twice) != string(canonical) || again.Goal != e.Goal {
		t.Fatalf("%s is read as %s, %v", canonical, twice, err)
	}
	return got
}

// finds checks evidence on the chain.
func (w *world) finds(t *testing.T, e economy.Evidence, holds bool, why string) {
	t.Helper()
	f, err := w.reader().Check(t.Context(), e)
	if err != nil || f.Holds != holds || !strings.Contains(f.Why, why) {
		t.Errorf("%s: %+v, %v; want %v, %q", e.Type, f, err, holds, why)
	}
}

func TestTwoResultsForOneTaskAreEvidence(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	twice := []merkle.Leaf{
		{Goal: "g1", Task: "a", Agent: w.agent.Address(), Result: [32]byte{1}},
		{Goal: "g1", Task: "b", Agent: w.agent.Address(), Result: [32]byte{2}},
		{Goal: "g1", Task: "a", Agent: w.agent.Address(), Result: [32]byte{3}},
	}
	w.record(t, "g1", twice)
	e := economy.Evidence{Type: economy.TwoLeaves, Goal: "g1", Task: "a", Agent: w.agent.Address().Hex(), Chain: 1337,
		Leaves: []economy.EvidenceLeaf{leafOf(twice, 0), leafOf(twice, 2)}}
	w.finds(t, parsed(t, e), true, "two different results")

	// A goal that was retried has a bundle for each end.
	first, second := twice[:1], []merkle.Leaf{twice[2]}
	w.record(t, "g2", renamed(first, "g2"))
	w.do(t, w.admin, economy.Call{To: w.at.Proofs, Value: new(big.Int), Does: "record the second end",
		Data: bindings.NewProofOfWork().PackRecordBundle(commands.BundleID("g2", 1), merkle.Root(renamed(second, "g2")), 1)})
	later := e
	later.Goal, later.Leaves = "g2", []economy.EvidenceLeaf{leafOf(renamed(first, "g2"), 0), leafOf(renamed(second, "g2"), 0)}
	w.finds(t, parsed(t, later), false, "leaf 2 is not in the bundle")
	later.Leaves[1].Retry = 1
	w.finds(t, parsed(t, later), true, "two different results")

	forged := e
	invented := []merkle.Leaf{{Goal: "g1", Task: "a", Agent: w.agent.Address(), Result: [32]byte{9}}}
	forged.Leaves = []economy.EvidenceLeaf{leafOf(twice, 0), leafOf(invented, 0)}
	w.finds(t, parsed(t, forged), false, "leaf 2 is not in the bundle")
	elsewhere := e
	elsewhere.Chain = 143
	w.finds(t, parsed(t, elsewhere), false, "it is about chain 143")
	w.finds(t, economy.Evidence{Type: economy.Statement}, false, "has to read it")
}

// renamed are leaves of another goal.
func renamed(leaves []merkle.Leaf, goal string) []merkle.Leaf {
	out := append([]merkle.Leaf(nil), leaves...)
	for i := range out {
		out[i].Goal = goal
	}
	return out
}

// logged is a log in which the agent did a task, and its leaf in the tree over the log.
func logged(t *testing.T, agent string) (goal string, record eventlog.Record, tree *testonly.Tree) {
	t.Helper()
	store := chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}
	set := store.Commands()
	goal = store.Run(t.Context(), t, set, chaintest.Task{ID: "a", Agent: agent, Result: `{"content":"found"}`})
	tree = testonly.New(rfc6962.DefaultHasher)
	for r, err := range store.Log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		digest := r.Digest()
		tree.AppendData(digest[:])
		if r.Kind == "task.completed" {
			record = r
		}
	}
	return goal, record, tree
}

func TestALeafThatDiffersFromTheAnchoredLogIsEvidence(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	goal, record, tree := logged(t, strings.ToLower(w.agent.Address().Hex()))
	lie := []merkle.Leaf{{Goal: goal, Task: "a", Agent: w.agent.Address(), Result: [32]byte{9}}}
	w.record(t, goal, lie)
	line, err := filelog.AppendLine(nil, record)
	if err != nil {
		t.Fatal(err)
	}
	size := tree.Size()
	path, err := tree.InclusionProof(uint64(record.Revision)-1, size)
	if err != nil {
		t.Fatal(err)
	}
	event := &economy.EvidenceEvent{Record: json.RawMessage(line[:len(line)-1]), Size: size, Root: common.Hash(tree.Hash()), Path: []common.Hash{}}
	for _, hash := range path {
		event.Path = append(event.Path, common.Hash(hash))
	}
	e := economy.Evidence{Type: economy.Contradiction, Goal: goal, Task: "a", Agent: w.agent.Address().Hex(), Chain: 1337,
		Leaves: []economy.EvidenceLeaf{leafOf(lie, 0)}, Event: event}
	w.finds(t, parsed(t, e), false, "is not anchored")
	w.do(t, w.admin, economy.Call{To: w.at.Audit, Data: bindings.NewAuditTrail().PackAnchor(size, [32]byte(tree.Hash())), Value: new(big.Int), Does: "anchor"})
	w.finds(t, parsed(t, e), true, "under an anchored checkpoint")

	// A record that was changed is in no checkpoint.
	changed := *event
	changed.Record = json.RawMessage(strings.Replace(string(event.Record), `"ce-actor":"user:test"`, `"ce-actor":"user:mallory"`, 1))
	if string(changed.Record) == string(event.Record) {
		t.Fatal("nothing was changed")
	}
	forged := e
	forged.Event = &changed
	w.finds(t, parsed(t, forged), false, "is not in the checkpoint")
	early := *event
	early.Size = uint64(record.Revision) - 1
	forged.Event = &early
	w.finds(t, parsed(t, forged), false, "is not in the checkpoint")

	// The truth is no evidence.
	done, _, err := events.Unmarshal(record.ID, record.Kind, record.Version, record.Body, func(string) (*events.Key, error) { return nil, events.ErrForgotten })
	if err != nil {
		t.Fatal(err)
	}
	truth := e
	honest := merkle.Leaf{Goal: goal, Task: "a", Agent: w.agent.Address(), Result: [32]byte(done.(events.TaskCompleted).Result)}
	truth.Leaves = []economy.EvidenceLeaf{leafOf([]merkle.Leaf{honest}, 0)}
	refusesEvidence(t, truth, "that is no contradiction")
	other := e
	other.Task = "b"
	other.Leaves = []economy.EvidenceLeaf{leafOf([]merkle.Leaf{{Goal: goal, Task: "b", Agent: w.agent.Address(), Result: [32]byte{9}}}, 0)}
	refusesEvidence(t, other, "it is not about task b")
}

func refusesEvidence(t *testing.T, e economy.Evidence, why string) {
	t.Helper()
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = economy.ParseEvidence(text)
	if _, ok := errors.AsType[*economy.EvidenceError](err); !ok || !strings.Contains(err.Error(), why) {
		t.Errorf("%s: %v; want %q", text, err, why)
	}
}

func TestEvidenceMustBeWellFormed(t *testing.T) {
	t.Parallel()
	agent := common.Address{0xa1}
	pair := []merkle.Leaf{{Goal: "g1", Task: "a", Agent: agent, Result: [32]byte{1}}, {Goal: "g1", Task: "a", Agent: agent, Result: [32]byte{2}}}
	good := economy.Evidence{Type: economy.TwoLeaves, Goal: "g1", Task: "a", Agent: agent.Hex(), Chain: 1, Leaves: []economy.EvidenceLeaf{leafOf(pair, 0), leafOf(pair, 1)}}
	parsed(t, good)
	parsed(t, economy.Evidence{Type: economy.Statement, Goal: "g1", Task: "a", Agent: agent.Hex(), Text: "the report is empty"})
	for why, change := range map[string]func(*economy.Evidence){
		"goal and task":               func(e *economy.Evidence) { e.Goal = "" },
		"agent: address":              func(e *economy.Evidence) { e.Agent = "0x12" },
		"type: want":                  func(e *economy.Evidence) { e.Type = "rumour" },
		"takes 2, and there are 1":    func(e *economy.Evidence) { e.Leaves = e.Leaves[:1] },
		"nothing else has one":        func(e *economy.Evidence) { e.Event = &economy.EvidenceEvent{} },
		"chain: say":                  func(e *economy.Evidence) { e.Chain = 0 },
		"not of this goal, task and":  func(e *economy.Evidence) { e.Task = "b" },
		"both leaves have the same":   func(e *economy.Evidence) { e.Leaves = []economy.EvidenceLeaf{e.Leaves[0], e.Leaves[0]} },
		"a leaf has 117 bytes, not 3": func(e *economy.Evidence) { e.Leaves = []economy.EvidenceLeaf{e.Leaves[0], {Leaf: []byte{1, 2, 3}}} },
		"text: say":                   func(e *economy.Evidence) { e.Type, e.Leaves = economy.Statement, nil },
		"event: ": func(e *economy.Evidence) {
			e.Type, e.Leaves, e.Event = economy.Contradiction, e.Leaves[:1], &economy.EvidenceEvent{Record: json.RawMessage(`{"sequence":1}`)}
		},
		"retry: want": func(e *economy.Evidence) {
			e.Leaves = []economy.EvidenceLeaf{e.Leaves[0], e.Leaves[1]}
			e.Leaves[1].Retry = -1
		},
	} {
		bad := good
		change(&bad)
		refusesEvidence(t, bad, why)
	}
	for _, text := range []string{"", "[]", "{", `{"type":"statement","goal":"g","goal":"h"}`, `{"typo":1}`, "\xff", `{} {}`, `"` + strings.Repeat("x", economy.MaxEvidence) + `"`} {
		if _, _, err := economy.ParseEvidence([]byte(text)); err == nil {
			t.Errorf("%.40q is evidence", text)
		} else if _, ok := errors.AsType[*economy.EvidenceError](err); !ok {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

func FuzzParseEvidence(f *testing.F) {
	agent := common.Address{0xa1}
	pair := []merkle.Leaf{{Goal: "g1", Task: "a", Agent: agent, Result: [32]byte{1}}, {Goal: "g1", Task: "a", Agent: agent, Result: [32]byte{2}}}
	for _, e := range []economy.Evidence{
		{Type: economy.TwoLeaves, Goal: "g1", Task: "a", Agent: agent.Hex(), Chain: 1, Leaves: []economy.EvidenceLeaf{leafOf(pair, 0), leafOf(pair, 1)}},
		{Type: economy.Statement, Goal: "g1", Task: "a", Agent: agent.Hex(), Text: "it is wrong"},
		{Type: economy.Contradiction, Goal: "g1", Task: "a", Agent: agent.Hex(), Chain: 1, Leaves: []economy.EvidenceLeaf{leafOf(pair, 0)}, Event: &economy.EvidenceEvent{Record: json.RawMessage(`{}`)}},
	} {
		text, err := json.Marshal(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		_, canonical, err := economy.ParseEvidence(text)
		if err != nil {
			if _, ok := errors.AsType[*economy.EvidenceError](err); !ok {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		_, again, err := economy.ParseEvidence(canonical)
		if err != nil || string(again) != string(canonical) {
			t.Fatalf("%s is read as %s, %v", canonical, again, err)
		}
	})
}
