package devchain_test

import (
	"context"
	"crypto/ecdsa"
	"io/fs"
	"math/big"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/mergit-io/mergit/chain/devchain"
)

func open(t *testing.T, cfg devchain.Config) *devchain.Chain {
	t.Helper()
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

// run seals in the background until the test ends.
func run(t *testing.T, chain *devchain.Chain) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- chain.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("run chain: %v", err)
		}
	})
}

func dial(t *testing.T, url string) *ethclient.Client {
	t.Helper()
	client, err := ethclient.DialContext(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func commit(t *testing.T, chain *devchain.Chain) *types.Block {
	t.Helper()
	block, err := chain.Commit()
	if err != nil {
		t.Fatal(err)
	}
	return block
}

func header(t *testing.T, client *ethclient.Client, tag rpc.BlockNumber) *types.Header {
	t.Helper()
	head, err := client.HeaderByNumber(t.Context(), big.NewInt(tag.Int64()))
	if err != nil {
		t.Fatal(err)
	}
	return head
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never came about that %s", what)
		}
	}
}

// diskUse is what the files below dir really occupy, in bytes.
func diskUse(t testing.TB, dir string) int64 {
	t.Helper()
	var bytes int64
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); ok {
			bytes += stat.Blocks * 512
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// pay sends 1 wei to nobody at the fees that the node suggests, and returns without waiting for a block.
func pay(t *testing.T, client *ethclient.Client, key *ecdsa.PrivateKey) common.Hash {
	t.Helper()
	tip, err := client.SuggestGasTipCap(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	head := header(t, client, rpc.LatestBlockNumber)
	return send(t, client, key, tip.Int64(), tip.Int64()+2*head.BaseFee.Int64())
}

// send is pay at fees of one's own, in wei.
func send(t *testing.T, client *ethclient.Client, key *ecdsa.PrivateKey, tip, limit int64) common.Hash {
	t.Helper()
	id, err := client.ChainID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	nonce, err := client.PendingNonceAt(t.Context(), crypto.PubkeyToAddress(key.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	tx := payment(key, id, nonce, tip, limit)
	if err := client.SendTransaction(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	return tx.Hash()
}

func payment(key *ecdsa.PrivateKey, id *big.Int, nonce uint64, tip, limit int64) *types.Transaction {
	return types.MustSignNewTx(key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, Gas: params.TxGas, To: &common.Address{0xee}, Value: big.NewInt(1),
		GasTipCap: big.NewInt(tip), GasFeeCap: big.NewInt(limit),
	})
}
