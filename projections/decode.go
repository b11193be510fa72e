package projections

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Open opens the records that a projection folds: those of its families,
// without the kinds it skips. A kind that the catalogue does not know is an
// error in a declared family and of no interest in any other; what came before
// it is returned beside the error. The envelopes' digests are not computed, because no fold may depend on them.
//
// Content whose key was destroyed becomes events.Forgotten or empty: rows that
// were folded while the key existed keep what they have until the projection is
// rebuilt.
func (p *Projection) Open(ctx context.Context, keys eventlog.Keys, records []eventlog.Record) ([]Envelope, error) {
	return p.open(ctx, keys, records, make([]Envelope, 0, len(records)))
}

// open is Open into a batch that is there.
func (p *Projection) open(ctx context.Context, keys eventlog.Keys, records []eventlog.Record, batch []Envelope) ([]Envelope, error) {
	o := opener{keys: keys, have: map[string]*events.Key{}}
	for i := range records {
		r := &records[i]
		if !slices.Contains(p.Families, r.Stream.Family) {
			continue
		}
		if known, ok := p.routes[r.Kind]; ok && known.fold == nil {
			continue
		}
		fact, forgotten, err := events.Unmarshal(r.ID, r.Kind, r.Version, r.Body, func(kid string) (*events.Key, error) { return o.key(ctx, kid) })
		if err != nil {
			return batch, p.cannotOpen(r, err)
		}
		batch = append(batch, Envelope{Meta: r.Meta, Fact: fact, Forgotten: forgotten})
	}
	return batch, nil
}

// opener remembers the keys of one batch.
type opener struct {
	keys eventlog.Keys
	have map[string]*events.Key
}

func (o *opener) key(ctx context.Context, kid string) (*events.Key, error) {
	if k, ok := o.have[kid]; ok {
		if k == nil {
			return nil, events.ErrForgotten
		}
		return k, nil
	}
	k, err := o.keys.Key(ctx, kid)
	switch {
	case errors.Is(err, events.ErrForgotten):
		o.have[kid] = nil
	case err != nil:
		return nil, &keyError{kid, err}
	default:
		o.have[kid] = k
	}
	return k, err
}

// keyError says that a key could not be had now; it may come.
type keyError struct {
	kid string
	err error
}

func (e *keyError) Error() string { return fmt.Sprintf("key %s: %v", e.kid, e.err) }
func (e *keyError) Unwrap() error { return e.err }

func (p *Projection) cannotOpen(r *eventlog.Record, err error) error {
	if unknown, ok := errors.AsType[*events.UnknownKindError](err); ok {
		unknown.Revision = r.Revision
	}
	if unknown, ok := errors.AsType[*events.UnknownVersionError](err); ok {
		unknown.Revision = r.Revision
	}
	return &FoldError{p.Name, r.Revision, r.Kind, err}
}

// RecordError says that a feed met a message that is not a record.
type RecordError struct {
	Revision events.Revision
	Err      error
}

func (e *RecordError) Error() string {
	return fmt.Sprintf("the log holds something at sequence %d that no mergit wrote: %v", e.Revision, e.Err)
}

func (e *RecordError) Unwrap() error { return e.Err }

// Stops reports whether an error will come again however often it is tried, so
// that a person has to do something.
func Stops(err error) bool {
	if _, ok := errors.AsType[*keyError](err); ok {
		return false
	}
	if _, ok := errors.AsType[*FoldError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*RecordError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*MismatchError](err); ok {
		return true
	}
	_, ok := errors.AsType[*VersionError](err)
	return ok
}
