package projections

import (
	"context"
	"errors"
	"fmt"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Mark is how far one slot was folded: the last event's position and digest.
type Mark struct {
	Revision events.Revision
	Digest   events.Digest
}

// Position is how far a generation is.
type Position struct {
	Slots [eventlog.Slots]Mark
	// Seen is how far the log was read on behalf of a slot, whether or not
	// the slot had events there. It is never behind the slot's mark.
	Seen [eventlog.Slots]events.Revision
}

// After is the revision a reader of a partition has to continue after.
func (p *Position) After(part Partition) events.Revision {
	var after events.Revision
	first := true
	for slot := range eventlog.Slots {
		if part.Has(slot) && (first || p.Seen[slot] < after) {
			after, first = p.Seen[slot], false
		}
	}
	return after
}

// Partition is a set of slots that is consumed in order by one worker at a
// time: those that are Index modulo Of. The zero value is all slots.
type Partition struct{ Index, Of int }

// Has reports whether a slot belongs to the partition.
func (p Partition) Has(slot int) bool { return p.Of <= 1 || slot%p.Of == p.Index }

// Whole reports whether every slot does.
func (p Partition) Whole() bool { return p.Of <= 1 }

func (p Partition) String() string { return fmt.Sprintf("%d.%d", p.Index, max(p.Of, 1)) }

// ParsePartition reads the text form.
func ParsePartition(text string) (p Partition, err error) {
	if _, err := fmt.Sscanf(text, "%d.%d", &p.Index, &p.Of); err != nil {
		return p, fmt.Errorf("partition %q: %w", text, err)
	}
	return p, nil
}

// Generation is one set of tables of a projection, filled from the log's
// beginning.
type Generation struct {
	ID         int64
	Projection string
	Version    int
	Number     int // counted from 1 within the projection's version
}

// Schema is the name of the generation's own Postgres schema.
func (g Generation) Schema() string {
	return fmt.Sprintf("%s_v%d_g%d", g.Projection, g.Version, g.Number)
}

// Commit is what one batch of events did.
type Commit struct {
	Partition Partition
	Seen      events.Revision // the newest event looked at
	Moves     []Move          // one for each slot that had events
	Changes   []Changes
}

// Move is a slot's step from one event to a later one.
type Move struct {
	Slot int
	From events.Revision
	To   Mark
}

// Store keeps rows and positions.
type Store interface {
	// Open returns the generation that takes live events, and makes the first
	// one if the projection is new. It answers *VersionError if the active
	// generation is of another version.
	Open(ctx context.Context, p *Projection) (Generation, error)
	// Position returns how far a generation is.
	Position(ctx context.Context, g Generation) (Position, error)
	// Load reads the stored rows of units.
	Load(ctx context.Context, g Generation, units *Missing) error
	// Commit stores rows and positions, all or nothing. It answers
	// *StaleError if a slot is not where a move starts from (somebody else
	// wrote to it), and *SupersededError if the generation was replaced.
	Commit(ctx context.Context, g Generation, c Commit) error
}

// RebuildStore is a Store that can hold a second generation beside the active
// one.
type RebuildStore interface {
	Store
	// Begin returns the generation being built, one that was interrupted if
	// there is one, and holds the right to build until done is called. It
	// answers ErrRebuilding if somebody else has it.
	Begin(ctx context.Context, p *Projection) (g Generation, done func(), err error)
	// Restart throws a generation that is being built away and begins another.
	Restart(ctx context.Context, p *Projection, g Generation) (Generation, error)
	// Bulk is Commit for large batches.
	Bulk(ctx context.Context, g Generation, c Commit) error
	// Finish completes the tables after bulk loading: secondary indexes.
	Finish(ctx context.Context, p *Projection, g Generation) error
	// Switch makes g the active generation. Writers to the old one are held
	// up while catchUp runs, which brings g to the end of the log.
	Switch(ctx context.Context, p *Projection, g Generation, catchUp func(context.Context) error) error
	// Drop removes every generation of the projection but the active one, and
	// returns what it removed.
	Drop(ctx context.Context, p *Projection) ([]Generation, error)
}

// Feed delivers one partition of the log in order, to one worker at a time.
type Feed interface {
	// Next waits for records and returns those that are queued, at most max.
	// It answers ErrTakenOver if what follows was not preceded by what this
	// worker processed last; then, and before the first call, Reset says
	// where to continue.
	Next(ctx context.Context, max int) (Delivery, error)
	// Reset makes the record after a revision the next one.
	Reset(ctx context.Context, after events.Revision) error
	// Floor is the newest revision that any worker has said to be done.
	Floor(ctx context.Context) (events.Revision, error)
	// Close gives the feed up.
	Close()
}

// Delivery is what a feed had queued.
type Delivery struct {
	Records []eventlog.Record // of the projection's families at least
	// Seen is the newest revision up to which the partition has no other
	// records of the projection's families; at least that of the last record.
	Seen events.Revision
	// Done tells the feed that the records were processed.
	Done func(context.Context) error
}

// Feeds opens feeds.
type Feeds interface {
	// Open joins the workers that share one partition of a projection's
	// generation.
	Open(ctx context.Context, p *Projection, g Generation, part Partition) (Feed, error)
	// Drop removes what a generation left behind.
	Drop(ctx context.Context, g Generation) error
}

var (
	// ErrTakenOver says that a feed's order was broken: another worker had
	// it, or the connection was lost.
	ErrTakenOver = errors.New("the feed was taken over")
	// ErrRebuilding says that somebody else is rebuilding.
	ErrRebuilding = errors.New("a rebuild of this projection is running already")
)

// StaleError says that somebody else wrote to a slot first.
type StaleError struct{ Generation Generation }

func (e *StaleError) Error() string {
	return fmt.Sprintf("projection %s: another writer moved a slot of %s", e.Generation.Projection, e.Generation.Schema())
}

// SupersededError says that a generation is no longer the one being written.
type SupersededError struct{ Generation Generation }

func (e *SupersededError) Error() string {
	return fmt.Sprintf("projection %s: %s was replaced by another generation", e.Generation.Projection, e.Generation.Schema())
}

// VersionError says that the active generation is of another version.
type VersionError struct {
	Projection   string
	Active, Have int
}

func (e *VersionError) Error() string {
	if e.Active > e.Have {
		return fmt.Sprintf("projection %s is at version %d, this binary knows version %d: upgrade it", e.Projection, e.Active, e.Have)
	}
	return fmt.Sprintf("projection %s is at version %d, this binary has version %d: run mergit projections rebuild %s", e.Projection, e.Active, e.Have, e.Projection)
}

// MismatchError says that rows were folded from a log other than this one.
type MismatchError struct {
	Projection string
	Slot       int
	At         events.Revision
	Reason     string
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("projection %s, slot %d, sequence %d: %s; the rows do not belong to this log: run mergit projections rebuild %s",
		e.Projection, e.Slot, e.At, e.Reason, e.Projection)
}
