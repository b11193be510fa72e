package verify_test

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/events"
)

// liar is a node that says something else.
type liar struct {
	txmgr.Node
	receipt func(*types.Receipt) *types.Receipt
	hash    func(common.Hash) common.Hash
	final   uint64
	id      int64
	call    func(answer []byte) []byte
}

func (l liar) ChainID(ctx context.Context) (*big.Int, error) {
	if l.id != 0 {
		return big.NewInt(l.id), nil
	}
	return l.Node.ChainID(ctx)
}

func (l liar) Head(ctx context.Context, account common.Address) (txmgr.Head, error) {
	head, err := l.Node.Head(ctx, account)
	if l.final != 0 {
		head.Final.Number = l.final
	}
	return head, err
}

func (l liar) BlockHash(ctx context.Context, n uint64) (common.Hash, error) {
	hash, err := l.Node.BlockHash(ctx, n)
	if l.hash != nil {
		hash = l.hash(hash)
	}
	return hash, err
}

func (l liar) Receipts(ctx context.Context, hashes ...common.Hash) ([]*types.Receipt, error) {
	receipts, err := l.Node.Receipts(ctx, hashes...)
	if l.receipt != nil && err == nil {
		receipts[0] = l.receipt(receipts[0])
	}
	return receipts, err
}

func (l liar) Call(ctx context.Context, to common.Address, finalized bool, data ...[]byte) ([][]byte, error) {
	answers, err := l.Node.Call(ctx, to, finalized, data...)
	for i := range answers {
		if l.call != nil {
			answers[i] = l.call(answers[i])
		}
	}
	return answers, err
}

func TestChainThatSaysSomethingElseIsNamed(t *testing.T) {
	t.Parallel()
	p, goals := prove(t, chaintest.Tasks(2))
	word := func(i int, value byte) func([]byte) []byte { // of the answer about the bundle
		return func(answer []byte) []byte {
			if len(answer) == 128 {
				answer = slices.Clone(answer)
				clear(answer[32*i : 32*i+32])
				answer[32*i+31] = value
			}
			return answer
		}
	}
	for name, c := range map[string]struct {
		chain liar
		class verify.Class
		task  string
	}{
		"another root":        {liar{call: word(0, 1)}, verify.RootDiffers, ""},
		"another size":        {liar{call: word(1, 9)}, verify.RootDiffers, ""},
		"no bundle":           {liar{call: word(1, 0)}, verify.Unproven, ""},
		"another block":       {liar{call: word(3, 1)}, verify.Unproven, ""},
		"no receipt":          {liar{receipt: func(*types.Receipt) *types.Receipt { return nil }}, verify.Unproven, ""},
		"a receipt elsewhere": {liar{receipt: func(r *types.Receipt) *types.Receipt { r.BlockHash = common.Hash{1}; return r }}, verify.Reorged, ""},
		"no event":            {liar{receipt: func(r *types.Receipt) *types.Receipt { r.Logs = nil; return r }}, verify.Unproven, ""},
		"another contract's":  {liar{receipt: func(r *types.Receipt) *types.Receipt { r.Logs[0].Address = common.Address{1}; return r }}, verify.Unproven, ""},
		"another branch":      {liar{hash: func(common.Hash) common.Hash { return common.Hash{1} }}, verify.Reorged, ""},
		"not final":           {liar{final: 1}, verify.NotFinal, ""},
		"another chain":       {liar{id: 1}, verify.Unproven, ""},
		"a task is not in it": {liar{call: func(a []byte) []byte {
			if len(a) == 32 {
				return make([]byte, 32)
			}
			return a
		}}, verify.RootDiffers, "task-1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := p.source()
			c.chain.Node = p.node
			s.Chain = c.chain
			wants(t, check(t, s, goals[0]), c.class, c.task, 0)
		})
	}
	s := p.source()
	s.Contract = common.Address{9}
	if _, err := verify.Goal(t.Context(), s, chaintest.Workspace, goals[0]); err == nil {
		t.Error("an address without a contract was believed")
	}
	s.Chain = nil
	wants(t, check(t, s, goals[0]), verify.Unproven, "", 0)
}

func TestRowsThatDifferAreNamed(t *testing.T) {
	t.Parallel()
	p, goals := prove(t, chaintest.Tasks(1))
	s := p.source()
	s.Rows = func(_ context.Context, history []events.Envelope[events.Event]) ([]verify.Difference, error) {
		if _, ok := history[0].Fact.(events.GoalSubmitted); !ok {
			t.Errorf("the history begins with %T", history[0].Fact)
		}
		return []verify.Difference{{Task: "task-0", Detail: "its row says failed"}}, nil
	}
	wants(t, check(t, s, goals[0]), verify.RowDiffers, "task-0", 0)
	s.Rows = func(context.Context, []events.Envelope[events.Event]) ([]verify.Difference, error) { return nil, nil }
	if report := check(t, s, goals[0]); !report.OK {
		t.Errorf("rows that are the same: %v", report.Faults())
	}
}
