package work

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// LivePrefix starts the subjects of transient messages: what a task is doing
// right now. They are shown and forgotten, never part of the log.
const LivePrefix = "mergit.live."

// Progress is how far a running call is.
type Progress struct {
	Goal  string `json:"goal"`
	Task  string `json:"task"`
	Tool  string `json:"tool,omitempty"`
	Done  int64  `json:"done"`
	Total int64  `json:"total,omitempty"` // 0 if unknown
	Note  string `json:"note,omitempty"`
}

// Report publishes progress to whoever watches the goal.
func (q *Queue) Report(workspace string, p Progress) {
	body, err := json.Marshal(p)
	if err == nil {
		_ = q.nc.Publish(LivePrefix+workspace+"."+p.Goal+"."+p.Task+".progress", body)
	}
}

// Hold is why nothing happens at the moment.
type Hold struct {
	Goal string `json:"goal"`
	Task string `json:"task,omitempty"` // empty where it is the goal itself that waits
	Note string `json:"note"`
}

// Hold tells whoever watches the goal what it, or its task, waits for.
func (q *Queue) Hold(workspace string, h Hold) {
	body, err := json.Marshal(h)
	if err == nil {
		_ = q.nc.Publish(LivePrefix+workspace+"."+h.Goal+"."+cmp.Or(h.Task, events.Whole)+".waiting", body)
	}
}

// Delta is a piece of what a model is just saying.
type Delta struct {
	Goal string `json:"goal"`
	Task string `json:"task"`
	Call int    `json:"call"` // number of the model's call in the task
	Try  int    `json:"try"`  // a higher one begins the text anew
	Text string `json:"text"`
}

// Say publishes what a model is saying to whoever watches the goal.
func (q *Queue) Say(workspace string, d Delta) {
	body, err := json.Marshal(d)
	if err == nil {
		_ = q.nc.Publish(LivePrefix+workspace+"."+d.Goal+"."+d.Task+".delta", body)
	}
}

// Ended calls back with the ID of each goal that ends, as it ends. It is a
// hint: a message may be missed, and the log is what counts.
func (q *Queue) Ended(ended func(goal string)) (stop func(), err error) {
	subs := make([]*nats.Subscription, 0, 2)
	stop = func() {
		for _, s := range subs {
			_ = s.Unsubscribe()
		}
	}
	for _, verb := range []string{"failed", "cancelled"} {
		sub, err := q.nc.Subscribe(eventlog.KindFilter("*", events.FamilyGoal, events.Whole, "goal."+verb), func(m *nats.Msg) {
			if s, err := events.ParseStreamID(m.Header.Get("ce-subject")); err == nil {
				ended(s.ID)
			}
		})
		if err != nil {
			stop()
			return nil, fmt.Errorf("follow ended goals: %w", err)
		}
		subs = append(subs, sub)
	}
	return stop, nil
}

// Live is a transient message as it was published.
type Live struct {
	Workspace, Goal, Task string
	Kind                  string // progress, delta or waiting
	Data                  []byte // a Progress, a Delta or a Hold, as JSON
}

// Live hands over what executors report until the context ends.
func (q *Queue) Live(ctx context.Context, deliver func(Live)) error {
	var subs []*nats.Subscription
	defer func() {
		for _, s := range subs {
			_ = s.Unsubscribe()
		}
	}()
	for _, kind := range []string{"progress", "delta", "waiting"} {
		sub, err := q.nc.Subscribe(LivePrefix+"*.*.*."+kind, func(m *nats.Msg) {
			part := strings.Split(strings.TrimPrefix(m.Subject, LivePrefix), ".")
			deliver(Live{Workspace: part[0], Goal: part[1], Task: part[2], Kind: kind, Data: m.Data})
		})
		if err != nil {
			return fmt.Errorf("follow %s: %w", kind, err)
		}
		subs = append(subs, sub)
	}
	<-ctx.Done()
	return ctx.Err()
}
