package txmgr

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// flight is what this process did about an open transaction. None of it outlives the process, nor needs to.
type flight struct {
	mu sync.Mutex

	told  string    // hash that its client knows of
	sent  bool      // a node took the newest form
	at    time.Time // of the last sending
	block uint64    // the latest then
	epoch int       // of the manager then
	sends int       // of the newest form

	underpriced bool
	refusals    int // in a row, by a node that will not have it
	failures    int // in a row, of any sort
	retry       time.Time

	seen   uint64 // block it was last found in
	absent int    // looks in a row without a receipt although its nonce is finally used
}

// maxRefusals is how often a node may refuse a transaction before its nonce is used for nothing: what comes after it waits.
const maxRefusals = 3

// sendsUntilRaise is how often the same form is sent before its fee is raised although it is not too low by the base fee.
const sendsUntilRaise = 3

// flight finds or makes what is known about a nonce.
func (m *Manager) flight(nonce uint64) *flight {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.flights[nonce]
	if !ok {
		f = &flight{}
		m.flights[nonce] = f
	}
	return f
}

func (m *Manager) drop(nonce uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.flights, nonce)
	close(m.room)
	m.room = make(chan struct{})
}

// age is the manager's epoch.
func (m *Manager) age() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.epoch
}

// due reports whether a transaction that is in no block has to be sent.
func (m *Manager) due(f *flight, head Head) bool {
	now := m.cfg.Now()
	switch {
	case now.Before(f.retry):
		return false
	case !f.sent, f.epoch != m.age():
		return true
	}
	return now.Sub(f.at) >= m.cfg.ResendAfter || head.Latest.Number >= f.block+m.cfg.ResendBlocks
}

// resend brings a transaction before the node again, in the form it has or, where that cannot get into a block, in a better
// one. Before a first sending by this process and before each new form the client is asked whether it is still of use.
func (m *Manager) resend(ctx context.Context, tx commands.Tx, f *flight, head Head) error {
	form, err := decode(tx.Latest)
	if err != nil {
		return err
	}
	filled := form.To() != nil && *form.To() == m.cfg.Key.Address() && len(form.Data()) == 0
	tooLow := head.Latest.BaseFee != nil && form.GasFeeCap().Cmp(head.Latest.BaseFee) < 0
	first := f.told == "" && f.sends == 0
	raise := tooLow || f.underpriced || f.sends >= sendsUntilRaise
	fill := f.refusals >= maxRefusals
	if (first || raise) && !filled && !fill {
		if fill, err = m.done(ctx, tx.TxPrepared); err != nil {
			return err
		}
	}
	if (raise || fill) && !(filled && !raise) {
		replaced, err := m.replace(ctx, tx, f, form, head, fill || filled)
		if err != nil {
			return err
		}
		tx = replaced
	}
	return m.broadcast(ctx, tx, f)
}

// replace signs another form of a transaction, with a higher fee, and stores it. Where the fee may not be raised it returns
// the transaction as it was.
func (m *Manager) replace(ctx context.Context, tx commands.Tx, f *flight, form *types.Transaction, head Head, fill bool) (commands.Tx, error) {
	now, err := m.fees(ctx, head.Latest)
	if err != nil {
		return tx, err
	}
	better, ok := m.raised(fees{tip: form.GasTipCap(), limit: form.GasFeeCap()}, now)
	if !ok {
		return tx, nil
	}
	next, err := m.signFill(tx.Nonce, better)
	if !fill {
		next, err = m.sign(tx.Nonce, *form.To(), form.Data(), form.Gas(), better)
	}
	if err != nil {
		return tx, err
	}
	if err := m.at(ctx, AtResigned); err != nil {
		return tx, err
	}
	_, err = m.decide(ctx, commands.ReplaceTx{SignerRef: m.ref, Tx: events.TxReplaced{
		Nonce: tx.Nonce, Replaces: tx.Hashes[len(tx.Hashes)-1], Hash: next.hash, Raw: next.raw,
	}})
	if err != nil {
		return tx, fmt.Errorf("store a replacement of nonce %d: %w", tx.Nonce, err)
	}
	m.cfg.Log.InfoContext(ctx, "transaction replaced", slog.Uint64("nonce", tx.Nonce), slog.String("tx", next.hash),
		slog.Bool("fills", fill), slog.String("max_fee", better.limit.String()))
	f.sent, f.sends, f.underpriced, f.refusals = false, 0, false, 0
	tx.Latest, tx.Hashes = next.raw, append(tx.Hashes, next.hash)
	return tx, m.at(ctx, AtReplaced)
}

// done asks the client whether a transaction is of no use any more.
func (m *Manager) done(ctx context.Context, tx events.TxPrepared) (bool, error) {
	client, ok := m.clients[tx.Purpose]
	if !ok {
		return false, nil
	}
	return client.Done(ctx, tx)
}

// broadcast sends the newest form and lets the client know. An error that says something about the transaction is noted in
// its flight.
func (m *Manager) broadcast(ctx context.Context, tx commands.Tx, f *flight) error {
	raw, err := hexutil.Decode(tx.Latest)
	if err != nil {
		return fmt.Errorf("stored transaction %d: %w", tx.Nonce, err)
	}
	err = m.cfg.Chain.Send(ctx, raw)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	f.at, f.block, f.epoch = m.cfg.Now(), m.latest.Load(), m.age()
	f.sends++
	if err != nil && !errors.Is(err, ErrKnown) {
		return m.notTaken(ctx, tx, f, err)
	}
	f.sent, f.failures, f.refusals, f.underpriced = true, 0, 0, false
	if err := m.at(ctx, AtBroadcast); err != nil {
		return err
	}
	return m.tell(ctx, tx, f, tx.Hashes[len(tx.Hashes)-1])
}

// notTaken notes why a node did not take a transaction.
func (m *Manager) notTaken(ctx context.Context, tx commands.Tx, f *flight, err error) error {
	f.retry = m.cfg.Now().Add(m.cfg.Backoff << min(f.failures, 5))
	f.failures++
	switch {
	case errors.Is(err, ErrNonceTooLow):
		return nil // the next look at the receipts tells which transaction used it
	case errors.Is(err, ErrUnderpriced):
		f.underpriced = true
	case errors.Is(err, ErrRefused):
		f.refusals++
	}
	if f.failures == 1 || f.refusals == maxRefusals {
		m.cfg.Log.WarnContext(ctx, "transaction not taken", slog.Uint64("nonce", tx.Nonce), slog.Any("err", err))
	}
	if errors.Is(err, ErrUnderpriced) || errors.Is(err, ErrRefused) || errors.Is(err, ErrFunds) {
		return nil // the node is all right
	}
	return fmt.Errorf("send transaction %d: %w", tx.Nonce, err)
}

// tell has the client know under which hash its transaction is on its way.
func (m *Manager) tell(ctx context.Context, tx commands.Tx, f *flight, hash string) error {
	client, ok := m.clients[tx.Purpose]
	if !ok || f.told == hash {
		return nil
	}
	if err := client.Sent(ctx, tx.TxPrepared, hash); err != nil {
		return err
	}
	f.told = hash
	return m.at(ctx, AtSent)
}

// hashes are all forms of a transaction.
func hashes(tx commands.Tx) []common.Hash {
	out := make([]common.Hash, len(tx.Hashes))
	for i, h := range tx.Hashes {
		out[i] = common.HexToHash(h)
	}
	return out
}
