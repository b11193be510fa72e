package eventlog

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/mergit-io/mergit/events"
)

// Snapshots keeps small states that can be rebuilt from the log, only slower.
// Load answers nothing if there is none.
type Snapshots interface {
	Load(ctx context.Context, name string) ([]byte, error)
	Save(ctx context.Context, name string, state []byte) error
}

// unfinished is the snapshot of a follower that finishes something for streams.
type unfinished struct {
	At   events.Revision `json:"at"`
	Open []string        `json:"open"`
}

// LoadOpen returns the streams for which something could be left to do at a
// revision, as SaveOpen kept them. A snapshot that is ahead of the log is of a
// log that lost its end, and of no use: then there are none, at 0.
func LoadOpen(ctx context.Context, log Log, from Snapshots, name string) (events.Revision, map[events.StreamID]bool, error) {
	open := map[events.StreamID]bool{}
	state, err := from.Load(ctx, name)
	if err != nil {
		return 0, nil, err
	}
	head, err := log.Head(ctx)
	if err != nil {
		return 0, nil, fmt.Errorf("head of the log: %w", err)
	}
	var u unfinished
	if json.Unmarshal(state, &u) != nil || u.At > head {
		return 0, open, nil
	}
	for _, text := range u.Open {
		if s, err := events.ParseStreamID(text); err == nil {
			open[s] = true
		}
	}
	return u.At, open, nil
}

// SaveOpen keeps the streams for which something may be left to do at a
// revision. Losing a snapshot costs time, nothing else.
func SaveOpen(ctx context.Context, to Snapshots, name string, at events.Revision, open iter.Seq[events.StreamID]) error {
	u := unfinished{At: at}
	for s := range open {
		u.Open = append(u.Open, s.String())
	}
	state, err := json.Marshal(u)
	if err != nil {
		return err
	}
	return to.Save(ctx, name, state)
}
