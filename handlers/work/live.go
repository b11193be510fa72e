package work

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/events"
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
		sub, err := q.nc.Subscribe("mergit.ev.*.*.goal.*._.goal."+verb, func(m *nats.Msg) {
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

// Progress hands over what executors report until the context ends.
func (q *Queue) Progress(ctx context.Context, deliver func(workspace string, p Progress, raw []byte)) error {
	sub, err := q.nc.Subscribe(LivePrefix+"*.*.*.progress", func(m *nats.Msg) {
		var p Progress
		if json.Unmarshal(m.Data, &p) == nil {
			workspace, _, _ := strings.Cut(strings.TrimPrefix(m.Subject, LivePrefix), ".")
			deliver(workspace, p, m.Data)
		}
	})
	if err != nil {
		return fmt.Errorf("follow progress: %w", err)
	}
	<-ctx.Done()
	_ = sub.Unsubscribe()
	return ctx.Err()
}
