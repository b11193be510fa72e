// Package eventlog is the contract between Mergit and the place facts are kept:
// an append-only log of records in which every aggregate is a hash chain.
package eventlog

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/mergit-io/mergit/events"
)

// Log is an append-only record of facts.
type Log interface {
	// Append adds records, all or none, provided that the last record of each
	// part's stream is the one at After (0: the stream is empty). If not, it
	// returns a *ConflictError. A record is stored durably, as far as the log
	// was configured to, when Append returns; records of one call have
	// consecutive revisions, and Append returns that of the last.
	//
	// Appending again what is already stored, by event ID, is a success,
	// however much later: an answer that was lost can always be asked for
	// again. If Append returns any other error, the records may or may not be
	// stored; appending the same ones again tells.
	Append(ctx context.Context, parts ...Part) (events.Revision, error)

	// Load yields one stream's records after a revision, oldest first, and
	// checks that each continues the digest chain of the one before.
	Load(ctx context.Context, s events.StreamID, after events.Revision) iter.Seq2[Record, error]

	// Read yields the records of a query that are stored by now, oldest first.
	Read(ctx context.Context, q Query) iter.Seq2[Record, error]

	// Follow yields what Read does and then, without a gap or a duplicate, what
	// is appended later, until the context ends or the consumer stops.
	Follow(ctx context.Context, q Query) iter.Seq2[Record, error]

	// At returns the record at one revision, or ErrNoRecord.
	At(ctx context.Context, r events.Revision) (Record, error)

	// Head returns the revision of the newest record, 0 if there is none.
	Head(ctx context.Context) (events.Revision, error)
}

// Part is what one Append adds to one stream.
type Part struct {
	Stream  events.StreamID
	After   events.Revision
	Records []Record
}

// Query selects records.
type Query struct {
	// After is the revision the records follow. Defaults to 0: all history.
	After events.Revision
	// Subjects are patterns, NATS-style: "*" is one token, a last ">" is one
	// or more. Defaults to every subject.
	Subjects []string
}

// ErrNoRecord says that there is nothing at a revision.
var ErrNoRecord = errors.New("no record at this revision")

// ConflictError says somebody else wrote to the stream first. Actual is 0 where
// the log does not tell.
type ConflictError struct {
	Stream        events.StreamID
	After, Actual events.Revision
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("append to %s after %d: stream is at %d", e.Stream, e.After, e.Actual)
}

// BrokenChainError says that a stored record does not continue its aggregate's
// digest chain: it, or the one before, was changed, removed or put in from
// outside.
type BrokenChainError struct {
	Stream   events.StreamID
	Revision events.Revision
	Reason   string
}

func (e *BrokenChainError) Error() string {
	return fmt.Sprintf("%s at sequence %d: %s", e.Stream, e.Revision, e.Reason)
}

// Chain follows the digest chain of one aggregate. Its zero value stands before
// the first record.
type Chain struct {
	Revision events.Revision
	Ordinal  uint64
	Digest   events.Digest
}

// Next checks that a record follows and steps on to it.
func (c *Chain) Next(r Record) error {
	broken := func(format string, args ...any) error {
		return &BrokenChainError{Stream: r.Stream, Revision: r.Revision, Reason: fmt.Sprintf(format, args...)}
	}
	switch {
	case r.Ordinal != c.Ordinal+1:
		return broken("ordinal %d follows %d", r.Ordinal, c.Ordinal)
	case r.Previous != c.Digest:
		return broken("its previous digest is not that of ordinal %d: one of the two was changed", c.Ordinal)
	case r.Subject != Subject(r.Stream, r.Kind):
		return broken("it stands under subject %s, not %s", r.Subject, Subject(r.Stream, r.Kind))
	}
	*c = Chain{Revision: r.Revision, Ordinal: r.Ordinal, Digest: r.Digest()}
	return nil
}

// Repeats reports whether records already in the log are the ones being
// appended: the first append got through and only its answer was lost.
func Repeats(stored, appended []Record) bool {
	if len(stored) < len(appended) {
		return false
	}
	for i := range appended {
		if stored[i].ID != appended[i].ID {
			return false
		}
	}
	return true
}
