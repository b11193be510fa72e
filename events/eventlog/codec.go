package eventlog

import (
	"context"
	"errors"
	"fmt"

	"github.com/mergit-io/mergit/events"
)

// Keys keeps the secrets that seal content, one for each goal.
type Keys interface {
	// Key returns a key. It answers events.ErrForgotten once the key was
	// destroyed and ErrNoKey if there never was one.
	Key(ctx context.Context, id string) (*events.Key, error)
	// Create makes a key unless there is one already, and returns the one that
	// holds. It answers events.ErrForgotten if the key was destroyed.
	Create(ctx context.Context, id string) (*events.Key, error)
	// Destroy forgets a key for ever. All content under it becomes forgotten.
	Destroy(ctx context.Context, id string) error
}

// ErrNoKey says that a key was never made here: the content may be readable
// elsewhere, so this is not "forgotten".
var ErrNoKey = errors.New("no such key")

// Blobs keeps sealed content that is too large for an event under its SHA-256.
type Blobs interface {
	// Put stores a blob under its digest, before the event that refers to it.
	// What is already stored is never overwritten.
	Put(ctx context.Context, blob []byte) (events.Digest, error)
	// Get returns a blob. It answers *CorruptBlobError if what is stored under
	// the digest has another one, and ErrNoBlob if nothing is.
	Get(ctx context.Context, digest events.Digest) ([]byte, error)
}

// ErrNoBlob says that nothing is stored under a digest.
var ErrNoBlob = errors.New("no such blob")

// CorruptBlobError says that a blob is not what its name says.
type CorruptBlobError struct{ Want, Have events.Digest }

func (e *CorruptBlobError) Error() string {
	return fmt.Sprintf("blob %s was changed: its content has digest %s", e.Want, e.Have)
}

// Codec turns facts into records and back.
type Codec struct{ Keys Keys }

// Encode makes the record of a fact that continues a chain. The goal's key must
// exist if the kind has content.
func (c Codec) Encode(ctx context.Context, meta events.Meta, fact events.Event) (Record, error) {
	record, _, err := c.Seal(ctx, meta, fact)
	return record, err
}

// Seal is Encode, and returns the envelope as whoever loads the record will see
// it. Its fact shares no memory with the one that came in.
func (c Codec) Seal(ctx context.Context, meta events.Meta, fact events.Event) (Record, events.Envelope[events.Event], error) {
	fail := func(err error) (Record, events.Envelope[events.Event], error) {
		return Record{}, events.Envelope[events.Event]{}, err
	}
	kind := events.KindOfFact(fact)
	if meta.Stream.Family != kind.Family || meta.Stream.IsRun() != (kind.Part == events.OfRun) {
		return fail(fmt.Errorf("%s does not belong to stream %s", kind.Name, meta.Stream))
	}
	var key *events.Key
	if kind.HasContent() {
		var err error
		if key, err = c.Keys.Key(ctx, meta.Stream.ID); err != nil {
			return fail(fmt.Errorf("key of %s: %w", meta.Stream, err))
		}
	}
	meta.Version = kind.Version
	body, stored, err := events.Seal(meta.ID, fact, key)
	if err != nil {
		return fail(err)
	}
	record := Record{Meta: meta, Kind: kind.Name, Subject: Subject(meta.Stream, kind.Name), Body: body}
	return record, events.Envelope[events.Event]{Meta: meta, Fact: stored, Digest: record.Digest()}, nil
}

// Decode opens a record.
func (c Codec) Decode(ctx context.Context, r Record) (events.Envelope[events.Event], error) {
	open := func(kid string) (*events.Key, error) { return c.Keys.Key(ctx, kid) }
	fact, forgotten, err := events.Unmarshal(r.ID, r.Kind, r.Version, r.Body, open)
	if err != nil {
		if unknown, ok := errors.AsType[*events.UnknownKindError](err); ok {
			unknown.Revision = r.Revision
		}
		if unknown, ok := errors.AsType[*events.UnknownVersionError](err); ok {
			unknown.Revision = r.Revision
		}
		return events.Envelope[events.Event]{}, fmt.Errorf("%s at sequence %d: %w", r.Stream, r.Revision, err)
	}
	return events.Envelope[events.Event]{Meta: r.Meta, Fact: fact, Digest: r.Digest(), Forgotten: forgotten}, nil
}
