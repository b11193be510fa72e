package profile_test

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/profile"
)

// asked is a node of a chain with some block times.
type asked struct {
	id     int64
	period time.Duration
	top    uint64
	final  uint64
	err    error
}

func (a asked) ChainID(context.Context) (*big.Int, error) { return big.NewInt(a.id), nil }

func (a asked) HeaderByNumber(_ context.Context, number *big.Int) (*types.Header, error) {
	at := a.top
	switch {
	case number == nil:
	case number.Sign() < 0:
		at = a.final
	default:
		at = number.Uint64()
	}
	return &types.Header{Number: new(big.Int).SetUint64(at), Time: 1_700_000_000 + uint64(time.Duration(at)*a.period/time.Second)}, a.err
}

func TestRowsOfTheTableAreWholeAndHold(t *testing.T) {
	t.Parallel()
	for _, id := range []uint64{profile.Dev, profile.Anvil, profile.MonadTestnet, profile.Monad} {
		p, err := profile.Of(t.Context(), asked{id: int64(id), err: errors.New("not to be asked")})
		if err != nil {
			t.Fatal(err)
		}
		if p.ChainID != id || p.Name == "" || p.Coin == "" || p.BlockTime <= 0 || p.InFlight < 1 || p.LogRange < 1 || p.MaxFee == nil || p.ResendBlocks < 1 {
			t.Errorf("row %d is not whole: %+v", id, p)
		}
		if _, limit := p.Fees(p.MinBaseFee, nil); limit.Cmp(p.MaxFee) > 0 {
			t.Errorf("%s: nothing may be paid: %s at the lowest base fee, at most %s", p.Name, limit, p.MaxFee)
		}
	}
}

func TestUnknownChainIsMeasured(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		node asked
		time time.Duration
		lag  uint64
	}{
		"busy":      {asked{id: 7, period: 2 * time.Second, top: 5000, final: 4936}, 2 * time.Second, 64},
		"new":       {asked{id: 7, period: 2 * time.Second, top: 3, final: 0}, 12 * time.Second, 3},
		"empty":     {asked{id: 7}, 12 * time.Second, 0},
		"very fast": {asked{id: 7, period: 10 * time.Millisecond, top: 5000, final: 5000}, 10 * time.Millisecond, 0},
	} {
		p, err := profile.Of(t.Context(), tt.node)
		if err != nil || p.BlockTime != tt.time || p.FinalLag != tt.lag || !p.Public || p.ChainID != 7 {
			t.Errorf("%s: %+v, %v; want blocks of %s, final %d later", name, p, err, tt.time, tt.lag)
		}
	}
	if _, err := profile.Of(t.Context(), asked{id: 7, err: errors.New("down")}); err == nil {
		t.Error("a node that is down told a profile")
	}
}

func TestFeesKeepToTheChainsBounds(t *testing.T) {
	t.Parallel()
	const gwei = 1_000_000_000
	monad, _ := profile.Known(profile.MonadTestnet)
	dev, _ := profile.Known(profile.Dev)
	for _, tt := range []struct {
		p               profile.Profile
		base, suggested *big.Int
		tip, limit      int64
	}{
		{monad, big.NewInt(100 * gwei), big.NewInt(50 * gwei), 2 * gwei, 202 * gwei}, // the tip is fixed
		{monad, big.NewInt(7), nil, 2 * gwei, 202 * gwei},                            // a base fee below the least is not believed
		{monad, nil, nil, 2 * gwei, 202 * gwei},
		{monad, big.NewInt(300 * gwei), nil, 2 * gwei, 602 * gwei},
		{dev, big.NewInt(7), big.NewInt(3), gwei, gwei + 14}, // an idle chain
		{dev, big.NewInt(gwei), big.NewInt(2 * gwei), 2 * gwei, 4 * gwei},
		{dev, nil, nil, gwei, gwei},
	} {
		if tip, limit := tt.p.Fees(tt.base, tt.suggested); tip.Int64() != tt.tip || limit.Int64() != tt.limit {
			t.Errorf("%s at %s, %s suggested: %s of %s; want %d of %d", tt.p.Name, tt.base, tt.suggested, tip, limit, tt.tip, tt.limit)
		}
	}
}

func TestAmountsAreReadable(t *testing.T) {
	t.Parallel()
	monad, _ := profile.Known(profile.Monad)
	for wei, want := range map[string]string{
		"0": "0 MON", "1500000000000000000": "1.5 MON", "1000000000000000000000": "1000 MON", "1": "0 MON", "499999999999999": "0.0005 MON",
	} {
		amount, _ := new(big.Int).SetString(wei, 10)
		if got := monad.Amount(amount); got != want {
			t.Errorf("%s wei: %s; want %s", wei, got, want)
		}
	}
}
