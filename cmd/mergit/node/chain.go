package node

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/params"
	"golang.org/x/sync/errgroup"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/chain/rpc"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
)

// onchainParts are what works with the chain: which role of this process it belongs to, and what starts it. A part has a
// file of its own and a line here.
var onchainParts = []struct {
	role  Role
	start func(*node, context.Context, *onchain) ([]onchainPart, error)
}{
	{Chain, (*node).startProofs},
	{Oracle, (*node).startOracle},
	{Chain, (*node).startRegistrar},
	{Watcher, (*node).startWatcher},
	{AuditLog, (*node).startAnchors},
}

// onchainPart runs until the context ends or it fails; then all are started anew, on a fresh connection.
type onchainPart struct {
	name string
	run  func(context.Context) error
}

// onchain is the chain as those parts see it.
type onchain struct {
	chain *rpc.Pool
	at    deploy.Addresses
	prof  profile.Profile

	node     *node
	managers map[deploy.Role]*txmgr.Manager
}

// manager sends transactions for a role. Who wants it has registered with Serve before its part runs.
func (c *onchain) manager(role deploy.Role) (*txmgr.Manager, error) {
	if m, ok := c.managers[role]; ok {
		return m, nil
	}
	key, err := c.node.signer(role)
	if err != nil {
		return nil, err
	}
	m, err := txmgr.New(txmgr.Config{Commands: c.node.set, Chain: c.chain, ChainID: c.at.ChainID, Key: key, Profile: c.prof, Poll: c.prof.Poll,
		Now: time.Now, Log: c.node.c.Log.With(slog.String("signer", string(role)))})
	if err != nil {
		return nil, err
	}
	c.managers[role] = m
	return m, nil
}

// redial is how long to wait for a chain that does not answer.
const redial = 2 * time.Second

// startChain runs what works with the chain, each role by itself. A chain that cannot be reached, or one role that cannot
// work, holds up that and nothing else.
func (n *node) startChain(_ context.Context, part func(string, func(context.Context) error)) error {
	if err := n.openSigners(); err != nil {
		return err
	}
	started := map[Role]bool{}
	for _, p := range onchainParts {
		if started[p.role] || !n.c.runs(p.role) {
			continue
		}
		started[p.role] = true
		part("role "+string(p.role)+" on the chain", func(ctx context.Context) error { return n.keepOnchain(ctx, p.role) })
	}
	return nil
}

// keepOnchain runs what a role does with the chain, again and again.
func (n *node) keepOnchain(ctx context.Context, role Role) error {
	for {
		err := n.runOnchain(ctx, role)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		why := n.withoutURLs(err)
		if n.lows.stopped(role, why) {
			n.c.Log.ErrorContext(ctx, "what works with the chain stopped, trying again", slog.String("role", string(role)), slog.String("err", why))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(redial):
		}
	}
}

// withoutURLs is an error's text with the hosts of the chain's nodes in place of their URLs, which may hold a provider's key.
func (n *node) withoutURLs(err error) string {
	text := err.Error()
	for _, address := range slices.Concat(n.infra.rpcs, n.infra.ws) {
		if host, err := hostOf(address); err == nil && address != "" {
			text = strings.ReplaceAll(text, address, host)
		}
	}
	return text
}

// usesChain reports whether a role of this process works with the chain.
func (n *node) usesChain() bool {
	if n.infra.rpc == "" {
		return false
	}
	for _, p := range onchainParts {
		if n.c.runs(p.role) {
			return true
		}
	}
	return false
}

// runOnchain runs the parts of a role until one fails.
func (n *node) runOnchain(ctx context.Context, role Role) error {
	chain, err := n.nodes()
	if err != nil {
		return err
	}
	defer chain.Close()
	c := &onchain{chain: chain, node: n, managers: map[deploy.Role]*txmgr.Manager{}}
	parts, err := c.prepare(ctx, role)
	if err != nil {
		return err
	}
	n.lows.stopped(role, "")
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range parts {
		group.Go(func() error {
			err := p.run(ctx)
			if err == nil {
				err = errors.New("ended")
			}
			return fmt.Errorf("%s: %w", p.name, err)
		})
	}
	return group.Wait()
}

