package txmgr_test

import (
	"context"
	"fmt"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr"
)

func ExampleDial() {
	chain, err := devchain.Open(devchain.Config{})
	if err != nil {
		panic(err)
	}
	defer func() { _ = chain.Close() }()
	node, err := txmgr.Dial(context.Background(), chain.HTTP())
	if err != nil {
		panic(err)
	}
	defer node.Close()
	head, err := node.Head(context.Background(), chain.Address())
	fmt.Println(head.Latest.Number, head.Final.Number, head.Nonce, err)
	// Output: 1 0 0 <nil>
}
