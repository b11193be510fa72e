package txmgr

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Request is a transaction that somebody wishes.
type Request struct {
	Purpose string // of a client
	To      common.Address
	Data    []byte
	Bundles []events.BundleRef
}

// Room waits until another transaction may be sent.
func (m *Manager) Room(ctx context.Context) error {
	for {
		m.mu.Lock()
		room := m.room
		m.mu.Unlock()
		open, _, err := m.open(ctx)
		if err != nil || len(open) < m.cfg.InFlight {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-room:
		}
	}
}

// Send stores a transaction in the outbox and then sends it. Once it is stored, it is the manager's: it is sent again until
// it is final, by this process or the next, so an error of the first sending is not the caller's. The caller has waited for
// Room and has asked the contract whether the transaction is needed at all. It fails with *RevertedError if the contract would refuse it and with a
// *commands.Refusal if the outbox does.
func (m *Manager) Send(ctx context.Context, r Request) (events.TxPrepared, error) {
	tx, f, err := m.prepare(ctx, r)
	if err != nil {
		return events.TxPrepared{}, err
	}
	defer m.poke()
	defer f.mu.Unlock()
	if err := m.at(ctx, AtPrepared); err != nil {
		return events.TxPrepared{}, err
	}
	if err := m.broadcast(ctx, commands.Tx{TxPrepared: tx, Hashes: []string{tx.Hash}, Latest: tx.Raw}, f); err != nil {
		m.cfg.Log.DebugContext(ctx, "transaction not sent at once", slog.String("tx", tx.Hash), slog.Any("err", err))
	}
	return tx, ctx.Err()
}

// prepare takes a nonce, signs and stores. The flight it returns is locked.
func (m *Manager) prepare(ctx context.Context, r Request) (events.TxPrepared, *flight, error) {
	fail := func(err error) (events.TxPrepared, *flight, error) { return events.TxPrepared{}, nil, err }
	if err := m.check(ctx); err != nil {
		return fail(err)
	}
	gas, err := m.cfg.Chain.Estimate(ctx, m.cfg.Key.Address(), r.To, r.Data)
	if err != nil {
		return fail(err)
	}
	select {
	case m.nonce <- struct{}{}:
		defer func() { <-m.nonce }()
	case <-ctx.Done():
		return fail(ctx.Err())
	}
	head, err := m.cfg.Chain.Head(ctx, m.cfg.Key.Address())
	if err != nil {
		return fail(err)
	}
	fees, err := m.fees(ctx, head.Latest)
	if err != nil {
		return fail(err)
	}
	for try := 1; ; try++ {
		_, next, err := m.open(ctx)
		if err != nil {
			return fail(err)
		}
		nonce := max(next, head.Nonce)
		signed, err := m.sign(nonce, r.To, r.Data, m.cfg.Profile.GasLimit(gas), fees)
		if err != nil {
			return fail(err)
		}
		if err := m.at(ctx, AtSigned); err != nil {
			return fail(err)
		}
		tx := events.TxPrepared{
			Nonce: nonce, Hash: signed.hash, Raw: signed.raw, To: lower(r.To), Purpose: r.Purpose, Bundles: r.Bundles,
		}
		f := m.flight(nonce)
		f.mu.Lock() // Run leaves it alone until the caller is through
		_, err = m.cfg.Commands.Signers.Run(ctx, m.request(), commands.PrepareTx{SignerRef: m.ref, Tx: tx})
		if err == nil {
			m.cost.Store(new(big.Int).Mul(fees.limit, new(big.Int).SetUint64(m.cfg.Profile.GasLimit(gas))))
			return tx, f, nil
		}
		f.mu.Unlock()
		m.drop(nonce)
		// Another process took the nonce meanwhile; what it stored is known now.
		if refused, ok := errors.AsType[*commands.Refusal](err); !ok || refused.Code != "NONCE_TAKEN" || try == 5 {
			return fail(err)
		}
	}
}

func lower(a common.Address) string { return hexutil.Encode(a.Bytes()) }

// fees are what a transaction offers for a unit of gas.
type fees struct{ tip, limit *big.Int }

// fees asks the node for a tip, where the chain has none that is fixed, and allows the base fee to double.
func (m *Manager) fees(ctx context.Context, latest Block) (fees, error) {
	tip := m.cfg.Profile.Tip
	if tip == nil {
		var err error
		if tip, err = m.cfg.Chain.Tip(ctx); err != nil {
			return fees{}, fmt.Errorf("tip: %w", err)
		}
		tip = bigger(tip, m.cfg.MinTip)
	}
	base := latest.BaseFee
	if base == nil {
		base = new(big.Int)
	}
	if least := m.cfg.Profile.MinBaseFee; least != nil {
		base = bigger(base, least)
	}
	need := new(big.Int).Add(base, m.cfg.MinTip)
	if need.Cmp(m.cfg.MaxFee) > 0 {
		return fees{}, fmt.Errorf("the chain asks for %s wei a unit of gas, at most %s are allowed", need, m.cfg.MaxFee)
	}
	limit := new(big.Int).Lsh(base, 1)
	limit = smaller(limit.Add(limit, tip), m.cfg.MaxFee)
	return fees{tip: smaller(tip, limit), limit: limit}, nil
}

// raised are fees that a node takes in place of others: each at least an eighth higher. It reports false if they may not be
// raised that far.
func (m *Manager) raised(old, now fees) (fees, bool) {
	up := func(v *big.Int) *big.Int {
		more := new(big.Int).Rsh(v, 3)
		return more.Add(more, v).Add(more, big.NewInt(1))
	}
	f := fees{tip: bigger(up(old.tip), now.tip), limit: bigger(up(old.limit), now.limit)}
	return f, f.limit.Cmp(m.cfg.MaxFee) <= 0
}

func bigger(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

func smaller(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

// signed is a transaction as the outbox keeps it.
type signed struct{ hash, raw string }

func (m *Manager) sign(nonce uint64, to common.Address, data []byte, gas uint64, f fees) (signed, error) {
	tx, err := m.cfg.Key.Sign(types.NewTx(&types.DynamicFeeTx{
		ChainID: m.id, Nonce: nonce, GasTipCap: f.tip, GasFeeCap: f.limit, Gas: gas, To: &to, Value: new(big.Int), Data: data,
	}), m.id)
	if err != nil {
		return signed{}, err
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		return signed{}, fmt.Errorf("encode transaction %d: %w", nonce, err)
	}
	return signed{hash: tx.Hash().Hex(), raw: hexutil.Encode(raw)}, nil
}

// signFill signs a payment of nothing to ourselves, which does nothing but use up a nonce.
func (m *Manager) signFill(nonce uint64, f fees) (signed, error) {
	return m.sign(nonce, m.cfg.Key.Address(), nil, params.TxGas, f)
}

func decode(raw string) (*types.Transaction, error) {
	bytes, err := hexutil.Decode(raw)
	if err != nil {
		return nil, fmt.Errorf("stored transaction: %w", err)
	}
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(bytes); err != nil {
		return nil, fmt.Errorf("stored transaction: %w", err)
	}
	return tx, nil
}

// poke has Run look at the outbox.
func (m *Manager) poke() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}
