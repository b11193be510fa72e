package rpc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
)

// one asks for one thing.
func one[T any](ctx context.Context, p *Pool, need uint64, f func(context.Context, txmgr.Node) (T, error)) (T, error) {
	var answer T
	err := p.first(ctx, need, func(ctx context.Context, n txmgr.Node) (err error) {
		answer, err = f(ctx, n)
		return err
	})
	return answer, err
}

// ChainID implements txmgr.Chain.
func (p *Pool) ChainID(ctx context.Context) (*big.Int, error) {
	return one(ctx, p, 0, func(ctx context.Context, n txmgr.Node) (*big.Int, error) { return n.ChainID(ctx) })
}

// BlockHash implements txmgr.Chain: as many nodes must say so as the quorum wants.
func (p *Pool) BlockHash(ctx context.Context, number uint64) (common.Hash, error) {
	ask := func(ctx context.Context, n txmgr.Node) (common.Hash, error) { return n.BlockHash(ctx, number) }
	if p.cfg.Quorum == 1 {
		return one(ctx, p, number, ask)
	}
	votes := map[common.Hash]int{}
	var faults []error
	for _, a := range all(ctx, p, p.candidates(number), ask) {
		if a.err != nil {
			faults = append(faults, a.err)
		} else if votes[a.v]++; votes[a.v] >= p.cfg.Quorum {
			return a.v, nil
		}
	}
	if ctx.Err() != nil {
		return common.Hash{}, ctx.Err()
	}
	if len(votes) == 0 {
		return common.Hash{}, errors.Join(faults...)
	}
	return common.Hash{}, fmt.Errorf("block %d: %w", number, errors.Join(append(faults, p.errFew(len(votes)))...))
}

// errFew says that too few nodes agree.
func (p *Pool) errFew(n int) error {
	return fmt.Errorf("%d nodes answer, %d must agree", n, p.cfg.Quorum)
}

// Tip implements txmgr.Chain.
func (p *Pool) Tip(ctx context.Context) (*big.Int, error) {
	return one(ctx, p, 0, func(ctx context.Context, n txmgr.Node) (*big.Int, error) { return n.Tip(ctx) })
}

// Estimate implements txmgr.Chain. That a call reverts is believed only if no node thinks otherwise: one that is behind may
// not know what the call builds on.
func (p *Pool) Estimate(ctx context.Context, from, to common.Address, data []byte) (uint64, error) {
	return one(ctx, p, 0, func(ctx context.Context, n txmgr.Node) (uint64, error) {
		gas, err := n.Estimate(ctx, from, to, data)
		if err == nil && gas == 0 {
			err = errNull
		}
		return gas, err
	})
}

// Call implements txmgr.Chain. That there is no such contract is believed only if no node thinks otherwise.
func (p *Pool) Call(ctx context.Context, to common.Address, finalized bool, data ...[]byte) ([][]byte, error) {
	var answers [][]byte
	err := p.first(ctx, 0, func(ctx context.Context, n txmgr.Node) error {
		got, err := n.Call(ctx, to, finalized, data...)
		if err != nil {
			return err
		}
		answers = got
		if slices.ContainsFunc(got, func(a []byte) bool { return len(a) == 0 }) {
			return errIncomplete
		}
		return nil
	})
	if ctx.Err() != nil || answers == nil {
		return nil, err
	}
	return answers, nil
}

// Logs implements txmgr.Chain.
func (p *Pool) Logs(ctx context.Context, contract common.Address, from, to uint64, topics ...[]common.Hash) ([]types.Log, error) {
	return one(ctx, p, to, func(ctx context.Context, n txmgr.Node) ([]types.Log, error) {
		return logs(ctx, n, filter([]common.Address{contract}, from, to, topics))
	})
}

// Receipts implements txmgr.Chain. What one node does not have, the others are asked for.
func (p *Pool) Receipts(ctx context.Context, hashes ...common.Hash) ([]*types.Receipt, error) {
	found := make([]*types.Receipt, len(hashes))
	answered := false
	err := p.first(ctx, 0, func(ctx context.Context, n txmgr.Node) error {
		var missing []int
		var ask []common.Hash
		for i, r := range found {
			if r == nil {
				missing, ask = append(missing, i), append(ask, hashes[i])
			}
		}
		receipts, err := n.Receipts(ctx, ask...)
		if err != nil {
			return err
		}
		answered = true
		lacks := false
		for i, r := range receipts {
			found[missing[i]] = r
			lacks = lacks || r == nil
		}
		if lacks {
			return errIncomplete
		}
		return nil
	})
	if ctx.Err() != nil || !answered {
		return nil, err
	}
	return found, nil
}

// said is what one node answered.
type said[T any] struct {
	e   *endpoint
	v   T
	err error
}

