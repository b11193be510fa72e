package node

import (
	"context"
	"time"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/oracle"
)

// startOracle scores agents.
func (n *node) startOracle(_ context.Context, c *onchain) ([]onchainPart, error) {
	manager, err := c.manager(deploy.Oracle)
	if err != nil {
		return nil, err
	}
	o, err := oracle.New(oracle.Config{
		Commands: n.set, Chain: c.chain, Manager: manager, Every: n.c.ReputationEvery, Now: time.Now, Log: n.c.Log,
		Contracts: oracle.Contracts{Reputation: c.at.ReputationRegistry.Address, Passport: c.at.AgentPassport.Address, Badges: c.at.Badges.Address},
	})
	if err != nil {
		return nil, err
	}
	return []onchainPart{{"oracle", o.Run}}, nil
}
