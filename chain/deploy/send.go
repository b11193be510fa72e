package deploy

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// call is a transaction to make: to a contract or account, or one that creates a contract.
type call struct {
	to    common.Address // zero creates
	value *big.Int       // wei; nil is none
	data  []byte
	gas   uint64 // limit; 0 is estimated
	step  Step
}

func (c call) recipient() *common.Address {
	if c.to == (common.Address{}) {
		return nil
	}
	return &c.to
}

// price is what a unit of gas is offered.
type price struct{ tip, limit *big.Int }

// of is what some gas costs at most.
func (p price) of(gas uint64) *big.Int { return new(big.Int).Mul(p.limit, new(big.Int).SetUint64(gas)) }

// price asks the chain.
func (d *deployment) price(ctx context.Context) (p price, err error) {
	head, err := d.chain.HeaderByNumber(ctx, nil)
	if err != nil {
		return p, fmt.Errorf("latest block: %w", err)
	}
	var tip *big.Int
	if d.prof.Tip == nil {
		if tip, err = d.chain.SuggestGasTipCap(ctx); err != nil {
			return p, fmt.Errorf("tip: %w", err)
		}
	}
	p.tip, p.limit = d.prof.Fees(head.BaseFee, tip)
	return p, nil
}

// sign makes a transaction.
func (d *deployment) sign(ctx context.Context, nonce uint64, c call, p price) (*types.Transaction, error) {
	value := c.value
	if value == nil {
		value = new(big.Int)
	}
	gas := c.gas
	if gas == 0 {
		estimate, err := d.chain.EstimateGas(ctx, ethereum.CallMsg{From: d.key.Address(), To: c.recipient(), Value: c.value, Data: c.data})
		if err != nil {
			return nil, fmt.Errorf("estimate gas: %w", err)
		}
		gas = d.prof.GasLimit(estimate)
	}
	return d.key.Sign(types.NewTx(&types.DynamicFeeTx{
		ChainID: d.id, Nonce: nonce, GasTipCap: p.tip, GasFeeCap: p.limit, Gas: gas, To: c.recipient(), Value: value, Data: c.data,
	}), d.id)
}

// flight is a transaction on its way.
type flight struct {
	tx      *types.Transaction
	from    common.Address
	hashes  []common.Hash // of all its forms
	step    Step
	sent    time.Time
	absent  int            // looks in a row without a receipt although its nonce is finally used
	receipt *types.Receipt // in a final block
	lost    bool           // another transaction has its nonce for good
}

func (f *flight) landed() bool { return f.receipt != nil || f.lost }

// send makes calls and waits until they are final. Those that came to nothing because something else used the account are
// no error: the caller looks what is left to do.
func (d *deployment) send(ctx context.Context, calls []call) error {
	nonce, err := d.chain.NonceAt(ctx, d.key.Address(), nil)
	if err != nil {
		return fmt.Errorf("nonce: %w", err)
	}
	price, err := d.price(ctx)
	if err != nil {
		return err
	}
	cost := new(big.Int)
	flights, err := d.flights(ctx, nonce, calls, price, cost)
	if err != nil {
		return err
	}
	if err := d.afford(ctx, cost); err != nil {
		return err
	}
	if err := d.await(ctx, flights, func() error { return nil }); err != nil {
		return err
	}
	for _, f := range flights {
		if f.receipt != nil && f.receipt.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("%s: transaction %s was reverted", f.step, f.receipt.TxHash)
		}
	}
	return nil
}

// flights signs calls under nonces that follow each other, and adds what they may cost.
func (d *deployment) flights(ctx context.Context, nonce uint64, calls []call, p price, cost *big.Int) ([]*flight, error) {
	flights := make([]*flight, len(calls))
	for i, c := range calls {
		tx, err := d.sign(ctx, nonce+uint64(i), c, p)
		if err != nil {
			return nil, fmt.Errorf("%s for %s as %s: %w", c.step, c.step.Account, d.key.Address(), err)
		}
		cost.Add(cost, tx.Cost())
		flights[i] = &flight{tx: tx, from: d.key.Address(), hashes: []common.Hash{tx.Hash()}, step: c.step}
	}
	return flights, nil
}

// String is the step in words.
func (s Step) String() string {
	words := s.Do
	for _, more := range []string{string(s.Contract), s.Role} {
		if more != "" {
			words += " " + more
		}
	}
	return words
}

