package txmgr

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/events"
)

// settled is a transaction that was final a while ago.
type settled struct {
	tx      events.TxPrepared
	receipt *types.Receipt
}

// maxSettled is how many final transactions are looked at again. Finality should make it needless; nodes have been wrong
// about it.
const maxSettled = 64

func (m *Manager) remember(tx events.TxPrepared, receipt *types.Receipt) {
	if len(m.settled) == maxSettled {
		m.settled = m.settled[1:]
	}
	m.settled = append(m.settled, settled{tx, receipt})
}

// watch looks whether the blocks of final transactions still stand. Blocks are a chain, so where the highest stands all do.
func (m *Manager) watch(ctx context.Context, head Head) error {
	if head.Latest.Hash == m.watched {
		return nil
	}
	for len(m.settled) > 0 {
		last := m.settled[0]
		for _, s := range m.settled {
			if s.receipt.BlockNumber.Cmp(last.receipt.BlockNumber) >= 0 {
				last = s
			}
		}
		if last.receipt.BlockNumber.Uint64() > head.Final.Number {
			return nil // a node that is behind knows nothing of it
		}
		hash, err := m.cfg.Chain.BlockHash(ctx, last.receipt.BlockNumber.Uint64())
		if err != nil {
			return err
		}
		if hash == last.receipt.BlockHash {
			break
		}
		m.cfg.Log.ErrorContext(ctx, "a final block is gone", slog.Uint64("block", last.receipt.BlockNumber.Uint64()),
			slog.String("was", last.receipt.BlockHash.Hex()), slog.String("is", hash.Hex()))
		if err := m.reorged(ctx, last.receipt); err != nil {
			return err
		}
	}
	m.watched = head.Latest.Hash
	return nil
}

// reorged tells the clients of all transactions that were in one block.
func (m *Manager) reorged(ctx context.Context, gone *types.Receipt) error {
	for i := 0; i < len(m.settled); {
		s := m.settled[i]
		if s.receipt.BlockHash != gone.BlockHash {
			i++
			continue
		}
		if client, ok := m.clients[s.tx.Purpose]; ok {
			if err := client.Reorged(ctx, s.tx, s.receipt); err != nil {
				return fmt.Errorf("take back nonce %d: %w", s.tx.Nonce, err)
			}
		}
		m.settled = append(m.settled[:i], m.settled[i+1:]...)
	}
	return nil
}

// maxMended bounds how many nonces are filled at a time.
const maxMended = 16

// mend fills nonces below the lowest open one that the chain does not know to be used: their transactions were settled and
// left the chain with a reorg, or a node named too high a nonce once. Nothing after them can get into a block. What was
// signed for a nonce before is sent again; where nothing was, a payment of nothing to ourselves does.
func (m *Manager) mend(ctx context.Context, lowest uint64, head Head) error {
	now := m.cfg.Now()
	if lowest <= head.Nonce {
		m.gap = now
		return nil
	}
	if m.gap.IsZero() {
		m.gap = now
	}
	if now.Sub(m.gap) < m.cfg.ResendAfter {
		return nil // a node that is behind looks like this
	}
	m.gap = now
	end := min(lowest, head.Nonce+maxMended)
	m.cfg.Log.WarnContext(ctx, "filling unused nonces", slog.Uint64("from", head.Nonce), slog.Uint64("to", end-1))
	forms, err := m.forms(ctx, head.Nonce, end)
	if err != nil {
		return err
	}
	fees, err := m.fees(ctx, head.Latest)
	if err != nil {
		return err
	}
	for nonce := head.Nonce; nonce < end; nonce++ {
		raw, ok := forms[nonce]
		if !ok {
			fill, err := m.signFill(nonce, fees)
			if err != nil {
				return err
			}
			raw = fill.raw
		}
		bytes, err := hexutil.Decode(raw)
		if err != nil {
			return fmt.Errorf("stored transaction %d: %w", nonce, err)
		}
		if err := m.cfg.Chain.Send(ctx, bytes); err != nil {
			m.cfg.Log.DebugContext(ctx, "unused nonce not filled", slog.Uint64("nonce", nonce), slog.Any("err", err))
		}
	}
	return nil
}

// forms finds the newest form of each of some nonces in the log.
func (m *Manager) forms(ctx context.Context, from, end uint64) (map[uint64]string, error) {
	forms := map[uint64]string{}
	for r, err := range m.cfg.Commands.Log.Load(ctx, m.ref.Stream(), 0) {
		if err != nil {
			return nil, fmt.Errorf("read the outbox: %w", err)
		}
		e, err := m.cfg.Commands.Codec.Decode(ctx, r)
		if err != nil {
			return nil, err
		}
		switch f := e.Fact.(type) {
		case events.TxPrepared:
			if f.Nonce >= from && f.Nonce < end {
				forms[f.Nonce] = f.Raw
			}
		case events.TxReplaced:
			if f.Nonce >= from && f.Nonce < end {
				forms[f.Nonce] = f.Raw
			}
		}
	}
	return forms, nil
}
