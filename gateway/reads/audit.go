package reads

import (
	"context"
	"errors"
	"strconv"

	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/projections/views"
)

// CheckpointSource is where rows of checkpoints come from; *views.Views is one.
type CheckpointSource interface {
	Checkpoints(context.Context, views.CheckpointFilter) (views.CheckpointPage, error)
	Checkpoint(ctx context.Context, size uint64) (views.Checkpoint, error)
	CheckpointOf(ctx context.Context, root string) (views.Checkpoint, error)
	NewestCheckpoint(ctx context.Context) (views.Checkpoint, error)
}

var _ CheckpointSource = (*views.Views)(nil)

// Checkpoints is an api.Checkpoints.
type Checkpoints struct{ source CheckpointSource }

var _ api.Checkpoints = (*Checkpoints)(nil)

// NewCheckpoints answers from a source.
func NewCheckpoints(source CheckpointSource) *Checkpoints { return &Checkpoints{source} }

// Checkpoints implements api.Checkpoints.
func (c *Checkpoints) Checkpoints(ctx context.Context, limit int, before uint64) (list []wire.Checkpoint, next uint64, err error) {
	filter := views.CheckpointFilter{Limit: limit}
	if before > 0 {
		filter.Cursor = strconv.FormatUint(before, 10)
	}
	page, err := c.source.Checkpoints(ctx, filter)
	if err != nil {
		return nil, 0, err
	}
	list = each(page.Checkpoints, checkpoint)
	if page.Next != "" {
		next = list[len(list)-1].Sequence
	}
	return list, next, nil
}

// Checkpoint implements api.Checkpoints.
func (c *Checkpoints) Checkpoint(ctx context.Context, size uint64) (wire.Checkpoint, error) {
	return one(c.source.Checkpoint(ctx, size))
}

// CheckpointOf implements api.Checkpoints.
func (c *Checkpoints) CheckpointOf(ctx context.Context, root string) (wire.Checkpoint, error) {
	return one(c.source.CheckpointOf(ctx, root))
}

// Newest implements api.Checkpoints.
func (c *Checkpoints) Newest(ctx context.Context) (wire.Checkpoint, error) {
	return one(c.source.NewestCheckpoint(ctx))
}

func one(c views.Checkpoint, err error) (wire.Checkpoint, error) {
	if errors.Is(err, views.ErrNotFound) {
		return wire.Checkpoint{}, api.ErrNotFound
	}
	if err != nil {
		return wire.Checkpoint{}, err
	}
	return checkpoint(c), nil
}

func checkpoint(c views.Checkpoint) wire.Checkpoint {
	out := wire.Checkpoint{
		Size: uint64(c.Size), Root: c.Root, Key: c.VerifyKey, Note: c.Note, Replaces: c.Replaces, Sequence: uint64(c.Revision), Signed: c.Signed,
	}
	if a := c.Anchor; a != nil {
		out.Anchor = &wire.Anchor{
			Chain: uint64(a.Chain), Contract: a.Contract, Tx: a.Tx, Block: uint64(a.Block), BlockHash: a.BlockHash, LogIndex: uint64(a.LogIndex), Seen: a.Seen,
		}
	}
	return out
}
