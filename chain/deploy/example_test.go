package deploy_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
)

func ExampleEnsure() {
	dir, err := os.MkdirTemp("", "deployments")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	chain, err := devchain.Open(devchain.Config{Period: 10 * time.Millisecond})
	if err != nil {
		panic(err)
	}
	defer func() { _ = chain.Close() }()
	ctx, stop := context.WithCancel(context.Background())
	sealing := make(chan error)
	go func() { sealing <- chain.Run(ctx) }()

	node, err := txmgr.Dial(ctx, chain.HTTP())
	if err != nil {
		panic(err)
	}
	owner := wallet.FromKey(chain.Key())
	first, err := deploy.Ensure(ctx, node, owner, dir, deploy.Config{Poll: 10 * time.Millisecond})
	if err != nil {
		panic(err)
	}
	again, err := deploy.Ensure(ctx, node, owner, dir, deploy.Config{Poll: 10 * time.Millisecond})
	fmt.Println(again.TaskEscrow == first.TaskEscrow, err)
	stop()
	<-sealing
	// Output: true <nil>
}
