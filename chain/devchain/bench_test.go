package devchain_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"

	"github.com/mergit-io/mergit/chain/devchain"
)

// BenchmarkSeal seals and syncs blocks of one and of many payments, sent over HTTP.
func BenchmarkSeal(b *testing.B) {
	for name, perBlock := range map[string]int{"one": 1, "hundred": 100} {
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			chain, err := devchain.Open(devchain.Config{Dir: dir})
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = chain.Close() }()
			client, err := ethclient.Dial(chain.HTTP())
			if err != nil {
				b.Fatal(err)
			}
			defer client.Close()

			id := big.NewInt(chain.ChainID())
			before, nonce := diskUse(b, dir), uint64(0)
			for b.Loop() {
				for range perBlock {
					tx := payment(chain.Key(), id, nonce, params.GWei, 3*params.GWei)
					if err := client.SendTransaction(b.Context(), tx); err != nil {
						b.Fatal(err)
					}
					nonce++
				}
				if _, err := chain.Commit(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(nonce)/b.Elapsed().Seconds(), "tx/s")
			b.ReportMetric(float64(diskUse(b, dir)-before)/float64(b.N), "disk-B/block")
		})
	}
}
