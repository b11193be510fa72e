package projections

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

const (
	// readSize is how many records are read and opened at a time.
	readSize = 500
	// maxPasses is how often a rebuild tries to come close to the log's end
	// before it holds up the writers.
	maxPasses = 10
	// bulkSize is how many events are folded in memory before their rows are
	// written.
	bulkSize = 10_000
)

// Rebuilder makes projections anew from the log, beside the generation that is
// being read and written.
type Rebuilder struct {
	Store RebuildStore
	Feeds Feeds // to remove what old generations left
	Log   eventlog.Log
	Keys  eventlog.Keys
	// Projections that can be named. Defaults to all.
	Projections []*Projection
	// Report is told how many events of how many were folded. Defaults to
	// nobody.
	Report func(done, total events.Revision)
	// Bulk is how many events go into one transaction. Defaults to 30,000.
	Bulk int
}

// UnknownProjectionError says that no projection has a name.
type UnknownProjectionError struct {
	Name string
	Have []string
}

func (e *UnknownProjectionError) Error() string {
	return fmt.Sprintf("no projection %q; there are %s", e.Name, strings.Join(e.Have, ", "))
}

// Rebuild folds the whole log into a new generation of a projection, makes it
// the active one and drops the old. Runners go on meanwhile; when the new
// generation has caught up they are held up for the moment of the switch, and
// continue on the new one. Readers see the old rows until then and the new ones
// from then on.
//
// A rebuild that was interrupted is continued by the next one. Content whose key
// was destroyed since it was folded is forgotten in the new generation.
func (b *Rebuilder) Rebuild(ctx context.Context, name string) error {
	p, err := b.find(name)
	if err != nil {
		return err
	}
	g, done, err := b.Store.Begin(ctx, p)
	if err != nil {
		return err
	}
	defer done()
	w, err := resume(ctx, p, b.Store, b.Log, g, Partition{}, 2*b.bulk())
	if _, ok := errors.AsType[*MismatchError](err); ok { // interrupted on another log
		if g, err = b.Store.Restart(ctx, p, g); err != nil {
			return err
		}
		w, err = resume(ctx, p, b.Store, b.Log, g, Partition{}, 2*b.bulk())
	}
	if err != nil {
		return fmt.Errorf("resume the rebuild in %s: %w", g.Schema(), err)
	}
	if err := b.fill(ctx, w); err != nil {
		return err
	}
	if err := b.Store.Finish(ctx, p, g); err != nil {
		return err
	}
	// Each pass takes what was appended during the one before, so each is
	// shorter, unless more is appended than can be folded.
	for pass, before := 0, w.after(); pass < maxPasses; pass++ {
		if err := b.fill(ctx, w); err != nil {
			return err
		}
		if w.after()-before < BatchSize {
			break
		}
		before = w.after()
	}
	if err := b.Store.Switch(ctx, p, g, func(ctx context.Context) error { return b.fill(ctx, w) }); err != nil {
		return err
	}
	dropped, err := b.Store.Drop(ctx, p)
	if err != nil {
		return err
	}
	for _, old := range dropped {
		if err := b.Feeds.Drop(ctx, old); err != nil {
			return fmt.Errorf("drop the feed of %s: %w", old.Schema(), err)
		}
	}
	return nil
}

func (b *Rebuilder) find(name string) (*Projection, error) {
	all := b.Projections
	if all == nil {
		all = Projections()
	}
	names := make([]string, len(all))
	for i, p := range all {
		if names[i] = p.Name; p.Name == name {
			return p, nil
		}
	}
	return nil, &UnknownProjectionError{name, names}
}

func (b *Rebuilder) bulk() int {
	if b.Bulk > 0 {
		return b.Bulk
	}
	return bulkSize
}

// stretch is a part of the log that is being opened.
type stretch struct {
	records []eventlog.Record
	seen    events.Revision
	opened  chan struct{} // closed when the following are set
	batch   []Envelope
	err     error
}

// stretches keeps those that were folded, to be filled again.
type stretches chan *stretch

func (f stretches) get() *stretch {
	select {
	case s := <-f:
		return s
	default:
		return &stretch{records: make([]eventlog.Record, 0, readSize), batch: make([]Envelope, 0, readSize)}
	}
}

func (f stretches) put(s *stretch) {
	clear(s.records) // what they hold is not kept
	clear(s.batch)
	s.records, s.batch, s.seen = s.records[:0], s.batch[:0], 0
	select {
	case f <- s:
	default:
	}
}

// fill folds the log from where the writer is to where it ends now. Opening
// events is most of the work: it is done on all processors, ahead of the folds,
// and goes on while rows are written.
func (b *Rebuilder) fill(ctx context.Context, w *writer) error {
	head, err := b.Log.Head(ctx)
	if err != nil {
		return fmt.Errorf("head of the log: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	ready := make(chan *stretch, max(b.bulk()/readSize, 2))
	folded := make(stretches, cap(ready))
	var reader sync.WaitGroup
	reader.Go(func() {
		defer close(ready)
		b.read(ctx, w.projection, w.after(), head, folded, ready)
	})
	defer reader.Wait()
	defer stop()
	for s := range ready {
		<-s.opened
		if s.err != nil {
			return s.err
		}
		if err := w.fold(ctx, s.records, s.batch, s.seen); err != nil {
			return err
		}
		folded.put(s)
		if w.pending >= b.bulk() {
			if err := b.store(ctx, w, head); err != nil {
				return err
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return b.store(ctx, w, head)
}

func (b *Rebuilder) store(ctx context.Context, w *writer, head events.Revision) error {
	if err := w.commit(ctx, b.Store.Bulk); err != nil {
		return err
	}
	if b.Report != nil {
		b.Report(w.seen, max(head, w.seen))
	}
	return nil
}

// read sends the log's records after a revision, up to and including the head,
// in order, and has them opened meanwhile.
func (b *Rebuilder) read(ctx context.Context, p *Projection, after, head events.Revision, free stretches, to chan<- *stretch) {
	var openers sync.WaitGroup
	defer openers.Wait()
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	send := func(s *stretch) bool {
		s.opened = make(chan struct{})
		select {
		case to <- s:
		case <-ctx.Done():
			return false
		}
		room <- struct{}{}
		openers.Go(func() {
			defer func() { close(s.opened); <-room }()
			if s.err == nil {
				s.batch, s.err = p.open(ctx, b.Keys, s.records, s.batch)
			}
		})
		return true
	}
	if after >= head {
		return
	}
	s := free.get()
	for r, err := range b.Log.Read(ctx, eventlog.Query{After: after}) {
		if err != nil {
			send(&stretch{err: fmt.Errorf("read the log after %d: %w", after, err)})
			return
		}
		if r.Revision > head {
			break
		}
		s.records, after = append(s.records, r), r.Revision
		if len(s.records) == readSize {
			if s.seen = after; !send(s) {
				return
			}
			s = free.get()
		}
		if after == head {
			break
		}
	}
	if after < head {
		s.err = fmt.Errorf("read the log: it ends at %d, not at %d", after, head)
	}
	s.seen = head
	send(s)
}
