package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/mergit-io/mergit/events/eventlog"
)

const (
	// BatchSize is how many events a transaction takes at most.
	BatchSize = 500
	// cachedUnits is how many units a runner keeps in memory.
	cachedUnits = 8192
	// maxPause bounds the wait before another try.
	maxPause = 5 * time.Second
)

// Runner keeps one partition of a projection up to date.
type Runner struct {
	Projection *Projection
	Store      Store
	Feeds      Feeds
	Log        eventlog.Log // to compare positions with
	Keys       eventlog.Keys
	Partition  Partition // defaults to all slots
	// Rebuild makes the projection anew if the rows there are were folded by
	// an older version. Defaults to none: the runner stops and says so.
	Rebuild *Rebuilder
	// Progress is told how far the runner is. Defaults to nobody.
	Progress *Progress
	// Logger defaults to none.
	Logger *slog.Logger
	// Batch is how many events a transaction takes at most. Defaults to
	// BatchSize.
	Batch int
	// Pause waits before the n-th try in a row, n counted from 1. Defaults to
	// 50 ms, doubling up to 5 s.
	Pause func(ctx context.Context, try int)
}

// Run follows the log until the context ends, which is no error. It returns an
// error only if trying again cannot help: an event it does not know or cannot
// fold, rows that were not folded from this log, a projection of another
// version.
func (r *Runner) Run(ctx context.Context) error {
	for try := 1; ; try++ {
		moved, err := r.open(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case Stops(err):
			return err
		}
		if moved {
			try = 1
		}
		level := slog.LevelWarn
		_, superseded := errors.AsType[*SupersededError](err) // as every rebuild ends
		if superseded {
			level = slog.LevelInfo
		}
		r.logger().Log(ctx, level, "projection starts over",
			slog.String("projection", r.Projection.Name), slog.String("partition", r.Partition.String()),
			slog.Int("try", try), slog.Any("err", err))
		if !superseded {
			r.pause(ctx, try)
		}
	}
}

// Check reports whether the rows there are were folded from this log: a
// *MismatchError says that they were not, which is how a log shows that lost
// its end or was put back from a copy. Rows of another version are for Run.
func (r *Runner) Check(ctx context.Context) error {
	g, err := r.Store.Open(ctx, r.Projection)
	if _, ok := errors.AsType[*VersionError](err); ok {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open projection %s: %w", r.Projection.Name, err)
	}
	_, err = r.resume(ctx, g)
	return err
}

// open joins the generation that is active now and works on it until that ends
// or the feed breaks.
func (r *Runner) open(ctx context.Context) (moved bool, err error) {
	g, err := r.Store.Open(ctx, r.Projection)
	if v, ok := errors.AsType[*VersionError](err); ok && v.Active < v.Have && r.Rebuild != nil {
		r.logger().InfoContext(ctx, "projection is rebuilt for this version",
			slog.String("projection", r.Projection.Name), slog.Int("from", v.Active), slog.Int("to", v.Have))
		if err = r.Rebuild.Rebuild(ctx, r.Projection.Name); err == nil {
			g, err = r.Store.Open(ctx, r.Projection)
		}
	}
	if err != nil {
		return false, fmt.Errorf("open projection %s: %w", r.Projection.Name, err)
	}
	feed, err := r.Feeds.Open(ctx, r.Projection, g, r.Partition)
	if err != nil {
		return false, fmt.Errorf("open the feed of %s: %w", g.Schema(), err)
	}
	defer feed.Close()
	// What Postgres lost although it was reported as done comes again only if
	// it is asked for: nothing else may be waiting in the feed.
	floor, err := feed.Floor(ctx)
	if err != nil {
		return false, fmt.Errorf("floor of the feed of %s: %w", g.Schema(), err)
	}
	w, err := r.resume(ctx, g)
	if err != nil {
		return false, err
	}
	if w.after() < floor {
		if err := feed.Reset(ctx, w.after()); err != nil {
			return false, fmt.Errorf("reset the feed of %s: %w", g.Schema(), err)
		}
	}
	return r.follow(ctx, g, feed)
}

