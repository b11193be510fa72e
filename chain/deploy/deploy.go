// Package deploy sees to it that Mergit's contracts are on a chain with their roles, and remembers where.
package deploy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/profile"
)

// Chain is what a deployment asks of a node; *ethclient.Client is one.
type Chain interface {
	ChainID(ctx context.Context) (*big.Int, error)
	BalanceAt(ctx context.Context, account common.Address, block *big.Int) (*big.Int, error)
	CodeAt(ctx context.Context, account common.Address, block *big.Int) ([]byte, error)
	NonceAt(ctx context.Context, account common.Address, block *big.Int) (uint64, error)
	HeaderByNumber(ctx context.Context, number *big.Int) (*types.Header, error)
	SuggestGasTipCap(ctx context.Context) (*big.Int, error)
	EstimateGas(ctx context.Context, call ethereum.CallMsg) (uint64, error)
	CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error)
	FilterLogs(ctx context.Context, q ethereum.FilterQuery) ([]types.Log, error)
	SendTransaction(ctx context.Context, tx *types.Transaction) error
	TransactionReceipt(ctx context.Context, tx common.Hash) (*types.Receipt, error)
}

// Key signs for one account; *wallet.Wallet is one.
type Key interface {
	Address() common.Address
	Sign(tx *types.Transaction, chainID *big.Int) (*types.Transaction, error)
}

// Step is something that is being done on the chain.
type Step struct {
	Do       string // deploy, grant, revoke, fund, hand over
	Contract Name
	Role     string
	Account  common.Address // whom it is about, or where a contract will be
	Tx       common.Hash
	Final    bool // not sent now, but final
}

// Config of a deployment. The zero value is useful.
type Config struct {
	// Contracts to have. Those they need are added. Defaults to all.
	Contracts []Name
	// Roles say who has which. Those that are left out stay as they were recorded, and are the deployer's at first. It
	// remains the contracts' admin until HandOver.
	Roles Roles
	// Terms of the economy's contracts. Default to PublicTerms on a public chain and to DevTerms on others.
	Terms *Terms
	// Fund is what the signers' accounts are brought to where they have less than half of it, in wei, out of the deployer's
	// account. Nil pays nobody.
	Fund *big.Int
	// AdminIsAccount allows an admin without code on a public chain, where a multisig belongs.
	AdminIsAccount bool
	// Profile of the chain. Defaults to what profile.Of says.
	Profile *profile.Profile
	// Poll is how often the chain is looked at. Defaults to the profile's.
	Poll time.Duration
	// Resend is when a transaction that is in no block is sent again. Defaults to 10 s.
	Resend time.Duration
	// Tell is told what is being done. May be nil.
	Tell func(Step)
	// Log is told the same. Defaults to nobody.
	Log *slog.Logger
}

// Ensure returns where the contracts of the chain are, and deploys those that are not there. Everybody has the roles of the
// configuration when it returns, and all of it is final. It waits as long as the context lets it for transactions; other
// errors it returns: *BalanceError before anything is sent that could not be paid to the end.
//
// It may be killed at any time and run again: what it sends it stored before. Only one process may use the key meanwhile.
func Ensure(ctx context.Context, chain Chain, key Key, dir string, cfg Config) (Addresses, error) {
	d, err := begin(ctx, chain, key, dir, cfg)
	if err != nil {
		return Addresses{}, fmt.Errorf("deploy contracts: %w", err)
	}
	a, err := d.ensure(ctx)
	if err != nil {
		return Addresses{}, fmt.Errorf("deploy contracts on chain %s: %w", d.id, err)
	}
	return a, nil
}

// deployment is one run.
type deployment struct {
	reader
	key  Key
	id   *big.Int
	dir  string
	cfg  Config
	prof profile.Profile
}