// await sends transactions, and again if need be, until all are in final blocks or cannot get into one. A form that a higher
// base fee keeps out is replaced by one that pays more; save is called before that is sent.
func (d *deployment) await(ctx context.Context, flights []*flight, save func() error) error {
	tick := time.NewTicker(d.cfg.Poll)
	defer tick.Stop()
	for {
		open, err := d.look(ctx, flights)
		if err != nil || len(open) == 0 {
			return err
		}
		if err := d.push(ctx, open, save); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// looks is how often a receipt must be missing before it is believed: nodes behind one address may differ.
const looks = 3

// look finds receipts of those whose nonce is used for good, and returns those that are still open.
func (d *deployment) look(ctx context.Context, flights []*flight) (open []*flight, err error) {
	final := big.NewInt(int64(rpc.FinalizedBlockNumber))
	used := map[common.Address]uint64{}
	for _, f := range flights {
		if f.landed() {
			continue
		}
		if _, asked := used[f.from]; !asked {
			if used[f.from], err = d.chain.NonceAt(ctx, f.from, final); err != nil {
				return nil, fmt.Errorf("nonce: %w", err)
			}
		}
		if f.tx.Nonce() < used[f.from] {
			d.receipt(ctx, f)
		}
		if !f.landed() {
			open = append(open, f)
		} else if f.receipt != nil {
			f.step.Tx, f.step.Final = f.receipt.TxHash, true
			d.told(ctx, f.step)
		}
	}
	return open, nil
}

// receipt looks for the receipt of each form. An answer other than that there is none is unknown, not absent.
func (d *deployment) receipt(ctx context.Context, f *flight) {
	for _, hash := range f.hashes {
		receipt, err := d.chain.TransactionReceipt(ctx, hash)
		switch {
		case err == nil:
			f.receipt = receipt
			return
		case !errors.Is(err, ethereum.NotFound):
			return
		}
	}
	f.absent++
	f.lost = f.absent >= looks
}

// push sends what is due.
func (d *deployment) push(ctx context.Context, open []*flight, save func() error) error {
	var due []*flight
	for _, f := range open {
		if time.Since(f.sent) >= d.cfg.Resend {
			due = append(due, f)
		}
	}
	if len(due) == 0 {
		return nil
	}
	if err := d.raise(ctx, due, save); err != nil {
		return err
	}
	for _, f := range due {
		if err := d.chain.SendTransaction(ctx, f.tx); err != nil && !harmless(err) {
			return fmt.Errorf("send transaction %s: %w", f.tx.Hash(), err)
		}
		if f.sent.IsZero() {
			f.step.Tx = f.tx.Hash()
			d.told(ctx, f.step)
		}
		f.sent = time.Now()
	}
	return nil
}

// raise signs those anew that offer less than the base fee.
func (d *deployment) raise(ctx context.Context, due []*flight, save func() error) error {
	head, err := d.chain.HeaderByNumber(ctx, nil)
	if err != nil {
		return fmt.Errorf("latest block: %w", err)
	}
	raised := false
	for _, f := range due {
		if head.BaseFee == nil || head.BaseFee.Cmp(f.tx.GasFeeCap()) <= 0 || f.from != d.key.Address() {
			continue
		}
		now, err := d.price(ctx)
		if err != nil {
			return err
		}
		tip := atLeastEighthMore(f.tx.GasTipCap(), now.tip)
		tx, err := d.key.Sign(types.NewTx(&types.DynamicFeeTx{
			ChainID: d.id, Nonce: f.tx.Nonce(), GasTipCap: tip, GasFeeCap: new(big.Int).Add(now.limit, tip), Gas: f.tx.Gas(),
			To: f.tx.To(), Value: f.tx.Value(), Data: f.tx.Data(),
		}), d.id)
		if err != nil {
			return err
		}
		f.tx, f.hashes, raised = tx, append(f.hashes, tx.Hash()), true
	}
	if !raised {
		return nil
	}
	return save()
}

// atLeastEighthMore is what a node takes in place of an old fee.
func atLeastEighthMore(old, now *big.Int) *big.Int {
	more := new(big.Int).Rsh(old, 3)
	if more.Add(more, old).Add(more, big.NewInt(1)).Cmp(now) < 0 {
		return now
	}
	return more
}

// harmless reports whether a node does not take a transaction because it, or another with its nonce, is there already.
func harmless(err error) bool {
	text := strings.ToLower(err.Error())
	for _, words := range []string{"already known", "known transaction", "already imported", "nonce too low", "nonce is too low", "replacement"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}
