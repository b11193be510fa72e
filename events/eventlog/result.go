package eventlog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mergit-io/mergit/events"
)

// Results reads what tasks came to, from the log and the object store alone.
type Results struct {
	Log   Log
	Codec Codec
	Blobs Blobs
}

// ErrNoResult says that a task has no result, or that there is no such task.
var ErrNoResult = errors.New("no such result")

// Get returns the whole result of a task, checked against the hash that its
// completion commits to. It answers ErrNoResult, events.ErrForgotten if the
// goal's key is destroyed, or *CorruptBlobError.
func (r Results) Get(ctx context.Context, workspace, goal, task string) (json.RawMessage, error) {
	done, err := r.completion(ctx, events.GoalStream(workspace, goal), task)
	if err != nil {
		return nil, err
	}
	for record, err := range r.Log.Load(ctx, events.RunStream(workspace, goal, task), 0) {
		if err != nil {
			return nil, err
		}
		if record.Ordinal != done.ResultAt {
			continue
		}
		e, err := r.Codec.Decode(ctx, record)
		if err != nil {
			return nil, err
		}
		content, ok := contentOf(e.Fact)
		if !ok || content.Hash != done.Result {
			break
		}
		return OpenContent(ctx, r.Codec.Keys, r.Blobs, goal, content)
	}
	return nil, fmt.Errorf("result of task %s is not at ordinal %d of its run", task, done.ResultAt)
}

// completion finds the fact that a task is done.
func (r Results) completion(ctx context.Context, goal events.StreamID, task string) (done events.TaskCompleted, err error) {
	kind := events.KindOf[events.TaskCompleted]().Name
	for record, err := range r.Log.Load(ctx, goal, 0) {
		if err != nil {
			return done, err
		}
		if record.Kind != kind {
			continue
		}
		e, err := r.Codec.Decode(ctx, record)
		if err != nil {
			return done, err
		}
		if f, ok := e.Fact.(events.TaskCompleted); ok && f.Task == task {
			return f, nil
		}
	}
	return done, ErrNoResult
}

// contentOf is the content that a fact of a run carries.
func contentOf(fact events.Event) (events.Content, bool) {
	switch f := fact.(type) {
	case events.TaskToolResult:
		return f.Result, true
	case events.TaskToolSettled:
		return f.Result, true
	case events.TaskModelCall:
		return f.Reply, true
	}
	return events.Content{}, false
}
