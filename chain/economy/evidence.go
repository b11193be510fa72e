package economy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/verify/filelog"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Sorts of evidence. The first two are checked by anybody with a node; what a statement says is for people to judge.
const (
	TwoLeaves     = "two_leaves"    // two leaves with different results for one task, both in recorded bundles
	Contradiction = "contradiction" // a leaf that differs from what the log said under an anchored checkpoint
	Statement     = "statement"     // anything else, in words
)

// MaxEvidence bounds a document, in bytes.
const MaxEvidence = 256 << 10

// Evidence is what a challenge rests on. As RFC 8785 JSON it is a document, whose SHA-256 stands on the chain.
type Evidence struct {
	Type string `json:"type"`
	// Goal and Task are IDs, Agent is the address of the agent that is said to have cheated.
	Goal  string `json:"goal"`
	Task  string `json:"task"`
	Agent string `json:"agent"`
	// Chain is the ID of the chain on which the leaves' bundles are recorded; not of a statement.
	Chain uint64 `json:"chain,omitempty"`
	// Leaves are two of TwoLeaves, one of Contradiction.
	Leaves []EvidenceLeaf `json:"leaves,omitempty"`
	Event  *EvidenceEvent `json:"event,omitempty"` // of Contradiction
	Text   string         `json:"text,omitempty"`  // what a person should know
}

// EvidenceLeaf is a leaf and where it is in the goal's bundle.
type EvidenceLeaf struct {
	Leaf hexutil.Bytes `json:"leaf"` // its data, unhashed
	// Retry is after how many retries the goal had the end whose bundle this is; each has one of its own.
	Retry int           `json:"retry,omitempty"`
	Index uint64        `json:"index"`
	Path  []common.Hash `json:"path"` // from the leaf's sibling up to the root
}

// EvidenceEvent is a record of the log and where it is in an anchored checkpoint.
type EvidenceEvent struct {
	// Record is a line of what "mergit goal audit" writes.
	Record json.RawMessage `json:"record"`
	Size   uint64          `json:"size"` // of the checkpoint's tree
	Root   common.Hash     `json:"root"` // of the checkpoint's tree
	Path   []common.Hash   `json:"path"` // from the record's sibling up to the root
}

// EvidenceError says what is wrong with a document.
type EvidenceError struct{ Reason string }

func (e *EvidenceError) Error() string { return "evidence: " + e.Reason }

func malformed(format string, args ...any) error { return &EvidenceError{fmt.Sprintf(format, args...)} }

// ParseEvidence reads a document and checks that it is well formed: it has what its sort needs, and its leaves and its
// record are about the task that it names. It returns the document as RFC 8785 JSON, of which Hash is taken. Whether it is
// true is another question; see Check. Errors are *EvidenceError.
func ParseEvidence(text []byte) (Evidence, []byte, error) {
	var e Evidence
	if len(text) > MaxEvidence {
		return e, nil, malformed("has %d bytes, at most %d are allowed", len(text), MaxEvidence)
	}
	canonical, err := events.Canonical(text)
	if err != nil {
		return e, nil, malformed("%v", err)
	}
	d := json.NewDecoder(bytes.NewReader(canonical))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		return e, nil, malformed("%v", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return e, nil, malformed("there is something after the object")
	}
	return e, canonical, e.check()
}

// Hash is what stands for a document on the chain.
func Hash(canonical []byte) [32]byte { return events.Sum(canonical) }

// check looks at the form.
func (e *Evidence) check() error {
	if !events.IsToken(e.Goal) || !events.IsToken(e.Task) {
		return malformed("goal and task: name both by their IDs")
	}
	if _, err := wallet.ParseAddress(e.Agent); err != nil {
		return malformed("agent: %v", err)
	}
	leaves := map[string]int{TwoLeaves: 2, Contradiction: 1, Statement: 0}
	want, known := leaves[e.Type]
	switch {
	case !known:
		return malformed("type: want %s, %s or %s, not %q", TwoLeaves, Contradiction, Statement, shortened(e.Type))
	case len(e.Leaves) != want:
		return malformed("leaves: %s takes %d, and there are %d", e.Type, want, len(e.Leaves))
	case (e.Event != nil) != (e.Type == Contradiction):
		return malformed("event: %s and nothing else has one", Contradiction)
	case e.Type == Statement && strings.TrimSpace(e.Text) == "":
		return malformed("text: say what is the matter")
	case e.Type != Statement && e.Chain == 0:
		return malformed("chain: say on which chain the bundles are recorded")
	}
	results := make([][32]byte, len(e.Leaves))
	for i, l := range e.Leaves {
		var err error
		if results[i], err = e.own(l); err != nil {
			return malformed("leaves[%d]: %v", i, err)
		}
	}
	switch e.Type {
	case TwoLeaves:
		if results[0] == results[1] {
			return malformed("both leaves have the same result: that is no contradiction")
		}
	case Contradiction:
		done, _, err := e.record()
		if err != nil {
			return malformed("event: %v", err)
		}
		if !e.contradicts(results[0], done) {
			return malformed("the leaf has the result and the agent that the event says: that is no contradiction")
		}
	}
	return nil
}

