package chaintest

import (
	"context"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/mergit-io/mergit/chain/txmgr"
)

// Anvil starts a node that is not go-ethereum, set up like Monad's testnet: fast blocks and a base fee of 100 gwei. It ends
// with the test. The test is skipped where anvil is not installed.
func Anvil(t testing.TB) (txmgr.Node, string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, Foundry(t, "anvil"), "--silent", "--port", fmt.Sprint(port), "--chain-id", "10143", "--block-time", "0.4",
		"--slots-in-an-epoch", "1", "--code-size-limit", "131072", "--base-fee", "100000000000")
	if err := command.Start(); err != nil {
		stop()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = command.Wait() // it was killed
	})
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	node := Node(t, url)
	Eventually(t, "anvil answers", func() bool {
		_, err := node.ChainID(t.Context())
		return err == nil
	})
	return node, url
}

// Rich gives an account of anvil some coins.
func Rich(t testing.TB, node txmgr.Node, account common.Address, coins int64) {
	t.Helper()
	wei := new(big.Int).Mul(big.NewInt(coins), big.NewInt(1e18))
	if err := node.Client.Client().CallContext(t.Context(), nil, "anvil_setBalance", account, hexutil.EncodeBig(wei)); err != nil {
		t.Fatal(err)
	}
}

// Foundry finds a program of foundry, or skips the test.
func Foundry(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "contracts", "node_modules", "@foundry-rs", name+"-*", "bin", name))
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Skipf("%s is not installed: npm ci in contracts", name)
	}
	return found[0]
}
