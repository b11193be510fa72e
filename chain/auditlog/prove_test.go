package auditlog

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// grown is a tree over made-up events, with its tiles.
func grown(t testing.TB, size int) (leaves []events.Digest, tree *Tree, tiles *memTiles) {
	t.Helper()
	tree, tiles = NewTree(), new(memTiles)
	for i := range size {
		leaf := events.Sum(binary.BigEndian.AppendUint64(nil, uint64(i)))
		leaves = append(leaves, leaf)
		tree.Add(leaf)
	}
	for _, tile := range append(tree.takeFull(), tree.edges()...) {
		if err := tiles.Save(t.Context(), tile.path, tile.data); err != nil {
			t.Fatal(err)
		}
	}
	return leaves, tree, tiles
}

func headOf(leaves []events.Digest, size int) commands.TreeHead {
	return commands.TreeHead{Size: uint64(size), Root: rootOf(leaves[:size])}
}

// sizes are those around which something changes: nodes, tiles, levels of tiles.
var sizes = []int{1, 2, 3, 4, 7, 8, 9, 255, 256, 257, 511, 512, 513, 700, 65535, 65536, 65537, 65536 + 300}

func TestTheRootIsThatOfRFC9162(t *testing.T) {
	t.Parallel()
	if NewTree().Root() != rootOf(nil) {
		t.Error("of nothing it is another")
	}
	leaves, _, _ := grown(t, 600)
	tree := NewTree()
	for i, leaf := range leaves {
		tree.Add(leaf)
		if tree.Root() != rootOf(leaves[:i+1]) || tree.Size() != uint64(i+1) {
			t.Fatalf("of %d events it is another", i+1)
		}
	}
}

func TestATreeGoesOnFromItsTiles(t *testing.T) {
	t.Parallel()
	leaves, _, wide := grown(t, sizes[len(sizes)-1])
	for _, size := range sizes {
		// A wider tree's tiles serve, too: they begin the same.
		tree, err := restore(t.Context(), wide, uint64(size))
		if err != nil {
			t.Fatalf("%d events: %v", size, err)
		}
		for range 3 {
			n := int(tree.Size())
			if root := rootOf(leaves[:n]); tree.Root() != root {
				t.Fatalf("restored with %d events, with %d it has another root", size, n)
			}
			if n == len(leaves) {
				break
			}
			tree.Add(leaves[n])
		}
	}
	for _, size := range sizes {
		if _, err := restore(t.Context(), new(memTiles), uint64(size)); err == nil && size&(tileWidth-1) != 0 {
			t.Errorf("%d events were restored from nothing", size)
		}
	}
}

func TestEveryEventIsProven(t *testing.T) {
	t.Parallel()
	leaves, _, tiles := grown(t, sizes[len(sizes)-1])
	prover := NewProver(tiles)
	for _, size := range sizes {
		head := headOf(leaves, size)
		for _, index := range []int{0, 1, size / 2, size - 2, size - 1} {
			if index < 0 || index >= size {
				continue
			}
			at := events.Revision(index + 1)
			leaf, path, err := prover.Inclusion(t.Context(), head, at)
			if err != nil {
				t.Fatalf("event %d of %d: %v", at, size, err)
			}
			if leaf != LeafHash(leaves[index]) || CheckInclusion(head, at, leaf, path) != nil || !elsewhere(head, index, leaf, path) {
				t.Fatalf("the path of event %d of %d does not lead to the root", at, size)
			}
		}
		if root, err := prover.Root(t.Context(), uint64(size)); err != nil || root != head.Root {
			t.Errorf("the tiles have root %s (%v) for %d events", root, err, size)
		}
	}
}

// elsewhere is what another implementation says of a path.
func elsewhere(head commands.TreeHead, index int, leaf events.Digest, path []events.Digest) bool {
	return proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(index), head.Size, leaf[:], raw(path), head.Root[:]) == nil
}

func raw(path []events.Digest) [][]byte {
	out := make([][]byte, len(path))
	for i := range path {
		out[i] = path[i][:]
	}
	return out
}

func TestEveryCheckpointExtendsThoseBefore(t *testing.T) {
	t.Parallel()
	leaves, _, tiles := grown(t, sizes[len(sizes)-1])
	heads := make([]commands.TreeHead, len(sizes))
	for i, size := range sizes {
		heads[i] = headOf(leaves, size)
	}
	for i, b := range heads {
		for _, a := range heads[:i+1] {
			from, to := a.Size, b.Size
			path, err := NewProver(tiles).Consistency(t.Context(), a, b)
			if err != nil {
				t.Fatalf("%d to %d: %v", from, to, err)
			}
			if err := proof.VerifyConsistency(rfc6962.DefaultHasher, a.Size, b.Size, raw(path), a.Root[:], b.Root[:]); err != nil {
				t.Fatalf("%d to %d: %v", from, to, err)
			}
		}
	}
}

