package watcher_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/rpc"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/chain/watcher"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// A contract gives roles when it is deployed, and the log has it.
func ExampleWatcher() {
	if err := watch(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// log.observed
	// log.observed
}

func watch() error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	quiet := slog.New(slog.DiscardHandler)
	chain, err := devchain.Open(devchain.Config{Period: 10 * time.Millisecond, Log: quiet})
	if err != nil {
		return err
	}
	defer func() { _ = chain.Close() }()
	sealed := make(chan error, 1)
	go func() { sealed <- chain.Run(ctx) }()
	defer func() { stop(); <-sealed }()
	pool, err := rpc.New(rpc.Config{URLs: []string{chain.HTTP()}, Now: time.Now, Log: quiet})
	if err != nil {
		return err
	}
	defer pool.Close()
	dir, err := os.MkdirTemp("", "deployments-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	at, err := deploy.Ensure(ctx, pool, wallet.FromKey(chain.Key()), dir, deploy.Config{Contracts: []deploy.Name{deploy.AuditTrail}, Poll: 10 * time.Millisecond})
	if err != nil {
		return err
	}
	log := new(memlog.Log)
	w, err := watcher.New(watcher.Config{
		Commands: commands.NewSet(log, new(memlog.Keys), commands.Config{NewID: uuid.NewString}), Chain: pool, ChainID: at.ChainID,
		Contracts: []watcher.Contract{{Name: "AuditTrail", Address: at.AuditTrail.Address, From: at.AuditTrail.Block}},
		Snapshots: new(chaintest.Snapshots), Now: time.Now, Log: quiet,
	})
	if err != nil {
		return err
	}
	watched := make(chan error, 1)
	go func() { watched <- w.Run(ctx) }()
	defer func() { stop(); <-watched }()
	n := 0
	for record, err := range log.Follow(ctx, eventlog.Query{}) {
		if err != nil {
			return err
		}
		fmt.Println(record.Kind)
		if n++; n == 2 {
			break
		}
	}
	return nil
}
