package registrar

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

// The kinds that something follows from here.
var (
	registered = events.KindOf[events.AgentRegistered]().Name
	minted     = events.KindOf[events.PassportMinted]().Name
	revoked    = events.KindOf[events.AgentRevoked]().Name
)

// subjects select these kinds.
func subjects() []string {
	agents := strings.TrimSuffix(eventlog.FamilyFilter(events.FamilyAgent, events.Whole), ">")
	return []string{agents + registered, agents + minted, agents + revoked}
}

// saved is the snapshot: every agent for which something may be left to do at a revision.
type saved struct {
	At   events.Revision `json:"at"`
	Open []string        `json:"open"`
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
	from, err := r.snapshot(ctx)
	if err != nil {
		return 0, err
	}
	ended := map[events.StreamID]bool{} // open agents: whether they are revoked
	for _, text := range from.Open {
		if s, err := events.ParseStreamID(text); err == nil {
			ended[s] = true // looked at anyway
		}
	}
	at := from.At
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

// snapshot loads the last one. One that is ahead of the log is of a log that lost its end, and of no use.
func (r *Registrar) snapshot(ctx context.Context) (saved, error) {
	state, err := r.cfg.Snapshots.Load(ctx, snapshotName)
	if err != nil {
		return saved{}, fmt.Errorf("registrar: load its snapshot: %w", err)
	}
	head, err := r.cfg.Commands.Log.Head(ctx)
	if err != nil {
		return saved{}, fmt.Errorf("registrar: %w", err)
	}
	var from saved
	if json.Unmarshal(state, &from) != nil || from.At > head {
		return saved{}, nil
	}
	return from, nil
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

// save writes a snapshot. Losing one costs time, nothing else.
func (r *Registrar) save(ctx context.Context, at events.Revision) {
	state := saved{At: at}
	r.mu.Lock()
	for agent := range r.queue.byAgent {
		state.Open = append(state.Open, agent.String())
	}
	r.mu.Unlock()
	body, err := json.Marshal(state)
	if err == nil {
		err = r.cfg.Snapshots.Save(ctx, snapshotName, body)
	}
	if err != nil {
		r.cfg.Log.WarnContext(ctx, "snapshot of the registrar not saved", slog.Any("err", err))
	}
}
