package auditlog

import (
	"context"
	"errors"
	"log/slog"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// sign signs the tree as it is, if something happened since the newest checkpoint.
func (w *Worker) sign(ctx context.Context) error {
	w.mu.Lock()
	tree := commands.TreeHead{Size: w.tree.Size()}
	due := len(w.pins) == 0 && uint64(w.stir) > w.head.Size
	if due {
		tree.Root = w.tree.Root()
	}
	w.mu.Unlock()
	if !due {
		return nil
	}
	// Before others can know of the checkpoint, it can be proven.
	if err := w.keep(ctx); err != nil {
		return err
	}
	signed, err := w.cfg.Key.Sign(tree.Size, tree.Root)
	if err != nil {
		return err
	}
	if err := w.at(ctx, AtSigned); err != nil {
		return err
	}
	_, err = w.cfg.Commands.Audits.Run(ctx, commands.Request{At: w.cfg.Now(), Actor: "auditlog"}, commands.SignCheckpoint{
		AuditRef: w.ref, After: w.head, Checkpoint: events.CheckpointSigned{
			Size: tree.Size, Root: tree.Root, Key: w.cfg.Key.Public(), Note: signed, Replaces: w.cfg.Key.Replaces(),
		},
	})
	switch {
	case errors.Is(err, commands.ErrCheckpointStale):
		return w.overtaken(ctx)
	case err != nil:
		return err
	}
	if err := w.at(ctx, AtStored); err != nil {
		return err
	}
	w.head = tree
	w.cfg.Log.DebugContext(ctx, "checkpoint signed", slog.Uint64("size", tree.Size), slog.String("root", tree.Root.String()))
	return nil
}

// overtaken takes over what another worker signed meanwhile, if it is of the same tree.
func (w *Worker) overtaken(ctx context.Context) error {
	key := ""
	err := w.cfg.Commands.Audits.View(ctx, w.ref.Stream(), true, func(a *commands.Audit, _ events.Revision) {
		w.head, key = a.Head(), a.Signed.Key
	})
	if err != nil {
		return err
	}
	if key != w.cfg.Key.Public() && key != w.cfg.Key.Replaces() {
		return &KeyError{Signed: key, Have: w.cfg.Key.Public()}
	}
	const who = "the checkpoint of another worker"
	w.mu.Lock()
	ahead := w.head.Size > w.tree.Size()
	if ahead {
		w.pins = append(w.pins, pin{w.head, who})
	}
	w.mu.Unlock()
	if ahead {
		return nil
	}
	if err := w.keep(ctx); err != nil {
		return err
	}
	root, err := NewProver(w.cfg.Tiles).Root(ctx, w.head.Size)
	if err != nil {
		return err
	}
	if root != w.head.Root {
		return &ForkError{Size: w.head.Size, Who: who, Want: w.head.Root, Have: root, First: w.first(ctx, w.head)}
	}
	return nil
}
