package auditlog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// treeFile is where the worker keeps how far the tiles go.
const treeFile = "tree"

// kept is a tree whose tiles are kept, and what was known of the log then.
type kept struct {
	Size   uint64          `json:"size"`
	Digest events.Digest   `json:"digest"` // of the newest event in it
	Stir   events.Revision `json:"stir"`
	Echo   echo            `json:"echo"`
}

const (
	// keepEvery is how many events a restart may have to read again.
	keepEvery = tileWidth * tileWidth
	// saveTiles is how many full tiles wait to be saved together.
	saveTiles = 16
)

// resume goes on from the tree that was kept, or from nothing. It makes sure that the log is the one that was signed.
func (w *Worker) resume(ctx context.Context) error {
	w.tree, w.last, w.stir, w.echo, w.pins, w.head = NewTree(), events.Digest{}, 0, echo{}, nil, commands.TreeHead{}
	if err := w.learn(ctx); err != nil {
		return err
	}
	if err := w.restore(ctx); err != nil {
		return err
	}
	prover := NewProver(w.cfg.Tiles)
	for _, p := range w.pins {
		if p.Size > w.tree.Size() {
			continue
		}
		if root, err := prover.Root(ctx, p.Size); err != nil || root != p.Root {
			if isLoad(err) {
				return err
			}
			w.tree = NewTree() // what was kept is of no use, or the log is another
		}
	}
	if w.tree.Size() == 0 {
		w.last, w.stir, w.echo = events.Digest{}, 0, echo{}
		if err := w.compare(ctx); err != nil {
			return err
		}
	}
	w.pins = slices.DeleteFunc(w.pins, func(p pin) bool { return p.Size <= w.tree.Size() })
	w.cfg.Log.InfoContext(ctx, "folding the log into checkpoints", slog.Uint64("after", w.tree.Size()),
		slog.Uint64("newest_checkpoint", w.head.Size), slog.Any("key", w.cfg.Key))
	return nil
}

// learn finds out what was signed: by whoever wrote to the log last, and by this key.
func (w *Worker) learn(ctx context.Context) error {
	key := ""
	err := w.cfg.Commands.Audits.View(ctx, w.ref.Stream(), true, func(a *commands.Audit, _ events.Revision) {
		w.head, key = a.Head(), a.Signed.Key
	})
	if err != nil {
		return err
	}
	if key != "" && key != w.cfg.Key.Public() && key != w.cfg.Key.Replaces() {
		return &KeyError{Signed: key, Have: w.cfg.Key.Public()}
	}
	if w.head.Size > 0 {
		w.pins = append(w.pins, pin{w.head, "the newest checkpoint"})
	}
	last, ok, err := w.cfg.Key.Last()
	if err != nil {
		return err
	}
	if ok {
		w.pins = append(w.pins, pin{commands.TreeHead{Size: last.Size, Root: last.Root}, "what this key signed last"})
	}
	head, err := w.cfg.Commands.Log.Head(ctx)
	if err != nil {
		return err
	}
	for _, p := range w.pins {
		if p.Size > uint64(head) {
			return &RolledBackError{Size: p.Size, Head: uint64(head), Who: p.who}
		}
	}
	return nil
}

// restore takes the tree that was kept, if it is one of this log.
func (w *Worker) restore(ctx context.Context) error {
	text, err := w.cfg.Tiles.Load(ctx, treeFile)
	if err != nil {
		return fmt.Errorf("load the tree that was kept: %w", err)
	}
	var k kept
	if json.Unmarshal(text, &k) != nil || k.Size == 0 || k.Size > maxSize {
		return nil
	}
	newest, err := w.cfg.Commands.Log.At(ctx, events.Revision(k.Size))
	if errors.Is(err, eventlog.ErrNoRecord) {
		return nil
	}
	if err != nil {
		return err
	}
	if newest.Digest() != k.Digest {
		return nil
	}
	tree, err := restore(ctx, w.cfg.Tiles, k.Size)
	if isLoad(err) {
		return err
	}
	if err == nil {
		w.tree, w.last, w.stir, w.echo = tree, k.Digest, k.Stir, k.Echo
	}
	return nil
}

// compare folds a log that was signed before, of which no tree is kept, to see that it is the same. Nothing is kept
// meanwhile: the tiles may be all that tells which event was changed.
func (w *Worker) compare(ctx context.Context) error {
	left := slices.Clone(w.pins)
	tree := NewTree()
	for r, err := range w.cfg.Commands.Log.Read(ctx, eventlog.Query{}) {
		if len(left) == 0 {
			return nil
		}
		if err == nil {
			_, err = next(tree, r)
		}
		if err != nil {
			return err
		}
		tree.Drop()
		if err := w.pinned(ctx, tree, &left); err != nil {
			return err
		}
	}
	if len(left) > 0 {
		return &RolledBackError{Size: left[0].Size, Head: tree.Size(), Who: left[0].who}
	}
	return nil
}

