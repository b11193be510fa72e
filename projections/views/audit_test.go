package views_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/views"
)

func TestCheckpointsAreListedWithTheirAnchors(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	root := func(size uint64) events.Digest { return events.Sum(fmt.Append(nil, size)) }
	signed := func(size uint64) events.CheckpointSigned {
		return events.CheckpointSigned{Size: size, Root: root(size), Key: "log+1+k", Note: fmt.Sprint("note of ", size)}
	}
	anchored := func(size, block uint64) events.CheckpointAnchored {
		return events.CheckpointAnchored{Size: size, Root: root(size), At: events.OnChain{
			Chain: 1337, Contract: "0xc0", Tx: "0xf00", Block: block, BlockHash: fmt.Sprint("0x", block), LogIndex: 2,
		}}
	}
	for _, f := range []events.Event{signed(3), signed(7), anchored(7, 10), signed(9), anchored(7, 11), signed(20)} {
		w.add(t, sample.Fact{Stream: events.AuditStream(sample.Workspace), Event: f})
	}
	w.fold(t, projections.Audit)
	v := views.New(w.pool, views.Config{})

	var sizes []int64
	for filter := (views.CheckpointFilter{Limit: 3}); ; {
		page, err := v.Checkpoints(t.Context(), filter)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Checkpoints {
			sizes = append(sizes, c.Size)
			if (c.Anchor != nil) != (c.Size == 7) {
				t.Errorf("size %d has anchor %+v", c.Size, c.Anchor)
			}
		}
		if filter.Cursor = page.Next; page.Next == "" {
			break
		}
	}
	if fmt.Sprint(sizes) != "[20 9 7 3]" {
		t.Errorf("listed are %v", sizes)
	}
	newest, err := v.NewestCheckpoint(t.Context())
	if err != nil || newest.Size != 20 || newest.Note != "note of 20" || newest.VerifyKey != "log+1+k" || newest.Workspace != sample.Workspace {
		t.Errorf("the newest is %+v, %v", newest, err)
	}
	of, err := v.CheckpointOf(t.Context(), root(7).String())
	if err != nil || of.Size != 7 || of.Anchor == nil || of.Anchor.Block != 11 || of.Anchor.LogIndex != 2 {
		t.Errorf("that of a root is %+v, %v", of, err)
	}
	if c, err := v.Checkpoint(t.Context(), 9); err != nil || c.Root != root(9).String() || c.Anchor != nil {
		t.Errorf("that of size 9 is %+v, %v", c, err)
	}
	if _, err := v.Checkpoint(t.Context(), 8); !errors.Is(err, views.ErrNotFound) {
		t.Errorf("that of size 8: %v", err)
	}
	if _, err := v.Checkpoints(t.Context(), views.CheckpointFilter{Cursor: "x"}); err == nil {
		t.Error("a cursor that nobody gave out was taken")
	}
}
