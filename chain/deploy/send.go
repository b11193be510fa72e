package deploy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/mergit-io/mergit/contracts/bindings"
)

// begin signs the deployment and stores it. Its nonce already says where the contract will be.
func (d *deployment) begin(ctx context.Context) (Addresses, error) {
	code := append(common.FromHex(bindings.ProofOfWorkMetaData.Bin), bindings.NewProofOfWork().PackConstructor(d.key.Address(), d.cfg.Recorder)...)
	nonce, err := d.chain.NonceAt(ctx, d.key.Address(), nil)
	if err != nil {
		return Addresses{}, fmt.Errorf("nonce: %w", err)
	}
	return d.store(ctx, nonce, code)
}

// store signs a deployment and keeps it.
func (d *deployment) store(ctx context.Context, nonce uint64, code []byte) (Addresses, error) {
	tx, err := d.sign(ctx, nonce, nil, code)
	if err != nil {
		return Addresses{}, err
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		return Addresses{}, err
	}
	a := Addresses{
		ChainID: d.id.Uint64(), ProofOfWork: crypto.CreateAddress(d.key.Address(), tx.Nonce()), Tx: tx.Hash(), Pending: raw,
	}
	return a, d.write(a)
}

// finish sends a deployment until it is final. If its nonce went to another transaction, it is of no use any more, and
// no addresses are returned.
func (d *deployment) finish(ctx context.Context, a Addresses) (Addresses, error) {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(a.Pending); err != nil {
		return a, fmt.Errorf("stored deployment: %w", err)
	}
	from, err := types.Sender(types.LatestSignerForChainID(d.id), tx)
	if err != nil {
		return a, fmt.Errorf("stored deployment: %w", err)
	}
	head, err := d.chain.HeaderByNumber(ctx, nil)
	if err != nil {
		return a, fmt.Errorf("latest block: %w", err)
	}
	if head.BaseFee != nil && head.BaseFee.Cmp(tx.GasFeeCap()) > 0 && from == d.key.Address() {
		if a, err = d.store(ctx, tx.Nonce(), tx.Data()); err != nil { // to the same address, for more
			return a, err
		}
		return d.finish(ctx, a)
	}
	d.cfg.Log.InfoContext(ctx, "deploying ProofOfWork", slog.String("address", a.ProofOfWork.Hex()), slog.String("tx", tx.Hash().Hex()))
	receipt, err := d.await(ctx, tx, from)
	if errors.Is(err, errNonceUsed) {
		if there, err := d.there(ctx, a.ProofOfWork); there || err != nil {
			if err == nil { // only a deployment with this nonce can have put code there
				a.Pending = nil
				err = d.write(a)
			}
			return a, err
		}
		d.cfg.Log.WarnContext(ctx, "the deployment's nonce was used otherwise", slog.String("tx", tx.Hash().Hex()))
		return Addresses{}, nil
	}
	if err != nil {
		return a, err
	}
	if receipt.Status != types.ReceiptStatusSuccessful {
		return a, errors.Join(fmt.Errorf("deployment %s was reverted", tx.Hash()), d.write(Addresses{ChainID: a.ChainID}))
	}
	a.Block, a.Pending = receipt.BlockNumber.Uint64(), nil
	return a, d.write(a)
}

