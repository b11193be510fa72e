package auditlog_test

import (
	"context"
	"fmt"
	"os"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/chain/auditlog/tilestest"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// zeros is no randomness at all: examples print the same each time.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// A checkpoint says how many events there are and what root they have. Who has the key can check it without the log.
func Example() {
	dir, err := os.MkdirTemp("", "audit")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	key, err := auditlog.OpenKey(dir, zeros{})
	if err != nil {
		panic(err)
	}
	tree := auditlog.NewTree()
	for _, event := range []string{"one", "two", "three"} {
		tree.Add(events.Sum([]byte(event)))
	}
	signed, err := key.Sign(tree.Size(), tree.Root())
	if err != nil {
		panic(err)
	}
	checkpoint, err := auditlog.Open(signed, key.Public())
	fmt.Print(checkpoint.Text())
	fmt.Println(err)
	// Output:
	// mergit/log/0000000000000000
	// 3
	// IPTuUtHhoQGAWGGHZWmoUuj13+7SIdqHrqRGeIoS9Mg=
	// <nil>
}

// What is not kept yet cannot be proven; what is, is checked against the root.
func ExampleProver() {
	prover := auditlog.NewProver(new(tilestest.Memory))
	_, _, err := prover.Inclusion(context.Background(), commands.TreeHead{Size: 3, Root: events.Sum([]byte("root"))}, 4)
	fmt.Println(err)
	_, _, err = prover.Inclusion(context.Background(), commands.TreeHead{Size: 3, Root: events.Sum([]byte("root"))}, 2)
	fmt.Println(err)
	// Output:
	// it is not in the tree of that checkpoint
	// tile/0/000 has 0 hashes, 3 are needed: the tree was not kept that far yet
}
