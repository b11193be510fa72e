package deploy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// gasOfGrant is what granting a role costs at most; how many are needed is not known before the contracts are there.
const gasOfGrant = 60_000

// prepare signs deployments and stores them, all under nonces that follow each other, so that a block may take them all. A
// nonce says where its contract will be, which those that need it are told. It returns what may go out beside them.
func (d *deployment) prepare(ctx context.Context, a *Addresses, missing []Name) (beside []*flight, err error) {
	nonce, err := d.chain.NonceAt(ctx, d.key.Address(), nil)
	if err != nil {
		return nil, fmt.Errorf("nonce: %w", err)
	}
	price, err := d.price(ctx)
	if err != nil {
		return nil, err
	}
	at := *a // as it will be
	for i, name := range missing {
		*at.Of(name) = Contract{Address: crypto.CreateAddress(d.key.Address(), nonce+uint64(i))}
	}
	next := *a
	next.Pending, next.Deployer, next.Roles = nil, d.key.Address(), d.cfg.Roles
	cost := price.of(uint64(len(missing)) * gasOfGrant) // in case a role is left to be granted
	for i, name := range missing {
		*next.Of(name) = Contract{}
		made := call{data: contracts[name].code(d.cfg.Roles, d.key.Address(), &at, *d.cfg.Terms)}
		tx, err := d.sign(ctx, nonce+uint64(i), made, price)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		raw, err := tx.MarshalBinary()
		if err != nil {
			return nil, err
		}
		cost.Add(cost, tx.Cost())
		next.Pending = append(next.Pending, Pending{Contract: name, Address: at.Of(name).Address, Raw: raw, Hashes: []common.Hash{tx.Hash()}})
	}
	calls, err := d.beside(ctx, &at, missing)
	if err != nil {
		return nil, err
	}
	if beside, err = d.flights(ctx, nonce+uint64(len(missing)), calls, price, cost); err != nil {
		return nil, err
	}
	if err := d.afford(ctx, cost); err != nil {
		return nil, err
	}
	if err := next.Write(d.dir); err != nil {
		return nil, err
	}
	*a = next
	return beside, nil
}

// beside are payments, and roles in contracts that will be there when they are granted. They save a round; what comes to
// nothing is done afterwards.
func (d *deployment) beside(ctx context.Context, at *Addresses, missing []Name) ([]call, error) {
	calls, err := d.unfunded(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range missing {
		for _, h := range holders(name, d.cfg.Roles, at)[len(contracts[name].roles):] {
			c := grantCall(at.Of(name).Address, h)
			c.gas = gasOfGrant
			calls = append(calls, c)
		}
	}
	return calls, nil
}

// finish sends the stored deployments, and others beside them, until they are final or another transaction has their nonce.
func (d *deployment) finish(ctx context.Context, a *Addresses, beside []*flight) error {
	if len(a.Pending) == 0 {
		return nil
	}
	flights := make([]*flight, len(a.Pending))
	for i, p := range a.Pending {
		tx := new(types.Transaction)
		if err := tx.UnmarshalBinary(p.Raw); err != nil {
			return fmt.Errorf("stored deployment of %s: %w", p.Contract, err)
		}
		from, err := types.Sender(types.LatestSignerForChainID(d.id), tx)
		if err != nil {
			return fmt.Errorf("stored deployment of %s: %w", p.Contract, err)
		}
		if !slices.Contains(p.Hashes, tx.Hash()) {
			p.Hashes = append(p.Hashes, tx.Hash())
		}
		flights[i] = &flight{tx: tx, from: from, hashes: p.Hashes, step: Step{Do: "deploy", Contract: p.Contract, Account: p.Address}}
	}
	err := d.await(ctx, append(flights[:len(flights):len(flights)], beside...), func() error {
		for i, f := range flights {
			raw, err := f.tx.MarshalBinary()
			if err != nil {
				return err
			}
			a.Pending[i].Raw, a.Pending[i].Hashes = raw, f.hashes
		}
		return a.Write(d.dir)
	})
	if err != nil {
		return err
	}
	var faults []error
	for i, f := range flights {
		p := a.Pending[i]
		switch {
		case f.receipt == nil:
			if there, err := d.there(ctx, p.Address); there || err != nil { // only a deployment with this nonce can have put code there
				*a.Of(p.Contract) = Contract{Address: p.Address}
				faults = append(faults, err)
				continue
			}
			d.cfg.Log.WarnContext(ctx, "a deployment's nonce was used otherwise", slog.String("contract", string(p.Contract)), slog.String("tx", f.tx.Hash().Hex()))
		case f.receipt.Status != types.ReceiptStatusSuccessful:
			faults = append(faults, fmt.Errorf("deployment %s of %s was reverted", f.receipt.TxHash, p.Contract))
		default:
			*a.Of(p.Contract) = Contract{Address: p.Address, Block: f.receipt.BlockNumber.Uint64(), Tx: f.receipt.TxHash}
		}
	}
	a.Pending = nil
	return errors.Join(append(faults, a.Write(d.dir))...)
}

// BalanceError says that an account cannot pay for what is to be done. Nothing of it was sent.
type BalanceError struct {
	Account    common.Address
	Have, Need *big.Int // wei
	have, need string
}

func (e *BalanceError) Error() string {
	return fmt.Sprintf("account %s has %s and may need %s: send it %s wei more", e.Account, e.have, e.need, new(big.Int).Sub(e.Need, e.Have))
}

// afford makes sure that the account can pay an amount.
func (d *deployment) afford(ctx context.Context, cost *big.Int) error {
	have, err := d.chain.BalanceAt(ctx, d.key.Address(), nil)
	if err != nil {
		return fmt.Errorf("balance of %s: %w", d.key.Address(), err)
	}
	if have.Cmp(cost) >= 0 {
		return nil
	}
	return &BalanceError{Account: d.key.Address(), Have: have, Need: cost, have: d.prof.Amount(have), need: d.prof.Amount(cost)}
}
