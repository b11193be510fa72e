package auditlog

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/reactions"
	"github.com/mergit-io/mergit/chain/rpc"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/watcher"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// TestTheWayOfAnAnchor is all of it on a node that is not go-ethereum, a reorg included: signed, sent, seen by the watcher, and
// only then known to be anchored.
func TestTheWayOfAnAnchor(t *testing.T) {
	t.Parallel()
	node, url := chaintest.Anvil(t)
	c := &chained{world: newWorld(t), key: chaintest.Wallet(t), id: 10143, node: node}
	chaintest.Rich(t, node, c.key.Address(), 1000)
	at := c.deploy()
	log := slog.New(slog.DiscardHandler)
	pool, err := rpc.New(rpc.Config{URLs: []string{url}, Now: time.Now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	seen, err := watcher.New(watcher.Config{Commands: c.set, Chain: pool, ChainID: c.id, Snapshots: new(chaintest.Snapshots), Now: time.Now, Log: log,
		Contracts: []watcher.Contract{{Name: contractName, Address: at.Address, From: at.Block}}, Poll: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	reactor, err := reactions.New(reactions.Config{Commands: c.set, Snapshots: new(chaintest.Snapshots), Now: time.Now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	chaintest.Background(t, func(ctx context.Context) error {
		var wg sync.WaitGroup
		defer wg.Wait()
		wg.Go(func() { _ = seen.Run(ctx) })
		return reactor.Run(ctx)
	})
	c.run()
	c.anchors(nil)
	for round := range 2 {
		c.happen(5)
		last := c.last()
		if round == 1 { // the block that it comes to stand in may go again
			chaintest.Eventually(t, "it is on the chain", func() bool {
				newest, err := c.trail.Latest(t.Context(), false)
				return err == nil && newest.Size >= last
			})
			if err := node.Client.Client().CallContext(t.Context(), nil, "anvil_reorg", 1, []any{}); err != nil {
				t.Fatal(err)
			}
		}
		chaintest.Eventually(t, "the log knows of the anchor", func() bool { return c.anchored() >= last })
	}
	// Whatever came of it is known, and nothing but what was signed.
	var known commands.TreeHead
	err = commandsOf(c.log).Audits.View(t.Context(), events.AuditStream("main"), true, func(a *commands.Audit, _ events.Revision) {
		known = commands.TreeHead{Size: a.Anchored.Size, Root: a.Anchored.Root}
	})
	if err != nil {
		t.Fatal(err)
	}
	roots, err := c.trail.Roots(t.Context(), true, known.Size)
	if err != nil || roots[0] != known.Root {
		t.Errorf("the chain has %v for size %d, %v", roots, known.Size, err)
	}
	c.sound()
}
