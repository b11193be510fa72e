package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"time"

	"github.com/tmaxmax/go-sse"

	"github.com/mergit-io/mergit/gateway/wire"
)

// maxEvent bounds one event on a stream, in bytes.
const maxEvent = 8 << 20

// stream is a server's stream of events, taken up again where it broke off.
type stream struct {
	client *client
	path   string
	query  url.Values
	// patient waits for a server that does not answer to begin with.
	patient bool
	// away is told when the server is gone and when it is back. May be nil.
	away func(bool)

	last  string    // ID of the newest event seen
	since time.Time // by the server's clock: what is older was not asked for
	gone  bool
}

// events yields events until the context ends or the server refuses.
func (s *stream) events(ctx context.Context) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		const first = 100 * time.Millisecond
		pause := first
		for {
			enough := false
			err := s.once(ctx, func(e wire.Event) bool {
				pause = first
				enough = !yield(e, nil)
				return !enough
			})
			switch {
			case enough:
				return
			case ctx.Err() != nil:
				yield(wire.Event{}, ctx.Err())
				return
			case err != nil && !(isAway(err) && s.patient):
				yield(wire.Event{}, explain(err))
				return
			case err != nil:
				s.tell(true)
			}
			if err := s.client.retry(ctx, &pause); err != nil {
				yield(wire.Event{}, err)
				return
			}
		}
	}
}

// tell says that the server is gone, or back, once.
func (s *stream) tell(gone bool) {
	if s.gone != gone && s.away != nil {
		s.away(gone)
	}
	s.gone = gone
}

// once reads one connection. That it ended is no error.
func (s *stream) once(ctx context.Context, yield func(wire.Event) bool) error {
	query := url.Values{}
	for name, values := range s.query {
		query[name] = values
	}
	if !s.since.IsZero() {
		query.Del("from") // "now" would leave out what happened while there was no connection
	}
	r, err := s.client.request(ctx, http.MethodGet, s.path+"?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	r.Header.Set("Accept", "text/event-stream")
	if s.last != "" {
		r.Header.Set("Last-Event-ID", s.last)
	}
	response, err := s.client.do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	s.patient = true
	s.tell(false)
	if at, err := http.ParseTime(response.Header.Get("Date")); err == nil && query.Get("from") == "now" {
		s.since = at
	}
	for event, err := range sse.Read(response.Body, &sse.ReadConfig{MaxEventSize: maxEvent}) {
		if err != nil {
			return nil // the connection broke
		}
		if event.LastEventID != "" {
			s.last = event.LastEventID
		}
		if event.Data == "" {
			continue
		}
		var e wire.Event
		if err := json.Unmarshal([]byte(event.Data), &e); err != nil {
			return fmt.Errorf("event %s: %w", event.LastEventID, err)
		}
		if !e.Time.IsZero() && e.Time.Before(s.since) {
			continue
		}
		if !yield(e) {
			return nil
		}
	}
	return nil
}
