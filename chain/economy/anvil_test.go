package economy_test

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
)

// A node that is not go-ethereum, with the fees of Monad: refusals are worded there as well, and what was stopped is sent once.
func TestMoneyMovesOnAnotherNode(t *testing.T) {
	t.Parallel()
	node, _ := chaintest.Anvil(t)
	w := &world{admin: chaintest.Wallet(t), payer: chaintest.Wallet(t), agent: chaintest.Wallet(t), dir: t.TempDir(), node: economy.Node{Client: node.Client}}
	for _, account := range []common.Address{w.admin.Address(), w.payer.Address(), w.agent.Address()} {
		chaintest.Rich(t, node, account, 1000)
	}
	w.at.ChainID = profile.MonadTestnet
	w.deploy(t)
	known, ok := profile.Known(profile.MonadTestnet)
	if !ok {
		t.Fatal("Monad's testnet is not known")
	}
	monad := func(key economy.Key) *economy.Sender {
		s := w.sender(key)
		s.Tip, s.Coin = known.Tip, known.Coin
		return s
	}
	ctx, kill := context.WithCancel(t.Context())
	killed := monad(w.payer)
	killed.Chain = dying{w.node, kill, true}
	if _, err := killed.Send(ctx, w.deposit(ether)); !errors.Is(err, context.Canceled) {
		t.Fatalf("killed, it came to %v", err)
	}
	if got, err := monad(w.payer).Send(t.Context(), w.deposit(ether)); err != nil || !got.Repeated {
		t.Errorf("done again: %+v, %v", got, err)
	}
	if have := w.bonded(t); have.Cmp(ether) != 0 {
		t.Errorf("%s wei were paid", have)
	}
	_, err := monad(w.agent).Send(t.Context(), economy.Order{Intent: "unbond", Call: func(context.Context) (economy.Call, error) { return w.at.Unbond(coins(2)), nil }})
	if refused, ok := errors.AsType[*economy.Refusal](err); !ok || refused.Name != "StakeTooSmall" {
		t.Errorf("more than is bonded: %v", err)
	}
	poor := monad(chaintest.Wallet(t))
	if _, err := poor.Send(t.Context(), economy.Order{Intent: "give", Call: func(context.Context) (economy.Call, error) {
		return economy.Call{To: common.Address{1}, Value: new(big.Int), Does: "pay nothing"}, nil
	}}); !isFunds(err) {
		t.Errorf("without money for gas: %v", err)
	}
}
