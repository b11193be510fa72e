package auditlog

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Prover answers with proofs under checkpoints, from the kept tiles. It needs a few tiles for each, however large the log.
type Prover struct{ tiles Tiles }

// NewProver proves from tiles.
func NewProver(tiles Tiles) *Prover { return &Prover{tiles} }

// UnprovableError says that the tiles do not lead to a checkpoint's root: the log was changed before they were kept, or
// they were.
type UnprovableError struct {
	Head commands.TreeHead
	Err  error
}

func (e *UnprovableError) Error() string {
	return fmt.Sprintf("the tree that is kept is not that of the checkpoint of size %d: %v", e.Head.Size, e.Err)
}

func (e *UnprovableError) Unwrap() error { return e.Err }

// Unprovable marks the error for those who do not know this package.
func (e *UnprovableError) Unprovable() {}

// ErrOutside says that what is to be proven is not in the tree.
var ErrOutside = errors.New("it is not in the tree of that checkpoint")

// Inclusion is the leaf hash of the event at a sequence, and the path that leads from it to the root of a checkpoint,
// from its sibling up.
func (p *Prover) Inclusion(ctx context.Context, head commands.TreeHead, sequence events.Revision) (leaf events.Digest, path []events.Digest, err error) {
	if sequence == 0 || uint64(sequence) > head.Size || head.Size > maxSize {
		return leaf, nil, ErrOutside
	}
	index, reader := int64(sequence)-1, p.checked(ctx, head)
	proof, err := tlog.ProveRecord(int64(head.Size), index, reader)
	if err != nil {
		return leaf, nil, unprovable(head, err)
	}
	leaves, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, index)})
	if err != nil {
		return leaf, nil, unprovable(head, err)
	}
	return events.Digest(leaves[0]), digests(proof), nil
}

// Consistency is the proof that the tree of one checkpoint begins with that of another, as RFC 9162 has it.
func (p *Prover) Consistency(ctx context.Context, from, to commands.TreeHead) ([]events.Digest, error) {
	if from.Size == 0 || from.Size > to.Size || to.Size > maxSize {
		return nil, ErrOutside
	}
	proof, err := tlog.ProveTree(int64(to.Size), int64(from.Size), p.checked(ctx, to))
	if err != nil {
		return nil, unprovable(to, err)
	}
	if err := CheckConsistency(from, to, digests(proof)); err != nil {
		return nil, unprovable(from, err)
	}
	return digests(proof), nil
}

// Leaves are the leaf hashes of events under a checkpoint.
func (p *Prover) Leaves(ctx context.Context, head commands.TreeHead, sequences ...events.Revision) ([]events.Digest, error) {
	if head.Size > maxSize {
		return nil, ErrOutside
	}
	indexes := make([]int64, len(sequences))
	for i, s := range sequences {
		if s == 0 || uint64(s) > head.Size {
			return nil, ErrOutside
		}
		indexes[i] = tlog.StoredHashIndex(0, int64(s)-1)
	}
	hashes, err := p.checked(ctx, head).ReadHashes(indexes)
	if err != nil {
		return nil, unprovable(head, err)
	}
	return digests(hashes), nil
}

// Root is the root of the tree over the first events, as the tiles have it. It is believed as far as they are.
func (p *Prover) Root(ctx context.Context, size uint64) (events.Digest, error) {
	if size > maxSize {
		return events.Digest{}, ErrOutside
	}
	root, err := tlog.TreeHash(int64(size), p.unchecked(ctx))
	return events.Digest(root), err
}

// checked reads hashes that lead to a checkpoint's root.
func (p *Prover) checked(ctx context.Context, head commands.TreeHead) tlog.HashReader {
	tree := tlog.Tree{N: int64(head.Size), Hash: tlog.Hash(head.Root)}
	return tlog.TileHashReader(tree, tileReader{ctx, p.tiles, map[string][]byte{}})
}

// unchecked reads hashes as they are kept.
func (p *Prover) unchecked(ctx context.Context) tlog.HashReader {
	return tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		wanted := make([]tlog.Tile, len(indexes))
		for i, index := range indexes {
			wanted[i] = tlog.TileForIndex(height, index)
		}
		data, err := tileReader{ctx, p.tiles, map[string][]byte{}}.ReadTiles(wanted)
		if err != nil {
			return nil, err
		}
		hashes := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			if hashes[i], err = tlog.HashFromTile(wanted[i], data[i], index); err != nil {
				return nil, err
			}
		}
		return hashes, nil
	})
}

// unprovable tells apart what is kept wrongly from what could not be read, or is not kept yet.
func unprovable(head commands.TreeHead, err error) error {
	if _, behind := errors.AsType[*BehindError](err); behind || isLoad(err) {
		return err
	}
	return &UnprovableError{head, err}
}

// CheckInclusion checks the path from a leaf hash to the root of a checkpoint.
func CheckInclusion(head commands.TreeHead, sequence events.Revision, leaf events.Digest, path []events.Digest) error {
	if sequence == 0 || uint64(sequence) > head.Size || head.Size > maxSize {
		return ErrOutside
	}
	return tlog.CheckRecord(hashes(path), int64(head.Size), tlog.Hash(head.Root), int64(sequence)-1, tlog.Hash(leaf))
}

// CheckConsistency checks the proof that one checkpoint extends another.
func CheckConsistency(from, to commands.TreeHead, path []events.Digest) error {
	if from.Size == 0 || from.Size > to.Size || to.Size > maxSize {
		return ErrOutside
	}
	return tlog.CheckTree(hashes(path), int64(to.Size), tlog.Hash(to.Root), int64(from.Size), tlog.Hash(from.Root))
}

// LeafHash is the hash of the leaf that an event's digest is, SHA-256(0x00 ‖ digest).
func LeafHash(digest events.Digest) events.Digest { return events.Digest(hasher.HashLeaf(digest[:])) }

func digests(hashes []tlog.Hash) []events.Digest {
	out := make([]events.Digest, len(hashes))
	for i, h := range hashes {
		out[i] = events.Digest(h)
	}
	return out
}

func hashes(digests []events.Digest) []tlog.Hash {
	out := make([]tlog.Hash, len(digests))
	for i, d := range digests {
		out[i] = tlog.Hash(d)
	}
	return out
}
