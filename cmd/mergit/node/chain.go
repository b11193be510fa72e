package node

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
)

// redial is how long to wait for a chain that does not answer.
const redial = 2 * time.Second

// startChain records proofs. A chain that cannot be reached holds up proofs and
// nothing else, so all of it happens beside the other parts.
func (n *node) startChain(_ context.Context, part func(string, func(context.Context) error)) error {
	key, err := n.chainKey()
	if err != nil {
		return err
	}
	part("chain projector", func(ctx context.Context) error {
		for {
			err := n.recordProofs(ctx, key)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			n.c.Log.ErrorContext(ctx, "proofs are not recorded, trying again", slog.Any("err", err))
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(redial):
			}
		}
	})
	return nil
}

// chainKey is what signs: the developer's on the embedded chain, else one kept
// in the data folder.
func (n *node) chainKey() (*wallet.Wallet, error) {
	if n.infra.chain != nil {
		return wallet.FromKey(n.infra.chain.Key()), nil
	}
	return wallet.Open(n.layout.Wallets())
}

func (n *node) recordProofs(ctx context.Context, key *wallet.Wallet) error {
	chain, err := txmgr.Dial(ctx, n.infra.rpc)
	if err != nil {
		return err
	}
	defer chain.Close()
	at, err := deploy.Ensure(ctx, chain, key, n.layout.Deployments(), deploy.Config{Log: n.c.Log})
	if err != nil {
		return err
	}
	manager, err := txmgr.New(txmgr.Config{Commands: n.set, Chain: chain, ChainID: at.ChainID, Key: key, Now: time.Now, Log: n.c.Log})
	if err != nil {
		return err
	}
	p, err := projector.New(projector.Config{Commands: n.set, Chain: chain, Contract: at.ProofOfWork.Address, Manager: manager,
		Snapshots: n.snapshots, Now: time.Now, Log: n.c.Log})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 2)
	go func() { ended <- fmt.Errorf("transaction manager: %w", manager.Run(ctx)) }()
	go func() { ended <- fmt.Errorf("projector: %w", p.Run(ctx)) }()
	err = <-ended
	cancel()
	<-ended
	return err
}

// hostOf is the HOST:PORT of a URL.
func hostOf(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("chain URL: %w", err)
	}
	if u.Port() != "" {
		return u.Host, nil
	}
	if u.Scheme == "https" || u.Scheme == "wss" {
		return u.Host + ":443", nil
	}
	return u.Host + ":80", nil
}
