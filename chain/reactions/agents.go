package reactions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// agents is who is known by what. Its zero value knows nobody.
type agents struct {
	Known map[Key]commands.AgentRef `json:"known"`
	// Waiting is since when an address is spoken of that belongs to nobody. Anybody can have contracts speak of any address,
	// so only some are remembered.
	Waiting map[Key]events.Revision `json:"waiting,omitempty"`
	// Forgotten is the first revision that speaks of an address which is not remembered; 0 if none does.
	Forgotten events.Revision `json:"forgotten,omitempty"`

	max int
}

func (a *agents) find(k Key) (commands.AgentRef, bool) {
	agent, ok := a.Known[k]
	return agent, ok
}

// know gives an agent further names. A name that is given already stays where it is.
func (a *agents) know(agent commands.AgentRef, names ...Key) {
	if a.Known == nil {
		a.Known = map[Key]commands.AgentRef{}
	}
	for _, k := range names {
		if _, taken := a.Known[k]; !taken {
			a.Known[k] = agent
		}
	}
}

// wait notes that a log is about an address of nobody. Other names are given by a log before, which then waits itself.
func (a *agents) wait(k Key, at events.Revision) {
	if _, waits := a.Waiting[k]; waits || !k.isAddress() {
		return
	}
	if len(a.Waiting) >= a.max {
		if a.Forgotten == 0 || at < a.Forgotten {
			a.Forgotten = at
		}
		return
	}
	if a.Waiting == nil {
		a.Waiting = map[Key]events.Revision{}
	}
	a.Waiting[k] = at
}

// appear notes an agent and says from which revision on logs may be about it.
func (a *agents) appear(k Key, agent commands.AgentRef) (from events.Revision, missed bool) {
	a.know(agent, k)
	from, missed = a.Waiting[k]
	delete(a.Waiting, k)
	if !missed && a.Forgotten > 0 {
		from, missed = a.Forgotten, true
	}
	return from, missed
}

// saved is the snapshot: all up to a revision was reacted to, by agents that were known so far. Without them they are read
// from the log.
type saved struct {
	At     events.Revision `json:"at"`
	Last   events.ID       `json:"last"` // of the event there
	Agents *agents         `json:"agents,omitempty"`
}

const (
	snapshotName = "reactions"
	// snapshotEvery is how many records a restart may have to react to again.
	snapshotEvery = 1000
	// snapshotAfter is how old a snapshot may become while records come.
	snapshotAfter = 30 * time.Second
	// maxSnapshot bounds it in bytes: what is larger is not worth it, or does not fit the store.
	maxSnapshot = 512 << 10
)

// recover finds out what was reacted to, and who is known.
func (r *Reactor) recover(ctx context.Context) error {
	state, err := r.cfg.Snapshots.Load(ctx, snapshotName)
	if err != nil {
		return fmt.Errorf("chain reactions: load their snapshot: %w", err)
	}
	var from saved
	if json.Unmarshal(state, &from) != nil {
		from = saved{}
	}
	if from, err = r.ofThisLog(ctx, from); err != nil {
		return err
	}
	r.at, r.last, r.agents = from.At, from.Last, agents{max: r.cfg.Waiting}
	if from.Agents != nil {
		r.agents = *from.Agents
		r.agents.max = r.cfg.Waiting
		return nil
	}
	return r.learn(ctx, from.At)
}

// ofThisLog returns an empty snapshot for one of a log that lost its end since: what stands there now was not reacted to.
func (r *Reactor) ofThisLog(ctx context.Context, from saved) (saved, error) {
	if from.At == 0 {
		return saved{}, nil
	}
	record, err := r.cfg.Commands.Log.At(ctx, from.At)
	if errors.Is(err, eventlog.ErrNoRecord) {
		return saved{}, nil
	}
	if err != nil {
		return saved{}, fmt.Errorf("chain reactions: read the log: %w", err)
	}
	if record.ID != from.Last {
		return saved{}, nil
	}
	return from, nil
}

// learn reads again what was reacted to, for the names in it.
func (r *Reactor) learn(ctx context.Context, upTo events.Revision) error {
	if upTo == 0 {
		return nil
	}
	nothing := func(context.Context, Reaction, Log, commands.AgentRef, bool) error { return nil }
	for record, err := range r.cfg.Commands.Log.Read(ctx, eventlog.Query{Subjects: subjects()}) {
		if err != nil {
			return fmt.Errorf("chain reactions: read the log: %w", err)
		}
		if record.Revision > upTo {
			break
		}
		if err := r.record(ctx, record, nothing); err != nil {
			return err
		}
	}
	return nil
}

// save writes a snapshot. Losing one costs time, nothing else.
func (r *Reactor) save(ctx context.Context) {
	body, err := json.Marshal(saved{At: r.at, Last: r.last, Agents: &r.agents})
	if err == nil && len(body) > maxSnapshot {
		body, err = json.Marshal(saved{At: r.at, Last: r.last})
	}
	if err == nil {
		err = r.cfg.Snapshots.Save(ctx, snapshotName, body)
	}
	if err != nil {
		r.cfg.Log.WarnContext(ctx, "snapshot of chain reactions not saved", slog.Any("err", err))
	}
}
