package registrar

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// maxDoublings bounds waits: 32 times the first.
const maxDoublings = 5

// dispatch looks at one agent after the other.
func (r *Registrar) dispatch(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	failures := 0
	for ctx.Err() == nil {
		j, ok, wait := r.due()
		if !ok {
			timer.Reset(wait)
			select {
			case <-ctx.Done():
			case <-r.wake:
			case <-timer.C:
			}
			continue
		}
		err := r.look(ctx, j)
		switch {
		case ctx.Err() != nil:
			return nil
		case txmgr.Unreadable(err):
			return fmt.Errorf("registrar: %w", err)
		case err == nil:
			if failures > 0 {
				r.cfg.Log.InfoContext(ctx, "passports are minted again", slog.Int("failures", failures))
			}
			failures = 0
			continue
		}
		// The chain or the log is down: no agent's fault.
		if failures++; failures == 1 {
			r.cfg.Log.WarnContext(ctx, "passports wait for the chain", slog.Any("err", err))
		}
		r.later(j, 0)
		timer.Reset(r.cfg.Backoff << min(failures-1, 3))
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
	}
	return nil
}

// standing is what the log says of an agent.
type standing struct {
	known, revoked bool
	registered     events.AgentRegistered
	passport       events.PassportMinted
}

// view reads an agent as new as the event that led here.
func (r *Registrar) view(ctx context.Context, j job) (s standing, err error) {
	for _, reload := range []bool{false, true} {
		var at events.Revision
		err = r.cfg.Commands.Agents.View(ctx, j.agent, reload || j.seen == 0, func(a *commands.Agent, newest events.Revision) {
			s = standing{known: a.Known(), revoked: a.Revoked, registered: a.Registered, passport: a.Passport}
			at = newest
		})
		if err != nil || at >= j.seen {
			break
		}
	}
	return s, err
}

// look does what is left to do for an agent.
func (r *Registrar) look(ctx context.Context, j job) error {
	s, err := r.view(ctx, j)
	switch {
	case err != nil:
		return err
	case !s.known:
		r.through(j)
		return nil
	case s.revoked && (s.passport.TokenID == "" || common.HexToAddress(s.passport.At.Contract) != r.cfg.Contract):
		// Nothing to take back; if a passport is on its way all the same, its arrival is heard of. The number of one in another
		// contract, as after a chain was begun anew, is that of another agent here.
		r.through(j)
		return nil
	case s.revoked:
		return r.revoke(ctx, j, s)
	case s.passport.TokenID == "" || j.anew:
		return r.mint(ctx, j, s)
	}
	r.through(j)
	return nil
}

// mint has an agent's passport minted, unless that is on its way or done.
func (r *Registrar) mint(ctx context.Context, j job, s standing) error {
	address, err := wallet.ParseAddress(s.registered.Address)
	if err != nil {
		// Nothing will ever come of it, and it must not keep the others.
		r.cfg.Log.ErrorContext(ctx, "agent cannot have a passport", slog.String("agent", j.agent.ID), slog.Any("err", err))
		r.through(j)
		return nil
	}
	if err := r.at(ctx, AtSeen); err != nil {
		return err
	}
	return r.send(ctx, j, step{
		manager: r.cfg.Minter, purpose: Mint, about: subject{agent: address},
		data: r.contract.register(address, s.registered.CapabilityHash, s.registered.DID, r.cfg.URI(j.agent.ID)),
		done: func(ctx context.Context) (bool, error) {
			token, err := r.contract.tokenOf(ctx, address)
			if err == nil && token.Sign() > 0 && s.passport.TokenID != "" { // there again
				r.edit(j, 0, func(open *job) { open.anew, open.notes = false, open.notes+1 })
			}
			return err == nil && token.Sign() > 0, err
		},
	})
}

// revoke has an agent's passport revoked, until that is final.
func (r *Registrar) revoke(ctx context.Context, j job, s standing) error {
	token, ok := new(big.Int).SetString(s.passport.TokenID, 10)
	if !ok {
		r.cfg.Log.ErrorContext(ctx, "passport has no number", slog.String("agent", j.agent.ID), slog.String("token", s.passport.TokenID))
		r.through(j)
		return nil
	}
	final, err := r.contract.passport(ctx, true, token)
	if err != nil {
		return err
	}
	if final.Revoked {
		r.through(j)
		return nil
	}
	if err := r.at(ctx, AtSeen); err != nil {
		return err
	}
	if r.cfg.Revoker == nil {
		if !j.told {
			r.cfg.Log.WarnContext(ctx, "an operator must revoke a passport: nobody here has the role", slog.String("agent", j.agent.ID),
				slog.String("token", token.String()), slog.String("contract", r.cfg.Contract.Hex()))
		}
		r.edit(j, r.cfg.Recheck, func(open *job) { open.told = true })
		return nil
	}
	return r.send(ctx, j, step{
		manager: r.cfg.Revoker, purpose: Revoke, about: subject{token: token.String()}, data: r.contract.revoke(token),
		done: func(ctx context.Context) (bool, error) {
			known, err := r.contract.passport(ctx, false, token)
			return known.Revoked, err
		},
	})
}

// step is a transaction that may be needed.
type step struct {
	manager *txmgr.Manager
	purpose string
	about   subject
	data    []byte
	done    func(context.Context) (bool, error) // as of the latest block
}

// send sends a step unless it is on its way or done. In any case the agent is looked at again, should nothing be heard of it:
// a block that is not final may go, and with it what another account has sent.
func (r *Registrar) send(ctx context.Context, j job, s step) error {
	r.concerns(j, s.about)
	signer := commands.SignerRef{Workspace: r.cfg.Workspace, Signer: fmt.Sprintf("%d-%s", s.manager.ChainID(), s.manager.Signer())}
	carried, err := r.contract.carried(ctx, r.cfg.Commands, signer, s.about)
	if err != nil {
		return err
	}
	if !carried {
		if carried, err = s.done(ctx); err != nil {
			return err
		}
	}
	if carried {
		r.later(j, r.cfg.Recheck)
		return nil
	}
	if err := r.at(ctx, AtAsked); err != nil {
		return err
	}
	if err := s.manager.Room(ctx); err != nil {
		return err
	}
	_, err = s.manager.Send(ctx, txmgr.Request{Purpose: s.purpose, To: r.cfg.Contract, Data: s.data})
	if reverted, ok := errors.AsType[*txmgr.RevertedError](err); ok {
		wait := r.cfg.Backoff << min(j.failures, maxDoublings)
		r.cfg.Log.WarnContext(ctx, "passport refused", slog.String("agent", j.agent.ID), slog.String("purpose", s.purpose),
			slog.Int("attempt", j.failures+1), slog.String("why", r.contract.explain(reverted)))
		r.edit(j, wait, func(open *job) { open.failures++ })
		return nil
	}
	if err != nil {
		return err
	}
	r.edit(j, r.cfg.Recheck, func(open *job) { open.failures = 0 })
	return r.at(ctx, AtSent)
}
