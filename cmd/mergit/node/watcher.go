package node

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/reactions"
	"github.com/mergit-io/mergit/chain/rpc"
	"github.com/mergit-io/mergit/chain/watcher"
)

// startWatcher copies what the contracts emit into the log, and has agents know of it.
func (n *node) startWatcher(_ context.Context, c *onchain) ([]onchainPart, error) {
	w, err := watcher.New(watcher.Config{Commands: n.set, Chain: c.chain, ChainID: c.at.ChainID, Contracts: watched(c.at), Snapshots: n.snapshots,
		Poll: c.prof.Poll, Range: c.prof.LogRange, Now: time.Now, Log: n.c.Log})
	if err != nil {
		return nil, err
	}
	r, err := reactions.New(reactions.Config{Commands: n.set, Snapshots: n.snapshots, Now: time.Now, Log: n.c.Log})
	if err != nil {
		return nil, err
	}
	return []onchainPart{{"watcher", w.Run}, {"reactions", r.Run}}, nil
}

// watched are the contracts that are deployed.
func watched(at deploy.Addresses) (contracts []watcher.Contract) {
	for _, name := range deploy.Names {
		if c := at.Of(name); !c.IsZero() {
			contracts = append(contracts, watcher.Contract{Name: string(name), Address: c.Address, From: c.Block})
		}
	}
	return contracts
}

// nodes are the nodes of the chain, as one. profile.Of finds out of which chain they are; a node of another one than the
// first that answers is left alone.
func (n *node) nodes() (*rpc.Pool, error) {
	return rpc.New(rpc.Config{URLs: n.infra.rpcs, WS: n.infra.ws, Quorum: n.c.ChainQuorum, Now: time.Now, Log: n.c.Log})
}

// waking are the WebSocket URLs of a chain: those that are named, or where nodes that speak HTTP have theirs most often. That
// they are not there costs nothing, one polls then.
func (c Config) waking() []string {
	if len(c.ChainWS) > 0 {
		return c.ChainWS
	}
	ws := make([]string, len(c.RPC))
	for i, address := range c.RPC {
		ws[i] = "ws" + strings.TrimPrefix(address, "http")
	}
	return ws
}

// checkChainURLs finds faults in what is said of the chain's nodes. It does not show URLs: they may hold a key.
func (c Config) checkChainURLs() (faults []error) {
	if c.ChainQuorum < 0 || c.ChainQuorum > max(1, len(c.RPC)) {
		faults = append(faults, fmt.Errorf("--chain-quorum %d: want 1 to the number of --chain", c.ChainQuorum))
	}
	for _, list := range []struct {
		flag, want string
		urls       []string
	}{{"--chain", "http", c.RPC}, {"--chain-ws", "ws", c.ChainWS}} {
		for i, address := range list.urls {
			u, err := url.Parse(address)
			if err != nil || u.Host == "" || strings.TrimSuffix(u.Scheme, "s") != list.want {
				faults = append(faults, fmt.Errorf("%s, URL %d: want %s://HOST or %ss://HOST", list.flag, i+1, list.want, list.want))
			}
		}
	}
	return faults
}
