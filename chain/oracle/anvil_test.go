package oracle_test

import (
	"testing"

	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/events"
)

func TestAnotherNodeWorksTheSame(t *testing.T) {
	t.Parallel()
	node, url := chaintest.Anvil(t)
	key, minter := chaintest.Wallet(t), chaintest.Wallet(t)
	chaintest.Rich(t, node, key.Address(), 1000)
	chaintest.Rich(t, node, minter.Address(), 1000)
	w := worldOn(t, node, url, key, minter)
	ada := w.register("ada")
	w.start(setup{})
	w.proven(ada, 5)
	w.settled(ada, func(c events.ReputationComponents) bool { return c.Badges.Count == 1 })
	w.failed(ada)
	w.settled(ada, func(c events.ReputationComponents) bool { return c.Completed.Of == 6 })
}
