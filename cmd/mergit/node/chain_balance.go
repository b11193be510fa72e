package node

import (
	"context"
	"fmt"
	"log/slog"
	"math/big"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/chain/txmgr"
)

const (
	// balanceEvery is how often accounts are looked at.
	balanceEvery = 30 * time.Second
	// fewLeft is how many transactions an account must be able to pay for, or somebody is told.
	fewLeft = 500
)

// LowBalance says that a signer will not be able to pay for much longer.
type LowBalance struct {
	Signer  deploy.Role    `json:"signer"`
	Account common.Address `json:"account"`
	Balance string         `json:"balance"` // in coins, for people
	Left    uint64         `json:"transactions_left"`
}

func (l LowBalance) String() string {
	return fmt.Sprintf("the %s's account %s has %s, enough for about %d transactions: send it more", l.Signer, l.Account, l.Balance, l.Left)
}

// lows are the accounts that are low, and what else somebody has to see to.
type lows struct {
	mu    sync.Mutex
	known map[deploy.Role]LowBalance
	told  map[deploy.Role]uint64 // how many transactions were left when somebody was
	stuck map[Role]string        // why a role does nothing with the chain
	lacks map[deploy.Role]string // what a signer has not the role for
}

// missing notes what a signer may not do, and reports whether that is news; "" is that it may do all.
func (l *lows) missing(signer deploy.Role, what string) (news bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lacks == nil {
		l.lacks = map[deploy.Role]string{}
	}
	news = what != "" && l.lacks[signer] != what
	l.lacks[signer] = what
	return news
}

// stopped notes why a role does nothing with the chain, and reports whether somebody has to be told: a role that is tried
// again and again has one reason to say once. "" is that all is well.
func (l *lows) stopped(role Role, why string) (news bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stuck == nil {
		l.stuck = map[Role]string{}
	}
	news = why != "" && l.stuck[role] != why
	l.stuck[role] = why
	return news
}

// set notes how an account stands, and reports whether somebody has to be told: it became low, or has half of what it had
// then.
func (l *lows) set(at LowBalance) (news bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil {
		l.known, l.told = map[deploy.Role]LowBalance{}, map[deploy.Role]uint64{}
	}
	if at.Left >= fewLeft {
		delete(l.known, at.Signer)
		delete(l.told, at.Signer)
		return false
	}
	l.known[at.Signer] = at
	before, was := l.told[at.Signer]
	if was && (at.Left > before/2 || at.Left == before) {
		return false
	}
	l.told[at.Signer] = at.Left
	return true
}

// warnings are what there is to say.
func (l *lows) warnings() (said []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, role := range Roles {
		if why := l.stuck[role]; why != "" {
			said = append(said, fmt.Sprintf("role %s does nothing with the chain: %s", role, why))
		}
	}
	for _, role := range deploy.Signers {
		if at, low := l.known[role]; low {
			said = append(said, at.String())
		}
		if what := l.lacks[role]; what != "" {
			said = append(said, what)
		}
	}
	return said
}

// watchBalances tells of accounts that run out of money before they do, and of those that lost a role: what needs it waits.
func (c *onchain) watchBalances(ctx context.Context) error {
	for tick := time.NewTicker(balanceEvery); ; {
		for role, m := range c.managers {
			c.watchRoles(ctx, role, m)
			at, err := balance(ctx, c.chain, c.prof, role, m)
			if err != nil {
				c.node.c.Log.DebugContext(ctx, "balance not seen", slog.String("signer", string(role)), slog.Any("err", err))
				continue
			}
			if c.node.lows.set(at) {
				c.node.c.Log.WarnContext(ctx, "balance low", slog.String("signer", string(role)), slog.String("account", at.Account.Hex()),
					slog.String("balance", at.Balance), slog.Uint64("transactions_left", at.Left))
			}
		}
		select {
		case <-ctx.Done():
			tick.Stop()
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// watchRoles looks whether a signer may still do its work. What the chain does not answer stays as it was known.
func (c *onchain) watchRoles(ctx context.Context, role deploy.Role, m *txmgr.Manager) {
	lacks, err := c.lacks(ctx, role, m)
	if err != nil {
		c.node.c.Log.DebugContext(ctx, "roles not seen", slog.String("signer", string(role)), slog.Any("err", err))
		return
	}
	what := ""
	if lacks != nil {
		what = lacks.Error()
	}
	if c.node.lows.missing(role, what) {
		c.node.c.Log.WarnContext(ctx, "role missing", slog.String("signer", string(role)), slog.String("what", what))
	}
}

// purse is what tells balances; txmgr.Node is one.
type purse interface {
	BalanceAt(ctx context.Context, account common.Address, block *big.Int) (*big.Int, error)
	Head(ctx context.Context, account common.Address) (txmgr.Head, error)
}

// balance is how a signer's account stands, at what its newest transaction costs at most.
func balance(ctx context.Context, chain purse, prof profile.Profile, role deploy.Role, m *txmgr.Manager) (LowBalance, error) {
	at := LowBalance{Signer: role, Account: m.Address()}
	have, err := chain.BalanceAt(ctx, at.Account, nil)
	if err != nil {
		return at, err
	}
	cost := m.Cost()
	if cost == nil {
		head, err := chain.Head(ctx, at.Account)
		if err != nil {
			return at, err
		}
		cost = deploy.Typical(prof, head.Latest.BaseFee)
	}
	at.Balance = prof.Amount(have)
	at.Left = deploy.Left(have, cost)
	return at, nil
}
