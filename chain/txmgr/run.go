package txmgr

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Run looks after the open transactions until the context ends or the outbox cannot be understood. A chain that is down is
// waited for.
func (m *Manager) Run(ctx context.Context) error {
	for {
		busy, err := m.pass(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if Unreadable(err) {
			return fmt.Errorf("transaction manager: %w", err)
		}
		wait := m.cfg.Poll
		if err != nil {
			wait = max(wait, m.health.failed(ctx, "chain transactions wait", err))
		} else if m.health.well(ctx, "chain transactions go on") {
			m.mu.Lock()
			m.epoch++ // the node may have restarted and forgotten what was pending
			m.mu.Unlock()
		}
		var tick <-chan time.Time
		if busy || err != nil {
			tick = time.After(wait)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick:
		case <-m.wake:
		}
	}
}

// Unreadable reports whether an error means that the log holds what this binary cannot understand: going on would be wrong,
// and trying again is no use.
func Unreadable(err error) bool {
	if _, ok := errors.AsType[*events.UnknownKindError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*events.UnknownVersionError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*eventlog.MalformedRecordError](err); ok {
		return true
	}
	_, ok := errors.AsType[*eventlog.BrokenChainError](err)
	return ok
}

// held is an open transaction that nobody else works on.
type held struct {
	commands.Tx
	f *flight
}

// pass looks once at every open transaction. It reports whether there is any.
func (m *Manager) pass(ctx context.Context) (busy bool, err error) {
	if err := m.tellClosed(ctx); err != nil {
		return true, err
	}
	open, _, err := m.open(ctx)
	if err != nil || len(open) == 0 {
		return false, err
	}
	if err := m.check(ctx); err != nil {
		return true, err
	}
	head, err := m.cfg.Chain.Head(ctx, m.cfg.Key.Address())
	if err != nil {
		return true, err
	}
	m.latest.Store(head.Latest.Number)
	if err := m.watch(ctx, head); err != nil {
		return true, err
	}
	if err := m.mend(ctx, open[0].Nonce, head); err != nil {
		return true, err
	}
	mine := make([]held, 0, len(open))
	for _, tx := range open {
		f := m.flight(tx.Nonce)
		if !f.mu.TryLock() {
			continue // it is being sent
		}
		defer f.mu.Unlock()
		mine = append(mine, held{tx, f})
	}
	receipts, err := m.receipts(ctx, mine, head)
	if err != nil {
		return true, err
	}
	var faults []error // of one transaction do not keep the others
	for _, tx := range mine {
		if err := m.step(ctx, tx, receipts[tx.Nonce], head); err != nil {
			faults = append(faults, err)
		}
		if ctx.Err() != nil {
			return true, ctx.Err()
		}
	}
	return true, errors.Join(faults...)
}

// receipts looks for those transactions whose nonce is used and that were not found yet, or whose block is now final.
func (m *Manager) receipts(ctx context.Context, mine []held, head Head) (map[uint64]*types.Receipt, error) {
	var asked []held
	var forms []int
	var all []common.Hash
	for _, tx := range mine {
		if tx.Nonce < head.Nonce && (tx.f.seen == 0 || tx.f.seen <= head.Final.Number) {
			asked, forms = append(asked, tx), append(forms, len(tx.Hashes))
			all = append(all, hashes(tx.Tx)...)
		}
	}
	found := make(map[uint64]*types.Receipt, len(asked))
	if len(asked) == 0 {
		return found, nil
	}
	receipts, err := m.cfg.Chain.Receipts(ctx, all...)
	if err != nil {
		return nil, err
	}
	for i, tx := range asked {
		for _, r := range receipts[:forms[i]] {
			if r != nil && r.BlockNumber != nil {
				found[tx.Nonce] = r
			}
		}
		receipts = receipts[forms[i]:]
	}
	return found, nil
}

// step does what is next for one transaction.
func (m *Manager) step(ctx context.Context, tx held, receipt *types.Receipt, head Head) error {
	f := tx.f
	switch {
	case tx.Nonce >= head.Nonce && f.seen > 0: // a block that had it is gone
		m.cfg.Log.InfoContext(ctx, "transaction left its block", slog.String("tx", tx.Hash), slog.Uint64("block", f.seen))
		f.seen, f.sent, f.retry = 0, false, time.Time{}
		return m.resend(ctx, tx.Tx, f, head)
	case tx.Nonce >= head.Nonce:
		f.absent = 0
		if m.due(f, head) {
			return m.resend(ctx, tx.Tx, f, head)
		}
		return nil
	case receipt != nil && receipt.BlockNumber.Uint64() > head.Final.Number:
		f.seen, f.absent = receipt.BlockNumber.Uint64(), 0
		if err := m.tell(ctx, tx.Tx, f, receipt.TxHash.Hex()); err != nil {
			return err
		}
		return m.at(ctx, AtIncluded)
	case receipt != nil:
		hash, err := m.cfg.Chain.BlockHash(ctx, receipt.BlockNumber.Uint64())
		if err != nil {
			return err
		}
		if hash == receipt.BlockHash {
			return m.settle(ctx, tx, receipt)
		}
		fallthrough // a receipt of a block that is gone is none
	default:
		if f.seen > head.Final.Number {
			return nil // in a block, and it is not time to look again
		}
		f.seen = 0
		return m.missing(ctx, tx, head)
	}
}

// looks is how often a receipt must be missing before it is believed: nodes behind one address may differ, and an index
// of transactions may trail.
const looks = 3

// missing counts looks without a receipt of a transaction whose nonce is used, and gives it up once another transaction
// has the nonce for good.
func (m *Manager) missing(ctx context.Context, tx held, head Head) error {
	if tx.Nonce >= head.FinalNonce {
		tx.f.absent = 0
		return nil
	}
	if tx.f.absent++; tx.f.absent < looks {
		return nil
	}
	if err := m.at(ctx, AtLost); err != nil {
		return err
	}
	m.cfg.Log.WarnContext(ctx, "somebody else used a nonce of this signer", slog.Uint64("nonce", tx.Nonce), slog.String("tx", tx.Hash))
	_, err := m.decide(ctx, commands.AbandonTx{SignerRef: m.ref, Tx: events.TxAbandoned{
		Nonce: tx.Nonce, Reason: "its nonce was used by a transaction that is not in this outbox",
	}})
	if err != nil {
		return fmt.Errorf("abandon nonce %d: %w", tx.Nonce, err)
	}
	return m.closed(ctx, tx.TxPrepared, AtAbandoned)
}

// settle ends the life of a transaction in a final block. The client comes first: if it is told and the settling is lost, it
// is told again, whereas what is settled is never looked at again.
func (m *Manager) settle(ctx context.Context, tx held, receipt *types.Receipt) error {
	client, ok := m.clients[tx.Purpose]
	if !ok {
		return nil // left for a process that serves this purpose
	}
	if err := m.at(ctx, AtFinal); err != nil {
		return err
	}
	if err := client.Final(ctx, tx.TxPrepared, receipt); err != nil {
		return fmt.Errorf("%s of nonce %d: %w", tx.Purpose, tx.Nonce, err)
	}
	if err := m.at(ctx, AtConfirmed); err != nil {
		return err
	}
	_, err := m.decide(ctx, commands.SettleTx{SignerRef: m.ref, Tx: events.TxSettled{
		Nonce: tx.Nonce, Hash: receipt.TxHash.Hex(), Block: receipt.BlockNumber.Uint64(), BlockHash: receipt.BlockHash.Hex(),
		Reverted: receipt.Status != types.ReceiptStatusSuccessful, GasUsed: receipt.GasUsed,
	}})
	if err != nil {
		return fmt.Errorf("settle nonce %d: %w", tx.Nonce, err)
	}
	m.remember(tx.TxPrepared, receipt)
	return m.closed(ctx, tx.TxPrepared, AtSettled)
}

// closed forgets a transaction and has its client go on.
func (m *Manager) closed(ctx context.Context, tx events.TxPrepared, p Point) error {
	m.drop(tx.Nonce)
	m.closing = append(m.closing, tx)
	if err := m.at(ctx, p); err != nil {
		return err
	}
	return m.tellClosed(ctx)
}

// tellClosed tells clients of what is not in the outbox any more. After a crash they find out by themselves.
func (m *Manager) tellClosed(ctx context.Context) error {
	for len(m.closing) > 0 {
		tx := m.closing[0]
		if client, ok := m.clients[tx.Purpose]; ok {
			if err := client.Closed(ctx, tx); err != nil {
				return err
			}
		}
		m.closing = m.closing[1:]
	}
	return nil
}

// maxDoublings bounds the wait for a chain or log that is down: 8 times the first.
const maxDoublings = 3

// health says once that something went wrong and once that it is well again.
type health struct {
	log   *slog.Logger
	first time.Duration

	mu       sync.Mutex
	failures int
}

// failed notes a failure and says how long to wait.
func (h *health) failed(ctx context.Context, what string, err error) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failures == 0 {
		h.log.WarnContext(ctx, what, slog.Any("err", err))
	}
	h.failures++
	return h.first << min(h.failures-1, maxDoublings)
}

// well notes a success and reports whether there had been failures.
func (h *health) well(ctx context.Context, what string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failures == 0 {
		return false
	}
	h.log.InfoContext(ctx, what, slog.Int("failures", h.failures))
	h.failures = 0
	return true
}
