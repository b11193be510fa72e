package views

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/mergit-io/mergit/projections"
)

// Checkpoint is a checkpoint of the log, and where it was last seen on a chain.
type Checkpoint struct {
	projections.CheckpointRow
	Anchor *projections.AnchorRow `json:"anchor,omitempty"`
}

// CheckpointFilter selects a page of checkpoints.
type CheckpointFilter struct {
	Limit  int // defaults to 50 and is at most 500
	Cursor string
}

// CheckpointPage is a page of checkpoints, newest first.
type CheckpointPage struct {
	Checkpoints []Checkpoint `json:"checkpoints"`
	Next        string       `json:"next,omitempty"` // empty on the last page
}

var lockAudit = lockOf(projections.Audit)

// Checkpoints lists the log's checkpoints, newest first.
func (v *Views) Checkpoints(ctx context.Context, f CheckpointFilter) (page CheckpointPage, err error) {
	limit := f.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	limit = min(limit, maxLimit)
	where, args := "", []any(nil)
	if f.Cursor != "" {
		before, err := strconv.ParseInt(f.Cursor, 10, 64)
		if err != nil {
			return CheckpointPage{}, &CursorError{f.Cursor}
		}
		where, args = " WHERE revision < $1", []any{before}
	}
	page.Checkpoints, err = v.checkpoints(ctx, fmt.Sprintf("%s ORDER BY revision DESC LIMIT %d", where, limit+1), args...)
	if err != nil {
		return CheckpointPage{}, fmt.Errorf("list checkpoints: %w", err)
	}
	if len(page.Checkpoints) > limit {
		page.Checkpoints = page.Checkpoints[:limit]
		page.Next = strconv.FormatInt(page.Checkpoints[limit-1].Revision, 10)
	}
	return page, nil
}

// NewestCheckpoint returns the newest checkpoint, or ErrNotFound.
func (v *Views) NewestCheckpoint(ctx context.Context) (Checkpoint, error) {
	return v.checkpoint(ctx, " ORDER BY revision DESC LIMIT 1")
}

// Checkpoint returns the checkpoint of a size, or ErrNotFound.
func (v *Views) Checkpoint(ctx context.Context, size uint64) (Checkpoint, error) {
	return v.checkpoint(ctx, " WHERE size = $1 ORDER BY revision LIMIT 1", int64(size))
}

// CheckpointOf returns the checkpoint with a root, in hex, or ErrNotFound.
func (v *Views) CheckpointOf(ctx context.Context, root string) (Checkpoint, error) {
	return v.checkpoint(ctx, " WHERE root = $1 ORDER BY revision LIMIT 1", root)
}

func (v *Views) checkpoint(ctx context.Context, where string, args ...any) (Checkpoint, error) {
	found, err := v.checkpoints(ctx, where, args...)
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Checkpoint{}, fmt.Errorf("checkpoint: %w", err)
	}
	return found[0], nil
}

// checkpoints selects checkpoints and finds their anchors.
func (v *Views) checkpoints(ctx context.Context, where string, args ...any) (list []Checkpoint, err error) {
	err = v.reading(ctx, lockAudit, func(tx pgx.Tx) error {
		var found projections.AuditLog
		if err := v.gather(ctx, tx, &found, "log_checkpoints", where, args...); err != nil {
			return err
		}
		sizes := []int64{}
		for row := range found.Checkpoints.All() {
			list, sizes = append(list, Checkpoint{CheckpointRow: *row}), append(sizes, row.Size)
		}
		if err := v.gather(ctx, tx, &found, "log_anchors", " WHERE size = ANY($1) ORDER BY revision", sizes); err != nil {
			return err
		}
		for i := range list {
			for anchor := range found.Anchors.All() { // the newest: a reorg may have moved it
				if anchor.Size == list[i].Size && anchor.Root == list[i].Root {
					list[i].Anchor = anchor
				}
			}
		}
		return nil
	})
	return list, err
}

// gather adds rows of a table to a log.
func (v *Views) gather(ctx context.Context, tx pgx.Tx, into *projections.AuditLog, table, where string, args ...any) error {
	rows, err := tx.Query(ctx, v.selectFrom(table)+where, args...)
	if err != nil {
		return err
	}
	_, err = collect(rows, table, into)
	return err
}
