package verify

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
)

// proofs is what the log says of the goal's proof.
type proofs struct {
	pending   *events.ProofPending
	confirmed *events.ProofConfirmed
	at        events.Revision // of the one that counts
	status    string
	leaves    []merkle.Leaf
}

// proof recomputes the bundle and compares it with what was announced and with what stands on the chain.
func (v *verifier) proof(ctx context.Context) error {
	p, ok := v.announced()
	if !ok {
		return nil
	}
	if v.Chain == nil {
		v.fault(Unproven, "", 0, "there is no chain to compare with")
		v.done("bundle", "")
		return nil
	}
	recorded, there, err := v.bundle(ctx, p)
	if err != nil || !there {
		return err
	}
	if err := v.transaction(ctx, p, recorded); err != nil {
		return err
	}
	return v.inclusion(ctx, p.leaves)
}

// announced folds the goal up to the announcement of its proof and recomputes the leaves.
func (v *verifier) announced() (proofs, bool) {
	p, goal := proofs{}, commands.NewGoal()
	for _, e := range v.history {
		if e.fact == nil || e.Stream.IsRun() {
			continue
		}
		switch f := e.fact.(type) {
		case events.ProofPending:
			p.pending, p.at, p.status = &f, e.Revision, "pending"
		case events.ProofSubmitted:
			p.status = "submitted"
		case events.ProofConfirmed:
			p.confirmed, p.status = &f, "confirmed"
		case events.ProofReorged:
			p.confirmed, p.status = nil, "reorged"
		case events.ProofDeadLettered:
			p.status = "dead_lettered"
		}
		if _, again := e.fact.(events.GoalReplanned); again && goal.Status.Ended() { // retried: its next end has a proof of its own
			p = proofs{}
		}
		if p.pending == nil {
			goal.Evolve(events.Envelope[events.Event]{Meta: e.Meta, Fact: e.fact, Digest: e.digest})
		}
	}
	leaves, err := projector.Leaves(v.report.Goal, goal)
	if err != nil {
		v.fault(RootDiffers, "", p.at, "%v", err)
		v.done("leaves", "")
		return p, false
	}
	p.leaves, v.report.Bundle, v.report.Root = leaves, commands.BundleID(v.report.Goal, goal.Retries), merkle.Root(leaves)
	ids := make([]string, len(leaves))
	for i, leaf := range leaves {
		ids[i] = leaf.Task
		v.report.Tasks = append(v.report.Tasks, taskReport(leaves, i))
	}
	if f := p.pending; f != nil {
		switch {
		case f.Bundle != v.report.Bundle:
			v.fault(RootDiffers, "", p.at, "announced as bundle %s, the goal's is %s", f.Bundle, v.report.Bundle)
		case !slices.Equal(f.Tasks, ids):
			v.fault(RootDiffers, odd(f.Tasks, ids), p.at, "announced for tasks %s, done are %s", strings.Join(f.Tasks, ", "), strings.Join(ids, ", "))
		case f.Root != v.report.Root:
			v.fault(RootDiffers, only(ids), p.at, "announced root %s, that of the tasks is %s: the result of %s was changed",
				f.Root, v.report.Root, strings.Join(ids, " or "))
		}
	}
	v.done("leaves", "%d done tasks have root %s", len(leaves), v.report.Root)
	return p, true
}

// odd names a task that is in one list only.
func odd(a, b []string) string {
	for _, id := range slices.Concat(a, b) {
		if !slices.Contains(a, id) || !slices.Contains(b, id) {
			return id
		}
	}
	return ""
}

// only names a task if there is no other.
func only(ids []string) string {
	if len(ids) == 1 {
		return ids[0]
	}
	return ""
}

func taskReport(leaves []merkle.Leaf, i int) Task {
	t := Task{ID: leaves[i].Task, Index: i, Result: leaves[i].Result, Leaf: text(leaves[i].Data()), Path: []string{}}
	if agent := common.Address(leaves[i].Agent); agent != (common.Address{}) {
		t.Agent = agent.Hex()
	}
	for _, hash := range merkle.Prove(leaves, i) {
		t.Path = append(t.Path, text(hash[:]))
	}
	return t
}

// bundle compares the bundle of the contract with the recomputed one. It reports false if there is none to go on with.
func (v *verifier) bundle(ctx context.Context, p proofs) (recorded bindings.IProofOfWorkBundle, there bool, err error) {
	binding := bindings.NewProofOfWork()
	answers, err := v.Chain.Call(ctx, v.Contract, true, binding.PackBundle(v.report.Bundle))
	if err != nil {
		return recorded, false, err
	}
	if len(answers[0]) == 0 {
		return recorded, false, fmt.Errorf("there is no contract at %s", v.Contract)
	}
	if recorded, err = binding.UnpackBundle(answers[0]); err != nil {
		return recorded, false, fmt.Errorf("bundle: %w", err)
	}
	v.report.Contract = v.Contract.Hex()
	ids := make([]string, len(p.leaves))
	for i, leaf := range p.leaves {
		ids[i] = leaf.Task
	}
	switch {
	case recorded.Size == 0 && len(p.leaves) == 0:
		v.done("bundle", "no task was done, and the contract has no bundle")
		return recorded, false, nil
	case recorded.Size == 0:
		v.fault(Unproven, "", p.at, "the contract has no final bundle; the proof is %q", p.status)
	case len(p.leaves) == 0:
		v.fault(RootDiffers, "", p.at, "the contract has a bundle of %d tasks, the log none that was done", recorded.Size)
	case events.Digest(recorded.Root) != v.report.Root || recorded.Size != uint64(len(p.leaves)):
		v.fault(RootDiffers, only(ids), p.at, "the contract has root %x over %d tasks, the log says %s over %d: %s was changed since",
			recorded.Root, recorded.Size, v.report.Root, len(p.leaves), strings.Join(ids, " or "))
	}
	there = recorded.Size > 0 && len(p.leaves) > 0
	v.done("bundle", "the contract has the same root and size")
	return recorded, there, nil
}

