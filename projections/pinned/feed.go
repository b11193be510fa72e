package pinned

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
)

// feed implements projections.Feed.
type feed struct {
	feeds    *Feeds
	name     string
	dense    bool     // it gets every record of the log
	filters  []string // of the records that it gets otherwise
	consumer jetstream.Consumer

	messages jetstream.MessagesContext
	queue    chan delivered
	pump     sync.WaitGroup

	pin        string          // under which this worker was last pinned
	reset      bool            // next is known
	next       uint64          // the consumer's count of the next message
	at         events.Revision // of the last message
	seen       events.Revision
	got        bool // something came from this iterator
	broken     bool // what follows was out of order
	suspect    events.Revision
	reconnects uint64
}

// pull asks for messages. A new iterator has a new reply subject, so messages
// from before a reset never come in between those from after it.
func (f *feed) pull() error {
	messages, err := f.consumer.Messages(
		jetstream.PullPriorityGroup(group), jetstream.PullMaxMessages(f.feeds.config.Ahead),
		jetstream.PullExpiry(pullExpires), jetstream.PullHeartbeat(pullBeat),
	)
	if err != nil {
		return fmt.Errorf("pull from %s: %w", f.name, err)
	}
	queue := make(chan delivered, f.feeds.config.Ahead)
	f.messages, f.queue, f.got = messages, queue, false
	f.pump.Go(func() {
		defer close(queue)
		for {
			msg, err := messages.Next()
			var d delivered
			switch {
			case errors.Is(err, jetstream.ErrMsgIteratorClosed):
				return
			case err != nil:
				d = delivered{err: fmt.Errorf("pull from %s: %w", f.name, err)}
			default:
				d = open(msg)
			}
			queue <- d
			if d.err != nil {
				messages.Stop()
			}
		}
	})
	return nil
}

// halt stops pulling.
func (f *feed) halt() {
	if f.messages == nil {
		return
	}
	f.messages.Stop()
	for range f.queue { // until the pump has closed it
	}
	f.pump.Wait()
	f.messages = nil
}

// Reset implements projections.Feed.
func (f *feed) Reset(ctx context.Context, after events.Revision) error {
	// Requests that are given up would be the first to be pinned when records
	// become available, and nobody would get them for a while. So those of a
	// worker that got nothing yet stay, where that can do no harm.
	if f.got || !f.dense {
		f.halt()
	}
	f.reset, f.broken = false, false
	if _, err := f.feeds.js.ResetConsumerToSequence(ctx, f.feeds.config.Stream, f.name, uint64(after)+1); err != nil {
		return fmt.Errorf("reset %s to %d: %w", f.name, after+1, err)
	}
	f.reset, f.next, f.at, f.seen = true, 1, after, after
	f.reconnects = f.feeds.nc.Stats().Reconnects
	return nil
}

// Floor implements projections.Feed.
func (f *feed) Floor(ctx context.Context) (events.Revision, error) {
	info, err := f.consumer.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("consumer %s: %w", f.name, err)
	}
	return events.Revision(info.AckFloor.Stream), nil
}

// Next implements projections.Feed.
func (f *feed) Next(ctx context.Context, most int) (projections.Delivery, error) {
	for {
		if f.broken {
			return projections.Delivery{}, projections.ErrTakenOver
		}
		if f.messages == nil {
			if err := f.pull(); err != nil {
				return projections.Delivery{}, err
			}
		}
		first, ok, err := f.wait(ctx)
		if err != nil {
			return projections.Delivery{}, err
		}
		if !ok {
			d, news, err := f.idle(ctx)
			if err != nil || news {
				return d, err
			}
			continue
		}
		if d, ok, err := f.gather(ctx, first, most); ok || err != nil {
			return d, err
		}
	}
}

// wait waits for a message; ok is false if none came for a while.
func (f *feed) wait(ctx context.Context) (first delivered, ok bool, err error) {
	select {
	case first, ok = <-f.queue:
	default:
		timer := time.NewTimer(idle)
		defer timer.Stop()
		select {
		case first, ok = <-f.queue:
		case <-timer.C:
			return first, false, ctx.Err()
		case <-ctx.Done():
			return first, false, ctx.Err()
		}
	}
	if !ok {
		return first, false, fmt.Errorf("pull from %s: %w", f.name, jetstream.ErrMsgIteratorClosed)
	}
	return first, true, nil
}

// gather takes what is queued, as far as it is in order.
func (f *feed) gather(ctx context.Context, first delivered, most int) (d projections.Delivery, ok bool, err error) {
	records := make([]eventlog.Record, 0, min(most, len(f.queue)+1))
	var last delivered
	for m, more := first, true; more; {
		if m.err != nil {
			if len(records) > 0 {
				f.broken = true
				break
			}
			return d, false, m.err
		}
		if !f.follows(ctx, m) {
			f.broken = true
			break
		}
		f.next, f.at = f.next+1, m.record.Revision
		records, last = append(records, m.record), m
		if len(records) >= most {
			break
		}
		select {
		case m, more = <-f.queue:
		default:
			more = false
		}
	}
	if len(records) == 0 {
		return d, false, nil
	}
	f.seen = last.record.Revision
	return projections.Delivery{Records: records, Seen: f.seen, Done: func(context.Context) error { return last.msg.Ack() }}, true, nil
}