// all asks several nodes at a time. Once as many as the quorum have answered well, the others have the grace to do so.
func all[T any](ctx context.Context, p *Pool, asked []*endpoint, f func(context.Context, txmgr.Node) (T, error)) []said[T] {
	var wg sync.WaitGroup
	defer wg.Wait()
	within, stop := context.WithCancel(ctx)
	defer stop()
	answers := make(chan said[T], len(asked))
	for _, e := range asked {
		wg.Go(func() {
			var v T
			err := p.ask(within, e, func(ctx context.Context, n txmgr.Node) (err error) {
				v, err = f(ctx, n)
				return err
			})
			answers <- said[T]{e, v, err}
		})
	}
	var out []said[T]
	var late <-chan time.Time
	good := 0
	for range asked {
		select {
		case a := <-answers:
			if out = append(out, a); a.err == nil {
				good++
			}
			if good >= p.cfg.Quorum && late == nil {
				grace := time.NewTimer(p.cfg.Grace)
				defer grace.Stop()
				late = grace.C
			}
		case <-late:
			for _, e := range asked {
				if !slices.ContainsFunc(out, func(s said[T]) bool { return s.e == e }) {
					p.late(ctx, e)
				}
			}
			return out
		}
	}
	return out
}

// DisagreeError says that two nodes tell different histories, and there is no third to say which is right. Nothing is done
// until they agree, or an operator has taken out one of them.
type DisagreeError struct {
	About string
	Nodes [2]string
}

func (e *DisagreeError) Error() string {
	return fmt.Sprintf("the nodes %s and %s disagree about %s: take out the one that is wrong", e.Nodes[0], e.Nodes[1], e.About)
}

// Head implements txmgr.Chain: the latest block is that of the node that is farthest, the final one is that of as many as
// the quorum wants, and denied by none.
func (p *Pool) Head(ctx context.Context, account common.Address) (txmgr.Head, error) {
	heads, faults := p.heads(ctx, account)
	if ctx.Err() != nil {
		return txmgr.Head{}, ctx.Err()
	}
	for len(heads) >= p.cfg.Quorum && len(heads) > 0 {
		slices.SortStableFunc(heads, func(a, b said[txmgr.Head]) int { return cmp.Compare(b.v.Final.Number, a.v.Final.Number) })
		chosen := heads[p.cfg.Quorum-1]
		wrong, err := p.agree(ctx, chosen, heads)
		if err != nil {
			return txmgr.Head{}, err
		}
		if len(wrong) == 0 {
			head := chosen.v
			for _, h := range heads {
				if h.v.Latest.Number > head.Latest.Number {
					head.Latest, head.Nonce = h.v.Latest, h.v.Nonce
				}
			}
			return head, nil
		}
		heads = slices.DeleteFunc(heads, func(h said[txmgr.Head]) bool { return slices.Contains(wrong, h.e) })
	}
	if len(heads) > 0 {
		faults = append(faults, p.errFew(len(heads)))
	}
	return txmgr.Head{}, errors.Join(faults...)
}

// heads asks every node that is well where it stands.
func (p *Pool) heads(ctx context.Context, account common.Address) (heads []said[txmgr.Head], faults []error) {
	answers := all(ctx, p, p.candidates(0), func(ctx context.Context, n txmgr.Node) (txmgr.Head, error) {
		head, err := n.Head(ctx, account)
		if err == nil && head.Final.Number > head.Latest.Number {
			err = fmt.Errorf("block %d is final and %d the latest", head.Final.Number, head.Latest.Number)
		}
		if errors.Is(err, ethereum.NotFound) {
			err = errNull // a node without a head is not well
		}
		return head, err
	})
	for _, a := range answers {
		if a.err != nil {
			faults = append(faults, a.err)
			continue
		}
		a.e.reached(a.v.Latest.Number)
		heads = append(heads, a)
	}
	return heads, faults
}

// agree compares a final block with what the other nodes have at its height. It names those that are wrong by majority.
func (p *Pool) agree(ctx context.Context, chosen said[txmgr.Head], heads []said[txmgr.Head]) (wrong []*endpoint, err error) {
	final := chosen.v.Final
	p.mu.Lock()
	known := p.agreed.Hash == final.Hash && p.agreed.Number == final.Number
	p.mu.Unlock()
	if known {
		return nil, nil
	}
	var others []*endpoint
	for _, h := range heads {
		if h.e != chosen.e && h.v.Latest.Number >= final.Number {
			others = append(others, h.e)
		}
	}
	with, against := []*endpoint{chosen.e}, []*endpoint(nil)
	for _, a := range all(ctx, p, others, func(ctx context.Context, n txmgr.Node) (common.Hash, error) { return n.BlockHash(ctx, final.Number) }) {
		switch {
		case a.err != nil:
		case a.v == final.Hash:
			with = append(with, a.e)
		default:
			against = append(against, a.e)
		}
	}
	if len(against) == len(with) {
		return nil, &DisagreeError{About: fmt.Sprintf("final block %d", final.Number), Nodes: [2]string{with[0].name, against[0].name}}
	}
	wrong = against
	if len(against) > len(with) {
		wrong = with
	}
	for _, e := range wrong {
		p.failed(ctx, e, &NodeError{Node: e.name, Err: fmt.Errorf("it has another block %d than most", final.Number)})
	}
	if len(against) == 0 {
		p.mu.Lock()
		p.agreed = final
		p.mu.Unlock()
	}
	return wrong, nil
}
