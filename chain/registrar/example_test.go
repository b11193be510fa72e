package registrar_test

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/registrar"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
)

// mint mints passports until the context ends; the manager runs beside it.
func mint(ctx context.Context, set *commands.Set, chain txmgr.Node, chainID uint64, passports common.Address, minter *wallet.Wallet) error {
	log := slog.Default()
	manager, err := txmgr.New(txmgr.Config{Commands: set, Chain: chain, ChainID: chainID, Key: minter, Now: time.Now, Log: log})
	if err != nil {
		return err
	}
	r, err := registrar.New(registrar.Config{
		Commands: set, Chain: chain, Contract: passports, Minter: manager, Snapshots: new(chaintest.Snapshots), Now: time.Now, Log: log,
		URI: func(agent string) string { return "https://mergit.example/agents/" + agent + "/registration.json" },
	})
	if err != nil {
		return err
	}
	go func() { _ = manager.Run(ctx) }()
	return r.Run(ctx)
}

func Example() {
	_, err := registrar.New(registrar.Config{})
	fmt.Println(err != nil)
	_ = mint
	// Output: true
}
