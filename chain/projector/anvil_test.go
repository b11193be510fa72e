package projector_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

func TestAnotherNodeWorksTheSame(t *testing.T) {
	t.Parallel()
	node, url := chaintest.Anvil(t)
	w := &world{
		Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)},
		url:   url, node: node, id: 10143, key: chaintest.Wallet(t), log: &logged{},
	}
	chaintest.Rich(t, node, w.key.Address(), 1000)
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