// prepare finds the contracts and makes the parts of a role. One role does so at a time: who comes first deploys.
func (c *onchain) prepare(ctx context.Context, role Role) (parts []onchainPart, err error) {
	c.node.preparing.Lock()
	defer c.node.preparing.Unlock()
	if c.prof, err = profile.Of(ctx, c.chain); err != nil {
		return nil, err
	}
	if c.at, err = c.node.contracts(ctx, c); err != nil {
		return nil, err
	}
	for _, p := range onchainParts {
		if p.role != role {
			continue
		}
		started, err := p.start(c.node, ctx, c)
		if err != nil {
			return nil, err
		}
		parts = append(parts, started...)
	}
	for signer, m := range c.managers {
		if err := c.mayAct(ctx, signer, m); err != nil {
			return nil, err
		}
		parts = append(parts, onchainPart{"transactions of the " + string(signer), m.Run})
	}
	return append(parts, onchainPart{"balances", c.watchBalances}), nil
}

// mayAct makes sure that a signer has its roles: without them the contracts refuse all it sends.
func (c *onchain) mayAct(ctx context.Context, role deploy.Role, m *txmgr.Manager) error {
	lacks, err := c.lacks(ctx, role, m)
	return errors.Join(lacks, err)
}

// lacks tells which roles a signer would need and does not have; nil is that it has them.
func (c *onchain) lacks(ctx context.Context, role deploy.Role, m *txmgr.Manager) (lacks, err error) {
	held, err := deploy.Lacks(ctx, c.chain, c.at, role, m.Address())
	if err != nil {
		return nil, err
	}
	var faults []error
	for _, l := range held {
		faults = append(faults, fmt.Errorf("the %s's account %s does not have %s of %s: see mergit contracts rotate", role, l.Account, l.Role, l.Contract))
	}
	return errors.Join(faults...), nil
}

// pocketMoney is what a signer has on a chain of this machine alone, in wei.
var pocketMoney = new(big.Int).Mul(big.NewInt(1000), big.NewInt(params.Ether))

// contracts are where those of the chain are. To chains where that costs nothing they are deployed, unless they were
// deployed by hand.
func (n *node) contracts(ctx context.Context, c *onchain) (deploy.Addresses, error) {
	if c.prof.Public || n.c.Deployments != "" || !n.c.runs(Chain) {
		return n.deployed(c.prof)
	}
	roles := deploy.Roles{}
	for _, role := range deploy.Signers {
		key, err := n.signer(role)
		if err != nil {
			return deploy.Addresses{}, err
		}
		*roles.Of(role) = key.Address()
	}
	owner, err := n.deployer()
	if err != nil {
		return deploy.Addresses{}, err
	}
	cfg := deploy.Config{Roles: roles, Profile: &c.prof, Log: n.c.Log}
	if n.infra.chain != nil {
		cfg.Fund = pocketMoney
	}
	return deploy.Ensure(ctx, c.chain, owner, n.deployments(), cfg)
}

// deployments is the folder of addresses, as others find it from wherever they stand.
func (n *node) deployments() string {
	dir := cmp.Or(n.c.Deployments, n.layout.Deployments())
	if absolute, err := filepath.Abs(dir); err == nil {
		return absolute
	}
	return dir
}

// deployed reads what `mergit contracts deploy` recorded.
func (n *node) deployed(prof profile.Profile) (deploy.Addresses, error) {
	at, err := deploy.Read(n.deployments(), prof.ChainID)
	if errors.Is(err, fs.ErrNotExist) {
		return at, fmt.Errorf("%s does not say where the contracts on %s are: deploy them with mergit contracts deploy, and name its folder with --deployments",
			deploy.File(n.deployments(), prof.ChainID), prof.Name)
	}
	if err == nil && len(at.Pending) > 0 {
		err = fmt.Errorf("the deployment on %s is not finished: run mergit contracts deploy again", prof.Name)
	}
	return at, err
}

// openSigners opens the keys of the roles, so that a mistake is told at once.
func (n *node) openSigners() error {
	n.signers = map[deploy.Role]*wallet.Wallet{}
	if n.c.Keystores != "" {
		return nil // which of them are needed is told by those who do
	}
	for _, role := range deploy.Signers {
		if _, err := n.signer(role); err != nil {
			return err
		}
	}
	return nil
}

// signer is the key of a role: of the folder that was named, or one that is kept in the data folder.
func (n *node) signer(role deploy.Role) (*wallet.Wallet, error) {
	if key, ok := n.signers[role]; ok {
		return key, nil
	}
	open, dir := wallet.Named, n.layout.Wallets()
	if n.c.Keystores != "" {
		open, dir = wallet.Existing, n.c.Keystores
	}
	key, err := open(dir, string(role))
	if err == nil {
		n.signers[role] = key
	}
	return key, err
}

// deployer is who deploys: the developer on the embedded chain, else a key that is kept in the data folder.
func (n *node) deployer() (*wallet.Wallet, error) {
	if n.infra.chain != nil {
		return wallet.FromKey(n.infra.chain.Key()), nil
	}
	return wallet.Open(n.layout.Wallets())
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