// follows reports whether a message is the one that has to come next, delivered
// under the pin that the consumer was reset under.
func (f *feed) follows(ctx context.Context, m delivered) bool {
	f.got = true
	if m.pin != f.pin {
		f.pin = m.pin
		return false
	}
	if !f.reset || m.consumed != f.next || m.times != 1 {
		return false
	}
	if !f.dense {
		return m.record.Revision > f.at
	}
	return m.record.Revision == f.at+1 || f.torn(ctx, m.record.Revision)
}

// torn reports whether the log itself has nothing between the last message and
// this one. A server that lost the end of its store in a power failure goes on
// behind what it lost; everywhere else what a feed of the whole log gets is dense.
func (f *feed) torn(ctx context.Context, next events.Revision) bool {
	if next <= f.at {
		return false
	}
	stream, err := f.feeds.js.Stream(ctx, f.feeds.config.Stream)
	if err != nil {
		return false
	}
	m, err := stream.GetMsg(ctx, uint64(f.at)+1, jetstream.WithGetMsgSubject(eventlog.Prefix+">"))
	return err == nil && events.Revision(m.Sequence) == next
}

// idle finds out what a worker without messages should know: that some were
// delivered and did not come, to it or to a worker that is gone, and, for a part
// of the log, that the rest has gone on.
func (f *feed) idle(ctx context.Context) (d projections.Delivery, news bool, err error) {
	if f.reset && f.feeds.nc.Stats().Reconnects != f.reconnects {
		f.broken = true
		return d, false, nil
	}
	// The head first: whatever of this part stands before it is in the log by then.
	var head events.Revision
	if !f.dense {
		stream, err := f.feeds.js.Stream(ctx, f.feeds.config.Stream)
		if err != nil {
			return d, false, fmt.Errorf("stream %s: %w", f.feeds.config.Stream, err)
		}
		head = events.Revision(stream.CachedInfo().State.LastSeq)
	}
	info, err := f.consumer.Info(ctx)
	switch {
	case err != nil:
		return d, false, fmt.Errorf("consumer %s: %w", f.name, err)
	case len(f.queue) > 0:
		return d, false, nil
	case f.lost(info):
		f.broken = true
		return d, false, nil
	case f.dense:
		return d, false, nil
	case !f.reset: // nobody may have been pinned yet
		f.broken = true
		return d, false, nil
	case head <= f.seen, info.NumPending > 0, info.NumAckPending > 0:
		return d, false, nil
	}
	// What the consumer knows to be pending can be out of date, where it is led by
	// a replica that lags: the log has the say of what comes after all that this
	// worker got, or another one has done.
	done := max(f.at, events.Revision(info.AckFloor.Stream))
	for _, filter := range f.filters {
		next, err := f.following(ctx, filter, done)
		if err != nil {
			return d, false, err
		}
		if next != 0 && next <= head {
			return d, false, nil
		}
	}
	f.seen = head
	return projections.Delivery{Seen: head, Done: func(context.Context) error { return nil }}, true, nil
}

// following finds the next record on a filter that stands in the log behind a
// revision; 0: there is none. It asks the stream's leader, since any replica
// answers a direct get.
func (f *feed) following(ctx context.Context, filter string, after events.Revision) (events.Revision, error) {
	request := fmt.Appendf(nil, `{"seq":%d,"next_by_subj":%q}`, after+1, filter)
	msg, err := f.feeds.nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+f.feeds.config.Stream, request)
	if err != nil {
		return 0, fmt.Errorf("record after %d: %w", after, err)
	}
	var answer struct {
		Error   *jetstream.APIError `json:"error"`
		Message struct {
			Sequence events.Revision `json:"seq"`
		} `json:"message"`
	}
	switch err := json.Unmarshal(msg.Data, &answer); {
	case err != nil:
		return 0, fmt.Errorf("record after %d: %w", after, err)
	case answer.Error == nil:
		return answer.Message.Sequence, nil
	case answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return 0, nil
	}
	return 0, fmt.Errorf("record after %d: %w", after, answer.Error)
}

// lost reports whether the consumer has delivered what this worker never got,
// though no other one is pinned, and still says so at the second look. It would
// deliver them again by itself, but late.
func (f *feed) lost(info *jetstream.ConsumerInfo) bool {
	mine := len(info.PriorityGroups) == 0
	for _, g := range info.PriorityGroups {
		mine = mine || g.PinnedClientID == "" || g.PinnedClientID == f.pin
	}
	delivered := events.Revision(info.Delivered.Stream)
	if !mine || info.NumAckPending == 0 || delivered <= f.seen {
		f.suspect = 0
		return false
	}
	again := f.suspect == delivered
	f.suspect = delivered
	return again
}

// Close implements projections.Feed. A worker that leaves makes room at once.
func (f *feed) Close() {
	f.halt()
	if f.pin == "" || !f.feeds.nc.IsConnected() {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	info, err := f.consumer.Info(ctx)
	if err != nil {
		return
	}
	for _, g := range info.PriorityGroups {
		if g.PinnedClientID != f.pin {
			continue
		}
		if stream, err := f.feeds.js.Stream(ctx, f.feeds.config.Stream); err == nil {
			_ = stream.UnpinConsumer(ctx, f.name, group) // the server does so itself in a while
		}
	}
}
