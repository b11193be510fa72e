package rpc

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
)

// Send implements txmgr.Chain: every node that is well is handed the transaction, because one that accepts it may lose it, or
// lie. One that takes it is enough.
func (p *Pool) Send(ctx context.Context, raw []byte) error {
	answers := all(ctx, p, p.candidates(0), func(ctx context.Context, n txmgr.Node) (struct{}, error) { return struct{}{}, n.Send(ctx, raw) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var told error
	rank := len(verdicts)
	for _, a := range answers {
		if a.err == nil {
			return nil
		}
		for i, v := range verdicts {
			if i < rank && errors.Is(a.err, v) {
				told, rank = &NodeError{Node: a.e.name, Err: clean(a.e.url, a.err)}, i
			}
		}
	}
	var silent []error
	for _, a := range answers {
		if !isAnswer(a.err) {
			silent = append(silent, a.err)
		}
	}
	if len(silent) > 0 && (told == nil || errors.Is(told, txmgr.ErrRefused)) {
		// Who says no without a reason that counts is not believed while another may say yes.
		return errors.Join(silent...)
	}
	return told
}

// verdicts are what nodes say of a transaction, the most telling first.
var verdicts = []error{txmgr.ErrKnown, txmgr.ErrNonceTooLow, txmgr.ErrUnderpriced, txmgr.ErrFunds, txmgr.ErrRefused}

// SendTransaction hands in a transaction as Send does.
func (p *Pool) SendTransaction(ctx context.Context, tx *types.Transaction) error {
	raw, err := tx.MarshalBinary()
	if err != nil {
		return fmt.Errorf("encode transaction: %w", err)
	}
	return p.Send(ctx, raw)
}