// transaction checks that the bundle was recorded where the log says, in a block that is final.
func (v *verifier) transaction(ctx context.Context, p proofs, recorded bindings.IProofOfWorkBundle) error {
	defer v.done("transaction", "its block is final and emitted the bundle")
	f := p.confirmed
	if f == nil {
		v.fault(Unproven, "", p.at, "the log does not say that the proof is confirmed: it is %q", p.status)
		return nil
	}
	v.report.Chain, v.report.Tx, v.report.Block, v.report.BlockHash = f.Chain, f.Tx, f.Block, f.BlockHash
	id, err := v.Chain.ChainID(ctx)
	if err != nil {
		return err
	}
	head, err := v.Chain.Head(ctx, common.Address{})
	if err != nil {
		return err
	}
	v.report.Finalized = head.Final.Number
	receipts, err := v.Chain.Receipts(ctx, common.HexToHash(f.Tx))
	if err != nil {
		return err
	}
	r := receipts[0]
	switch {
	case id.Cmp(new(big.Int).SetUint64(f.Chain)) != 0:
		v.fault(Unproven, "", p.at, "it is said to be on chain %d, this is chain %s", f.Chain, id)
		return nil
	case r == nil || r.BlockNumber == nil:
		v.fault(Unproven, "", p.at, "the chain has no transaction %s", f.Tx)
		return nil
	case r.BlockNumber.Uint64() != f.Block || r.BlockHash.Hex() != f.BlockHash:
		v.fault(Reorged, "", p.at, "transaction %s is in block %d, %s; the log says %d, %s", f.Tx, r.BlockNumber, r.BlockHash, f.Block, f.BlockHash)
	case f.Block > head.Final.Number:
		v.fault(NotFinal, "", p.at, "block %d is above the final block %d", f.Block, head.Final.Number)
	case f.Block != recorded.BlockNumber:
		v.fault(Unproven, "", p.at, "the contract says that it was recorded in block %d, the log says %d", recorded.BlockNumber, f.Block)
	}
	hash, err := v.Chain.BlockHash(ctx, r.BlockNumber.Uint64())
	if err != nil {
		return err
	}
	if hash != r.BlockHash {
		v.fault(Reorged, "", p.at, "block %d is %s, the transaction's was %s", r.BlockNumber, hash, r.BlockHash)
	}
	if !v.emitted(r, recorded) {
		v.fault(Unproven, "", p.at, "transaction %s did not record this bundle", f.Tx)
	}
	return nil
}

// emitted reports whether a transaction recorded the bundle.
func (v *verifier) emitted(r *types.Receipt, recorded bindings.IProofOfWorkBundle) bool {
	binding := bindings.NewProofOfWork()
	parsed := binding.GetABI()
	topic := parsed.Events[bindings.ProofOfWorkBundleRecorded{}.ContractEventName()].ID
	for _, l := range r.Logs {
		if l.Address != v.Contract || l.Removed || len(l.Topics) != 2 || l.Topics[0] != topic {
			continue
		}
		e, err := binding.UnpackBundleRecordedEvent(l)
		if err == nil && events.Digest(e.BundleId) == v.report.Bundle && e.Root == recorded.Root && e.Size == recorded.Size {
			return r.Status == types.ReceiptStatusSuccessful
		}
	}
	return false
}

// maxCalls bounds the calls of one request.
const maxCalls = 64

// inclusion has the contract check the path of each leaf.
func (v *verifier) inclusion(ctx context.Context, leaves []merkle.Leaf) error {
	binding := bindings.NewProofOfWork()
	for from := 0; from < len(leaves); from += maxCalls {
		part := leaves[from:min(from+maxCalls, len(leaves))]
		calls := make([][]byte, len(part))
		for i := range part {
			index := from + i
			calls[i] = binding.PackVerifyTask(v.report.Bundle, leaves[index].Data(), big.NewInt(int64(index)), merkle.Prove(leaves, index))
		}
		answers, err := v.Chain.Call(ctx, v.Contract, true, calls...)
		if err != nil {
			return err
		}
		for i, answer := range answers {
			proven, err := binding.UnpackVerifyTask(answer)
			if err != nil {
				return fmt.Errorf("verifyTask: %w", err)
			}
			task := &v.report.Tasks[from+i]
			if task.OK = proven; !proven {
				v.fault(RootDiffers, task.ID, v.completed(task.ID), "the contract does not find it in the bundle")
			}
		}
	}
	v.done("inclusion", "the contract finds each of %d tasks in the bundle", len(leaves))
	return nil
}

// completed is where a task was.
func (v *verifier) completed(task string) events.Revision {
	for _, e := range v.history {
		if f, ok := e.fact.(events.TaskCompleted); ok && f.Task == task {
			return e.Revision
		}
	}
	return 0
}
