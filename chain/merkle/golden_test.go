package merkle_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/mergit-io/mergit/chain/merkle"
)

// missing writes golden files that are not there. Those that are, are never written again: what they hold is on chains.
var missing = flag.Bool("missing", false, "write missing golden files")

var goldenSizes = []int{1, 2, 3, 7, 8, 256}

// golden is one tree as testdata keeps it. The contracts' tests read the same files.
type golden struct {
	Goal     string        `json:"goal"`
	BundleID common.Hash   `json:"bundleId"`
	Size     int           `json:"size"`
	Root     common.Hash   `json:"root"`
	Leaves   []goldenLeaf  `json:"leaves"`
	Proofs   []goldenProof `json:"proofs"`
}

type goldenLeaf struct {
	Task   string         `json:"task"`
	Agent  common.Address `json:"agent"`
	Result common.Hash    `json:"result"`
	Data   hexutil.Bytes  `json:"data"`
}

type goldenProof struct {
	Index int           `json:"index"`
	Path  []common.Hash `json:"path"`
}

func (g golden) leaves() []merkle.Leaf {
	leaves := make([]merkle.Leaf, 0, len(g.Leaves))
	for _, l := range g.Leaves {
		leaves = append(leaves, merkle.Leaf{Goal: g.Goal, Task: l.Task, Agent: l.Agent, Result: l.Result})
	}
	return leaves
}

func TestGoldenTreesNeverChange(t *testing.T) {
	t.Parallel()
	for _, size := range goldenSizes {
		path := filepath.Join("testdata", fmt.Sprintf("tree-%d.json", size))
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) && *missing {
			raw = writeGolden(t, path, size)
		} else if err != nil {
			t.Fatal(err)
		}
		var kept golden
		if err := json.Unmarshal(raw, &kept); err != nil {
			t.Fatalf("%s: %v", path, err)
		}

		leaves := kept.leaves()
		if len(leaves) != size || kept.Size != size {
			t.Fatalf("%s holds %d leaves and says %d", path, len(leaves), kept.Size)
		}
		if got := merkle.BundleID(kept.Goal); got != kept.BundleID {
			t.Errorf("%s: bundle ID %x, frozen as %x", path, got, kept.BundleID)
		}
		for i, leaf := range leaves {
			if got := leaf.Data(); !slices.Equal(got, kept.Leaves[i].Data) {
				t.Errorf("%s: leaf %d has data %x, frozen as %x", path, i, got, []byte(kept.Leaves[i].Data))
			}
		}
		if got := merkle.Root(leaves); got != kept.Root {
			t.Errorf("%s: root %x, frozen as %x", path, got, kept.Root)
		}
		for _, p := range kept.Proofs {
			if got := hashes(merkle.Prove(leaves, p.Index)); !slices.Equal(got, p.Path) {
				t.Errorf("%s: path of leaf %d is %x, frozen as %x", path, p.Index, got, p.Path)
			}
		}
	}
}

// writeGolden makes a tree by the reference alone; the package has no say in what it is held to.
func writeGolden(t *testing.T, path string, size int) []byte {
	t.Helper()
	g := golden{Goal: fmt.Sprintf("0198c0de-0000-7000-8000-%012d", size), Size: size}
	g.BundleID = sha256Of(g.Goal)
	var data [][]byte
	for i := range size {
		leaf := goldenLeaf{Task: fmt.Sprintf("task-%d", i), Result: sha256Of(fmt.Sprintf("result %d", i))}
		if i%3 != 0 { // every third task has no agent
			agent := sha256Of(fmt.Sprintf("agent %d", i))
			leaf.Agent = common.Address(agent[:20])
		}
		goal, task := sha256Of(g.Goal), sha256Of(leaf.Task)
		leaf.Data = slices.Concat([]byte{1}, goal[:], task[:], leaf.Agent[:], leaf.Result[:])
		g.Leaves = append(g.Leaves, leaf)
		data = append(data, leaf.Data)
	}
	g.Root = referenceRoot(data)
	indexes := []int{0, size / 2, size - 2, size - 1}
	slices.Sort(indexes)
	for _, i := range slices.Compact(indexes) {
		if i >= 0 {
			g.Proofs = append(g.Proofs, goldenProof{Index: i, Path: hashes(referencePath(data, i))})
		}
	}
	raw, err := json.MarshalIndent(g, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(raw, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
	return raw
}
