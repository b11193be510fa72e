package auditlog

import (
	"context"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// leavesAtOnce is how many leaves are compared with one look at the tiles.
const leavesAtOnce = 16 * tileWidth

// FirstDifference finds the first event, from a sequence on, that is not the one under a head. The tiles tell what was
// there; they are checked against the head, so the answer is as sure as the head is. It is 0 if all are the same.
func FirstDifference(ctx context.Context, log eventlog.Log, prover *Prover, head commands.TreeHead, from events.Revision) (events.Revision, error) {
	var want []events.Digest
	at := from
	for r, err := range log.Read(ctx, eventlog.Query{After: from - 1}) {
		if err != nil || uint64(at) > head.Size {
			return 0, err
		}
		if len(want) == 0 {
			if want, err = prover.leaves(ctx, head, at, leavesAtOnce); err != nil {
				return 0, err
			}
		}
		if r.Revision != at || LeafHash(r.Digest()) != want[0] {
			return at, nil
		}
		want = want[1:]
		at++
	}
	if uint64(at) <= head.Size {
		return at, nil // it is gone, and all after it
	}
	return 0, nil
}

// leaves are the leaf hashes of some events from a sequence on, as far as the head goes.
func (p *Prover) leaves(ctx context.Context, head commands.TreeHead, from events.Revision, most int) ([]events.Digest, error) {
	var sequences []events.Revision
	for s := from; uint64(s) <= head.Size && len(sequences) < most; s++ {
		sequences = append(sequences, s)
	}
	return p.Leaves(ctx, head, sequences...)
}
