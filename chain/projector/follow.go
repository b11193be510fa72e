package projector

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// actor is who the projector is in the log.
const actor = "chain:projector"

// pending is the kind that announces a bundle.
var pending = events.KindOf[events.ProofPending]().Name

// ends are the kinds that end a goal.
var ends = []string{
	events.KindOf[events.GoalCompleted]().Name, events.KindOf[events.GoalFailed]().Name, events.KindOf[events.GoalCancelled]().Name,
}

const (
	snapshotName = "chain"
	// snapshotEvery is how many ended goals a restart may have to read again.
	snapshotEvery = 1000
	// snapshotAfter is how old a snapshot may become while goals end.
	snapshotAfter = 30 * time.Second
)

// recover finds the goals whose proof is not through, by their kinds alone, and has each looked at as it stands.
func (p *Projector) recover(ctx context.Context) (events.Revision, error) {
	at, open, err := eventlog.LoadOpen(ctx, p.cfg.Commands.Log, p.cfg.Snapshots, snapshotName)
	if err != nil {
		return 0, fmt.Errorf("chain projector: %w", err)
	}
	query := eventlog.Query{After: at, Subjects: eventlog.KindFilters(events.FamilyGoal, append([]string{"proof.*"}, ends...)...)}
	for r, err := range p.cfg.Commands.Log.Read(ctx, query) {
		if err != nil {
			return 0, fmt.Errorf("chain projector: read the log: %w", err)
		}
		at = r.Revision
		switch r.Kind {
		case "proof.confirmed", "proof.dead_lettered":
			delete(open, r.Stream)
		default:
			open[r.Stream] = true
		}
	}
	p.cfg.Log.InfoContext(ctx, "recording proofs", slog.Int("open_goals", len(open)), slog.Uint64("after", uint64(at)))
	for goal := range open {
		if err := p.note(ctx, &job{goal: goal}); err != nil {
			return 0, err
		}
	}
	return at, nil
}

// follow notes every goal that ends, and every proof that somebody wants tried again.
func (p *Projector) follow(ctx context.Context, at events.Revision) error {
	since, last := 0, p.cfg.Now()
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		p.save(ctx, at)
	}()
	for r, err := range p.cfg.Commands.Log.Follow(ctx, eventlog.Query{After: at, Subjects: eventlog.KindFilters(events.FamilyGoal, append([]string{pending}, ends...)...)}) {
		if err != nil {
			return fmt.Errorf("chain projector: follow the log: %w", err)
		}
		if r.Kind == pending && r.Actor == actor {
			continue // announced here
		}
		j := &job{goal: r.Stream, cause: string(r.ID), correlation: r.Correlation, trace: r.TraceParent, ended: r.Revision}
		if err := p.note(ctx, j); err != nil {
			return err
		}
		at = r.Revision
		if since++; since >= snapshotEvery || p.cfg.Now().Sub(last) >= snapshotAfter {
			p.save(ctx, at)
			since, last = 0, p.cfg.Now()
		}
	}
	return ctx.Err()
}

// note has a worker look at a goal. It waits while too many bundles are queued: the log is the better queue.
func (p *Projector) note(ctx context.Context, j *job) error {
	if err := p.queue.room(ctx); err != nil {
		return err
	}
	j, _ = p.track(j)
	select {
	case p.notes <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// save writes a snapshot: every goal that has ended, or a few more, whose proof may not be through.
func (p *Projector) save(ctx context.Context, at events.Revision) {
	p.mu.Lock()
	open := slices.Collect(maps.Keys(p.open))
	p.mu.Unlock()
	if err := eventlog.SaveOpen(ctx, p.cfg.Snapshots, snapshotName, at, slices.Values(open)); err != nil {
		p.cfg.Log.WarnContext(ctx, "chain snapshot not saved", slog.Any("err", err))
	}
}
