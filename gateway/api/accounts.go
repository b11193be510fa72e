package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/wire"
)

// accountQuery reads what a list of the economy is to show.
func (c *call) accountQuery(m EconomyConfig, list string) (q AccountQuery, err error) {
	if err := c.waitForEconomy(m); err != nil {
		return q, err
	}
	q = AccountQuery{Workspace: c.who.Workspace, Agent: c.query["agent"], Status: c.query["status"], Goal: c.query["goal"], Task: c.query["task"], Payer: c.query["payer"]}
	limit, err := c.limit()
	if err != nil {
		return q, err
	}
	q.Limit = limit + 1
	q.Before, err = c.cursor(list)
	if err == nil && q.Task != "" && q.Goal == "" {
		err = badQuery(wire.Fault{Path: "task", Reason: "is the same in many goals; give goal, too"})
	}
	return q, err
}

// waitForEconomy waits for ?after=, as it was waited for other reads already.
func (c *call) waitForEconomy(m EconomyConfig) error {
	want := events.Revision(c.number("after"))
	if want == 0 {
		return nil
	}
	record, err := c.api.cfg.Log.At(c.ctx, want)
	if err != nil {
		return c.trouble("look at a revision", err)
	}
	ctx, cancel := context.WithTimeout(c.ctx, c.api.cfg.Wait)
	defer cancel()
	err = m.Accounts.WaitForEconomy(ctx, eventlog.Slot(record.Stream), want)
	if err != nil && ctx.Err() != nil {
		return wire.Refuse(http.StatusGatewayTimeout, "PROJECTION_BEHIND", "reads have not reached revision %d yet; try again", want).Retryable()
	}
	if err != nil {
		return c.trouble("wait for the projections", err)
	}
	return nil
}

func (c *call) listStakes() error {
	m, err := c.money()
	if err != nil {
		return err
	}
	q, err := c.accountQuery(m, "stakes")
	if err != nil {
		return err
	}
	found, err := m.Accounts.Stakes(c.ctx, q)
	if err != nil {
		return c.trouble("list stakes", err)
	}
	page := wire.StakeList{Stakes: []wire.Stake{}}
	if len(found) == q.Limit {
		found = found[:q.Limit-1]
		page.Next = cursorAt("stakes", found[len(found)-1].Revision)
	}
	for _, s := range found {
		s.Tier = m.Economy.Tier(s.Bonded)
		page.Stakes = append(page.Stakes, s)
	}
	return c.ok(http.StatusOK, page)
}

func (c *call) getStake() error {
	m, err := c.money()
	if err == nil {
		err = c.waitForEconomy(m)
	}
	if err != nil {
		return err
	}
	agent := c.fiber.Params("id")
	none := wire.Refuse(http.StatusNotFound, "STAKE_NOT_FOUND", "agent %s never had anything at stake, as far as the chain was read", agent)
	if !events.IsToken(agent) {
		return none
	}
	found, err := m.Accounts.Stakes(c.ctx, AccountQuery{Workspace: c.who.Workspace, Agent: agent, Limit: 1})
	if err != nil {
		return c.trouble("read a stake", err)
	}
	if len(found) == 0 {
		return none
	}
	found[0].Tier = m.Economy.Tier(found[0].Bonded)
	return c.ok(http.StatusOK, found[0])
}

func (c *call) listChallenges() error {
	m, err := c.money()
	if err != nil {
		return err
	}
	q, err := c.accountQuery(m, "challenges")
	if err != nil {
		return err
	}
	found, err := m.Accounts.Challenges(c.ctx, q)
	if err != nil {
		return c.trouble("list challenges", err)
	}
	page := wire.ChallengeList{Challenges: []wire.Challenge{}}
	if len(found) == q.Limit {
		found = found[:q.Limit-1]
		page.Next = cursorAt("challenges", found[len(found)-1].Opened)
	}
	page.Challenges = append(page.Challenges, found...)
	return c.ok(http.StatusOK, page)
}

func (c *call) getChallenge() error {
	m, err := c.money()
	if err == nil {
		err = c.waitForEconomy(m)
	}
	if err != nil {
		return err
	}
	q, err := c.one(m, "challenges")
	if err != nil {
		return err
	}
	found, err := m.Accounts.Challenges(c.ctx, q)
	if err != nil {
		return c.trouble("read a challenge", err)
	}
	if len(found) == 0 {
		return wire.Refuse(http.StatusNotFound, "CHALLENGE_NOT_FOUND", "there is no challenge %s of an agent here, as far as the chain was read", q.ID)
	}
	return c.ok(http.StatusOK, found[0])
}

// one selects what the path names in the contract that is used now.
func (c *call) one(m EconomyConfig, list string) (AccountQuery, error) {
	q := AccountQuery{Workspace: c.who.Workspace, ID: c.fiber.Params("id"), Limit: 1}
	var err error
	if q.Contract, err = m.Economy.Contract(c.ctx, list); err != nil {
		return q, c.economic("find a contract", err)
	}
	return q, nil
}

func (c *call) listEscrows() error {
	m, err := c.money()
	if err != nil {
		return err
	}
	q, err := c.accountQuery(m, "escrows")
	if err != nil {
		return err
	}
	found, err := m.Accounts.Escrows(c.ctx, q)
	if err != nil {
		return c.trouble("list escrows", err)
	}
	page := wire.EscrowList{Escrows: []wire.Escrow{}}
	if len(found) == q.Limit {
		found = found[:q.Limit-1]
		page.Next = cursorAt("escrows", found[len(found)-1].Funded)
	}
	page.Escrows = append(page.Escrows, found...)
	return c.ok(http.StatusOK, page)
}

func (c *call) getEscrow() error {
	m, err := c.money()
	if err == nil {
		err = c.waitForEconomy(m)
	}
	if err != nil {
		return err
	}
	e, err := c.escrow(m, c.fiber.Params("id"))
	if err != nil {
		return err
	}
	return c.ok(http.StatusOK, e)
}

// escrow finds an escrow of the contract that is used now.
func (c *call) escrow(m EconomyConfig, id string) (wire.Escrow, error) {
	contract, err := m.Economy.Contract(c.ctx, "escrows")
	if err != nil {
		return wire.Escrow{}, c.economic("find a contract", err)
	}
	found, err := m.Accounts.Escrows(c.ctx, AccountQuery{Workspace: c.who.Workspace, Contract: contract, ID: id, Limit: 1})
	switch {
	case errors.Is(err, ErrNotFound) || err == nil && len(found) == 0:
		return wire.Escrow{}, wire.Refuse(http.StatusNotFound, "ESCROW_NOT_FOUND", "there is no escrow %s for an agent here, as far as the chain was read", id)
	case err != nil:
		return wire.Escrow{}, c.trouble("read an escrow", err)
	}
	return found[0], nil
}
