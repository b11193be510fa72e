package projections

import (
	"context"
	"errors"
	"fmt"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// writer folds records into one generation. After any error it must be dropped
// and a new one resumed from what is stored.
type writer struct {
	projection *Projection
	store      Store
	generation Generation
	part       Partition
	folder     *Folder

	stored   Position // as committed
	folded   Position // with what was folded since
	last     [eventlog.Slots]eventlog.Record
	seen     events.Revision
	pending  int // events folded since
	concerns int // events since the last commit that a row could change by
}

// resume makes a writer that continues where a generation is, after checking
// that it was folded from this log.
func resume(ctx context.Context, p *Projection, store Store, log eventlog.Log, g Generation, part Partition, units int) (*writer, error) {
	at, err := store.Position(ctx, g)
	if err != nil {
		return nil, err
	}
	if err := verify(ctx, p, log, at, part); err != nil {
		return nil, err
	}
	return &writer{
		projection: p, store: store, generation: g, part: part, folder: NewFolder(p, units),
		stored: at, folded: at, seen: at.After(part),
	}, nil
}

// verify compares a position with the log.
func verify(ctx context.Context, p *Projection, log eventlog.Log, at Position, part Partition) error {
	head, err := log.Head(ctx)
	if err != nil {
		return fmt.Errorf("head of the log: %w", err)
	}
	for slot, mark := range at.Slots {
		if !part.Has(slot) {
			continue
		}
		if newest := max(mark.Revision, at.Seen[slot]); newest > head {
			return &MismatchError{p.Name, slot, newest, fmt.Sprintf("the log ends at %d, before what was folded", head)}
		}
		if mark.Revision == 0 {
			continue
		}
		r, err := log.At(ctx, mark.Revision)
		switch {
		case errors.Is(err, eventlog.ErrNoRecord):
			return &MismatchError{p.Name, slot, mark.Revision, "the log has no event there"}
		case err != nil:
			return fmt.Errorf("record at %d: %w", mark.Revision, err)
		case r.Digest() != mark.Digest:
			return &MismatchError{p.Name, slot, mark.Revision, fmt.Sprintf("the event there has digest %s, the one that was folded had %s", r.Digest(), mark.Digest)}
		case eventlog.Slot(r.Stream) != slot:
			return &MismatchError{p.Name, slot, mark.Revision, "the event there is of another slot"}
		}
	}
	return nil
}

// after is the revision to continue after.
func (w *writer) after() events.Revision { return w.folded.After(w.part) }

// fold applies records that were opened to batch. Those that were folded before
// are left out.
func (w *writer) fold(ctx context.Context, records []eventlog.Record, batch []Envelope, seen events.Revision) error {
	fresh, next := batch[:0], 0
	for i := range records {
		r := &records[i]
		mine := next < len(batch) && batch[next].Revision == r.Revision
		slot := eventlog.Slot(r.Stream)
		if w.part.Has(slot) && r.Revision > w.folded.Slots[slot].Revision {
			w.folded.Slots[slot].Revision = r.Revision
			w.last[slot] = *r
			w.pending++
			if mine {
				fresh = append(fresh, batch[next])
			}
		}
		if mine {
			next++
		}
	}
	w.seen = max(w.seen, seen)
	if missing := w.folder.Missing(fresh); len(missing) > 0 {
		for _, m := range missing {
			if err := w.store.Load(ctx, w.generation, m); err != nil {
				return err
			}
		}
	}
	w.concerns += len(fresh)
	return w.folder.Fold(fresh)
}

// unchanged reports whether no event since the last commit concerns a row.
func (w *writer) unchanged() bool { return w.concerns == 0 }

// passed notes that all slots were seen up to the last record.
func (w *writer) passed() {
	for slot := range w.folded.Slots {
		if w.part.Has(slot) {
			w.folded.Seen[slot] = max(w.folded.Seen[slot], w.seen)
		}
	}
}

// commit stores what was folded.
func (w *writer) commit(ctx context.Context, store func(context.Context, Generation, Commit) error) error {
	c := Commit{Partition: w.part, Seen: w.seen, Changes: w.folder.Changes()}
	for slot := range w.folded.Slots {
		if !w.part.Has(slot) {
			continue
		}
		from, to := w.stored.Slots[slot], &w.folded.Slots[slot]
		if from.Revision != to.Revision {
			to.Digest = w.last[slot].Digest()
			c.Moves = append(c.Moves, Move{Slot: slot, From: from.Revision, To: *to})
			w.last[slot] = eventlog.Record{}
		}
	}
	w.passed()
	if len(c.Moves) == 0 && w.seen <= w.stored.After(w.part) {
		return nil // nothing new
	}
	if err := store(ctx, w.generation, c); err != nil {
		return err
	}
	w.folder.Stored()
	w.stored, w.pending, w.concerns = w.folded, 0, 0
	return nil
}
