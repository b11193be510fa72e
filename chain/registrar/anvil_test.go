package registrar_test

import (
	"context"
	"fmt"
	"math/big"
	"net"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/params"

	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// anvil starts a node that is not go-ethereum, set up like Monad: fast blocks and a base fee of 100 gwei.
func anvil(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob("../../contracts/node_modules/@foundry-rs/anvil-*/bin/anvil*")
	if err != nil || len(found) == 0 {
		t.Skip("anvil is not installed: npm ci in contracts")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, found[0], "--silent", "--port", fmt.Sprint(port), "--chain-id", "10143", "--block-time", "0.2",
		"--slots-in-an-epoch", "1", "--code-size-limit", "131072", "--base-fee", "100000000000")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = command.Wait() // it was killed
	})
	return fmt.Sprintf("http://127.0.0.1:%d", port)
}

func TestAnotherNodeWorksTheSame(t *testing.T) {
	t.Parallel()
	url := anvil(t)
	w := &world{
		Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)},
		url:   url, node: chaintest.Node(t, url), id: 10143, minter: chaintest.Wallet(t), revoker: chaintest.Wallet(t), log: &logged{},
	}
	chaintest.Eventually(t, "anvil answers", func() bool {
		_, err := w.node.ChainID(t.Context())
		return err == nil
	})
	money := hexutil.EncodeBig(new(big.Int).Mul(big.NewInt(1000), big.NewInt(params.Ether)))
	for _, key := range []string{w.minter.String(), w.revoker.String()} {
		if err := w.node.Client.Client().CallContext(t.Context(), nil, "anvil_setBalance", key, money); err != nil {
			t.Fatal(err)
		}
	}
	w.deploy(t)
	agents := w.register(t, 3)
	w.start(t, setup{})
	w.minted(t, agents)
	w.do(t, w.Commands(), commands.RevokeAgent{AgentRef: agents[0]})
	chaintest.Eventually(t, "the log says that its passport is off", func() bool { return w.agent(t, agents[0]).Deactivated })
	if n := w.log.errors(); n != 0 {
		t.Errorf("%d errors", n)
	}
}
