package cli

import (
	"context"
	"errors"
	"io/fs"
	"math/big"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/chain/identity"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/cmd/mergit/node"
)

// developer is the key of the embedded chain, if the server on this machine runs one.
func (t *teller) developer() (*wallet.Wallet, bool) {
	if t.app.target.Server != "" || t.prof.Public || t.prof.ChainID != node.DevChainID {
		return nil, false
	}
	key, err := crypto.LoadECDSA(filepath.Join(node.Layout{Dir: t.app.target.Data}.Chain(), "dev.key"))
	if err != nil {
		return nil, false
	}
	return wallet.FromKey(key), true
}

// elsewhere is an account whose key is not here.
type elsewhere struct{ account common.Address }

func (e elsewhere) Address() common.Address { return e.account }

func (e elsewhere) Sign(*types.Transaction, *big.Int) (*types.Transaction, error) {
	return nil, errors.New("the key of " + e.account.Hex() + " is not here")
}

// signer is who signs: the keystore that was named, else an agent's key, else the developer of the embedded chain.
func (t *teller) signer(ctx context.Context, p paying, agent string) (economy.Key, error) {
	layout := node.Layout{Dir: t.app.target.Data}
	switch {
	case p.unsigned:
		return elsewhere{p.from}, nil
	case p.keystore != "":
		return p.key()
	}
	if agent != "" {
		agent, err := t.agentID(ctx, agent)
		if err != nil {
			return nil, err
		}
		if t.app.target.Server != "" {
			return nil, usage("--keystore and --password-file: the agent's key is kept on the server's machine; name a copy of it")
		}
		keys, err := identity.Open(layout.Agents())
		if err != nil {
			return nil, err
		}
		key, err := keys.Wallet(orElse(t.where.Workspace, "main"), agent)
		if errors.Is(err, identity.ErrNoKey) {
			return nil, usage("--keystore and --password-file: the key of agent %s is not in %s; name its files", agent, layout.Agents())
		}
		return key, err
	}
	if key, ok := t.developer(); ok {
		return key, nil
	}
	return nil, usage("--keystore and --password-file: name the files of the account that signs")
}

// operator is who judges: the keystore that was named, else the admin of contracts that this server deployed.
func (t *teller) operator(p paying) (economy.Key, error) {
	switch {
	case p.unsigned:
		return elsewhere{p.from}, nil
	case p.keystore != "":
		return p.key()
	}
	if key, ok := t.developer(); ok {
		return key, nil
	}
	dir := node.Layout{Dir: t.app.target.Data}.Wallets()
	for _, name := range []string{"admin", "signer"} {
		key, err := wallet.Existing(dir, name)
		if err == nil {
			return key, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, usage("--keystore and --password-file: name the files of the account that judges challenges")
}

// named refuses to make a call for nobody where it matters who signs.
func named(key economy.Key) error {
	if key.Address() == (common.Address{}) {
		return usage("--from: name the account that will sign")
	}
	return nil
}
