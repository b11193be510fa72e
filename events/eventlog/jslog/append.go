package jslog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Append implements eventlog.Log. One record is a plain publish; several are an
// atomic batch of at most 1000, which costs far more on a single server's disk.
func (l *Log) Append(ctx context.Context, parts ...eventlog.Part) (events.Revision, error) {
	if err := eventlog.CheckParts(parts...); err != nil {
		return 0, err
	}
	msgs := messages(parts)
	if len(msgs) > maxBatch {
		return 0, fmt.Errorf("append to %s: %d records at once, at most %d can be", parts[0].Stream, len(msgs), maxBatch)
	}
	for _, m := range msgs {
		// Found in the middle of a batch it would leave that open on the server.
		if limit := l.nc.MaxPayload(); int64(len(m.Data)+headerRoom) > limit {
			return 0, fmt.Errorf("append to %s: %s of %d bytes is too large, the server takes %d", parts[0].Stream, m.Subject, len(m.Data), limit)
		}
	}
	at, err := l.publish(ctx, msgs)
	if err != nil {
		at, err = l.settle(ctx, parts, msgs, err)
	}
	if err != nil {
		if _, conflict := errors.AsType[*eventlog.ConflictError](err); conflict {
			return 0, err
		}
		return 0, fmt.Errorf("append to %s: %w", parts[0].Stream, err)
	}
	return at, nil
}

// publish tries once.
func (l *Log) publish(ctx context.Context, msgs []*nats.Msg) (events.Revision, error) {
	if len(msgs) == 1 && l.share != nil {
		return l.share.publish(ctx, msgs[0])
	}
	return l.send(ctx, msgs...)
}

// send publishes one message, or several as an atomic batch.
func (l *Log) send(ctx context.Context, msgs ...*nats.Msg) (at events.Revision, err error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout+time.Duration(len(msgs))*10*time.Millisecond)
	defer cancel()
	if l.written != nil {
		defer func() {
			if err == nil {
				l.written(len(msgs))
			}
		}()
	}
	if len(msgs) == 1 {
		a, err := l.request(ctx, msgs[0])
		return events.Revision(a.Sequence), err
	}
	select {
	case l.batches <- struct{}{}:
		defer func() { <-l.batches }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	id, last := nuid.Next(), len(msgs)-1
	for i, m := range msgs {
		m.Header[headerBatchID] = []string{id}
		m.Header[headerBatchSeq] = []string{strconv.Itoa(i + 1)}
		if i == last {
			break
		}
		// Nobody answers before the commit. What is lost on the way makes that
		// fail as incomplete.
		if err := l.nc.PublishMsg(m); err != nil {
			return 0, err
		}
	}
	msgs[last].Header[headerBatchCommit] = []string{"1"}
	a, err := l.request(ctx, msgs[last])
	if err == nil && (a.Batch != id || a.Count != len(msgs)) {
		err = fmt.Errorf("committed %d records of batch %s, want %d of %s", a.Count, a.Batch, len(msgs), id)
	}
	return events.Revision(a.Sequence), err
}

// headerRoom is what the headers of a message take at most.
const headerRoom = 8 << 10

// errDuplicate says that the server remembers the event ID. That is no proof: it
// may have seen it in an append that was then refused.
var errDuplicate = errors.New("the server has seen this event ID")

func (l *Log) request(ctx context.Context, m *nats.Msg) (ack, error) {
	answer, err := l.nc.RequestMsgWithContext(ctx, m)
	if err != nil {
		return ack{}, err
	}
	a, err := parseAck(answer.Data)
	if err == nil && a.Duplicate {
		err = errDuplicate
	}
	return a, err
}

// The codes by which the server refuses an append.
const (
	// codeDuplicateInBatch: an event ID of the batch is already stored.
	codeDuplicateInBatch jetstream.ErrorCode = 10201
	// codeDuplicateInFlight: an event ID is being stored at this moment.
	codeDuplicateInFlight jetstream.ErrorCode = 10158
	// codeBatchIncomplete: a message of the batch was lost, or a leader was.
	codeBatchIncomplete jetstream.ErrorCode = 10176
	// codeTooManyBatches: others have theirs open, too.
	codeTooManyBatches jetstream.ErrorCode = 10210
	// codeTooManyInflight is the same in newer servers.
	codeTooManyInflight jetstream.ErrorCode = 10211
)

