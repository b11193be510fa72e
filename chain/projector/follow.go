package projector

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
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

// subjects select some kinds of the goals' own aggregates.
func subjects(kinds ...string) []string {
	goals := strings.TrimSuffix(eventlog.FamilyFilter(events.FamilyGoal, events.Whole), ">")
	out := make([]string, len(kinds))
	for i, kind := range kinds {
		out[i] = goals + kind
	}
	return out
}

// saved is the snapshot: every goal that had ended at a revision, or a few more, whose proof may not be through.
type saved struct {
	At   events.Revision `json:"at"`
	Open []string        `json:"open"`
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
	from, err := p.snapshot(ctx)
	if err != nil {
		return 0, err
	}
	open := map[events.StreamID]bool{}
	for _, text := range from.Open {
		if s, err := events.ParseStreamID(text); err == nil {
			open[s] = true
		}
	}
	at := from.At
	query := eventlog.Query{After: at, Subjects: subjects(append([]string{"proof.*"}, ends...)...)}
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

// snapshot loads the last one. One that is ahead of the log is of a log that lost its end, and of no use.
func (p *Projector) snapshot(ctx context.Context) (saved, error) {
	state, err := p.cfg.Snapshots.Load(ctx, snapshotName)
	if err != nil {
		return saved{}, fmt.Errorf("chain projector: load its snapshot: %w", err)
	}
	head, err := p.cfg.Commands.Log.Head(ctx)
	if err != nil {
		return saved{}, fmt.Errorf("chain projector: %w", err)
	}
	var from saved
	if json.Unmarshal(state, &from) != nil || from.At > head {
		return saved{}, nil
	}
	return from, nil
}

// follow notes every goal that ends, and every proof that somebody wants tried again.
func (p *Projector) follow(ctx context.Context, at events.Revision) error {
	since, last := 0, p.cfg.Now()
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		p.save(ctx, at)
	}()
	for r, err := range p.cfg.Commands.Log.Follow(ctx, eventlog.Query{After: at, Subjects: subjects(append(ends, pending)...)}) {
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

// save writes a snapshot. Losing one costs time, nothing else.
func (p *Projector) save(ctx context.Context, at events.Revision) {
	state := saved{At: at}
	p.mu.Lock()
	for goal := range p.open {
		state.Open = append(state.Open, goal.String())
	}
	p.mu.Unlock()
	body, err := json.Marshal(state)
	if err == nil {
		err = p.cfg.Snapshots.Save(ctx, snapshotName, body)
	}
	if err != nil {
		p.cfg.Log.WarnContext(ctx, "chain snapshot not saved", slog.Any("err", err))
	}
}