func TestNothingIsProvenThatIsNotThere(t *testing.T) {
	t.Parallel()
	leaves, _, tiles := grown(t, 700)
	prover, head := NewProver(tiles), headOf(leaves, 700)
	if _, _, err := prover.Inclusion(t.Context(), head, 0); !errors.Is(err, ErrOutside) {
		t.Errorf("event 0: %v", err)
	}
	if _, _, err := prover.Inclusion(t.Context(), head, 701); !errors.Is(err, ErrOutside) {
		t.Errorf("event 701: %v", err)
	}
	if _, err := prover.Consistency(t.Context(), head, headOf(leaves, 3)); !errors.Is(err, ErrOutside) {
		t.Errorf("backwards: %v", err)
	}
	longer := commands.TreeHead{Size: 701, Root: head.Root}
	if _, ok := errors.AsType[*BehindError](errOf(prover.Inclusion(t.Context(), longer, 1))); !ok {
		t.Error("a tree that is not kept yet is no reason to wait")
	}
	other := commands.TreeHead{Size: 700, Root: events.Sum([]byte("another"))}
	if _, ok := errors.AsType[*UnprovableError](errOf(prover.Inclusion(t.Context(), other, 1))); !ok {
		t.Error("a path led to another root")
	}
	if _, err := prover.Consistency(t.Context(), commands.TreeHead{Size: 10, Root: other.Root}, head); err == nil {
		t.Error("another tree was extended")
	}
	broken := tiles.clone()
	broken.files[TilePath(0, 1)] = slices.Clone(broken.files[TilePath(0, 1)])
	broken.files[TilePath(0, 1)][7] ^= 1
	if _, ok := errors.AsType[*UnprovableError](errOf(NewProver(broken).Inclusion(t.Context(), head, 300))); !ok {
		t.Error("a tile that was changed was believed")
	}
	down := tiles.clone()
	down.break_(errors.New("no answer"))
	if _, ok := errors.AsType[*UnprovableError](errOf(NewProver(down).Inclusion(t.Context(), head, 300))); ok {
		t.Error("a store that is down was taken for a fault of the log")
	}
}

func errOf(_ events.Digest, _ []events.Digest, err error) error { return err }

// FuzzProofs compares what is proven here with another implementation's judgement, on paths that are right and on such
// that were changed.
func FuzzProofs(f *testing.F) {
	leaves, _, tiles := grown(f, 2000)
	prover := NewProver(tiles)
	roots := map[int]events.Digest{}
	f.Add(uint16(5), uint16(2), uint8(0), uint8(0))
	f.Add(uint16(1999), uint16(1023), uint8(3), uint8(0x80))
	f.Add(uint16(256), uint16(255), uint8(1), uint8(1))
	f.Fuzz(func(t *testing.T, size, index uint16, change, by uint8) {
		n := int(size)%2000 + 1
		at := int(index) % n
		if _, ok := roots[n]; !ok {
			roots[n] = rootOf(leaves[:n])
		}
		head := commands.TreeHead{Size: uint64(n), Root: roots[n]}
		leaf, path, err := prover.Inclusion(t.Context(), head, events.Revision(at+1))
		if err != nil {
			t.Fatal(err)
		}
		if len(path) > 0 && by != 0 {
			path[int(change)%len(path)][int(change)%32] ^= by
		}
		mine := CheckInclusion(head, events.Revision(at+1), leaf, path) == nil
		if mine != elsewhere(head, at, leaf, path) || mine != (len(path) == 0 || by == 0) {
			t.Errorf("event %d of %d, path changed by %d: right is %t here", at+1, n, by, mine)
		}
		from := headOf(leaves, at+1)
		extended, err := prover.Consistency(t.Context(), from, head)
		if err != nil {
			t.Fatal(err)
		}
		if len(extended) > 0 && by != 0 {
			extended[int(change)%len(extended)][int(change)%32] ^= by
		}
		mine = CheckConsistency(from, head, extended) == nil
		theirs := proof.VerifyConsistency(rfc6962.DefaultHasher, from.Size, head.Size, raw(extended), from.Root[:], head.Root[:]) == nil
		if mine != theirs {
			t.Errorf("%d to %d, proof changed by %d: right is %t here, %t elsewhere", at+1, n, by, mine, theirs)
		}
	})
}

// FuzzTiles reads anything as a tile: what does not lead to the root is never believed, and nothing breaks.
func FuzzTiles(f *testing.F) {
	leaves, _, tiles := grown(f, 700)
	head := headOf(leaves, 700)
	for path, data := range tiles.files {
		f.Add(path, data)
	}
	f.Add("tile/0/000", []byte{})
	f.Add("tile/0/001", make([]byte, 31))
	f.Add("tile/1/000", make([]byte, 9000))
	f.Add("tile/-1/x001/000", []byte{})
	f.Add("tile/0/000.p/5", []byte{})
	f.Fuzz(func(t *testing.T, path string, data []byte) {
		if level, index, err := ParseTilePath(path); err == nil && TilePath(level, index) != path {
			t.Errorf("%q is level %d, index %d, and that is %q", path, level, index, TilePath(level, index))
		}
		if cut, err := cutTile(path, data, 3); err == nil && len(cut) != 3*tlog.HashSize {
			t.Errorf("a tile of 3 hashes has %d bytes", len(cut))
		}
		other := tiles.clone()
		other.files[path] = data
		for _, at := range []events.Revision{1, 300, 700} {
			leaf, way, err := NewProver(other).Inclusion(t.Context(), head, at)
			if err == nil && (leaf != LeafHash(leaves[at-1]) || CheckInclusion(head, at, leaf, way) != nil) {
				t.Errorf("event %d is believed to be another", at)
			}
		}
		if tree, err := restore(t.Context(), other, 700); err == nil && tree.Size() != 700 {
			t.Errorf("restored with %d events", tree.Size())
		}
	})
}

func TestTilesAreWhereC2SPHasThem(t *testing.T) {
	t.Parallel()
	for want, at := range map[string][2]uint64{
		"tile/0/000": {0, 0}, "tile/1/067": {1, 67}, "tile/0/x001/067": {0, 1067}, "tile/3/x001/x234/067": {3, 1_234_067},
	} {
		if path := TilePath(int(at[0]), at[1]); path != want || strings.Contains(path, "tile/8") {
			t.Errorf("level %d, index %d is %q", at[0], at[1], path)
		}
	}
}
