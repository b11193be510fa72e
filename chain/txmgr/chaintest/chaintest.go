// Package chaintest starts chains for tests, and a proxy that lies about them.
package chaintest

import (
	"context"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
)

// Open opens a dev chain that seals when it is told to, on which the wallets have money.
func Open(t testing.TB, cfg devchain.Config, rich ...*wallet.Wallet) *devchain.Chain {
	t.Helper()
	if cfg.Alloc == nil {
		cfg.Alloc = types.GenesisAlloc{}
	}
	for _, w := range rich {
		cfg.Alloc[w.Address()] = types.Account{Balance: new(big.Int).Mul(big.NewInt(1_000_000), big.NewInt(params.Ether))}
	}
	chain, err := devchain.Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := chain.Close(); err != nil {
			t.Errorf("close chain: %v", err)
		}
	})
	return chain
}

// Seal seals blocks in the background until the test ends.
func Seal(t testing.TB, chain *devchain.Chain) {
	t.Helper()
	Background(t, chain.Run)
}

// Background runs something until the test ends or stop is called, which waits for it.
func Background(t testing.TB, run func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx) }()
	stopped := false
	stop = func() {
		cancel()
		if !stopped {
			stopped = true
			if err := <-done; err != nil && ctx.Err() == nil {
				t.Errorf("ended by itself: %v", err)
			}
		}
	}
	t.Cleanup(stop)
	return stop
}

// Wallet is a wallet of a new key.
func Wallet(t testing.TB) *wallet.Wallet {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return wallet.FromKey(key)
}

// Node is the node at a URL.
func Node(t testing.TB, url string) txmgr.Node {
	t.Helper()
	node, err := txmgr.Dial(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(node.Close)
	return node
}

// Eventually waits until a condition holds.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never came about that %s", what)
		}
	}
}

// Pay has a wallet pay nothing to nobody, behind the back of whoever manages its nonces.
func Pay(t testing.TB, node txmgr.Node, chainID int64, w *wallet.Wallet, nonce uint64, tip int64) common.Hash {
	t.Helper()
	tx, err := w.Sign(types.NewTx(&types.DynamicFeeTx{
		ChainID: big.NewInt(chainID), Nonce: nonce, Gas: params.TxGas, To: &common.Address{0xee}, Value: new(big.Int),
		GasTipCap: big.NewInt(tip), GasFeeCap: big.NewInt(10 * tip),
	}), big.NewInt(chainID))
	if err == nil {
		err = node.SendTransaction(t.Context(), tx)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tx.Hash()
}

// Give has a wallet pay an account, in wei, and waits until the node says so.
func Give(t testing.TB, node txmgr.Node, chainID int64, w *wallet.Wallet, to common.Address, wei int64) {
	t.Helper()
	nonce, err := node.NonceAt(t.Context(), w.Address(), nil)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := w.Sign(types.NewTx(&types.DynamicFeeTx{
		ChainID: big.NewInt(chainID), Nonce: nonce, Gas: params.TxGas, To: &to, Value: big.NewInt(wei),
		GasTipCap: big.NewInt(params.GWei), GasFeeCap: big.NewInt(300 * params.GWei),
	}), big.NewInt(chainID))
	if err == nil {
		err = node.SendTransaction(t.Context(), tx)
	}
	if err != nil {
		t.Fatal(err)
	}
	Eventually(t, "the payment is in a block", func() bool {
		now, err := node.NonceAt(t.Context(), w.Address(), nil)
		return err == nil && now > nonce
	})
}
