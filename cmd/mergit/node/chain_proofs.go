package node

import (
	"context"
	"time"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/projector"
)

// startProofs records the results of goals that end.
func (n *node) startProofs(_ context.Context, c *onchain) ([]onchainPart, error) {
	manager, err := c.manager(deploy.Recorder)
	if err != nil {
		return nil, err
	}
	p, err := projector.New(projector.Config{Commands: n.set, Chain: c.chain, Contract: c.at.ProofOfWork.Address, Manager: manager,
		Snapshots: n.snapshots, Now: time.Now, Log: n.c.Log})
	if err != nil {
		return nil, err
	}
	return []onchainPart{{"projector of proofs", p.Run}}, nil
}
