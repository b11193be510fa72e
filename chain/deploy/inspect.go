package deploy

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/profile"
)

// Status is what a chain says of what is recorded.
type Status struct {
	ChainID   uint64       `json:"chain_id"`
	Chain     string       `json:"chain"`
	Contracts []Standing   `json:"contracts"`
	Roles     []RoleStatus `json:"roles"`
	Accounts  []Account    `json:"accounts"`
}

// Standing is a contract and whether it is there.
type Standing struct {
	Contract Name           `json:"contract"`
	Address  common.Address `json:"address"`
	Block    uint64         `json:"block"`
	Tx       common.Hash    `json:"tx"`
	There    bool           `json:"there"`
}

// RoleStatus is a role of a contract, who ought to have it, and whether they do.
type RoleStatus struct {
	Contract Name           `json:"contract"`
	Role     string         `json:"role"`
	Account  common.Address `json:"account"`
	Held     bool           `json:"held"`
	// Admin is who has the role of an admin meanwhile, where it is being handed over, and From when it may be taken over.
	Admin common.Address `json:"admin,omitzero"`
	From  time.Time      `json:"from,omitzero"`
}

// Account is an account that has roles.
type Account struct {
	Role    Role           `json:"role"`
	Account common.Address `json:"account"`
	Wei     string         `json:"wei"`
	Balance string         `json:"balance"` // in coins, for people
	Nonce   uint64         `json:"nonce"`
	Left    uint64         `json:"transactions_left"` // usual ones, at the latest base fee
}

// Inspect asks a chain about the contracts and roles that are recorded.
func Inspect(ctx context.Context, chain Chain, p profile.Profile, a Addresses) (Status, error) {
	s, r := Status{ChainID: a.ChainID, Chain: p.Name}, reader{chain}
	for _, name := range Names {
		c := a.Of(name)
		if c.IsZero() {
			continue
		}
		code, err := chain.CodeAt(ctx, c.Address, nil)
		if err != nil {
			return s, fmt.Errorf("look for code at %s: %w", c.Address, err)
		}
		there := len(code) > 0 && r.is(ctx, &a, name) == nil
		s.Contracts = append(s.Contracts, Standing{Contract: name, Address: c.Address, Block: c.Block, Tx: c.Tx, There: there})
		if !there {
			continue
		}
		roles, err := r.roles(ctx, name, a)
		if err != nil {
			return s, err
		}
		s.Roles = append(s.Roles, roles...)
	}
	head, err := chain.HeaderByNumber(ctx, nil)
	if err != nil {
		return s, fmt.Errorf("latest block: %w", err)
	}
	for _, role := range All {
		account, err := r.account(ctx, p, head.BaseFee, role, *a.Roles.Of(role))
		if err != nil {
			return s, err
		}
		s.Accounts = append(s.Accounts, account)
	}
	return s, nil
}

// Lacks are the roles that an account would need to do a role's work, and does not have.
func Lacks(ctx context.Context, chain Chain, a Addresses, role Role, account common.Address) (lacks []Held, err error) {
	for _, c := range changes(&a, role, account, nil) {
		has, err := reader{chain}.has(ctx, c.to, roleID(c.step.Role), account)
		if err != nil {
			return nil, err
		}
		if !has {
			lacks = append(lacks, Held{c.step.Contract, c.step.Role, account})
		}
	}
	return lacks, nil
}

// roles looks who of those who ought to have a contract's roles has them.
func (r reader) roles(ctx context.Context, name Name, a Addresses) (all []RoleStatus, err error) {
	at := a.Of(name).Address
	for _, h := range append([]Held{{name, adminName, a.Roles.Admin}}, holders(name, a.Roles, &a)...) {
		s := RoleStatus{Contract: name, Role: h.Role, Account: h.Account}
		if s.Held, err = r.has(ctx, at, roleID(h.Role), h.Account); err != nil {
			return nil, err
		}
		if h.Role == adminName && !s.Held {
			s.Admin = a.Deployer
			if contracts[name].slow {
				now, err := r.succession(ctx, at)
				if err != nil {
					return nil, err
				}
				s.Admin = now.admin
				if now.next == h.Account {
					s.From = now.from
				}
			}
		}
		all = append(all, s)
	}
	return all, nil
}

func (r reader) account(ctx context.Context, p profile.Profile, base *big.Int, role Role, account common.Address) (Account, error) {
	have, err := r.chain.BalanceAt(ctx, account, nil)
	if err != nil {
		return Account{}, fmt.Errorf("balance of %s: %w", account, err)
	}
	nonce, err := r.chain.NonceAt(ctx, account, nil)
	if err != nil {
		return Account{}, fmt.Errorf("nonce of %s: %w", account, err)
	}
	return Account{Role: role, Account: account, Wei: have.String(), Balance: p.Amount(have), Nonce: nonce, Left: Left(have, Typical(p, base))}, nil
}
