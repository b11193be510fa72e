package verify

import (
	"context"
	"errors"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Signed is a checkpoint of the log, and the tree that proves what is under it. Neither is believed: the signature is
// checked, and the tree against it.
type Signed struct {
	Note, Key string
	Tiles     auditlog.Tiles
}

// covered checks that the goal's events are those under a checkpoint: all of them, so the last one of an aggregate, too, which
// no successor names. What came after the checkpoint is left to the next.
func (v *verifier) covered(ctx context.Context) error {
	if v.Checkpoint == nil {
		return nil
	}
	said, err := auditlog.Open(v.Checkpoint.Note, v.Checkpoint.Key)
	if err != nil {
		v.fault(BadSignature, "", 0, "%v", err)
		v.done("checkpoint", "")
		return nil
	}
	var sequences []events.Revision
	for _, e := range v.history {
		if uint64(e.Revision) <= said.Size {
			sequences = append(sequences, e.Revision)
		}
	}
	head := commands.TreeHead{Size: said.Size, Root: said.Root}
	leaves, err := auditlog.NewProver(v.Checkpoint.Tiles).Leaves(ctx, head, sequences...)
	if _, bad := errors.AsType[*auditlog.UnprovableError](err); bad {
		v.fault(Unproven, "", 0, "%v", err)
		v.done("checkpoint", "")
		return nil
	}
	if err != nil {
		return err
	}
	for i, leaf := range leaves {
		if e := v.history[i]; auditlog.LeafHash(e.digest) != leaf {
			v.fault(Changed, taskOf(e.Stream), e.Revision, "%s is not the event that the checkpoint of size %d is over", e.Kind, said.Size)
		}
	}
	detail := "%d events are under the checkpoint of size %d"
	if later := len(v.history) - len(leaves); later > 0 {
		v.done("checkpoint", detail+", %d came after it", len(leaves), said.Size, later)
		return nil
	}
	v.done("checkpoint", detail, len(leaves), said.Size)
	return nil
}
