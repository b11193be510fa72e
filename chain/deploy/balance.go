package deploy

import (
	"math/big"

	"github.com/mergit-io/mergit/chain/profile"
)

// typicalGas is the gas limit of a usual transaction: one that records a dozen bundles, or mints a passport.
const typicalGas = 300_000

// Typical is what a usual transaction may cost at most, in wei, under the base fee of the latest block.
func Typical(p profile.Profile, base *big.Int) *big.Int {
	_, limit := p.Fees(base, nil)
	return limit.Mul(limit, big.NewInt(typicalGas))
}

// Left is for how many transactions of one cost a balance is enough.
func Left(balance, cost *big.Int) uint64 {
	if cost.Sign() <= 0 {
		return 0
	}
	left := new(big.Int).Quo(balance, cost)
	if !left.IsUint64() {
		return 1<<64 - 1
	}
	return left.Uint64()
}