// own takes a leaf apart that must be the task's and the agent's own, and returns the result hash in it.
func (e *Evidence) own(l EvidenceLeaf) (result [32]byte, err error) {
	if len(l.Leaf) != merkle.LeafSize {
		return result, fmt.Errorf("a leaf has %d bytes, not %d", merkle.LeafSize, len(l.Leaf))
	}
	if l.Retry < 0 {
		return result, errors.New("retry: want how often the goal was retried before")
	}
	copy(result[:], l.Leaf[merkle.LeafSize-32:])
	want := merkle.Leaf{Goal: e.Goal, Task: e.Task, Agent: common.HexToAddress(e.Agent), Result: result}
	if !bytes.Equal(want.Data(), l.Leaf) {
		return result, errors.New("it is not of this goal, task and agent")
	}
	return result, nil
}

// record reads the event, which must say that the task was done.
func (e *Evidence) record() (events.TaskCompleted, eventlog.Record, error) {
	none := events.TaskCompleted{}
	log, err := filelog.Read(bytes.NewReader(e.Event.Record))
	if err != nil {
		return none, eventlog.Record{}, err
	}
	for r, err := range log.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			return none, r, err
		}
		if r.Kind != events.KindOf[events.TaskCompleted]().Name || r.Stream.ID != e.Goal || r.Stream.Family != events.FamilyGoal ||
			r.Subject != eventlog.Subject(r.Stream, r.Kind) {
			return none, r, fmt.Errorf("it is not a task.completed of goal %s", e.Goal)
		}
		// Content stays sealed: the hash and the address are plain.
		fact, _, err := events.Unmarshal(r.ID, r.Kind, r.Version, r.Body, func(string) (*events.Key, error) { return nil, events.ErrForgotten })
		if err != nil {
			return none, r, err
		}
		done, ok := fact.(events.TaskCompleted)
		if !ok || done.Task != e.Task {
			return none, r, fmt.Errorf("it is not about task %s", e.Task)
		}
		return done, r, nil
	}
	return none, eventlog.Record{}, errors.New("there is no record")
}

// contradicts reports whether a leaf says other things of the task than the log.
func (e *Evidence) contradicts(result [32]byte, done events.TaskCompleted) bool {
	return result != [32]byte(done.Result) || !strings.EqualFold(done.AgentAddress, e.Agent)
}

// Finding is what checking evidence came to.
type Finding struct {
	// Mechanical says that a program can tell; a statement is for people.
	Mechanical bool `json:"mechanical"`
	// Holds says that the evidence proves what it says.
	Holds bool   `json:"holds"`
	Why   string `json:"why"`
}

// Check looks at a chain whether well-formed evidence proves what it says. An error means that this could not be found out.
func (r Reader) Check(ctx context.Context, e Evidence) (Finding, error) {
	if e.Type == Statement {
		return Finding{Why: "it is a statement: whoever judges challenges has to read it"}, nil
	}
	fails := func(format string, args ...any) (Finding, error) {
		return Finding{Mechanical: true, Why: fmt.Sprintf(format, args...)}, nil
	}
	if e.Chain != r.At.ChainID {
		return fails("it is about chain %d, and this is chain %d", e.Chain, r.At.ChainID)
	}
	for i, l := range e.Leaves {
		proven, err := r.Proven(ctx, commands.BundleID(e.Goal, l.Retry), l.Leaf, l.Index, words(l.Path))
		if err != nil {
			return Finding{}, err
		}
		if !proven {
			return fails("leaf %d is not in the bundle of goal %s after %d retries that is recorded on the chain", i+1, e.Goal, l.Retry)
		}
	}
	if e.Type == TwoLeaves {
		return Finding{Mechanical: true, Holds: true, Why: "bundles on the chain have two different results for the task"}, nil
	}
	_, record, err := e.record()
	if err != nil {
		return fails("%v", err)
	}
	digest := record.Digest()
	at := uint64(record.Revision) - 1
	if at >= e.Event.Size || !merkle.VerifyData(digest[:], at, e.Event.Size, words(e.Event.Path), e.Event.Root) {
		return fails("the record at sequence %d is not in the checkpoint of %d records with root %s", record.Revision, e.Event.Size, e.Event.Root)
	}
	anchored, err := r.Anchored(ctx, e.Event.Size)
	if err != nil {
		return Finding{}, err
	}
	if anchored == (common.Hash{}) || anchored != e.Event.Root {
		return fails("the checkpoint of %d records with root %s is not anchored on the chain", e.Event.Size, e.Event.Root)
	}
	return Finding{Mechanical: true, Holds: true, Why: "the bundle on the chain says other things of the task than the log did under an anchored checkpoint"}, nil
}

// words are hashes as the contracts take them.
func words(hashes []common.Hash) [][32]byte {
	out := make([][32]byte, len(hashes))
	for i, h := range hashes {
		out[i] = h
	}
	return out
}
