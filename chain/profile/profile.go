// Package profile says how chains differ from each other, as data: one row for each chain ID that Mergit knows, and what a
// node says of itself for all others.
package profile

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
)

// Profile is what one chain expects of those who use it.
type Profile struct {
	ChainID uint64
	Name    string
	// Coin is what gas is paid in.
	Coin string
	// Public chains have real money or at least real neighbours: nothing is deployed to them or paid on them unasked.
	Public bool
	// BlockTime is the time between two blocks, about.
	BlockTime time.Duration
	// Poll is how often it is worth looking at the chain. Public nodes count requests.
	Poll time.Duration
	// FinalLag is how many blocks the tag "finalized" is behind "latest".
	FinalLag uint64
	// ChargesLimit says that a transaction pays for its gas limit, whatever it uses of it. Reserve must be modest there.
	ChargesLimit bool
	// Reserve is added to an estimate of gas, in per cent.
	Reserve uint64
	// MinBaseFee is the lowest base fee that the chain knows, in wei. Nil if there is none.
	MinBaseFee *big.Int
	// Tip is the priority fee where it is fixed, in wei. Nil where the node is asked.
	Tip *big.Int
	// MaxFee is the most that a unit of gas may cost, in wei. While the chain asks for more, transactions wait.
	MaxFee *big.Int
	// InFlight is how many transactions of one account may be open at a time. On Monad the gas of all of them may cost 10
	// MON at most; the largest ones, of fifty bundles, offer 0.55.
	InFlight int
	// ResendBlocks is after how many blocks a transaction that is in none is sent again.
	ResendBlocks uint64
	// LogRange is how many blocks one eth_getLogs may ask about.
	LogRange uint64
}

// Chain IDs of rows in the table.
const (
	Dev          = 1337
	Anvil        = 31337
	MonadTestnet = 10143
	Monad        = 143
)

func gwei(n int64) *big.Int { return big.NewInt(n * params.GWei) }

// local is a chain of this machine alone.
func local(id uint64, name string, block time.Duration) Profile {
	return Profile{
		ChainID: id, Name: name, Coin: "ETH", BlockTime: block, Poll: 200 * time.Millisecond, FinalLag: 1, Reserve: 10, MaxFee: gwei(5000),
		InFlight: 32, ResendBlocks: 10, LogRange: 1000,
	}
}

// monad follows docs.monad.xyz: gas is charged on the limit, the base fee is at least 100 gwei, validators take a fixed
// priority fee, a block is final two after it was proposed, and a transaction goes to the next three leaders at most three
// times and is forgotten then. Providers take ranges of logs of 100 to 1000 blocks.
func monad(id uint64, name string) Profile {
	return Profile{
		ChainID: id, Name: name, Coin: "MON", Public: true, BlockTime: 400 * time.Millisecond, Poll: 400 * time.Millisecond, FinalLag: 2,
		ChargesLimit: true, Reserve: 10, MinBaseFee: gwei(100), Tip: gwei(2), MaxFee: gwei(5000), InFlight: 16, ResendBlocks: 10, LogRange: 100,
	}
}

var table = map[uint64]Profile{
	Dev:          local(Dev, "development chain", time.Second),
	Anvil:        local(Anvil, "anvil", time.Second),
	MonadTestnet: monad(MonadTestnet, "Monad testnet"),
	Monad:        monad(Monad, "Monad"),
}

// Known is the row of a chain.
func Known(chainID uint64) (Profile, bool) {
	p, ok := table[chainID]
	return p, ok
}

// Asked is a node that tells what is not in the table; *ethclient.Client is one.
type Asked interface {
	ChainID(ctx context.Context) (*big.Int, error)
	HeaderByNumber(ctx context.Context, number *big.Int) (*types.Header, error)
}

// span is over how many blocks the time between two is measured.
const span = 100

// Of is the profile of the chain that a node belongs to. What the table does not know is taken for a public chain and
// treated with care, with block time and finality as the node shows them.
func Of(ctx context.Context, node Asked) (Profile, error) {
	id, err := node.ChainID(ctx)
	if err != nil {
		return Profile{}, fmt.Errorf("chain ID: %w", err)
	}
	if p, ok := Known(id.Uint64()); ok {
		return p, nil
	}
	p := Profile{
		ChainID: id.Uint64(), Name: fmt.Sprintf("chain %s", id), Coin: "ETH", Public: true, BlockTime: 12 * time.Second,
		Reserve: 10, MaxFee: gwei(5000), InFlight: 8, ResendBlocks: 10, LogRange: 100,
	}
	if err := p.measure(ctx, node); err != nil {
		return Profile{}, fmt.Errorf("profile of chain %s: %w", id, err)
	}
	p.Poll = min(max(p.BlockTime/2, 200*time.Millisecond), 2*time.Second)
	return p, nil
}

// measure asks a node how fast its chain is.
func (p *Profile) measure(ctx context.Context, node Asked) error {
	final, err := node.HeaderByNumber(ctx, big.NewInt(int64(rpc.FinalizedBlockNumber))) // first: then it is not above the other
	if err != nil {
		return fmt.Errorf("finalized block: %w", err)
	}
	latest, err := node.HeaderByNumber(ctx, nil)
	if err != nil {
		return fmt.Errorf("latest block: %w", err)
	}
	if final.Number.Cmp(latest.Number) < 0 {
		p.FinalLag = new(big.Int).Sub(latest.Number, final.Number).Uint64()
	}
	top := latest.Number.Uint64()
	blocks := min(top, span)
	if blocks == 0 {
		return nil
	}
	early, err := node.HeaderByNumber(ctx, new(big.Int).SetUint64(top-blocks))
	if err != nil {
		return fmt.Errorf("block %d: %w", top-blocks, err)
	}
	if early.Number.Sign() > 0 && latest.Time > early.Time { // the first block's time is often made up
		p.BlockTime = time.Duration(latest.Time-early.Time) * time.Second / time.Duration(blocks)
	}
	return nil
}

// GasLimit adds the reserve to an estimate.
func (p Profile) GasLimit(estimate uint64) uint64 { return estimate + estimate*p.Reserve/100 }

// Fees are what a unit of gas is offered, in wei: the priority fee, and the most that is paid in all. suggested is what
// the node suggests for the first; base is the base fee of the latest block, nil before EIP-1559. The base fee may double
// before a transaction made now has to be replaced.
func (p Profile) Fees(base, suggested *big.Int) (tip, limit *big.Int) {
	tip = new(big.Int)
	switch {
	case p.Tip != nil:
		tip.Set(p.Tip)
	case suggested != nil:
		tip.Set(suggested)
	}
	if least := gwei(1); tip.Cmp(least) < 0 {
		tip.Set(least) // the base fee of an idle chain is nearly nothing, and a tip must be large enough to be raised by a tenth
	}
	limit = new(big.Int)
	if base != nil {
		limit.Set(base)
	}
	if p.MinBaseFee != nil && limit.Cmp(p.MinBaseFee) < 0 {
		limit.Set(p.MinBaseFee)
	}
	limit.Lsh(limit, 1)
	return tip, limit.Add(limit, tip)
}

// Amount writes an amount of wei in coins, for people: "1.5 MON".
func (p Profile) Amount(wei *big.Int) string {
	coins := new(big.Rat).SetFrac(wei, big.NewInt(params.Ether))
	text := coins.FloatString(6)
	for text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	if text[len(text)-1] == '.' {
		text = text[:len(text)-1]
	}
	return text + " " + p.Coin
}
