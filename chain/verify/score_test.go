package verify_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/oracle"
	"github.com/mergit-io/mergit/chain/oracle/score"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

var registry = bindings.NewReputationRegistry()

// scored is a log with an agent whose score fell, and the chain that has its scores.
type scored struct {
	t *testing.T
	chaintest.Store
	set      *commands.Set
	node     txmgr.Node
	key      *wallet.Wallet
	registry common.Address
	ref      commands.AgentRef
	address  common.Address
	now      time.Time
}

func newScored(t *testing.T) *scored {
	t.Helper()
	key := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, key)
	chaintest.Seal(t, chain)
	s := &scored{
		t: t, Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}, node: chaintest.Node(t, chain.HTTP()), key: key,
		ref: commands.AgentRef{Workspace: chaintest.Workspace, Agent: "ada"}, address: chaintest.Wallet(t).Address(), now: time.Now(),
	}
	s.set = s.Commands()
	at, err := deploy.Ensure(t.Context(), s.node, key, t.TempDir(), deploy.Config{Contracts: []deploy.Name{deploy.ReputationRegistry}, Poll: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	s.registry = at.ReputationRegistry.Address
	s.run(commands.RegisterAgent{AgentRef: s.ref, AgentName: "Ada", Roles: []string{"coder"}, Address: strings.ToLower(s.address.Hex()),
		Capabilities: events.Capabilities{Tools: []string{"*"}, Trust: "standard"}})
	s.proven(3)
	s.proven(2)
	s.badge()
	s.RunAs(t.Context(), t, s.set, "bob", chaintest.Tasks(1)...)
	s.score()
	s.anchor()
	for n := range 3 {
		s.failed(fmt.Sprint("failed-", n))
	}
	demo := commands.PullRepo{Workspace: chaintest.Workspace, Repo: "octo/demo"}
	for n, goal := range []string{"not-ada", "failed-0"} {
		s.run(commands.OpenPull{PullRepo: demo, Pull: events.PullRequestOpened{Repo: "octo/demo", Number: int64(n + 1), Head: strings.Repeat("a", 40), Base: "main",
			Goal: goal, Task: "t", Agent: "ada"}})
		s.run(commands.ClosePull{PullRepo: demo, Number: int64(n + 1)})
	}
	for range 2 { // two steps down
		s.score()
		s.anchor()
	}
	return s
}

func (s *scored) run(c commands.Named) {
	s.t.Helper()
	if _, err := s.set.Dispatch(s.t.Context(), commands.Request{At: s.now, Actor: "test"}, c); err != nil {
		s.t.Fatal(err)
	}
}

func (s *scored) failed(goal string) {
	s.t.Helper()
	ref := commands.GoalRef{Workspace: chaintest.Workspace, Goal: goal}
	s.run(commands.SubmitGoal{GoalRef: ref, Title: "fail", Agent: "ada"})
	s.run(commands.PlanGoal{GoalRef: ref, Tasks: []events.PlannedTask{{ID: "t", Role: "coder", Tool: "file_ops", Args: []byte(`{}`)}}, Planner: events.Planner{Name: "explicit"}})
	s.run(commands.StartTask{GoalRef: ref, Task: "t", Claim: "c", Worker: "test"})
	s.run(commands.FailTask{GoalRef: ref, Task: "t", Claim: "c", Code: "test", Error: "it failed"})
}

// proven is a goal that the agent did, and its proof.
func (s *scored) proven(tasks int) {
	s.t.Helper()
	ids := make([]string, tasks)
	for i, task := range chaintest.Tasks(tasks) {
		ids[i] = task.ID
	}
	goal := s.RunAs(s.t.Context(), s.t, s.set, "ada", chaintest.Tasks(tasks)...)
	ref, bundle := commands.GoalRef{Workspace: chaintest.Workspace, Goal: goal}, events.Sum([]byte(goal))
	s.run(commands.PendProof{GoalRef: ref, Bundle: bundle, Root: bundle, Tasks: ids})
	s.run(commands.SubmitProof{GoalRef: ref, Chain: 1, Signer: "0x1", Tx: "0x2"})
	s.run(commands.ConfirmProof{GoalRef: ref, Chain: 1, Tx: "0x2", Block: 1, BlockHash: "0x3"})
}

// badge says that the badge which the agent earned was seen.
func (s *scored) badge() {
	s.t.Helper()
	fold := s.fold()
	evidence, ok := fold.Agent(s.ref.Stream()).Earned("verified_run")
	if !ok {
		s.t.Fatal("no badge was earned")
	}
	s.run(commands.SeeBadge{AgentRef: s.ref, Badge: events.BadgeIssued{Badge: "verified_run", TokenID: "1", Evidence: evidence}})
}

// fold is what the log says of all agents.
func (s *scored) fold() *score.Fold {
	s.t.Helper()
	fold := new(score.Fold)
	for r, err := range s.Log.Read(s.t.Context(), eventlog.Query{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		if !score.Sees(r.Kind) {
			continue
		}
		e, err := oracle.Open(r)
		if err != nil {
			s.t.Fatal(err)
		}
		fold.Apply(e)
	}
	return fold
}

// score computes the agent's score, as the oracle does.
func (s *scored) score() {
	s.t.Helper()
	fold := s.fold()
	w := score.WindowAt(s.now, commands.ReputationWindow)
	s.run(commands.UpdateReputation{AgentRef: s.ref, Components: fold.Agent(s.ref.Stream()).Components(w), AsOf: fold.At(), To: w.To})
}

func (s *scored) reputation() (r commands.Reputation) {
	s.t.Helper()
	err := s.set.Agents.View(s.t.Context(), s.ref.Stream(), false, func(a *commands.Agent, _ events.Revision) { r = a.Reputation })
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// set sets a score on the chain and returns its receipt once it is final.
func (s *scored) setScore(number int64, hash events.Digest) *types.Receipt {
	s.t.Helper()
	nonce, err := s.node.PendingNonceAt(s.t.Context(), s.key.Address())
	if err != nil {
		s.t.Fatal(err)
	}
	id := big.NewInt(1337)
	tx, err := s.key.Sign(types.NewTx(&types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, Gas: 300_000, To: &s.registry, Value: new(big.Int), GasTipCap: big.NewInt(1e9), GasFeeCap: big.NewInt(1e12),
		Data: registry.PackUpdateScore(s.address, uint16(number), hash),
	}), id)
	if err == nil {
		err = s.node.SendTransaction(s.t.Context(), tx)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	var receipt *types.Receipt
	chaintest.Eventually(s.t, "a score is final", func() bool {
		head, err := s.node.Head(s.t.Context(), s.key.Address())
		if err != nil {
			s.t.Fatal(err)
		}
		receipt, err = s.node.TransactionReceipt(s.t.Context(), tx.Hash())
		return err == nil && receipt.BlockNumber.Uint64() <= head.Final.Number
	})
	if receipt.Status != types.ReceiptStatusSuccessful {
		s.t.Fatal("a score was refused")
	}
	return receipt
}

// anchor sets the last score on the chain, and says that it was seen there.
func (s *scored) anchor() {
	s.t.Helper()
	u := s.reputation().Updated
	receipt := s.setScore(u.Score, u.ComponentHash)
	s.run(commands.SeeReputation{AgentRef: s.ref, Anchored: events.ReputationAnchored{
		Index: u.Index, Previous: u.Previous, Score: u.Score, ComponentHash: u.ComponentHash, At: events.OnChain{
			Chain: 1337, Contract: strings.ToLower(s.registry.Hex()), Tx: receipt.TxHash.Hex(), Block: receipt.BlockNumber.Uint64(), BlockHash: receipt.BlockHash.Hex(),
		},
	}})
}

func (s *scored) source(log eventlog.Log) verify.ScoreSource {
	return verify.ScoreSource{Log: log, Chain: s.node, Registry: s.registry}
}

func (s *scored) verify(t *testing.T, log eventlog.Log) verify.ScoreReport {
	t.Helper()
	report, err := verify.Score(t.Context(), s.source(log), chaintest.Workspace, "ada")
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// records are all of the log.
func (s *scored) records(t *testing.T) []eventlog.Record {
	t.Helper()
	var all []eventlog.Record
	for r, err := range s.Log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		r.Body = slices.Clone(r.Body)
		all = append(all, r)
	}
	return all
}

// find is the place of the nth record of a kind in a stream of an ID.
func find(t *testing.T, all []eventlog.Record, id, kind string, nth int) int {
	t.Helper()
	for i, r := range all {
		if r.Kind == kind && (id == "" || r.Stream.ID == id) {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	t.Fatalf("no %s of %s", kind, id)
	return -1
}

// alter changes members of a record's body, "a.b" is b of a, and has all that follow in its stream name the digests that come
// of it.
func alter(t *testing.T, all []eventlog.Record, i int, members map[string]any) {
	t.Helper()
	var body map[string]any
	if err := json.Unmarshal(all[i].Body, &body); err != nil {
		t.Fatal(err)
	}
	for path, value := range members {
		at, names := body, strings.Split(path, ".")
		for _, name := range names[:len(names)-1] {
			at = at[name].(map[string]any)
		}
		at[names[len(names)-1]] = value
	}
	var err error
	if all[i].Body, err = json.Marshal(body); err != nil {
		t.Fatal(err)
	}
	rechain(all, all[i].Stream)
}

func rechain(all []eventlog.Record, stream events.StreamID) {
	var last events.Digest
	for i := range all {
		if all[i].Stream == stream {
			all[i].Previous = last
			last = all[i].Digest()
		}
	}
}

func TestAScoreVerifies(t *testing.T) {
	t.Parallel()
	s := newScored(t)
	report := s.verify(t, s.Log)
	for _, f := range report.Faults() {
		t.Error(f)
	}
	if !report.OK || report.Scores != 3 || report.OnChain == nil || *report.OnChain != report.Score || report.Index != 2 || report.Components.Completed.Of != 8 || report.Components.Merged.Of != 1 {
		t.Errorf("%+v", report)
	}

	// One that is computed and not sent, then one that is final and was not seen yet.
	s.failed("failed-again")
	s.score()
	if report := s.verify(t, s.Log); !report.OK || report.Score == *report.OnChain {
		t.Errorf("%+v", report)
	}
	u := s.reputation().Updated
	s.setScore(u.Score, u.ComponentHash)
	if report := s.verify(t, s.Log); !report.OK || report.Score != *report.OnChain {
		t.Errorf("%+v", report)
	}
	if _, err := verify.Score(t.Context(), s.source(s.Log), chaintest.Workspace, "nobody"); !errors.Is(err, verify.ErrNoAgent) {
		t.Errorf("of nobody: %v", err)
	}
	if _, err := verify.Score(t.Context(), verify.ScoreSource{Log: s.Log, Chain: s.node, Registry: common.Address{1}}, chaintest.Workspace, "ada"); err == nil {
		t.Error("a contract that is not there was compared with")
	}
	rows := s.source(s.Log)
	rows.Rows = func(context.Context) ([]verify.Difference, error) { return nil, nil }
	if report, err := verify.Score(t.Context(), rows, chaintest.Workspace, "ada"); err != nil || !report.OK {
		t.Errorf("with rows that are the same: %+v, %v", report, err)
	}
	rows.Rows = func(context.Context) ([]verify.Difference, error) {
		return []verify.Difference{{Detail: "scores ada: score is 1"}}, nil
	}
	if report, err := verify.Score(t.Context(), rows, chaintest.Workspace, "ada"); err != nil || report.OK ||
		len(report.Faults()) != 1 || report.Faults()[0].Class != verify.RowDiffers {
		t.Errorf("with a row that differs: %+v, %v", report, err)
	}
	if report, err := verify.Score(t.Context(), verify.ScoreSource{Log: s.Log}, chaintest.Workspace, "ada"); err != nil || report.OK {
		t.Errorf("without a chain: %+v, %v", report, err)
	}
}

func TestWhatIsTamperedWithIsNamed(t *testing.T) {
	t.Parallel()
	s := newScored(t)
	untouched := s.records(t)
	const updated, anchored = "reputation.updated", "reputation.anchored"
	for name, c := range map[string]struct {
		tamper func(t *testing.T, all []eventlog.Record) []eventlog.Record
		class  verify.Class
		detail string // part of what is said
	}{
		"nothing": {tamper: func(_ *testing.T, all []eventlog.Record) []eventlog.Record { return all }},
		"a goal's event changed": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			all[find(t, all, "failed-0", "task.started", 0)].Body = []byte(`{"task":"t","attempt":9,"claim":"c"}`)
			return all
		}, verify.Changed, "names another digest"},
		"a failure forged into a retry": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "failed-0", "task.failed", 0), map[string]any{"retry_at": "2030-01-01T00:00:00Z"})
			return all
		}, verify.ComponentsDiffer, "completed.of is 8, the log says 7"},
		"a goal's end cut off": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			i := find(t, all, "failed-2", "task.failed", 0)
			return slices.Delete(all, i, i+1)
		}, verify.ComponentsDiffer, "quality.failed.count is 3, the log says 2"},
		"a pull request's end cut off": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			i := find(t, all, events.RepositoryID("octo/demo"), "pull_request.closed", 1)
			return slices.Delete(all, i, i+1)
		}, verify.ComponentsDiffer, "merged.of is 1, the log says 0"},
		"another's pull request changed": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			all[find(t, all, events.RepositoryID("octo/demo"), "pull_request.closed", 0)].Body = []byte(`{"repo":"octo/demo","number":2}`)
			return all
		}, verify.Changed, "names another digest"},
		"a goal given to another agent": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "failed-1", "goal.submitted", 0), map[string]any{"agent": "bob"})
			return all
		}, verify.ComponentsDiffer, "completed.of is 8, the log says 7"},
		"a score's event gone": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			i := find(t, all, "ada", updated, 1)
			return slices.Delete(all, i, i+1)
		}, verify.Removed, "is gone"},
		"components": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", updated, 1), map[string]any{"components.completed.count": 6})
			return all
		}, verify.HashDiffers, "not"},
		"components and their hash": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			i := find(t, all, "ada", updated, 1)
			e, err := oracle.Open(all[i])
			if err != nil {
				t.Fatal(err)
			}
			u := e.Fact.(events.ReputationUpdated)
			u.Components.Completed.Count = 6
			hash, err := commands.ComponentHash(u.Components)
			if err != nil {
				t.Fatal(err)
			}
			alter(t, all, i, map[string]any{"components.completed.count": 6, "component_hash": hash})
			return all
		}, verify.ForeignScore, "was not computed here"},
		"the score": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", updated, 2), map[string]any{"score": 9000})
			return all
		}, verify.StepDiffers, "it is 9000"},
		"where the step began": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", updated, 1), map[string]any{"previous": 9999})
			return all
		}, verify.StepDiffers, "it goes from 9999"},
		"as of which event": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", updated, 1), map[string]any{"as_of": 4})
			return all
		}, verify.WindowDiffers, "as of event 4"},
		"a window that ends earlier": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			to := score.WindowAt(s.now.Add(-48*time.Hour), commands.ReputationWindow)
			alter(t, all, find(t, all, "ada", updated, 0), map[string]any{"from": to.From, "to": to.To})
			return all
		}, verify.WindowDiffers, "its window ends at"},
		"a shorter window": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			w := score.WindowAt(s.now, time.Hour)
			alter(t, all, find(t, all, "ada", updated, 0), map[string]any{"from": w.From})
			return all
		}, verify.WindowDiffers, "which is no window"},
		"the score that was seen": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", anchored, 0), map[string]any{"score": 8000})
			return all
		}, verify.ChainDiffers, "seen was 8000"},
		"the hash that was seen": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", anchored, 2), map[string]any{"component_hash": events.Sum([]byte("x"))})
			return all
		}, verify.ChainDiffers, "component hash"},
		"the block that it was seen in": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", anchored, 2), map[string]any{"at.block": 1})
			return all
		}, verify.ChainDiffers, "stands in block"},
		"the hash of the block": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", anchored, 2), map[string]any{"at.block_hash": "0x" + strings.Repeat("0", 64)})
			return all
		}, verify.Reorged, "is 0x"},
		"the contract": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", anchored, 2), map[string]any{"at.contract": "0x01"})
			return all
		}, verify.ChainDiffers, "it was seen at 0x01"},
		"a badge's evidence": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", "badge.issued", 0), map[string]any{"evidence": events.Sum([]byte("x"))})
			return all
		}, verify.Unearned, "was earned with"},
		"a badge of another kind": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			alter(t, all, find(t, all, "ada", "badge.issued", 0), map[string]any{"badge": "streak_50"})
			return all
		}, verify.Unearned, "was not earned"},
		"a proof that was not confirmed": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			i := find(t, all, "", "proof.confirmed", 1)
			return slices.Delete(all, i, i+1)
		}, verify.Unearned, "was not earned"},
		"the last scores cut off": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			return all[:find(t, all, "ada", updated, 1)]
		}, verify.ChainDiffers, "which was not seen"},
		"a score put in": {func(t *testing.T, all []eventlog.Record) []eventlog.Record {
			i := find(t, all, "ada", updated, 1)
			more := all[len(all)-1]
			more.Stream, more.Kind, more.Subject, more.Body = all[i].Stream, all[i].Kind, all[i].Subject, all[i].Body
			more.ID, more.Revision, more.Ordinal, more.Version = "another", more.Revision+1, all[len(all)-1].Ordinal+1, all[i].Version
			all = append(all, more)
			rechain(all, more.Stream)
			return all
		}, verify.StepDiffers, "index"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := make([]eventlog.Record, len(untouched))
			for i, r := range untouched {
				r.Body = slices.Clone(r.Body)
				all[i] = r
			}
			report := s.verify(t, copied(t, c.tamper(t, all)))
			if c.class == "" {
				if !report.OK {
					t.Error(report.Faults())
				}
				return
			}
			for _, f := range report.Faults() {
				if f.Class == c.class && strings.Contains(f.Detail, c.detail) {
					t.Log(f)
					return
				}
			}
			t.Errorf("want %s that says %q, found %v", c.class, c.detail, report.Faults())
		})
	}
}

func TestAScoreThatSomebodyElseSetIsNamed(t *testing.T) {
	t.Parallel()
	s := newScored(t)
	r := s.reputation()
	s.setScore(commands.ReputationStep(r.Anchored.Score, 10_000), events.Sum([]byte("mine")))
	report := s.verify(t, s.Log)
	if f := report.Faults(); len(f) != 1 || f[0].Class != verify.ChainDiffers || !strings.Contains(f[0].Detail, "was not seen") {
		t.Errorf("found %v", f)
	}
}
