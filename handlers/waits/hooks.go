package waits

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/tools"
)

// Hook is what a tools.WaitWebhook waits for.
type Hook struct {
	Source string `json:"source"`
	// Event is the source's name of it; empty takes any.
	Event string `json:"event,omitempty"`
	// Match are values that the body must have, by JSON pointer (RFC 6901).
	Match map[string]json.RawMessage `json:"match,omitempty"`
}

// Fits reports whether a call is the one. body is its JSON.
func (h Hook) Fits(call events.WebhookReceived, body json.RawMessage) bool {
	if call.Source != h.Source || h.Event != "" && call.Event != h.Event {
		return false
	}
	for pointer, want := range h.Match {
		if got, ok := at(body, pointer); !ok || !equal(got, want) {
			return false
		}
	}
	return true
}

// at finds the value that a JSON pointer names.
func at(body json.RawMessage, pointer string) (json.RawMessage, bool) {
	if pointer == "" {
		return body, true
	}
	if pointer[0] != '/' {
		return nil, false
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		var object map[string]json.RawMessage
		var list []json.RawMessage
		switch {
		case json.Unmarshal(body, &object) == nil && object != nil:
			next, ok := object[part]
			if !ok {
				return nil, false
			}
			body = next
		case json.Unmarshal(body, &list) == nil && list != nil:
			n, err := strconv.Atoi(part)
			if err != nil || n < 0 || n >= len(list) || part != strconv.Itoa(n) {
				return nil, false
			}
			body = list[n]
		default:
			return nil, false
		}
	}
	return body, true
}

func equal(a, b json.RawMessage) bool {
	x, err := events.Canonical(a)
	if err != nil {
		return false
	}
	y, err := events.Canonical(b)
	return err == nil && string(x) == string(y)
}

// hooksOf select a workspace's calls.
func hooksOf(workspace string) []string {
	return []string{eventlog.KindFilter(workspace, events.FamilyRepository, events.Whole, arrives[0])}
}

// Call reads a call of another system, with its whole body.
func Call(ctx context.Context, set *commands.Set, blobs eventlog.Blobs, r eventlog.Record) (call events.WebhookReceived, body json.RawMessage, err error) {
	e, err := set.Codec.Decode(ctx, r)
	if err != nil {
		return call, nil, err
	}
	call, ok := e.Fact.(events.WebhookReceived)
	if !ok {
		return call, nil, fmt.Errorf("revision %d is no call of another system", r.Revision)
	}
	if call.Blob.IsZero() {
		return call, call.Body, nil
	}
	key, err := set.Codec.Keys.Key(ctx, r.Stream.ID)
	if err != nil {
		return call, nil, err
	}
	blob, err := blobs.Get(ctx, call.Blob)
	if err != nil {
		return call, nil, err
	}
	body, err = key.Open(events.BlobPlace, blob)
	return call, body, err
}

// arrived wakes who waits for a call.
func (w *Waker) arrived(ctx context.Context, r eventlog.Record) error {
	for _, held := range w.open {
		if held.hook == nil || held.goal.Workspace != r.Stream.Workspace {
			continue
		}
		if _, err := w.fits(ctx, held, r); err != nil {
			return err
		}
	}
	return nil
}

// fits wakes a task if a call is the one that it waits for, unless another wait of its goal has taken it.
func (w *Waker) fits(ctx context.Context, held *wait, r eventlog.Record) (bool, error) {
	call, body, err := Call(ctx, w.cfg.Commands, w.cfg.Blobs, r)
	if errors.Is(err, events.ErrForgotten) {
		return false, nil
	}
	if err != nil || !held.hook.Fits(call, body) {
		return false, err
	}
	word, taken := strconv.FormatUint(uint64(r.Revision), 10), false
	err = w.cfg.Commands.Goals.View(ctx, held.goal, true, func(g *commands.Goal, _ events.Revision) {
		for i := range g.Interrupts {
			taken = taken || i.Type == tools.WaitWebhook && i.Feedback == word
		}
	})
	if err != nil || taken {
		return false, err
	}
	return true, w.wake(ctx, held, string(r.ID), word)
}

// search looks for a call that came since the goal was submitted: what a task has another system do may be told at once, before
// the task that waits for it has begun.
func (w *Waker) search(ctx context.Context, held *wait) error {
	var since events.Revision
	for r, err := range w.cfg.Commands.Log.Load(ctx, held.goal, 0) {
		if err != nil {
			return err
		}
		since = r.Revision
		break
	}
	for r, err := range w.cfg.Commands.Log.Read(ctx, eventlog.Query{After: since, Subjects: hooksOf(held.goal.Workspace)}) {
		if err != nil {
			return err
		}
		if found, err := w.fits(ctx, held, r); err != nil || found {
			return err
		}
	}
	return nil
}
