package merkle_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/merkle"
)

func TestLeafDataIsInjective(t *testing.T) {
	t.Parallel()
	seen := make(map[string]merkle.Leaf)
	for _, leaf := range []merkle.Leaf{
		{},
		{Goal: "ab", Task: "c"},
		{Goal: "a", Task: "bc"},
		{Goal: "abc"},
		{Task: "abc"},
		{Goal: "a", Agent: [20]byte{1}},
		{Goal: "a", Result: [32]byte{1}},
		{Goal: "a", Result: [32]byte{31: 1}},
		{Goal: "a", Task: "ä€\x00"},
	} {
		data := leaf.Data()
		if len(data) != 117 {
			t.Errorf("%+v has %d bytes of data", leaf, len(data))
		}
		if other, ok := seen[string(data)]; ok {
			t.Errorf("%+v and %+v have the same data", leaf, other)
		}
		seen[string(data)] = leaf
	}
}

func TestTreesMatchTheDefinition(t *testing.T) {
	t.Parallel()
	for size := range 70 {
		leaves, data := randomLeaves(uint64(size), size)
		if got, want := merkle.Root(leaves), referenceRoot(data); got != want {
			t.Fatalf("root of %d leaves is %x, by the RFC %x", size, got, want)
		}
		for i := range leaves {
			if got, want := merkle.Prove(leaves, i), referencePath(data, i); !slices.Equal(got, want) {
				t.Fatalf("path of leaf %d of %d is %x, by the RFC %x", i, size, got, want)
			}
		}
	}
}

func TestEveryLeafVerifiesAndAnyFlippedBitFails(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 2, 3, 4, 5, 7, 8, 9, 31, 33} {
		leaves, _ := randomLeaves(uint64(size), size)
		root := merkle.Root(leaves)
		for i, leaf := range leaves {
			data, path := leaf.Data(), merkle.Prove(leaves, i)
			holds := func() bool { return merkle.VerifyData(data, uint64(i), uint64(size), path, root) }
			if !merkle.Verify(leaf, uint64(i), uint64(size), path, root) || !holds() {
				t.Fatalf("leaf %d of %d does not verify", i, size)
			}
			flipped := func(what string, b []byte) {
				for bit := range len(b) * 8 {
					b[bit/8] ^= 1 << (bit % 8)
					if holds() {
						t.Fatalf("leaf %d of %d verifies with bit %d of its %s flipped", i, size, bit, what)
					}
					b[bit/8] ^= 1 << (bit % 8)
				}
			}
			flipped("data", data)
			flipped("root", root[:])
			for level := range path {
				flipped(fmt.Sprintf("path at level %d", level), path[level][:])
			}
		}
	}
}

func TestPathHoldsForItsOwnPlaceOnly(t *testing.T) {
	t.Parallel()
	const size = 13
	leaves, _ := randomLeaves(1, size)
	root := merkle.Root(leaves)
	for i, leaf := range leaves {
		path := merkle.Prove(leaves, i)
		for index := range uint64(2 * size) {
			if index != uint64(i) && merkle.Verify(leaf, index, size, path, root) {
				t.Errorf("the path of leaf %d verifies as that of %d", i, index)
			}
		}
		if merkle.Verify(leaf, uint64(i), size, path[1:], root) || merkle.Verify(leaf, uint64(i), size, path[:len(path)-1], root) {
			t.Errorf("a cut path of leaf %d verifies", i)
		}
		if merkle.Verify(leaf, uint64(i), size, append(path, [32]byte{}), root) {
			t.Errorf("a padded path of leaf %d verifies", i)
		}
	}
	if merkle.Verify(leaves[0], 0, 0, nil, root) {
		t.Error("a leaf verifies in an empty tree")
	}
}

func TestNodeDoesNotPassForALeaf(t *testing.T) {
	t.Parallel()
	leaves, data := randomLeaves(2, 4)
	left, right := referenceRoot(data[:1]), referenceRoot(data[1:2])
	node := slices.Concat(left[:], right[:])
	if merkle.VerifyData(node, 0, 2, [][32]byte{referenceRoot(data[2:])}, merkle.Root(leaves)) {
		t.Error("an inner node verifies as a leaf")
	}
}

// FuzzVerify looks for a second way to prove anything: whatever verifies must be the one true path of its leaf.
func FuzzVerify(f *testing.F) {
	f.Add(uint8(7), uint64(3), uint64(7), uint16(0), byte(0))
	f.Add(uint8(1), uint64(0), uint64(1), uint16(40), byte(1))
	f.Add(uint8(200), uint64(199), uint64(200), uint16(64), byte(128))
	f.Fuzz(func(t *testing.T, count uint8, index, size uint64, at uint16, mask byte) {
		if count == 0 {
			return
		}
		leaves, _ := randomLeaves(uint64(count), int(count))
		root, of := merkle.Root(leaves), int(index%uint64(count))
		path := merkle.Prove(leaves, of)
		forged := slices.Clone(path)
		if len(forged) > 0 {
			forged[int(at)/32%len(forged)][at%32] ^= mask
		}
		honest := slices.Equal(path, forged) && index == uint64(of) && size == uint64(count)
		// Trees of other sizes may share a path's shape, and then its hashes lead to the same root.
		sameShape := slices.Equal(path, forged) && index == uint64(of) && size != uint64(count)
		if got := merkle.Verify(leaves[of], index, size, forged, root); got != honest && !sameShape {
			t.Errorf("leaf %d of %d as %d of %d, mask %x at %d: verifies = %t", of, count, index, size, mask, at, got)
		}
	})
}

func ExampleProve() {
	leaves := []merkle.Leaf{
		{Goal: "goal-1", Task: "read", Result: sha256.Sum256([]byte("salt and result"))},
		{Goal: "goal-1", Task: "write", Result: sha256.Sum256([]byte("salt and other result"))},
		{Goal: "goal-1", Task: "check", Result: sha256.Sum256([]byte("salt and verdict"))},
	}
	root := merkle.Root(leaves)
	path := merkle.Prove(leaves, 1)
	fmt.Println(len(path), merkle.Verify(leaves[1], 1, 3, path, root), merkle.Verify(leaves[0], 1, 3, path, root))
	// Output: 2 true false
}

func randomLeaves(seed uint64, size int) ([]merkle.Leaf, [][]byte) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	source := rand.NewChaCha8(key)
	leaves, data := make([]merkle.Leaf, size), make([][]byte, size)
	for i := range leaves {
		leaves[i] = merkle.Leaf{Goal: fmt.Sprint("goal ", seed), Task: fmt.Sprint("task ", i)}
		_, _ = source.Read(leaves[i].Agent[:])
		_, _ = source.Read(leaves[i].Result[:])
		data[i] = leaves[i].Data()
	}
	return leaves, data
}

func sha256Of(s string) common.Hash {
	return sha256.Sum256([]byte(s))
}

func hashes(path [][32]byte) []common.Hash {
	out := make([]common.Hash, len(path))
	for i, hash := range path {
		out[i] = hash
	}
	return out
}
