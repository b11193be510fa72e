package registrar

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// client is what the managers call.
type client struct{ *Registrar }

var _ txmgr.Client = client{}

// Done implements txmgr.Client: whether the passport stands, or is revoked.
func (c client) Done(ctx context.Context, tx events.TxPrepared) (bool, error) {
	about, ok := c.contract.subjectOf(tx.Raw)
	switch {
	case !ok:
		return false, nil
	case about.token == "":
		token, err := c.contract.tokenOf(ctx, about.agent)
		return err == nil && token.Sign() > 0, err
	}
	token, _ := new(big.Int).SetString(about.token, 10)
	known, err := c.contract.passport(ctx, false, token)
	return known.Revoked, err
}

// Sent implements txmgr.Client. Nobody needs to know: what counts is what the contract emits.
func (c client) Sent(context.Context, events.TxPrepared, string) error { return nil }

// Final implements txmgr.Client. What the transaction did is observed, not told.
func (c client) Final(context.Context, events.TxPrepared, *types.Receipt) error { return nil }

// Closed implements txmgr.Client: the agent is looked at again.
func (c client) Closed(ctx context.Context, tx events.TxPrepared) error {
	about, ok := c.contract.subjectOf(tx.Raw)
	if !ok {
		return nil
	}
	c.mu.Lock()
	j := c.queue.bySubj[about]
	c.mu.Unlock()
	if j != nil { // else it is through, or its agent was not looked at yet
		c.note(j.agent, 0, false)
	}
	return c.at(ctx, AtClosed)
}

func (s standing) fits(about subject) bool {
	if about.token != "" {
		return s.passport.TokenID == about.token
	}
	return strings.EqualFold(s.registered.Address, about.agent.Hex())
}

// Reorged implements txmgr.Client: the chain is asked anew, whatever the log says by now. It happens next to never, so that
// the agent may be looked for in all of the log.
func (c client) Reorged(ctx context.Context, tx events.TxPrepared, _ *types.Receipt) error {
	about, ok := c.contract.subjectOf(tx.Raw)
	if !ok {
		return nil
	}
	for record, err := range c.cfg.Commands.Log.Read(ctx, eventlog.Query{Subjects: subjects()}) {
		if err != nil {
			return fmt.Errorf("registrar: read the log: %w", err)
		}
		e, err := c.cfg.Commands.Codec.Decode(ctx, record)
		if err != nil {
			return fmt.Errorf("registrar: %w", err)
		}
		var s standing
		switch f := e.Fact.(type) {
		case events.AgentRegistered:
			s.registered = f
		case events.PassportMinted:
			s.passport = f
		default:
			continue
		}
		if s.fits(about) {
			c.note(record.Stream, 0, true)
			return nil
		}
	}
	return nil
}
