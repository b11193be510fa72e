package reads

import (
	"context"
	"strings"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/views"
)

// AccountSource is where rows of the economy come from; *views.Views is one.
type AccountSource interface {
	Stakes(context.Context, views.StakeFilter) (views.StakePage, error)
	Challenges(context.Context, views.ChallengeFilter) (views.ChallengePage, error)
	Escrows(context.Context, views.EscrowFilter) (views.EscrowPage, error)
	NamesOf(ctx context.Context, workspace string, hashes []string) (map[string]views.TaskNames, error)
	WaitForEconomy(ctx context.Context, slot int, r events.Revision) error
}

var _ AccountSource = (*views.Views)(nil)

// Accounts is an api.Accounts.
type Accounts struct{ source AccountSource }

var _ api.Accounts = (*Accounts)(nil)

// NewAccounts answers from a source.
func NewAccounts(source AccountSource) *Accounts { return &Accounts{source} }

// Stakes implements api.Accounts.
func (a *Accounts) Stakes(ctx context.Context, q api.AccountQuery) ([]wire.Stake, error) {
	page, err := a.source.Stakes(ctx, views.StakeFilter{Workspace: q.Workspace, Agent: q.Agent, Limit: q.Limit, Cursor: before(q.Before)})
	if err != nil {
		return nil, err
	}
	return each(page.Stakes, func(r projections.StakeRow) wire.Stake {
		return wire.Stake{
			Agent: r.Agent, Bonded: r.Bonded, Unbonding: r.Unbonding, ReleaseAt: r.ReleaseAt, Holds: r.Holds, Chain: uint64(r.Chain),
			Contract: r.Contract, Block: uint64(r.Block), Tx: r.Tx, Updated: r.Updated, Revision: uint64(r.Revision),
		}
	}), nil
}

// Challenges implements api.Accounts.
func (a *Accounts) Challenges(ctx context.Context, q api.AccountQuery) ([]wire.Challenge, error) {
	page, err := a.source.Challenges(ctx, views.ChallengeFilter{
		Workspace: q.Workspace, Agent: q.Agent, Status: q.Status, Goal: q.Goal, Task: q.Task, Contract: q.Contract, Number: q.ID,
		Limit: q.Limit, Cursor: before(q.Before),
	})
	if err != nil {
		return nil, err
	}
	named, err := a.names(ctx, q.Workspace, each(page.Challenges, func(r projections.ChallengeRow) string { return r.Goal }))
	if err != nil {
		return nil, err
	}
	return each(page.Challenges, func(r projections.ChallengeRow) wire.Challenge {
		return wire.Challenge{
			Number: r.Number, Contract: r.Contract, Agent: r.Agent, TaskRef: named(r.Goal, r.Task), Challenger: r.Challenger, Bond: r.Bond,
			Evidence: r.Evidence, Answer: r.Answer, Status: r.Status, Penalty: r.Penalty, Reward: r.Reward, Tx: r.Tx, Block: uint64(r.Block),
			Created: r.Created, Ended: r.Ended, Opened: uint64(r.Opened), Revision: uint64(r.Revision),
		}
	}), nil
}

// Escrows implements api.Accounts.
func (a *Accounts) Escrows(ctx context.Context, q api.AccountQuery) ([]wire.Escrow, error) {
	page, err := a.source.Escrows(ctx, views.EscrowFilter{
		Workspace: q.Workspace, Agent: q.Agent, Status: q.Status, Goal: q.Goal, Task: q.Task, Payer: strings.ToLower(q.Payer),
		Contract: q.Contract, ID: strings.ToLower(q.ID), Limit: q.Limit, Cursor: before(q.Before),
	})
	if err != nil {
		return nil, err
	}
	named, err := a.names(ctx, q.Workspace, each(page.Escrows, func(r projections.EscrowRow) string { return r.Goal }))
	if err != nil {
		return nil, err
	}
	return each(page.Escrows, func(r projections.EscrowRow) wire.Escrow {
		return wire.Escrow{
			ID: r.ID, Contract: r.Contract, Agent: r.Agent, TaskRef: named(r.Goal, r.Task), Payer: r.Payer, Payee: r.Payee, Deadline: r.Deadline,
			Amount: r.Amount, Status: r.Status, ResultHash: r.Result, ReleasableAt: r.ReleasableAt, Tx: r.Tx, Block: uint64(r.Block),
			Created: r.Created, Ended: r.Ended, Funded: uint64(r.Funded), Revision: uint64(r.Revision),
		}
	}), nil
}

// names finds what hashes stand for, as far as that is known.
func (a *Accounts) names(ctx context.Context, workspace string, goals []string) (func(goal, task string) wire.TaskRef, error) {
	known, err := a.source.NamesOf(ctx, workspace, goals)
	if err != nil {
		return nil, err
	}
	return func(goal, task string) wire.TaskRef {
		n := known[goal]
		return wire.TaskRef{Goal: n.Goal, Task: n.Tasks[task], GoalHash: goal, TaskHash: task}
	}, nil
}

// WaitForEconomy implements api.Accounts.
func (a *Accounts) WaitForEconomy(ctx context.Context, slot int, revision events.Revision) error {
	return a.source.WaitForEconomy(ctx, slot, revision)
}