// grant makes the recorder one, if it is not.
func (d *deployment) grant(ctx context.Context, a Addresses) error {
	binding := bindings.NewProofOfWork()
	call := func(data []byte) ([]byte, error) {
		return d.chain.CallContract(ctx, ethereum.CallMsg{To: &a.ProofOfWork, Data: data}, nil)
	}
	answer, err := call(binding.PackRECORDERROLE())
	if err != nil {
		return fmt.Errorf("role of recorders: %w", err)
	}
	role, err := binding.UnpackRECORDERROLE(answer)
	if err != nil {
		return fmt.Errorf("%s is not ProofOfWork: %w", a.ProofOfWork, err)
	}
	if answer, err = call(binding.PackHasRole(role, d.cfg.Recorder)); err != nil {
		return fmt.Errorf("look for the recorder's role: %w", err)
	}
	has, err := binding.UnpackHasRole(answer)
	if err != nil || has {
		return err
	}
	d.cfg.Log.InfoContext(ctx, "granting the recorder's role", slog.String("recorder", d.cfg.Recorder.Hex()))
	nonce, err := d.chain.NonceAt(ctx, d.key.Address(), nil)
	if err != nil {
		return fmt.Errorf("nonce: %w", err)
	}
	tx, err := d.sign(ctx, nonce, &a.ProofOfWork, binding.PackGrantRole(role, d.cfg.Recorder))
	if err != nil {
		return fmt.Errorf("grant %s the recorder's role as %s: %w", d.cfg.Recorder, d.key.Address(), err)
	}
	receipt, err := d.await(ctx, tx, d.key.Address()) // lost with a crash, it is granted again: that changes nothing
	if err == nil && receipt.Status != types.ReceiptStatusSuccessful {
		err = fmt.Errorf("transaction %s was reverted", tx.Hash())
	}
	return err
}

// sign makes a transaction.
func (d *deployment) sign(ctx context.Context, nonce uint64, to *common.Address, data []byte) (*types.Transaction, error) {
	head, err := d.chain.HeaderByNumber(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("latest block: %w", err)
	}
	tip, err := d.chain.SuggestGasTipCap(ctx)
	if err != nil {
		return nil, fmt.Errorf("tip: %w", err)
	}
	if least := big.NewInt(params.GWei); tip.Cmp(least) < 0 {
		tip = least // the base fee of an idle chain is nearly nothing
	}
	limit := new(big.Int).Set(tip)
	if head.BaseFee != nil {
		limit.Add(limit, new(big.Int).Lsh(head.BaseFee, 1))
	}
	gas, err := d.chain.EstimateGas(ctx, ethereum.CallMsg{From: d.key.Address(), To: to, Data: data})
	if err != nil {
		return nil, fmt.Errorf("estimate gas: %w", err)
	}
	return d.key.Sign(types.NewTx(&types.DynamicFeeTx{
		ChainID: d.id, Nonce: nonce, GasTipCap: tip, GasFeeCap: limit, Gas: gas + gas/10, To: to, Value: new(big.Int), Data: data,
	}), d.id)
}

// errNonceUsed says that another transaction has a nonce for good.
var errNonceUsed = errors.New("its nonce was used by another transaction")

// await sends a transaction, and again if need be, until its receipt is final.
func (d *deployment) await(ctx context.Context, tx *types.Transaction, from common.Address) (*types.Receipt, error) {
	var sent time.Time
	for tick := time.NewTicker(d.cfg.Poll); ; {
		receipt, err := d.final(ctx, tx, from)
		if err != nil || receipt != nil {
			tick.Stop()
			return receipt, err
		}
		if time.Since(sent) >= d.cfg.Resend {
			if err := d.chain.SendTransaction(ctx, tx); err != nil && !harmless(err) {
				tick.Stop()
				return nil, fmt.Errorf("send transaction %s: %w", tx.Hash(), err)
			}
			sent = time.Now()
		}
		select {
		case <-ctx.Done():
			tick.Stop()
			return nil, ctx.Err()
		case <-tick.C:
		}
	}
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

// final looks for the receipt of a transaction: none while it is not final.
func (d *deployment) final(ctx context.Context, tx *types.Transaction, from common.Address) (*types.Receipt, error) {
	finalized := big.NewInt(int64(rpc.FinalizedBlockNumber))
	used, err := d.chain.NonceAt(ctx, from, finalized)
	if err != nil {
		return nil, fmt.Errorf("nonce: %w", err)
	}
	if used <= tx.Nonce() {
		return nil, nil
	}
	receipt, err := d.chain.TransactionReceipt(ctx, tx.Hash())
	if errors.Is(err, ethereum.NotFound) {
		return nil, errNonceUsed
	}
	if err != nil {
		return nil, nil // unknown, not absent: look again
	}
	return receipt, nil
}
