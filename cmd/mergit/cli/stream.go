package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"time"

	"github.com/tmaxmax/go-sse"

	"github.com/mergit-io/mergit/gateway/wire"
)

// maxEvent bounds one event on a stream, in bytes.
const maxEvent = 8 << 20

// stream yields the events of a stream until the server ends it. A connection
// that breaks is taken up again after the last event seen.
func (c *client) stream(ctx context.Context, path string) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		last := ""
		for wait := 100 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
			again, err := c.streamOnce(ctx, path, &last, func(e wire.Event) bool {
				wait = 100 * time.Millisecond
				return yield(e, nil)
			})
			if !again || ctx.Err() != nil {
				if err = errors.Join(err, ctx.Err()); err != nil {
					yield(wire.Event{}, err)
				}
				return
			}
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
		}
	}
}

// streamOnce reads one connection. It returns whether to connect again.
func (c *client) streamOnce(ctx context.Context, path string, last *string, yield func(wire.Event) bool) (again bool, err error) {
	r, err := c.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return false, err
	}
	r.Header.Set("Accept", "text/event-stream")
	if *last != "" {
		r.Header.Set("Last-Event-ID", *last)
	}
	response, err := c.do(r)
	if err != nil {
		problem, refused := errors.AsType[*wire.Problem](err)
		return *last != "" && (!refused || problem.Status >= 500), explain(err)
	}
	defer response.Body.Close()
	for event, err := range sse.Read(response.Body, &sse.ReadConfig{MaxEventSize: maxEvent}) {
		if err != nil {
			return true, err
		}
		if event.LastEventID != "" {
			*last = event.LastEventID
		}
		if event.Type == "end" {
			return false, nil
		}
		var e wire.Event
		if err := json.Unmarshal([]byte(event.Data), &e); err != nil {
			return false, fmt.Errorf("event %s: %w", event.LastEventID, err)
		}
		if !yield(e) {
			return false, nil
		}
	}
	return true, nil
}
