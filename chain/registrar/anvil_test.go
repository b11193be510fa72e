package registrar_test

import (
	"testing"

	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

func TestAnotherNodeWorksTheSame(t *testing.T) {
	t.Parallel()
	node, url := chaintest.Anvil(t)
	w := &world{
		Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)},
		url:   url, node: node, id: 10143, minter: chaintest.Wallet(t), revoker: chaintest.Wallet(t), log: &logged{},
	}
	chaintest.Rich(t, node, w.minter.Address(), 1000)
	chaintest.Rich(t, node, w.revoker.Address(), 1000)
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
