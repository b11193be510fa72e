package oracle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/mergit-io/mergit/chain/oracle/score"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// job is a score that was computed.
type job struct {
	of *account
	at time.Time // within the last hour of the window
	commands.UpdateReputation
}

// compute scores every agent with news and says so in the log.
func (o *Oracle) compute(ctx context.Context) error {
	jobs, err := o.jobs()
	if err != nil || len(jobs) == 0 {
		return err
	}
	if err := o.cfg.at(ctx, AtComputed); err != nil {
		return err
	}
	var wg sync.WaitGroup
	faults := make([]error, len(jobs))
	busy := make(chan struct{}, o.cfg.Workers)
	for i, j := range jobs {
		select {
		case busy <- struct{}{}:
		case <-ctx.Done():
			wg.Wait()
			return ctx.Err()
		}
		wg.Go(func() {
			defer func() { <-busy }()
			if faults[i] = o.update(ctx, j); faults[i] != nil {
				o.mu.Lock()
				j.of.news = true
				o.mu.Unlock()
			}
		})
	}
	wg.Wait()
	return errors.Join(faults...)
}

// jobs computes the scores of agents with news, all as of one event and in one window.
func (o *Oracle) jobs() (jobs []job, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.cfg.Now()
	w := score.WindowAt(now, commands.ReputationWindow)
	if w.To.Before(o.window.To) {
		w = o.window // a clock that was set back
	}
	moved, before := !w.To.Equal(o.window.To), o.window.To
	o.window = w
	for _, a := range o.agents {
		if !a.known || a.seen == nil {
			continue
		}
		if moved {
			oldest, newest, ok := a.seen.Span()
			// What left the window, and what happened at a time that was still to come.
			a.news = a.news || ok && (oldest.Before(w.From) || !newest.Before(before))
			a.seen.Forget(w.From)
		}
		if !a.news || a.rep.Pending() {
			continue
		}
		a.news = false
		c := a.seen.Components(w)
		if !score.Observed(c) {
			continue
		}
		hash, err := commands.ComponentHash(c)
		if err != nil {
			return nil, fmt.Errorf("oracle: components of %s: %w", a.ref.Agent, err)
		}
		if hash == a.rep.Anchored.ComponentHash && a.rep.Step(c.Score) == a.rep.Anchored.Score {
			continue
		}
		jobs = append(jobs, job{of: a, at: now, UpdateReputation: commands.UpdateReputation{AgentRef: a.ref, Components: c, AsOf: o.fold.At(), To: w.To}})
	}
	return jobs, nil
}

// update stores a score.
func (o *Oracle) update(ctx context.Context, j job) error {
	_, err := o.cfg.Commands.Agents.Run(ctx, commands.Request{At: j.at, Actor: "chain:oracle"}, j.UpdateReputation)
	if refused, ok := errors.AsType[*commands.Refusal](err); ok {
		// Another oracle was faster, or was here before and has seen more. What it said is on its way to us.
		o.cfg.Log.DebugContext(ctx, "score refused", slog.String("agent", j.Agent), slog.String("why", refused.Message))
		o.mu.Lock()
		j.of.news = true
		o.mu.Unlock()
		return nil
	}
	if err != nil {
		return fmt.Errorf("score of %s: %w", j.Agent, err)
	}
	if err := o.cfg.at(ctx, AtUpdated); err != nil {
		return err
	}
	var updated events.ReputationUpdated
	err = o.cfg.Commands.Agents.View(ctx, j.Stream(), false, func(a *commands.Agent, _ events.Revision) { updated = a.Reputation.Updated })
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if updated.Index == j.of.rep.Next() { // if it is on its way to us by the log, it is the same
		o.evolve(j.of, updated)
	}
	return nil
}

// moveStats sends figures of passports that are not up to date.
func (o *Oracle) moveStats(ctx context.Context) error {
	o.mu.Lock()
	wishes, of := []stats{}, map[string]*account{}
	for a := range o.grown {
		if a.token == nil || a.seen == nil || a.seen.Done+a.seen.Lost == 0 {
			continue
		}
		s := statsOf(a.token, a.seen.Done, a.seen.Lost)
		wishes, of[s.key()] = append(wishes, s), a
	}
	o.mu.Unlock()
	done, never, err := o.stats.move(ctx, wishes)
	for _, s := range never {
		o.cfg.Log.WarnContext(ctx, "a passport has other figures than the log", slog.String("token", s.key()))
	}
	o.mu.Lock()
	for _, s := range append(done, never...) {
		if a, ok := of[s.key()]; ok && statsOf(a.token, a.seen.Done, a.seen.Lost) == s {
			delete(o.grown, a)
		}
	}
	o.mu.Unlock()
	if err != nil {
		return fmt.Errorf("move figures: %w", err)
	}
	return nil
}

// moveBadges has badges issued that were earned.
func (o *Oracle) moveBadges(ctx context.Context) error {
	o.mu.Lock()
	var earned []badge
	for a := range o.owed {
		if a.known {
			earned = append(earned, a.deserves()...)
		}
	}
	o.mu.Unlock()
	_, _, err := o.badges.move(ctx, earned)
	if err != nil {
		return fmt.Errorf("move badges: %w", err)
	}
	return nil
}
