package projector_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/params"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// anvil starts a node that is not go-ethereum, set up like Monad: fast blocks and a base fee of 100 gwei.
func anvil(t *testing.T) (txmgr.Node, string) {
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
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	node := chaintest.Node(t, url)
	chaintest.Eventually(t, "anvil answers", func() bool {
		_, err := node.ChainID(t.Context())
		return err == nil
	})
	return node, url
}

func TestAnotherNodeWorksTheSame(t *testing.T) {
	t.Parallel()
	node, url := anvil(t)
	w := &world{
		Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)},
		url:   url, node: node, id: 10143, key: chaintest.Wallet(t), log: &logged{},
	}
	money := hexutil.EncodeBig(new(big.Int).Mul(big.NewInt(1000), big.NewInt(params.Ether)))
	if err := node.Client.Client().CallContext(t.Context(), nil, "anvil_setBalance", w.key.Address(), money); err != nil {
		t.Fatal(err)
	}
	at, err := deploy.Ensure(t.Context(), node, w.key, t.TempDir(), deploy.Config{Contracts: []deploy.Name{deploy.ProofOfWork}, Poll: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	w.contract, w.from = at.ProofOfWork.Address, at.ProofOfWork.Block
	proxy := chaintest.NewProxy(t, url)
	proxy.Lie(first(1, "eth_sendRawTransaction", func(c call, pass pass) answer { pass(c); return chaintest.Drop }))
	w.url = proxy.URL
	goals := w.goals(t, 9)
	w.start(t, setup{tx: txmgr.Config{Poll: 20 * time.Millisecond}})
	chaintest.Eventually(t, "the goals are submitted", func() bool { return len(w.kinds(t, "proof.submitted")) == len(goals) })
	if err := node.Client.Client().CallContext(t.Context(), nil, "anvil_reorg", 1, []any{}); err != nil {
		t.Fatal(err)
	}
	w.check(t, goals)
	if n := w.log.count("", slog.LevelError); n != 0 {
		t.Errorf("%d errors", n)
	}
	report, err := verify.Goal(t.Context(), verify.Source{
		Log: w.Log, Keys: w.Keys, Blobs: w.Blobs, Chain: node, Contract: w.contract,
	}, chaintest.Workspace, goals[0])
	if err != nil || !report.OK {
		t.Errorf("verified: %v, %v", report.Faults(), err)
	}
}