// refusal classifies an error of publish: stale says that the server compared
// revisions and found others, open that nobody knows, neither that trying again
// is no use.
func refusal(err error) (stale, open bool) {
	if errors.Is(err, errDuplicate) {
		return false, true
	}
	if api, ok := errors.AsType[*jetstream.APIError](err); ok {
		switch api.ErrorCode {
		case jetstream.JSErrCodeStreamWrongLastSequence, jetstream.JSErrCodeStreamWrongLastSequenceConstant:
			return true, true
		case codeDuplicateInBatch, codeDuplicateInFlight, codeBatchIncomplete, codeTooManyBatches, codeTooManyInflight:
			return false, true
		}
	}
	return false, Passing(err)
}

// settle finds out what became of an append that was not acknowledged, and
// repeats it as long as that is open. What it decides by, the record that
// follows After, never changes once it is there; so a stale or missing answer
// can only cost another attempt.
func (l *Log) settle(ctx context.Context, parts []eventlog.Part, msgs []*nats.Msg, err error) (events.Revision, error) {
	ctx, cancel := bounded(ctx, l.patience)
	defer cancel()
	for n := 0; ; n++ {
		stale, open := refusal(err)
		if !open {
			return 0, err
		}
		at, settled, look := l.outcome(ctx, parts, stale)
		if look != nil {
			return 0, errors.Join(look, err)
		}
		if settled {
			return at, nil
		}
		if n > 0 || !stale { // the first lost race in flight is over at once
			if stop := pause(ctx, n); stop != nil {
				return 0, errors.Join(stop, err)
			}
		}
		if at, err = l.publish(ctx, msgs); err == nil {
			return at, nil
		}
		if stop := ctx.Err(); stop != nil {
			return 0, errors.Join(stop, err)
		}
	}
}

// outcome looks for the records of an append in the log. It answers a
// *ConflictError if others are in their place; not settled means that nothing
// is.
func (l *Log) outcome(ctx context.Context, parts []eventlog.Part, stale bool) (at events.Revision, settled bool, err error) {
	stored := 0
	for _, p := range parts {
		first, err := recordOf(l.get.next(ctx, eventlog.Filter(p.Stream), uint64(p.After)))
		switch {
		case errors.Is(err, eventlog.ErrNoRecord):
			if !stale {
				continue
			}
			head, err := l.last(ctx, p.Stream)
			if err != nil && !errors.Is(err, eventlog.ErrNoRecord) {
				return 0, false, err
			}
			if head.Revision < p.After { // the caller has it from elsewhere
				return 0, false, &eventlog.ConflictError{Stream: p.Stream, After: p.After, Actual: head.Revision}
			}
			continue
		case err != nil:
			return 0, false, err
		case first.ID != p.Records[0].ID:
			return 0, false, l.conflict(ctx, p, first.Revision)
		}
		at = first.Revision + events.Revision(len(p.Records)-1)
		if len(p.Records) > 1 {
			last, err := l.At(ctx, at)
			if err != nil {
				return 0, false, err
			}
			if last.ID != p.Records[len(p.Records)-1].ID {
				return 0, false, l.conflict(ctx, p, at)
			}
		}
		stored++
	}
	if stored > 0 && stored < len(parts) {
		return 0, false, fmt.Errorf("%d of %d parts are stored: they were not appended together", stored, len(parts))
	}
	return at, stored > 0, nil
}

// conflict tells where a stream is. If that cannot be read, the record that was
// found in the way is as much as is known.
func (l *Log) conflict(ctx context.Context, p eventlog.Part, found events.Revision) error {
	if head, err := l.last(ctx, p.Stream); err == nil {
		found = max(found, head.Revision)
	}
	return &eventlog.ConflictError{Stream: p.Stream, After: p.After, Actual: found}
}
