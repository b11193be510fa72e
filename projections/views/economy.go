package views

import (
	"context"
	"fmt"
	"strconv"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
)

// StakeFilter selects stakes; what is empty does not matter.
type StakeFilter struct {
	Workspace, Agent string
	Limit            int
	Cursor           string
}

// StakePage is a page of stakes, the last changed first.
type StakePage struct {
	Stakes []projections.StakeRow `json:"stakes"`
	Next   string                 `json:"next,omitempty"` // empty on the last page
}

// Stakes lists what agents have at stake.
func (v *Views) Stakes(ctx context.Context, f StakeFilter) (StakePage, error) {
	q := query{order: "revision"}
	q.equal("workspace", f.Workspace)
	q.equal("agent", f.Agent)
	var found projections.Account
	more, err := v.page(ctx, q, "stakes", f.Limit, f.Cursor, &found)
	if err != nil {
		return StakePage{}, fmt.Errorf("list stakes: %w", err)
	}
	page := StakePage{Stakes: values(found.Stakes.All())}
	if more {
		page.Stakes = page.Stakes[:len(page.Stakes)-1]
		page.Next = strconv.FormatInt(page.Stakes[len(page.Stakes)-1].Revision, 10)
	}
	return page, nil
}

// Stake returns what an agent has at stake, or ErrNotFound if it never had anything.
func (v *Views) Stake(ctx context.Context, agent string) (projections.StakeRow, error) {
	page, err := v.Stakes(ctx, StakeFilter{Agent: agent, Limit: 1})
	if err == nil && len(page.Stakes) == 0 {
		err = fmt.Errorf("stake of %s: %w", agent, ErrNotFound)
	}
	if err != nil {
		return projections.StakeRow{}, err
	}
	return page.Stakes[0], nil
}

// ChallengeFilter selects challenges; what is empty does not matter. Goal and task are IDs.
type ChallengeFilter struct {
	Workspace, Agent, Status, Goal, Task string
	// Contract and Number name one challenge.
	Contract, Number string
	Limit            int
	Cursor           string
}

// ChallengePage is a page of challenges, newest first.
type ChallengePage struct {
	Challenges []projections.ChallengeRow `json:"challenges"`
	Next       string                     `json:"next,omitempty"`
}

// Challenges lists challenges of agents' work.
func (v *Views) Challenges(ctx context.Context, f ChallengeFilter) (ChallengePage, error) {
	q := query{order: "opened"}
	q.equal("workspace", f.Workspace)
	q.equal("agent", f.Agent)
	q.equal("status", f.Status)
	q.equal("goal_hash", hashed(f.Goal))
	q.equal("task_hash", hashed(f.Task))
	q.equal("contract", f.Contract)
	q.equal("number", f.Number)
	var found projections.Account
	more, err := v.page(ctx, q, "challenges", f.Limit, f.Cursor, &found)
	if err != nil {
		return ChallengePage{}, fmt.Errorf("list challenges: %w", err)
	}
	page := ChallengePage{Challenges: values(found.Challenges.All())}
	if more {
		page.Challenges = page.Challenges[:len(page.Challenges)-1]
		page.Next = strconv.FormatInt(page.Challenges[len(page.Challenges)-1].Opened, 10)
	}
	return page, nil
}

// EscrowFilter selects escrows; what is empty does not matter. Goal and task are IDs, payer is an address.
type EscrowFilter struct {
	Workspace, Agent, Status, Goal, Task, Payer string
	// Contract and ID name one escrow.
	Contract, ID string
	Limit        int
	Cursor       string
}

// EscrowPage is a page of escrows, newest first.
type EscrowPage struct {
	Escrows []projections.EscrowRow `json:"escrows"`
	Next    string                  `json:"next,omitempty"`
}

// Escrows lists money that was put aside for agents.
func (v *Views) Escrows(ctx context.Context, f EscrowFilter) (EscrowPage, error) {
	q := query{order: "funded"}
	q.equal("workspace", f.Workspace)
	q.equal("agent", f.Agent)
	q.equal("status", f.Status)
	q.equal("goal_hash", hashed(f.Goal))
	q.equal("task_hash", hashed(f.Task))
	q.equal("payer", f.Payer)
	q.equal("contract", f.Contract)
	q.equal("id", f.ID)
	var found projections.Account
	more, err := v.page(ctx, q, "escrows", f.Limit, f.Cursor, &found)
	if err != nil {
		return EscrowPage{}, fmt.Errorf("list escrows: %w", err)
	}
	page := EscrowPage{Escrows: values(found.Escrows.All())}
	if more {
		page.Escrows = page.Escrows[:len(page.Escrows)-1]
		page.Next = strconv.FormatInt(page.Escrows[len(page.Escrows)-1].Funded, 10)
	}
	return page, nil
}

// hashed is how a chain knows an ID: by its SHA-256, in hex as rows have it.
func hashed(id string) string {
	if id == "" {
		return ""
	}
	return events.Sum([]byte(id)).String()
}

// TaskNames are a goal and its tasks by what a chain knows them by.
type TaskNames struct {
	Goal  string
	Tasks map[string]string // ID by hash
}

// NamesOf finds the goals that chains know by hashes, as far as they have a proof, and their proven tasks.
func (v *Views) NamesOf(ctx context.Context, workspace string, hashes []string) (map[string]TaskNames, error) {
	names := map[string]TaskNames{}
	if len(hashes) == 0 {
		return names, nil
	}
	rows, err := v.pool.Query(ctx, v.selectFrom("proofs")+" WHERE bundle = ANY($1) AND workspace = $2", hashes, workspace)
	var unit projections.Goal
	if err == nil {
		_, err = collect(rows, "proofs", &unit)
	}
	if err = created(err); err != nil {
		return nil, fmt.Errorf("names of goals: %w", err)
	}
	for p := range unit.Proofs.All() {
		n := TaskNames{Goal: p.Goal, Tasks: map[string]string{}}
		for _, task := range p.Tasks {
			n.Tasks[hashed(task)] = task
		}
		names[p.Bundle] = n
	}
	return names, nil
}
