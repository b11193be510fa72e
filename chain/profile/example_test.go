package profile_test

import (
	"fmt"
	"math/big"

	"github.com/mergit-io/mergit/chain/profile"
)

func ExampleKnown() {
	monad, _ := profile.Known(profile.MonadTestnet)
	tip, limit := monad.Fees(big.NewInt(100_000_000_000), nil)
	gas := monad.GasLimit(73_423)
	most := new(big.Int).Mul(limit, new(big.Int).SetUint64(gas))
	fmt.Println(monad.Name, tip, limit, gas, monad.Amount(most))
	// Output: Monad testnet 2000000000 202000000000 80765 0.016315 MON
}
