// Package auditlog makes the log verifiable: a worker folds every event into a Merkle tree and signs its head, an anchorer
// has heads recorded on a chain, and a prover shows that an event is under a head and that one head extends another.
//
// The formats are C2SP's, tlog-checkpoint, signed-note and tlog-tiles, over the hashes of RFC 9162, so other people's
// monitors and witnesses can read them.
package auditlog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Config of a Worker. Commands, Tiles, Key, Now and Log are required.
type Config struct {
	Commands *commands.Set
	Tiles    Tiles
	Key      *Key
	Now      func() time.Time
	Log      *slog.Logger
	// Workspace that the checkpoints are in. Defaults to main.
	Workspace string
	// Every is how often a checkpoint is signed, if something happened. Defaults to 10 s.
	Every time.Duration
	// At is told of every point where a crash would leave something half done, for tests. May be nil.
	At func(Point)
}

// Point is a place between two steps of a checkpoint's life.
type Point string

// The points, in order.
const (
	AtFilled Point = "filled" // some tiles of a tree are kept that is not
	AtKept   Point = "kept"   // the tree is kept, nothing is signed
	AtSigned Point = "signed" // signed and remembered, not stored
	AtStored Point = "stored" // stored, the worker does not know
)

// Worker folds the log and signs checkpoints. Any number may run; of those that sign at a time, one is heard.
type Worker struct {
	cfg Config
	ref commands.AuditRef

	saving sync.Mutex // held while tiles are written: the tree is kept after its tiles

	mu   sync.Mutex // guards what follows
	tree *Tree
	last events.Digest   // of the newest event
	stir events.Revision // the newest event that is no echo
	echo echo
	pins []pin // heads that the tree must come to have

	head commands.TreeHead // the newest checkpoint; Run's own
}

// pin is a head that somebody vouched for.
type pin struct {
	commands.TreeHead
	who string
}

// New makes a worker.
func New(cfg Config) (*Worker, error) {
	cfg.Workspace = cmp.Or(cfg.Workspace, "main")
	cfg.Every = cmp.Or(cfg.Every, 10*time.Second)
	var faults []error
	for what, missing := range map[string]bool{
		"Commands": cfg.Commands == nil, "Tiles": cfg.Tiles == nil, "Key": cfg.Key == nil, "Now": cfg.Now == nil, "Log": cfg.Log == nil,
	} {
		if missing {
			faults = append(faults, fmt.Errorf("%s is missing", what))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("audit log: %w", err)
	}
	return &Worker{cfg: cfg, ref: commands.AuditRef{Workspace: cfg.Workspace}}, nil
}

// Run signs until the context ends, or the log turns out to be not the one that was signed before, or one that cannot be
// read. Those errors do not pass: a person must look.
func (w *Worker) Run(ctx context.Context) error {
	if err := w.resume(ctx); err != nil {
		return w.ended(ctx, err)
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	wg.Go(func() { cancel(w.follow(inner)) })
	cancel(w.tick(inner))
	wg.Wait()
	w.leave(ctx)
	return w.ended(ctx, context.Cause(inner))
}

// ended words why the worker ended.
func (w *Worker) ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("audit log: %w", err)
}

// at passes a point. It fails once the context has ended, so that a test can stop the work exactly there.
func (w *Worker) at(ctx context.Context, point Point) error {
	if w.cfg.At != nil {
		w.cfg.At(point)
	}
	return ctx.Err()
}

// tick signs now and then.
func (w *Worker) tick(ctx context.Context) error {
	ticker := time.NewTicker(w.cfg.Every)
	defer ticker.Stop()
	failures := 0
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		err := w.sign(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case Permanent(err):
			return err
		case err == nil && failures > 0:
			w.cfg.Log.InfoContext(ctx, "checkpoints are signed again", slog.Int("failures", failures))
			failures = 0
		case err != nil:
			if failures++; failures == 1 {
				w.cfg.Log.WarnContext(ctx, "no checkpoint is signed", slog.Any("err", err))
			}
		}
	}
}
