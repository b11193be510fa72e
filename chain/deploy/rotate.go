package deploy

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
)

// changes are calls that give a role to an account and take it from others.
func changes(a *Addresses, role Role, to common.Address, from []common.Address) (todo []call) {
	for _, name := range Names {
		at := a.Of(name)
		if at.IsZero() {
			continue
		}
		for _, g := range contracts[name].roles {
			if g.to != role {
				continue
			}
			todo = append(todo, grantCall(at.Address, Held{name, g.role, to}))
			for _, old := range from {
				if old == to {
					continue
				}
				todo = append(todo, call{to: at.Address, data: access.PackRevokeRole(roleID(g.role), old),
					step: Step{Do: "revoke", Contract: name, Role: g.role, Account: old}})
			}
		}
	}
	return todo
}

// RotateCalls are what an admin still has to call to give a role to an account and to take it from others.
func RotateCalls(ctx context.Context, chain Chain, a Addresses, role Role, to common.Address, from ...common.Address) (calls []Call, err error) {
	todo, err := reader{chain}.undone(ctx, changes(&a, role, to, from))
	for _, c := range todo {
		calls = append(calls, c.forOthers())
	}
	return calls, err
}

// undone are those of some changes of roles that would change something.
func (r reader) undone(ctx context.Context, all []call) (todo []call, err error) {
	for _, c := range all {
		has, err := r.has(ctx, c.to, roleID(c.step.Role), c.step.Account)
		if err != nil {
			return nil, err
		}
		if has == (c.step.Do == "revoke") {
			todo = append(todo, c)
		}
	}
	return todo, nil
}

// Rotate gives a role to an account and takes it from others, as the contracts' admin; *AdminError if the key is not that.
// It may be run again at any time: what is done already it leaves.
func Rotate(ctx context.Context, chain Chain, key Key, a Addresses, cfg Config, role Role, to common.Address, from ...common.Address) error {
	d, err := begin(ctx, chain, key, "", cfg)
	if err != nil {
		return fmt.Errorf("rotate %s: %w", role, err)
	}
	err = d.until(ctx, func(ctx context.Context) ([]call, error) {
		todo, err := d.undone(ctx, changes(&a, role, to, from))
		if err != nil {
			return nil, err
		}
		return todo, d.mayAll(ctx, todo)
	})
	if err != nil {
		return fmt.Errorf("rotate %s: %w", role, err)
	}
	return nil
}
