package auditlog

import (
	"errors"
	"fmt"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// ForkError says that this log is not the one that was vouched for: an event that was in it was changed, removed or put in
// since. Nothing is signed any more.
type ForkError struct {
	Size       uint64
	Who        string // vouched for it
	Want, Have events.Digest
	// First is the first event that is another, 0 if that cannot be told.
	First events.Revision
}

func (e *ForkError) Error() string {
	where := ""
	if e.First > 0 {
		where = fmt.Sprintf("; the event at sequence %d is the first that is another", e.First)
	}
	return fmt.Sprintf("this log is not the one that was signed: over its first %d events %s has root %s, and the log has %s%s",
		e.Size, e.Who, e.Want, e.Have, where)
}

// RolledBackError says that the log has fewer events than were vouched for.
type RolledBackError struct {
	Size, Head uint64 // events
	Who        string // vouched for them
}

func (e *RolledBackError) Error() string {
	return fmt.Sprintf("the log lost its end: it has %d events, and %s is over %d", e.Head, e.Who, e.Size)
}

// GapError says that there is no event at a sequence.
type GapError struct{ Want, Have events.Revision }

func (e *GapError) Error() string {
	return fmt.Sprintf("the log has a gap: after sequence %d comes %d", e.Want-1, e.Have)
}

// KeyError says that the checkpoints of this log are signed with another key.
type KeyError struct {
	Signed, Have string // public keys
}

func (e *KeyError) Error() string {
	return fmt.Sprintf("the checkpoints of this log are signed with key %s, and the key here is %s: put the right one back, or replace it on purpose",
		e.Signed, e.Have)
}

// Permanent reports whether an error is about the log or the key, and not about reaching something: it does not pass, and a
// person must look.
func Permanent(err error) bool {
	return is[*ForkError](err) || is[*RolledBackError](err) || is[*GapError](err) || is[*KeyError](err) || is[*eventlog.MalformedRecordError](err)
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
