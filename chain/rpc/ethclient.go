package rpc

import (
	"context"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
)

// What follows has the signatures of ethclient.Client, for what is written against that.

// BalanceAt is an account's balance in wei; a nil block is the latest.
func (p *Pool) BalanceAt(ctx context.Context, account common.Address, block *big.Int) (*big.Int, error) {
	return one(ctx, p, 0, func(ctx context.Context, n txmgr.Node) (*big.Int, error) { return n.BalanceAt(ctx, account, block) })
}

// CodeAt is the code of a contract, nothing if no node knows any.
func (p *Pool) CodeAt(ctx context.Context, account common.Address, block *big.Int) ([]byte, error) {
	code, err := one(ctx, p, 0, func(ctx context.Context, n txmgr.Node) ([]byte, error) {
		code, err := n.CodeAt(ctx, account, block)
		if err == nil && len(code) == 0 {
			err = errIncomplete
		}
		return code, err
	})
	if errors.Is(err, errIncomplete) {
		return nil, nil
	}
	return code, err
}

// NonceAt is an account's next nonce.
func (p *Pool) NonceAt(ctx context.Context, account common.Address, block *big.Int) (uint64, error) {
	return one(ctx, p, 0, func(ctx context.Context, n txmgr.Node) (uint64, error) { return n.NonceAt(ctx, account, block) })
}

// HeaderByNumber is a block's header; a nil number is the latest, a negative one a tag.
func (p *Pool) HeaderByNumber(ctx context.Context, number *big.Int) (*types.Header, error) {
	return one(ctx, p, 0, func(ctx context.Context, n txmgr.Node) (*types.Header, error) { return n.HeaderByNumber(ctx, number) })
}

// SuggestGasTipCap is the priority fee that a node suggests.
func (p *Pool) SuggestGasTipCap(ctx context.Context) (*big.Int, error) { return p.Tip(ctx) }

// EstimateGas is the gas that a call needs.
func (p *Pool) EstimateGas(ctx context.Context, call ethereum.CallMsg) (uint64, error) {
	return one(ctx, p, 0, func(ctx context.Context, n txmgr.Node) (uint64, error) { return n.EstimateGas(ctx, call) })
}

// CallContract runs a read-only call.
func (p *Pool) CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error) {
	return one(ctx, p, 0, func(ctx context.Context, n txmgr.Node) ([]byte, error) { return n.CallContract(ctx, call, block) })
}

// FilterLogs lists logs.
func (p *Pool) FilterLogs(ctx context.Context, q ethereum.FilterQuery) ([]types.Log, error) {
	return one(ctx, p, 0, func(ctx context.Context, n txmgr.Node) ([]types.Log, error) { return n.FilterLogs(ctx, q) })
}

// TransactionReceipt is a transaction's receipt, ethereum.NotFound if no node has one.
func (p *Pool) TransactionReceipt(ctx context.Context, tx common.Hash) (*types.Receipt, error) {
	receipts, err := p.Receipts(ctx, tx)
	if err == nil && receipts[0] == nil {
		err = ethereum.NotFound
	}
	if err != nil {
		return nil, err
	}
	return receipts[0], nil
}
