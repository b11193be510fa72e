package rpc_test

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/rpc"
)

// Of two nodes one is down, and nobody notices.
func ExamplePool() {
	chain, err := devchain.Open(devchain.Config{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = chain.Close() }()
	pool, err := rpc.New(rpc.Config{URLs: []string{"http://127.0.0.1:1", chain.HTTP()}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer pool.Close()
	head, err := pool.Head(context.Background(), chain.Address())
	fmt.Println(head.Latest.Number, head.Final.Number, err)
	// Output: 1 0 <nil>
}
