package registrar

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

// The kinds that something follows from here.
var (
	registered = events.KindOf[events.AgentRegistered]().Name
	minted     = events.KindOf[events.PassportMinted]().Name
	revoked    = events.KindOf[events.AgentRevoked]().Name
)

// subjects select these kinds.
func subjects() []string {
	return eventlog.KindFilters(events.FamilyAgent, registered, minted, revoked)
}

const (
	snapshotName = "registrar"
	// snapshotEvery is how many events a restart may have to read again.
	snapshotEvery = 1000
	// snapshotAfter is how old a snapshot may become while events come.
	snapshotAfter = 30 * time.Second
)

// recover finds the agents for which something may be left to do, by the kinds of their events alone.
func (r *Registrar) recover(ctx context.Context) (events.Revision, error) {
	// Open agents: whether they are revoked. Those of the snapshot are looked at anyway.
	at, ended, err := eventlog.LoadOpen(ctx, r.cfg.Commands.Log, r.cfg.Snapshots, snapshotName)
	if err != nil {
		return 0, fmt.Errorf("registrar: %w", err)
	}
	for record, err := range r.cfg.Commands.Log.Read(ctx, eventlog.Query{After: at, Subjects: subjects()}) {
		if err != nil {
			return 0, fmt.Errorf("registrar: read the log: %w", err)
		}
		at = record.Revision
		switch {
		case record.Kind == revoked:
			ended[record.Stream] = true
		case record.Kind == registered:
			ended[record.Stream] = false
		case !ended[record.Stream]: // it has its passport
			delete(ended, record.Stream)
		}
	}
	r.cfg.Log.InfoContext(ctx, "minting passports", slog.Int("open_agents", len(ended)), slog.Uint64("after", uint64(at)))
	for agent := range ended {
		r.note(agent, 0, false)
	}
	return at, nil
}

// follow notes every agent that something happens to.
func (r *Registrar) follow(ctx context.Context, at events.Revision) error {
	since, last := 0, r.cfg.Now()
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		r.save(ctx, at)
	}()
	for record, err := range r.cfg.Commands.Log.Follow(ctx, eventlog.Query{After: at, Subjects: subjects()}) {
		if err != nil {
			return fmt.Errorf("registrar: follow the log: %w", err)
		}
		r.note(record.Stream, record.Revision, false)
		at = record.Revision
		if since++; since >= snapshotEvery || r.cfg.Now().Sub(last) >= snapshotAfter {
			r.save(ctx, at)
			since, last = 0, r.cfg.Now()
		}
	}
	return ctx.Err()
}

// save writes a snapshot: every agent for which something may be left to do.
func (r *Registrar) save(ctx context.Context, at events.Revision) {
	r.mu.Lock()
	open := slices.Collect(maps.Keys(r.queue.byAgent))
	r.mu.Unlock()
	if err := eventlog.SaveOpen(ctx, r.cfg.Snapshots, snapshotName, at, slices.Values(open)); err != nil {
		r.cfg.Log.WarnContext(ctx, "snapshot of the registrar not saved", slog.Any("err", err))
	}
}
