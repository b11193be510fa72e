package deploy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// Call is a transaction for somebody else to make, such as a multisig.
type Call struct {
	Contract Name           `json:"contract"`
	What     string         `json:"what"`
	To       common.Address `json:"to"`
	Data     string         `json:"data"` // 0x…
	// After says when it will not be refused any more. Zero is at once.
	After time.Time `json:"after,omitzero"`
}

// HandOver makes another account the contracts' admin, and the deployer nobody. Where money or identity moves the next admin
// takes over itself and not before a delay is over: those calls are returned as long as they are to be made. It may be run
// again at any time. Who has which role afterwards Holders tells, and Check compares.
//
// The contracts are those of Ensure with the same configuration, in which the roles' admin is the next one.
func HandOver(ctx context.Context, chain Chain, key Key, a Addresses, cfg Config) (left []Call, err error) {
	d, err := begin(ctx, chain, key, "", cfg)
	if err != nil {
		return nil, fmt.Errorf("hand over: %w", err)
	}
	d.cfg.Roles = d.cfg.Roles.or(a.Roles, key.Address())
	if d.cfg.Roles.Admin == key.Address() {
		return nil, errors.New("hand over: the next admin is the deployer")
	}
	if err := d.checkAdmin(ctx); err != nil {
		return nil, fmt.Errorf("hand over: %w", err)
	}
	if err := d.until(ctx, func(ctx context.Context) ([]call, error) { return d.unoffered(ctx, &a) }); err != nil {
		return nil, fmt.Errorf("hand over: %w", err)
	}
	// Only now: whoever gives up a role first may find that nobody has it.
	if err := d.until(ctx, func(ctx context.Context) ([]call, error) { return d.unrenounced(ctx, &a) }); err != nil {
		return nil, fmt.Errorf("hand over: %w", err)
	}
	for _, name := range d.cfg.Contracts {
		if !contracts[name].slow {
			continue
		}
		s, err := d.succession(ctx, a.Of(name).Address)
		if err != nil {
			return nil, err
		}
		if s.admin != d.cfg.Roles.Admin {
			take := call{to: a.Of(name).Address, data: owned.PackAcceptDefaultAdminTransfer(), step: Step{Do: "take over", Contract: name, Account: d.cfg.Roles.Admin}}
			accept := take.forOthers()
			accept.After = s.from
			left = append(left, accept)
		}
	}
	return left, nil
}

// checkAdmin refuses those that must not become admin, before anything is sent: a mistake here could not be put right.
func (d *deployment) checkAdmin(ctx context.Context) error {
	next := d.cfg.Roles.Admin
	if next == d.key.Address() || !d.prof.Public || d.cfg.AdminIsAccount {
		return nil
	}
	there, err := d.there(ctx, next)
	if err == nil && !there {
		err = fmt.Errorf("%s has no code on %s: the admin ought to be a multisig", next, d.prof.Name)
	}
	return err
}

// unoffered are the contracts that do not know their next admin yet.
func (d *deployment) unoffered(ctx context.Context, a *Addresses) (todo []call, err error) {
	next := d.cfg.Roles.Admin
	for _, name := range d.cfg.Contracts {
		at := a.Of(name).Address
		offer := call{to: at, step: Step{Do: "hand over", Contract: name, Account: next}}
		if contracts[name].slow {
			s, err := d.succession(ctx, at)
			if err != nil {
				return nil, err
			}
			if s.admin == next || s.next == next {
				continue
			}
			offer.data = owned.PackBeginDefaultAdminTransfer(next)
		} else {
			has, err := d.has(ctx, at, adminRole, next)
			if err != nil {
				return nil, err
			}
			if has {
				continue
			}
			offer.data = access.PackGrantRole(adminRole, next)
		}
		todo = append(todo, offer)
	}
	return todo, nil
}

// unrenounced are the deployer's roles that others have now.
func (d *deployment) unrenounced(ctx context.Context, a *Addresses) (todo []call, err error) {
	self := d.key.Address()
	for _, name := range d.cfg.Contracts {
		at := a.Of(name).Address
		var roles []string
		for _, h := range holders(name, d.cfg.Roles, a) {
			if h.Account != self {
				roles = append(roles, h.Role)
			}
		}
		if !contracts[name].slow {
			roles = append(roles, adminName) // the last: with it goes all say
		}
		for _, role := range roles {
			has, err := d.has(ctx, at, roleID(role), self)
			if err != nil {
				return nil, err
			}
			if has {
				todo = append(todo, call{to: at, data: access.PackRenounceRole(roleID(role), self), step: Step{Do: "renounce", Contract: name, Role: role, Account: self}})
			}
		}
	}
	return todo, nil
}

// succession is who is admin of a contract that hands over in two steps, and who is next.
type succession struct {
	admin, next common.Address
	from        time.Time // when next may take over
}

func (r reader) succession(ctx context.Context, at common.Address) (s succession, err error) {
	answer, err := r.call(ctx, at, owned.PackDefaultAdmin())
	if err == nil {
		s.admin, err = owned.UnpackDefaultAdmin(answer)
	}
	if err != nil {
		return s, fmt.Errorf("admin of %s: %w", at, err)
	}
	if answer, err = r.call(ctx, at, owned.PackPendingDefaultAdmin()); err != nil {
		return s, fmt.Errorf("next admin of %s: %w", at, err)
	}
	pending, err := owned.UnpackPendingDefaultAdmin(answer)
	if err != nil {
		return s, fmt.Errorf("next admin of %s: %w", at, err)
	}
	if s.next = pending.NewAdmin; pending.Schedule.Sign() > 0 {
		s.from = time.Unix(pending.Schedule.Int64()+1, 0).UTC() // the contract wants more than the delay
	}
	return s, nil
}
