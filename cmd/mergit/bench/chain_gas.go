package bench

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/contracts/bindings"
)

// Gas is what one transaction that records bundles needs.
type Gas struct {
	Tasks int `json:"tasks_per_bundle"`
	Goals int `json:"goals_per_transaction"`
	// Used is what the transaction used, and Limit what it was given: some chains charge for that.
	Used  uint64 `json:"gas_used"`
	Limit uint64 `json:"gas_limit"`
	// PerTask is Used divided by all tasks that it proves, PerGoal by its goals.
	PerTask float64 `json:"gas_per_task"`
	PerGoal float64 `json:"gas_per_goal"`
	// MON is what a task costs on Monad at its lowest base fee, where the limit is charged.
	MON float64 `json:"mon_per_task"`
	// Verify is what it takes a contract to check one task of such a bundle, calldata included.
	Verify uint64 `json:"verify_gas"`
}

// gas measures all sizes on a chain of its own.
func gas(ctx context.Context) (all []Gas, err error) {
	chain, err := devchain.Open(devchain.Config{Period: 5 * time.Millisecond})
	if err != nil {
		return nil, err
	}
	defer func() { _ = chain.Close() }()
	sealing, stop := context.WithCancel(ctx)
	sealed := make(chan error, 1)
	go func() { sealed <- chain.Run(sealing) }()
	defer func() { stop(); <-sealed }()
	g := gauge{key: wallet.FromKey(chain.Key()), binding: bindings.NewProofOfWork()}
	if g.chain, err = txmgr.Dial(ctx, chain.HTTP()); err != nil {
		return nil, err
	}
	defer g.chain.Close()
	dir, err := os.MkdirTemp("", "mergit-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	at, err := deploy.Ensure(ctx, g.chain, g.key, dir, deploy.Config{Contracts: []deploy.Name{deploy.ProofOfWork}, Poll: 5 * time.Millisecond})
	if err != nil {
		return nil, err
	}
	g.contract, g.prof = at.ProofOfWork.Address, mustKnow(profile.MonadTestnet)
	for _, tasks := range []int{1, 8, 64, 256} {
		for _, goals := range []int{1, 10, 50} {
			one, err := g.record(ctx, tasks, goals)
			if err != nil {
				return nil, fmt.Errorf("%d goals of %d tasks: %w", goals, tasks, err)
			}
			all = append(all, one)
		}
	}
	return all, nil
}

func mustKnow(id uint64) profile.Profile {
	p, _ := profile.Known(id)
	return p
}

// gauge records bundles as the projector does.
type gauge struct {
	chain    txmgr.Node
	key      *wallet.Wallet
	contract common.Address
	binding  *bindings.ProofOfWork
	prof     profile.Profile // of Monad
}

func (g *gauge) record(ctx context.Context, tasks, goals int) (Gas, error) {
	one := Gas{Tasks: tasks, Goals: goals}
	ids, roots, sizes := make([][32]byte, goals), make([][32]byte, goals), make([]uint64, goals)
	var leaves []merkle.Leaf
	for i := range goals {
		goal := node.NewID()
		leaves = make([]merkle.Leaf, tasks)
		for j := range leaves {
			leaves[j] = merkle.Leaf{Goal: goal, Task: fmt.Sprint("task-", j), Result: [32]byte{byte(i), byte(j), 1}}
		}
		ids[i], roots[i], sizes[i] = merkle.BundleID(goal), merkle.Root(leaves), uint64(tasks)
	}
	receipt, limit, err := g.send(ctx, g.binding.PackRecordBundles(ids, roots, sizes))
	if err != nil {
		return one, err
	}
	one.Used, one.Limit = receipt.GasUsed, limit
	one.PerTask, one.PerGoal = float64(one.Used)/float64(tasks*goals), float64(one.Used)/float64(goals)
	price := new(big.Int).Add(g.prof.MinBaseFee, g.prof.Tip)
	wei, _ := new(big.Float).SetInt(new(big.Int).Mul(price, new(big.Int).SetUint64(limit))).Float64()
	one.MON = wei / 1e18 / float64(tasks*goals)
	last := tasks - 1
	one.Verify, err = g.chain.EstimateGas(ctx, ethereum.CallMsg{From: g.key.Address(), To: &g.contract,
		Data: g.binding.PackVerifyTask(ids[goals-1], leaves[last].Data(), big.NewInt(int64(last)), merkle.Prove(leaves, last))})
	return one, err
}

// send makes a transaction and waits for its block.
func (g *gauge) send(ctx context.Context, data []byte) (receipt *types.Receipt, limit uint64, err error) {
	head, err := g.chain.Head(ctx, g.key.Address())
	if err != nil {
		return nil, 0, err
	}
	estimate, err := g.chain.EstimateGas(ctx, ethereum.CallMsg{From: g.key.Address(), To: &g.contract, Data: data})
	if err != nil {
		return nil, 0, err
	}
	dev := mustKnow(profile.Dev)
	tip, most := dev.Fees(head.Latest.BaseFee, nil)
	limit = dev.GasLimit(estimate)
	id := new(big.Int).SetUint64(dev.ChainID)
	tx, err := g.key.Sign(types.NewTx(&types.DynamicFeeTx{ChainID: id, Nonce: head.Nonce, GasTipCap: tip, GasFeeCap: most, Gas: limit,
		To: &g.contract, Value: new(big.Int), Data: data}), id)
	if err != nil {
		return nil, 0, err
	}
	if err := g.chain.SendTransaction(ctx, tx); err != nil {
		return nil, 0, err
	}
	for {
		found, err := g.chain.Receipts(ctx, tx.Hash())
		switch {
		case err != nil:
			return nil, 0, err
		case found[0] == nil:
		case found[0].Status != types.ReceiptStatusSuccessful:
			return nil, 0, fmt.Errorf("transaction %s was reverted", tx.Hash())
		default:
			return found[0], limit, nil
		}
		select {
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}
