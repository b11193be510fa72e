package devchain_test

import (
	"context"
	"fmt"
	"log"
	"math/big"

	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/mergit-io/mergit/chain/devchain"
)

func Example() {
	chain, err := devchain.Open(devchain.Config{ChainID: 31337}) // in memory, for want of a folder
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = chain.Close() }()

	client, err := ethclient.Dial(chain.HTTP())
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	block, err := chain.Commit() // or chain.Run, which seals by itself
	if err != nil {
		log.Fatal(err)
	}
	balance, err := client.BalanceAt(context.Background(), chain.Address(), block.Number())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("block", block.Number(), "funded", balance.Cmp(new(big.Int)) > 0)
	// Output: block 2 funded true
}
