package node

import (
	"context"

	"github.com/mergit-io/mergit/handlers/repository"
)

// startRepositories follows the pull requests that goals open.
func (n *node) startRepositories(part func(string, func(context.Context) error)) {
	part("repositories", anew(n.c.Log, "repositories", func(ctx context.Context) error {
		return repository.New(repository.Config{Commands: n.set, Blobs: n.blobs, Snapshots: n.snapshots, Log: n.c.Log}).Run(ctx)
	}))
}
