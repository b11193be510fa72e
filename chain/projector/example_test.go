package projector_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// A chain, a contract on it, a manager of transactions, and the projector over them.
func Example() {
	ctx, stop := context.WithCancel(context.Background())
	chain := must(devchain.Open(devchain.Config{Period: 10 * time.Millisecond}))
	key, node := wallet.FromKey(chain.Key()), must(txmgr.Dial(ctx, chain.HTTP()))
	var running sync.WaitGroup
	running.Go(func() { _ = chain.Run(ctx) })

	dir := must(os.MkdirTemp("", "deployments"))
	at := must(deploy.Ensure(ctx, node, key, dir, deploy.Config{}))
	log := slog.New(slog.DiscardHandler)
	set := commands.NewSet(new(memlog.Log), new(memlog.Keys), commands.Config{NewID: uuid.NewString})
	manager := must(txmgr.New(txmgr.Config{Commands: set, Chain: node, ChainID: at.ChainID, Key: key, Now: time.Now, Log: log}))
	proofs := must(projector.New(projector.Config{
		Commands: set, Chain: node, Contract: at.ProofOfWork.Address, Manager: manager, Snapshots: new(chaintest.Snapshots), Now: time.Now, Log: log,
	}))
	running.Go(func() { fmt.Println(manager.Run(ctx)) })
	running.Go(func() { _ = proofs.Run(ctx) })
	stop()
	running.Wait()
	_ = chain.Close()
	_ = os.RemoveAll(dir)
	// Output: context canceled
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
