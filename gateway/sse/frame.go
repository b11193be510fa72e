package sse

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/wire"
)

// reader is a kind of reader: each frame is encoded once for each.
type reader int

const (
	ofSealed reader = iota // sees content as stored
	ofOpened               // sees it opened
	readers
)

// frame is one event as it goes to clients. Frames of the tail are shared.
type frame struct {
	record eventlog.Record
	// ready is set on transient events, which are no records.
	ready []byte

	encoded [readers]struct {
		once  sync.Once
		bytes []byte
		err   error
	}
}

// bytes is the frame's text for a kind of reader. It fails only where content
// that may be read cannot be opened at the moment.
func (f *frame) bytes(ctx context.Context, codec eventlog.Codec, as reader) ([]byte, error) {
	if f.ready != nil {
		return f.ready, nil
	}
	e := &f.encoded[as]
	e.once.Do(func() {
		var event wire.Event
		if event, e.err = Encode(ctx, codec, f.record, as == ofOpened); e.err == nil {
			e.bytes, e.err = text(event)
		}
	})
	return e.bytes, e.err
}

// Encode makes the event that clients see of a record, with its content opened
// or as stored. A record that this binary cannot read is shown as stored too:
// a tail carries everything.
func Encode(ctx context.Context, codec eventlog.Codec, r eventlog.Record, open bool) (wire.Event, error) {
	event := wire.Event{
		Sequence: uint64(r.Revision), ID: string(r.ID), Kind: r.Kind, Version: r.Version, Subject: r.Subject,
		Workspace: r.Stream.Workspace, Family: r.Stream.Family, Aggregate: r.Stream.ID, Ordinal: r.Ordinal,
		Time: r.Time.UTC(), Actor: r.Actor, Agent: r.Agent, Cause: r.Cause, Correlation: r.Correlation, Digest: r.Digest().String(),
	}
	if r.Stream.IsRun() {
		event.Task = r.Stream.Part
	}
	kind, known := events.Lookup(r.Kind)
	if open && known {
		keys := &watched{Keys: codec.Keys}
		said, err := eventlog.Codec{Keys: keys}.Decode(ctx, r)
		if err == nil {
			event.Version, event.Forgotten = said.Kind().Version, said.Forgotten
			event.Data, err = json.Marshal(said.Fact)
			return event, err
		}
		if keys.failed != nil {
			return wire.Event{}, keys.failed
		}
	}
	event.Sealed = !known || kind.HasContent()
	if event.Data = r.Body; !json.Valid(r.Body) {
		event.Data, _ = json.Marshal(map[string]string{"base64": base64.StdEncoding.EncodeToString(r.Body)})
	}
	return event, nil
}

// watched remembers that a key could not be had at the moment. Other reasons
// why a record cannot be opened do not pass: a newer binary wrote it, it was
// changed, or its key is kept elsewhere.
type watched struct {
	eventlog.Keys
	failed error
}

func (w *watched) Key(ctx context.Context, id string) (*events.Key, error) {
	key, err := w.Keys.Key(ctx, id)
	if err != nil && !errors.Is(err, events.ErrForgotten) && !errors.Is(err, eventlog.ErrNoKey) {
		w.failed = err
	}
	return key, err
}

// text writes an event in the form of the event stream. Its JSON is one line:
// the encoder escapes line breaks and compacts what was raw.
func text(e wire.Event) ([]byte, error) {
	data, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("encode event %d: %w", e.Sequence, err)
	}
	out := make([]byte, 0, len(data)+len(e.Kind)+48)
	if e.Sequence > 0 {
		out = append(out, "id: "...)
		out = strconv.AppendUint(out, e.Sequence, 10)
		out = append(out, '\n')
	}
	out = append(out, "event: "...)
	out = append(out, e.Kind...)
	out = append(out, "\ndata: "...)
	out = append(out, data...)
	return append(out, "\n\n"...), nil
}

// comment is a line that clients ignore.
func comment(said string) []byte { return []byte(": " + said + "\n\n") }
