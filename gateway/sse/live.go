package sse

import (
	"context"
	"encoding/json"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Live delivers transient events: what tasks are doing right now.
type Live interface {
	// Follow hands over what is reported until the context ends.
	Follow(ctx context.Context, deliver func(Transient)) error
}

// Transient is shown to whoever watches at the moment and kept nowhere.
type Transient struct {
	Workspace, Goal, Task string // events.Whole where it is of the goal itself
	Kind                  string // "task.progress"
	Data                  json.RawMessage
}

// transient hands one on. It may be lost: a client that is not live, or has
// much to do, does not get it.
func (h *Hub) transient(t Transient) {
	stream := events.RunStream(t.Workspace, t.Goal, t.Task)
	if stream.Check() != nil || !json.Valid(t.Data) {
		return
	}
	subject := eventlog.Subject(stream, t.Kind)
	if t.Task == events.Whole {
		t.Task = ""
	}
	ready, err := text(wire.Event{
		Kind: t.Kind, Subject: subject, Workspace: t.Workspace, Family: stream.Family, Aggregate: t.Goal, Task: t.Task, Data: t.Data,
	})
	if err != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.offer(&frame{ready: ready}, subject, eventlog.GoalFilter(t.Workspace, t.Goal))
}
