// Package merkle is the tree that proves a goal's done tasks: RFC 9162 over SHA-256, one leaf per task.
//
// Leaf data, bundle IDs and roots are recorded on chains, so what this package computes is frozen for ever; the files
// in testdata hold it. The contract ProofOfWork checks the same paths.
package merkle

import (
	"crypto/sha256"
	"fmt"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
)

// LeafSize is the length of every leaf's data, in bytes.
const LeafSize = 1 + sha256.Size + sha256.Size + 20 + sha256.Size

// leafVersion begins a leaf's data, so that another layout can never be mistaken for this one.
const leafVersion = 0x01

// Leaf is one done task.
type Leaf struct {
	// Goal is the ID of the goal that the task belongs to.
	Goal string
	// Task is the task's ID within the goal.
	Task string
	// Agent is the address of the agent that did it; zeros if there is none.
	Agent [20]byte
	// Result is the salted hash of the task's result.
	Result [32]byte
}

// Data is what the tree and the contract hash: 0x01 ‖ SHA-256(goal) ‖ SHA-256(task) ‖ agent ‖ result, LeafSize bytes.
// The IDs are hashed for a fixed length, without which two different tasks could have the same data.
func (l Leaf) Data() []byte {
	goal, task := sha256.Sum256([]byte(l.Goal)), sha256.Sum256([]byte(l.Task))
	data := make([]byte, 0, LeafSize)
	data = append(data, leafVersion)
	data = append(data, goal[:]...)
	data = append(data, task[:]...)
	data = append(data, l.Agent[:]...)
	return append(data, l.Result[:]...)
}

// BundleID is the name of a goal's bundle on the chain: SHA-256 of the goal's ID.
func BundleID(goal string) [32]byte {
	return sha256.Sum256([]byte(goal))
}

// Root is the tree's root; of no leaves, the SHA-256 of nothing, as RFC 9162 has it. The order of the leaves counts.
func Root(leaves []Leaf) [32]byte {
	if len(leaves) == 0 {
		return [32]byte(rfc6962.DefaultHasher.EmptyRoot())
	}
	return [32]byte(build(leaves, nil))
}

// Prove is the inclusion path of leaves[index], from its sibling up to the root; empty in a tree of one leaf.
// Like an index expression, it panics if index is out of range.
func Prove(leaves []Leaf, index int) [][32]byte {
	_ = leaves[index]
	nodes := make(map[compact.NodeID][]byte, 2*len(leaves))
	build(leaves, func(id compact.NodeID, hash []byte) { nodes[id] = hash })

	needed, err := proof.Inclusion(uint64(index), uint64(len(leaves)))
	if err != nil {
		panic(fmt.Sprintf("merkle: inclusion of leaf %d of %d: %v", index, len(leaves), err)) // index is in range
	}
	hashes := make([][]byte, 0, len(needed.IDs))
	for _, id := range needed.IDs {
		hashes = append(hashes, nodes[id])
	}
	hashes, err = needed.Rehash(hashes, rfc6962.DefaultHasher.HashChildren)
	if err != nil {
		panic(fmt.Sprintf("merkle: path of leaf %d of %d: %v", index, len(leaves), err)) // one hash per ID
	}
	path := make([][32]byte, len(hashes))
	for i, hash := range hashes {
		path[i] = [32]byte(hash)
	}
	return path
}

// Verify tells whether the path leads from the leaf at index, in a tree of size leaves, to the root. It agrees with
// the contract's verifyTask on every input.
func Verify(leaf Leaf, index, size uint64, path [][32]byte, root [32]byte) bool {
	return VerifyData(leaf.Data(), index, size, path, root)
}

// VerifyData is Verify for a leaf of which only the data is known.
func VerifyData(data []byte, index, size uint64, path [][32]byte, root [32]byte) bool {
	hashes := make([][]byte, len(path))
	for i := range path {
		hashes[i] = path[i][:]
	}
	hasher := rfc6962.DefaultHasher
	return proof.VerifyInclusion(hasher, index, size, hasher.HashLeaf(data), hashes, root[:]) == nil
}

// build folds the leaves into a root and shows visit every node that stays as the tree grows, leaves included.
func build(leaves []Leaf, visit compact.VisitFn) []byte {
	hasher := rfc6962.DefaultHasher
	factory := compact.RangeFactory{Hash: hasher.HashChildren}
	tree := factory.NewEmptyRange(0)
	for i, leaf := range leaves {
		if err := tree.Append(hasher.HashLeaf(leaf.Data()), visit); err != nil {
			panic(fmt.Sprintf("merkle: append leaf %d: %v", i, err)) // a range that begins at 0 takes any hash
		}
	}
	root, err := tree.GetRootHash(nil)
	if err != nil {
		panic(fmt.Sprintf("merkle: root of %d leaves: %v", len(leaves), err))
	}
	return root
}