// next adds the event that follows, and returns its digest.
func next(tree *Tree, r eventlog.Record) (events.Digest, error) {
	if want := events.Revision(tree.Size() + 1); r.Revision != want {
		return events.Digest{}, &GapError{Want: want, Have: r.Revision}
	}
	digest := r.Digest()
	tree.Add(digest)
	return digest, nil
}

// pinned compares the tree with those heads that it has the size of.
func (w *Worker) pinned(ctx context.Context, tree *Tree, pins *[]pin) error {
	var fault error
	*pins = slices.DeleteFunc(*pins, func(p pin) bool {
		if p.Size != tree.Size() {
			return false
		}
		if root := tree.Root(); root != p.Root {
			fault = &ForkError{Size: p.Size, Who: p.who, Want: p.Root, Have: root, First: w.first(ctx, p.TreeHead)}
		}
		return true
	})
	return fault
}

// first is the first event of the log that is not the one under a head, 0 if the tiles that are kept cannot tell.
func (w *Worker) first(ctx context.Context, head commands.TreeHead) events.Revision {
	at, _ := FirstDifference(ctx, w.cfg.Commands.Log, NewProver(w.cfg.Tiles), head, 1)
	return at
}

// follow folds what is in the log and what comes.
func (w *Worker) follow(ctx context.Context) error {
	since := 0
	for r, err := range w.cfg.Commands.Log.Follow(ctx, eventlog.Query{After: events.Revision(w.tree.Size())}) {
		if err != nil {
			return err
		}
		full, err := w.add(ctx, r)
		if err != nil {
			return err
		}
		since++
		if since >= keepEvery {
			since = 0
			err = w.keep(ctx)
		} else if full >= saveTiles {
			err = w.fill(ctx)
		}
		if err != nil && ctx.Err() == nil {
			w.cfg.Log.WarnContext(ctx, "tiles are not kept, trying again", slog.Any("err", err))
		}
	}
	return ctx.Err()
}

// add folds one event and tells how many full tiles wait to be saved.
func (w *Worker) add(ctx context.Context, r eventlog.Record) (full int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last, err = next(w.tree, r); err != nil {
		return 0, err
	}
	if !w.echo.hears(r) {
		w.stir = r.Revision
	}
	if len(w.pins) > 0 {
		err = w.pinned(ctx, w.tree, &w.pins)
	}
	return len(w.tree.full), err
}

// fill saves the tiles that are full.
func (w *Worker) fill(ctx context.Context) error {
	w.saving.Lock()
	defer w.saving.Unlock()
	w.mu.Lock()
	full := w.tree.takeFull()
	w.mu.Unlock()
	return w.saveFull(ctx, full)
}

// saveFull saves full tiles; those that could not be are full ones still. The caller holds saving.
func (w *Worker) saveFull(ctx context.Context, full []tile) error {
	for i, t := range full {
		if err := w.save(ctx, t); err != nil {
			w.mu.Lock()
			w.tree.full = append(full[i:len(full):len(full)], w.tree.full...)
			w.mu.Unlock()
			return err
		}
	}
	return nil
}

// keep saves all of the tree, so that the next start goes on from here, and proofs reach this far.
func (w *Worker) keep(ctx context.Context) error {
	w.saving.Lock()
	defer w.saving.Unlock()
	w.mu.Lock()
	full, edges := w.tree.takeFull(), w.tree.edges()
	text, err := json.Marshal(kept{Size: w.tree.Size(), Digest: w.last, Stir: w.stir, Echo: w.echo})
	w.mu.Unlock()
	if err != nil {
		return err
	}
	if err := w.saveFull(ctx, full); err != nil {
		return err
	}
	for _, t := range edges {
		if err := w.save(ctx, t); err != nil {
			return err
		}
	}
	if err := w.at(ctx, AtFilled); err != nil {
		return err
	}
	if err := w.cfg.Tiles.Save(ctx, treeFile, text); err != nil {
		return fmt.Errorf("save the tree: %w", err)
	}
	return w.at(ctx, AtKept)
}

// save saves a tile, unless one that holds more is there: by another worker, which is ahead.
func (w *Worker) save(ctx context.Context, t tile) error {
	have, err := w.cfg.Tiles.Load(ctx, t.path)
	if err != nil {
		return &loadError{t.path, err}
	}
	if len(have) >= len(t.data) && slices.Equal(have[:len(t.data)], t.data) {
		return nil
	}
	if err := w.cfg.Tiles.Save(ctx, t.path, t.data); err != nil {
		return fmt.Errorf("save %s: %w", t.path, err)
	}
	return nil
}

// leave keeps the tree when the worker ends. Losing it costs time, nothing else.
func (w *Worker) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := w.keep(ctx); err != nil {
		w.cfg.Log.WarnContext(ctx, "the tree is not kept", slog.Any("err", err))
	}
}