// follow works on a feed. It resumes from the store whenever the feed's order
// was broken and whenever a commit failed, unless another writer is about: then
// this worker may have lost the feed and not know it yet, so it queues up anew.
func (r *Runner) follow(ctx context.Context, g Generation, feed Feed) (moved bool, err error) {
	var w *writer // none until the feed says that this worker has it
	for failed := 0; ; {
		n, err := r.consume(ctx, g, feed, w)
		if n > 0 {
			moved, failed = true, 0
		}
		_, stale := errors.AsType[*StaleError](err)
		_, superseded := errors.AsType[*SupersededError](err)
		_, broken := errors.AsType[*feedError](err)
		if ctx.Err() != nil || stale || superseded || broken || Stops(err) {
			return moved, err
		}
		failed++
		r.logger().WarnContext(ctx, "projection could not store a batch",
			slog.String("projection", r.Projection.Name), slog.String("partition", r.Partition.String()),
			slog.Int("try", failed), slog.Any("err", err))
		r.pause(ctx, failed)
		// This worker still has the feed: continue after what is stored.
		for w, err = r.resume(ctx, g); err != nil; w, err = r.resume(ctx, g) {
			if ctx.Err() != nil || Stops(err) {
				return moved, err
			}
			failed++
			r.logger().WarnContext(ctx, "projection cannot read its position",
				slog.String("projection", r.Projection.Name), slog.String("partition", r.Partition.String()),
				slog.Int("try", failed), slog.Any("err", err))
			r.pause(ctx, failed)
		}
		if err := feed.Reset(ctx, w.after()); err != nil {
			return moved, fmt.Errorf("reset the feed of %s: %w", g.Schema(), err)
		}
	}
}

// feedError says that a feed failed, not the store.
type feedError struct{ err error }

func (e *feedError) Error() string { return "feed: " + e.err.Error() }
func (e *feedError) Unwrap() error { return e.err }

// consume folds what a feed delivers until something fails, and counts batches.
func (r *Runner) consume(ctx context.Context, g Generation, feed Feed, w *writer) (n int, err error) {
	size := r.Batch
	if size <= 0 {
		size = BatchSize
	}
	putOff := false // what was folded changed no row, and that is not stored yet
	for {
		d, err := next(ctx, feed, size, putOff)
		if putOff && errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			if err := w.commit(ctx, r.Store.Commit); err != nil {
				return n, err
			}
			putOff = false
			continue
		}
		if err == nil && w == nil { // after a reset that this worker made while it may not have had the feed
			err = ErrTakenOver
		}
		if errors.Is(err, ErrTakenOver) {
			putOff = false
			if w, err = r.resume(ctx, g); err != nil {
				return n, err
			}
			if err := feed.Reset(ctx, w.after()); err != nil {
				return n, &feedError{err}
			}
			continue
		}
		if err != nil {
			return n, &feedError{err}
		}
		batch, err := r.Projection.Open(ctx, r.Keys, d.Records)
		if f, ok := errors.AsType[*FoldError](err); ok { // show all that came before
			d.Records = slices.DeleteFunc(d.Records, func(r eventlog.Record) bool { return r.Revision >= f.Revision })
			d.Seen = f.Revision - 1
		} else if err != nil {
			return n, err
		}
		stop := err
		if err := w.fold(ctx, d.Records, batch, d.Seen); err != nil {
			return n, err
		}
		// Most events concern few read models. Where no row has changed, how far this
		// one is can be stored later, with others: readers here are told at once.
		if putOff = stop == nil && w.unchanged() && w.pending < putOffMost; putOff {
			w.passed()
			r.Progress.reached(r.Projection.Name, r.Partition, &w.folded)
		} else {
			if err := w.commit(ctx, r.Store.Commit); err != nil {
				return n, err
			}
			r.Progress.reached(r.Projection.Name, r.Partition, &w.stored)
		}
		if stop != nil {
			return n, stop
		}
		n++
		if err := d.Done(ctx); err != nil {
			return n, &feedError{err}
		}
	}
}

const (
	// putOffMost is how many events that changed no row, and putOffFor how long
	// after the last of them, it may stay unstored that they were folded.
	putOffMost = 5000
	putOffFor  = 200 * time.Millisecond
)

// next waits for records, and no longer than what was put off may be.
func next(ctx context.Context, feed Feed, most int, putOff bool) (Delivery, error) {
	if putOff {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, putOffFor)
		defer cancel()
	}
	return feed.Next(ctx, most)
}

func (r *Runner) resume(ctx context.Context, g Generation) (*writer, error) {
	w, err := resume(ctx, r.Projection, r.Store, r.Log, g, r.Partition, cachedUnits)
	if err != nil {
		return nil, fmt.Errorf("resume %s: %w", g.Schema(), err)
	}
	r.Progress.reached(r.Projection.Name, r.Partition, &w.stored)
	return w, nil
}

func (r *Runner) pause(ctx context.Context, try int) {
	if r.Pause != nil {
		r.Pause(ctx, try)
		return
	}
	timer := time.NewTimer(min(50*time.Millisecond<<min(try-1, 10), maxPause))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

func (r *Runner) logger() *slog.Logger {
	if r.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return r.Logger
}
