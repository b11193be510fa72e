package projector

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// recheck is how long to wait for the finality of what stands on the chain already.
const recheck = 500 * time.Millisecond

// dispatch sends what is queued.
func (p *Projector) dispatch(ctx context.Context) error {
	failures := 0
	for {
		batch, err := p.next(ctx)
		if err == nil {
			err = p.submit(ctx, batch)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case txmgr.Unreadable(err):
			return fmt.Errorf("chain projector: %w", err)
		case err == nil:
			if failures > 0 {
				p.cfg.Log.InfoContext(ctx, "proofs are sent again", slog.Int("failures", failures))
			}
			failures = 0
			continue
		}
		// The chain or the log is down, or the account is no recorder: no bundle's fault.
		if failures++; failures == 1 {
			p.cfg.Log.WarnContext(ctx, "proofs wait for the chain", slog.Any("err", err))
		}
		for _, j := range batch {
			if known, open := p.tracked(j.goal); open && known == j {
				p.queue.put(j, p.cfg.Now(), time.Time{})
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(p.cfg.Backoff << min(failures-1, 3)):
		}
	}
}

// next waits until a transaction may be sent, and only then for what goes into it: meanwhile more comes together.
func (p *Projector) next(ctx context.Context) ([]*job, error) {
	if err := p.cfg.Manager.Room(ctx); err != nil {
		return nil, err
	}
	return p.queue.take(ctx)
}

// submit has the bundles of a batch recorded that are not recorded yet.
func (p *Projector) submit(ctx context.Context, batch []*job) error {
	absent, present, err := p.ask(ctx, batch)
	if err != nil {
		return err
	}
	if err := p.found(ctx, present); err != nil {
		return err
	}
	if len(absent) == 0 {
		return nil
	}
	if err := p.at(ctx, AtAsked); err != nil {
		return err
	}
	refs := make([]events.BundleRef, len(absent))
	for i, j := range absent {
		refs[i] = j.ref
	}
	_, err = p.cfg.Manager.Send(ctx, txmgr.Request{Purpose: Purpose, To: p.cfg.Contract, Data: p.contract.record(refs), Bundles: refs})
	if reverted, ok := errors.AsType[*txmgr.RevertedError](err); ok {
		if p.contract.noRecorder(reverted) {
			return errors.New(p.contract.explain(reverted)) // an admin's to grant; no bundle is given up for that
		}
		return p.each(ctx, absent, func(ctx context.Context, j *job) error { return p.refused(ctx, j, p.contract.explain(reverted)) })
	}
	if refused, ok := errors.AsType[*commands.Refusal](err); ok && refused.Code == "BUNDLE_CARRIED" {
		return p.sort(ctx, absent)
	}
	return err
}

// ask splits a batch in what the contract does not know and what it does. A bundle that is recorded with another root can
// never be: it is given up.
func (p *Projector) ask(ctx context.Context, batch []*job) (absent, present []*job, err error) {
	refs := make([]events.BundleRef, len(batch))
	for i, j := range batch {
		refs[i] = j.ref
	}
	recorded, err := p.contract.bundles(ctx, false, refs)
	if err != nil {
		return nil, nil, err
	}
	for i, j := range batch {
		switch r := recorded[i]; {
		case r.Size == 0:
			absent = append(absent, j)
		case events.Digest(r.Root) == j.ref.Root && r.Size == j.ref.Size:
			present = append(present, j)
		default:
			reason := fmt.Sprintf("the contract has another root for it: %x over %d tasks", r.Root, r.Size)
			if err := p.bury(ctx, j, reason); err != nil {
				return nil, nil, err
			}
		}
	}
	return absent, present, nil
}

// found confirms bundles that stand on the chain, in a transaction that the outbox does not hold any more or never did, once
// they are final.
func (p *Projector) found(ctx context.Context, present []*job) error {
	if len(present) == 0 {
		return nil
	}
	refs := make([]events.BundleRef, len(present))
	for i, j := range present {
		refs[i] = j.ref
	}
	final, err := p.contract.bundles(ctx, true, refs)
	if err != nil {
		return err
	}
	if err := p.at(ctx, AtFound); err != nil {
		return err
	}
	for i, j := range present {
		if final[i].Size == 0 {
			now := p.cfg.Now()
			p.queue.put(j, now, now.Add(recheck))
			continue
		}
		at, err := p.contract.find(ctx, j.ref.Bundle, final[i])
		switch {
		case errors.Is(err, errNoEvent):
			err = p.refused(ctx, j, err.Error())
		case err == nil:
			err = p.confirm(ctx, j, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sort leaves to the manager what an open transaction carries, and queues the rest again.
func (p *Projector) sort(ctx context.Context, batch []*job) error {
	for _, j := range batch {
		carried, err := p.cfg.Manager.Carries(ctx, j.ref.Bundle)
		if err != nil {
			return err
		}
		if !carried {
			p.queue.put(j, p.cfg.Now(), time.Time{})
		}
	}
	return nil
}

// refused counts an attempt that came to nothing through the bundle's own fault, or the contract's.
func (p *Projector) refused(ctx context.Context, j *job, reason string) error {
	attempts := int(j.attempts.Add(1))
	if attempts >= p.cfg.Attempts {
		return p.bury(ctx, j, reason)
	}
	p.cfg.Log.WarnContext(ctx, "bundle refused", slog.String("goal", j.goal.ID), slog.Int("attempt", attempts), slog.String("why", reason))
	now := p.cfg.Now()
	p.queue.put(j, now, now.Add(p.cfg.Backoff<<(attempts-1)))
	return nil
}

// bury gives a bundle up.
func (p *Projector) bury(ctx context.Context, j *job, reason string) error {
	attempts := max(int(j.attempts.Load()), 1)
	_, err := p.decide(ctx, j, commands.DeadLetterProof{GoalRef: ref(j.goal), Bundle: j.ref.Bundle, Attempts: attempts, Reason: reason})
	if err != nil {
		return err
	}
	p.cfg.Log.ErrorContext(ctx, "proof given up: an operator must look", slog.String("goal", j.goal.ID),
		slog.Int("attempts", attempts), slog.String("why", reason))
	p.through(j)
	return p.at(ctx, AtDead)
}

// each does something for many goals at once: every event is an append of its own.
func (p *Projector) each(ctx context.Context, jobs []*job, do func(context.Context, *job) error) error {
	var wg sync.WaitGroup
	faults := make([]error, len(jobs))
	for i, j := range jobs {
		select {
		case p.busy <- struct{}{}:
		case <-ctx.Done():
			wg.Wait()
			return ctx.Err()
		}
		wg.Go(func() {
			defer func() { <-p.busy }()
			faults[i] = do(ctx, j)
		})
	}
	wg.Wait()
	return errors.Join(faults...)
}
