package oracle_test

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"

	"github.com/mergit-io/mergit/chain/oracle"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// An oracle over an empty log, which ends with its context. Nothing is asked of the chain until there is an agent to score.
func Example() {
	ctx, stop := context.WithCancel(context.Background())
	node := must(txmgr.Dial(ctx, "http://127.0.0.1:8545"))
	key := wallet.FromKey(must(crypto.GenerateKey()))
	log := slog.New(slog.DiscardHandler)
	set := commands.NewSet(new(memlog.Log), new(memlog.Keys), commands.Config{NewID: uuid.NewString})
	manager := must(txmgr.New(txmgr.Config{Commands: set, Chain: node, ChainID: 1337, Key: key, Now: time.Now, Log: log}))
	o := must(oracle.New(oracle.Config{
		Commands: set, Chain: node, Manager: manager, Now: time.Now, Log: log,
		Contracts: oracle.Contracts{Reputation: common.Address{1}, Passport: common.Address{2}, Badges: common.Address{3}},
	}))
	stop()
	fmt.Println(o.Run(ctx))
	// Output: context canceled
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
