package auditlog

import (
	"context"
	"fmt"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/mergit-io/mergit/events"
)

var (
	hasher = rfc6962.DefaultHasher
	ranges = compact.RangeFactory{Hash: hasher.HashChildren}
)

// Tree is the tree over the first events of a log, as far as it takes to go on: a compact range, and the tiles that are not
// full yet. Leaf i is the digest of the event at sequence i + 1, hashed as RFC 9162 has it.
type Tree struct {
	nodes *compact.Range
	edge  [][]byte // by level of tiles: the hashes of the one that is not full
	full  []tile   // filled and not taken yet
}

// tile is a tile to be saved.
type tile struct {
	path string
	data []byte
}

// NewTree is the tree over nothing.
func NewTree() *Tree { return &Tree{nodes: ranges.NewEmptyRange(0)} }

// Size is how many events the tree is over.
func (t *Tree) Size() uint64 { return t.nodes.End() }

// Root is the tree's root; of nothing, the SHA-256 of nothing.
func (t *Tree) Root() events.Digest {
	if t.Size() == 0 {
		return events.Digest(hasher.EmptyRoot())
	}
	root, err := t.nodes.GetRootHash(nil)
	if err != nil {
		panic(fmt.Sprintf("auditlog: root of %d events: %v", t.Size(), err)) // it begins at 0
	}
	return events.Digest(root)
}

// Add appends the digest of the next event.
func (t *Tree) Add(digest events.Digest) {
	if err := t.nodes.Append(hasher.HashLeaf(digest[:]), t.keep); err != nil {
		panic(fmt.Sprintf("auditlog: append to %d events: %v", t.Size(), err)) // a range that begins at 0 takes any hash
	}
}

// keep puts a new node of the tree into its tile, if it stands in one: the others follow from those.
func (t *Tree) keep(id compact.NodeID, hash []byte) {
	if id.Level%height != 0 {
		return
	}
	level := int(id.Level / height)
	for len(t.edge) <= level {
		t.edge = append(t.edge, make([]byte, 0, tileWidth*tlog.HashSize))
	}
	t.edge[level] = append(t.edge[level], hash...)
	if len(t.edge[level]) == tileWidth*tlog.HashSize {
		t.full = append(t.full, tile{TilePath(level, id.Index/tileWidth), t.edge[level]})
		t.edge[level] = make([]byte, 0, tileWidth*tlog.HashSize)
	}
}

// takeFull returns the tiles that were filled since the last time.
func (t *Tree) takeFull() []tile {
	full := t.full
	t.full = nil
	return full
}

// Drop forgets tiles that nobody keeps.
func (t *Tree) Drop() { t.full = nil }

// edges copies the tiles that are not full.
func (t *Tree) edges() []tile {
	var tiles []tile
	for level, data := range t.edge {
		if len(data) > 0 {
			index := t.Size() >> (height * level) / tileWidth
			tiles = append(tiles, tile{TilePath(level, index), append([]byte(nil), data...)})
		}
	}
	return tiles
}

// restore makes the tree of a size from its tiles.
func restore(ctx context.Context, tiles Tiles, size uint64) (*Tree, error) {
	t, reader := NewTree(), tileReader{ctx, tiles, map[string][]byte{}}
	for level := 0; size>>(height*level) > 0; level++ {
		n := size >> (height * level)
		edge := make([]byte, 0, tileWidth*tlog.HashSize)
		if width := int(n % tileWidth); width > 0 {
			data, err := reader.read(TilePath(level, n/tileWidth), width)
			if err != nil {
				return nil, err
			}
			edge = append(edge, data...)
		}
		t.edge = append(t.edge, edge)
	}
	ids := compact.RangeNodes(0, size, nil)
	hashes := make([][]byte, len(ids))
	for i, id := range ids {
		hashes[i] = t.node(id)
	}
	var err error
	t.nodes, err = ranges.NewRange(0, size, hashes)
	return t, err
}

// node is the hash of a node that stands over hashes of an edge tile.
func (t *Tree) node(id compact.NodeID) []byte {
	span := uint64(1) << (id.Level % height)
	first := id.Index * span % tileWidth
	row := t.edge[id.Level/height]
	hashes := make([][]byte, span)
	for i := range hashes {
		at := (int(first) + i) * tlog.HashSize
		hashes[i] = row[at : at+tlog.HashSize]
	}
	for ; len(hashes) > 1; hashes = hashes[:len(hashes)/2] {
		for i := range len(hashes) / 2 {
			hashes[i] = hasher.HashChildren(hashes[2*i], hashes[2*i+1])
		}
	}
	return hashes[0]
}