// begin finds out about the chain and fills in the configuration.
func begin(ctx context.Context, chain Chain, key Key, dir string, cfg Config) (*deployment, error) {
	d := &deployment{reader: reader{chain}, key: key, dir: dir}
	if cfg.Profile == nil {
		found, err := profile.Of(ctx, chain)
		if err != nil {
			return nil, err
		}
		cfg.Profile = &found
	}
	d.prof, d.id = *cfg.Profile, new(big.Int).SetUint64(cfg.Profile.ChainID)
	if cfg.Contracts == nil {
		cfg.Contracts = Names
	}
	cfg.Contracts = withNeeded(cfg.Contracts)
	if cfg.Terms == nil {
		terms := DevTerms()
		if d.prof.Public {
			terms = PublicTerms()
		}
		cfg.Terms = &terms
	}
	cfg.Poll, cfg.Resend = cmp.Or(cfg.Poll, d.prof.Poll), cmp.Or(cfg.Resend, 10*time.Second)
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	d.cfg = cfg
	return d, nil
}

func (d *deployment) ensure(ctx context.Context) (Addresses, error) {
	a, err := Read(d.dir, d.id.Uint64())
	if errors.Is(err, fs.ErrNotExist) {
		a, err = Addresses{ChainID: d.id.Uint64()}, nil
	}
	if err != nil {
		return a, err
	}
	stay, err := d.recorded(ctx, &a)
	if err != nil {
		return a, err
	}
	d.cfg.Roles = d.cfg.Roles.or(stay, d.key.Address())
	if err := d.checkAdmin(ctx); err != nil {
		return a, err
	}
	var beside []*flight
	for range rounds {
		if err := d.finish(ctx, &a, beside); err != nil {
			return a, err
		}
		missing, err := d.missing(ctx, &a)
		if err != nil {
			return a, err
		}
		if len(missing) == 0 {
			return a, d.settle(ctx, &a)
		}
		if beside, err = d.prepare(ctx, &a, missing); err != nil {
			return a, err
		}
	}
	return a, fmt.Errorf("somebody else uses the account %s: give it to one process only", d.key.Address())
}

// recorded are the roles that stay as they were. On a chain that has none of the contracts any more, since it was begun anew,
// those of the account that had deployed them are whose account deploys them now: its key may be gone with the chain, and
// nobody could grant anything again.
func (d *deployment) recorded(ctx context.Context, a *Addresses) (Roles, error) {
	known := false
	for _, name := range Names {
		at := a.Of(name).Address
		there, err := d.there(ctx, at)
		if err != nil || there {
			return a.Roles, err
		}
		known = known || at != (common.Address{})
	}
	stay := a.Roles
	for _, role := range All {
		if known && *stay.Of(role) == a.Deployer {
			*stay.Of(role) = d.key.Address()
		}
	}
	return stay, nil
}

// settle sees to roles and payments, and records who has the roles.
func (d *deployment) settle(ctx context.Context, a *Addresses) error {
	err := d.until(ctx, func(ctx context.Context) ([]call, error) {
		grants, err := d.ungranted(ctx, a)
		if err != nil {
			return nil, err
		}
		payments, err := d.unfunded(ctx)
		return append(grants, payments...), err
	})
	if err != nil || a.Roles == d.cfg.Roles {
		return err
	}
	a.Roles = d.cfg.Roles
	return a.Write(d.dir)
}

// missing are the contracts that are not there, or were made with the address of one that is not.
func (d *deployment) missing(ctx context.Context, a *Addresses) ([]Name, error) {
	var gone []Name
	for _, name := range d.cfg.Contracts {
		there, err := d.there(ctx, a.Of(name).Address)
		if err != nil {
			return nil, err
		}
		if !there {
			gone = append(gone, name)
		}
	}
	var missing []Name
	for _, name := range withDependent(gone) {
		if !a.Of(name).IsZero() || contains(d.cfg.Contracts, name) {
			missing = append(missing, name)
		}
	}
	return missing, nil
}

func contains(names []Name, name Name) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// there reports whether an address has code.
func (d *deployment) there(ctx context.Context, at common.Address) (bool, error) {
	if at == (common.Address{}) {
		return false, nil
	}
	code, err := d.chain.CodeAt(ctx, at, nil)
	if err != nil {
		return false, fmt.Errorf("look for code at %s: %w", at, err)
	}
	return len(code) > 0, nil
}
