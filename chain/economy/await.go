package economy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// sure is how often in a row a node must say that it has none of our transactions, although the nonce is used for good,
// until that is believed: behind one URL there may be several nodes, of which one trails.
const sure = 5

// finish sends what is pending until it is final, and notes what became of it. If it ends early, it is still pending.
func (s *Sender) finish(ctx context.Context, box *outbox) (*types.Receipt, error) {
	p := box.Pending
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(p.Raw); err != nil {
		return nil, fmt.Errorf("stored transaction in %s: %w", box.path, err)
	}
	w := &watch{s: s, p: p, tx: tx, box: box}
	receipt, err := w.run(ctx)
	taken, stolen := errors.AsType[*NonceTakenError](err)
	switch {
	case stolen:
		box.Pending = nil
		return nil, errors.Join(taken, box.write())
	case err != nil:
		return nil, err
	}
	box.Pending = nil
	succeeded := receipt.Status == types.ReceiptStatusSuccessful
	if succeeded && p.Once {
		box.remember(p.Intent, receipt.TxHash)
	}
	if err := box.write(); err != nil {
		return nil, err
	}
	if !succeeded {
		return nil, &Refusal{Name: "Reverted", Text: fmt.Sprintf("transaction %s was reverted in block %d: something changed between signing and inclusion; look at how things stand, then do it again", receipt.TxHash, receipt.BlockNumber)}
	}
	s.tell(Progress{Does: p.Does, Tx: receipt.TxHash, Stage: "final", Block: receipt.BlockNumber.Uint64()})
	return receipt, nil
}

// watch is the wait for one transaction.
type watch struct {
	s   *Sender
	p   *pending
	tx  *types.Transaction // newest form
	box *outbox

	misses int
	idle   int         // looks until it is sent again
	mined  common.Hash // of the block it was last seen in
}

func (w *watch) run(ctx context.Context) (*types.Receipt, error) {
	tick := time.NewTicker(cmp.Or(w.s.Poll, 500*time.Millisecond))
	defer tick.Stop()
	resend := cmp.Or(w.s.Resend, 20)
	for {
		receipt, err := w.look(ctx)
		if err == nil && receipt == nil && w.mined == (common.Hash{}) {
			if w.idle--; w.idle < 0 {
				if err = w.send(ctx); err == nil {
					w.idle = resend
				}
			}
		}
		if receipt != nil || isFor(err) {
			return receipt, err
		}
		if err != nil && ctx.Err() == nil { // the node may be back at the next look
			w.s.tell(Progress{Does: w.p.Does, Tx: w.tx.Hash(), Stage: "waiting", Err: err})
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w; transaction %s may still come to pass: do the same again, and it is waited for and not sent twice", ctx.Err(), w.tx.Hash())
		case <-tick.C:
		}
	}
}

// isFor reports whether an error is for whoever ordered, and not one that passes.
func isFor(err error) bool {
	_, stolen := errors.AsType[*NonceTakenError](err)
	_, poor := errors.AsType[*FundsError](err)
	return stolen || poor
}

// look asks what became of the transaction: a receipt once it is final.
func (w *watch) look(ctx context.Context) (*types.Receipt, error) {
	used, err := w.s.Chain.NonceAt(ctx, w.s.Key.Address(), final)
	if err != nil {
		return nil, fmt.Errorf("nonce: %w", err)
	}
	receipt, err := w.receipt(ctx)
	if err != nil {
		return nil, err
	}
	if used <= w.p.Nonce {
		w.see(receipt)
		return nil, nil
	}
	if receipt != nil {
		return receipt, nil
	}
	if w.misses++; w.misses >= sure {
		return nil, &NonceTakenError{Account: w.s.Key.Address(), Nonce: w.p.Nonce, Does: w.p.Does}
	}
	return nil, nil
}

// see notes in which block the transaction is, or that it is in none any more.
func (w *watch) see(receipt *types.Receipt) {
	if receipt == nil {
		w.mined = common.Hash{}
		return
	}
	if w.mined != receipt.BlockHash {
		w.s.tell(Progress{Does: w.p.Does, Tx: receipt.TxHash, Stage: "mined", Block: receipt.BlockNumber.Uint64()})
	}
	w.mined = receipt.BlockHash
}

// receipt finds the receipt of any form of the transaction, newest first; nil if there is none.
func (w *watch) receipt(ctx context.Context) (*types.Receipt, error) {
	for i := len(w.p.Hashes) - 1; i >= 0; i-- {
		receipt, err := w.s.Chain.TransactionReceipt(ctx, w.p.Hashes[i])
		if err == nil {
			w.misses = 0
			return receipt, nil
		}
		if !errors.Is(err, ethereum.NotFound) { // unknown, not absent
			return nil, fmt.Errorf("receipt of %s: %w", w.p.Hashes[i], err)
		}
	}
	return nil, nil
}

// send hands the transaction to the node, with a higher fee if it cannot get into a block otherwise.
func (w *watch) send(ctx context.Context) error {
	head, err := w.s.Chain.HeaderByNumber(ctx, nil)
	if err != nil {
		return fmt.Errorf("latest block: %w", err)
	}
	if head.BaseFee != nil && head.BaseFee.Cmp(w.tx.GasFeeCap()) > 0 {
		if err := w.raise(ctx); err != nil {
			return err
		}
	}
	err = w.s.Chain.SendTransaction(ctx, w.tx)
	switch {
	case err == nil:
		w.s.tell(Progress{Does: w.p.Does, Tx: w.tx.Hash(), Stage: "sent"})
	case known(err):
		return nil
	case strings.Contains(strings.ToLower(err.Error()), "insufficient funds"):
		have, asking := w.s.Chain.BalanceAt(ctx, w.s.Key.Address(), nil)
		if asking != nil {
			return asking
		}
		return &FundsError{Account: w.s.Key.Address(), Have: have, Need: w.tx.Cost(), Coin: w.s.coin()}
	}
	return err
}

// raise signs the transaction again with the same number and at least an eighth more, as nodes want it, and stores that
// beside the older form: either may get into a block, but not both.
func (w *watch) raise(ctx context.Context) error {
	tip, limit, err := w.s.fees(ctx)
	if err != nil {
		return err
	}
	next := &types.DynamicFeeTx{
		Nonce: w.tx.Nonce(), Gas: w.tx.Gas(), To: w.tx.To(), Value: w.tx.Value(), Data: w.tx.Data(),
		GasTipCap: larger(tip, withEighth(w.tx.GasTipCap())), GasFeeCap: larger(limit, withEighth(w.tx.GasFeeCap())),
	}
	if err := w.s.store(w.box, next, w.p, w.p.Once); err != nil {
		return err
	}
	w.tx = new(types.Transaction)
	return w.tx.UnmarshalBinary(w.p.Raw)
}

func withEighth(n *big.Int) *big.Int {
	more := new(big.Int).Rsh(n, 3)
	return more.Add(more, n).Add(more, big.NewInt(1))
}

func larger(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

// known reports whether a node does not take a transaction because it, or one with its number, is there already.
func known(err error) bool {
	text := strings.ToLower(err.Error())
	for _, words := range []string{"already known", "known transaction", "already imported", "alreadyknown", "nonce too low", "nonce is too low", "oldnonce", "replacement"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}
