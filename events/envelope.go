package events

import "time"

type (
	// ID names one event: a UUIDv7 in text form.
	ID string
	// Revision is the position of an event in the log, counted from 1; 0 is
	// before the first. It is a sequence number of the whole log, so it also
	// orders facts of different streams.
	Revision uint64
)

// Meta is what surrounds a fact, known before it is stored except for the
// revision.
type Meta struct {
	ID          ID
	Stream      StreamID
	Time        time.Time // UTC, whole microseconds
	Source      string    // ce-source, a URI reference
	Version     int       // of the payload
	Cause       string    // the command or event that led here, see CommandCause
	Correlation string    // root goal
	Actor       string    // who wished it: "user:…", "policy:…", "executor:…"
	Agent       string    // the agent that acted, if any
	Ordinal     uint64    // position in its own aggregate, counted from 1

	// Previous is the digest of the aggregate's preceding event, zero for the
	// first: an aggregate is a hash chain.
	Previous Digest
	// PreviousRevision is the preceding event's position. It is an aid to
	// loading only and is not digested, because a position is unknown until
	// the event before is stored.
	PreviousRevision Revision

	TraceParent string // W3C trace context; not digested
	Revision    Revision
}

// Envelope is a fact with its surroundings. Envelope[Event] is the erased form
// that travels through the log; Narrow recovers the concrete one.
type Envelope[E Event] struct {
	Meta
	Fact E
	// Digest of the envelope as stored.
	Digest Digest
	// Forgotten says that sealed content could not be opened because its key
	// was destroyed; those fields hold Forgotten or their zero value.
	Forgotten bool
}

// Kind reports the catalogue entry of the fact inside.
func (e Envelope[E]) Kind() *Kind { return e.Fact.kind() }

// KindOfFact reports the catalogue entry of a fact.
func KindOfFact(e Event) *Kind { return e.kind() }

// Narrow returns the envelope as one concrete fact.
func Narrow[E Event](e Envelope[Event]) (Envelope[E], bool) {
	fact, ok := e.Fact.(E)
	return Envelope[E]{Meta: e.Meta, Fact: fact, Digest: e.Digest, Forgotten: e.Forgotten}, ok
}
