package deploy

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/mergit-io/mergit/chain/profile"
)

// Holder is who has a role of a contract.
type Holder struct {
	Contract Name             `json:"contract"`
	Role     string           `json:"role"`
	Accounts []common.Address `json:"accounts"`
}

// Holders reads from the chain's logs who has which role. Nobody gets one without a log, so it knows of everybody. reading
// is told how many blocks were read of how many; it may be nil.
func Holders(ctx context.Context, chain Chain, p profile.Profile, a Addresses, reading func(done, all uint64)) ([]Holder, error) {
	head, err := chain.HeaderByNumber(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("latest block: %w", err)
	}
	at := map[common.Address]Name{}
	var addresses []common.Address
	for _, name := range Names {
		if c := a.Of(name); !c.IsZero() {
			at[c.Address], addresses = name, append(addresses, c.Address)
		}
	}
	known := tally{}
	first, last := a.First(), head.Number.Uint64()
	for from := first; from <= last; from += p.LogRange {
		logs, err := chain.FilterLogs(ctx, ethereum.FilterQuery{
			FromBlock: new(big.Int).SetUint64(from), ToBlock: new(big.Int).SetUint64(min(from+p.LogRange-1, last)), Addresses: addresses,
			Topics: [][]common.Hash{{granted, revoked}},
		})
		if err != nil {
			return nil, fmt.Errorf("logs of blocks from %d: %w", from, err)
		}
		for _, l := range logs {
			known.fold(at[l.Address], l)
		}
		if reading != nil {
			reading(min(from+p.LogRange, last+1)-first, last+1-first)
		}
	}
	var all []Holder
	for _, name := range Names {
		if a.Of(name).IsZero() {
			continue
		}
		for _, role := range rolesOf(name) {
			all = append(all, Holder{Contract: name, Role: role, Accounts: known[held{name, roleID(role)}]})
		}
	}
	return all, nil
}

var (
	granted = crypto.Keccak256Hash([]byte("RoleGranted(bytes32,address,address)"))
	revoked = crypto.Keccak256Hash([]byte("RoleRevoked(bytes32,address,address)"))
)

// held is a role of a contract.
type held struct {
	contract Name
	role     [32]byte
}

// tally is who has which role, oldest first.
type tally map[held][]common.Address

// fold takes note of a role that was granted or revoked: RoleGranted and RoleRevoked have role, account and sender as their
// topics.
func (t tally) fold(contract Name, l types.Log) {
	if l.Removed || len(l.Topics) != 4 {
		return
	}
	key, account := held{contract, l.Topics[1]}, common.BytesToAddress(l.Topics[2][:])
	t[key] = slices.DeleteFunc(t[key], func(a common.Address) bool { return a == account })
	if l.Topics[0] == granted {
		t[key] = append(t[key], account)
	}
}

// rolesOf are the roles of a contract, the admin's first.
func rolesOf(name Name) []string {
	roles := []string{adminName}
	for _, g := range append(contracts[name].roles[:len(contracts[name].roles):len(contracts[name].roles)], contracts[name].grants...) {
		roles = append(roles, g.role)
	}
	return roles
}

// OthersError names those who have a role and should not.
type OthersError struct{ Others []Held }

func (e *OthersError) Error() string {
	var said []string
	for _, h := range e.Others {
		said = append(said, fmt.Sprintf("%s has %s of %s", h.Account, h.Role, h.Contract))
	}
	return "roles are with accounts that nobody named: " + strings.Join(said, ", ")
}

// Check compares who has roles with who ought to. But for outgoing, who may have the roles that are still to be handed over,
// everybody else who has one is an *OthersError.
func Check(all []Holder, a Addresses, who Roles, outgoing common.Address) error {
	wanted := map[Held]bool{}
	for _, name := range Names {
		for _, h := range holders(name, who, &a) {
			wanted[h] = true
		}
		wanted[Held{name, adminName, who.Admin}] = true
		if contracts[name].slow {
			wanted[Held{name, adminName, outgoing}] = true
		}
	}
	var others []Held
	for _, h := range all {
		for _, account := range h.Accounts {
			if one := (Held{h.Contract, h.Role, account}); !wanted[one] {
				others = append(others, one)
			}
		}
	}
	if len(others) > 0 {
		return &OthersError{others}
	}
	return nil
}
