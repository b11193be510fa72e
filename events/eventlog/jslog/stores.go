package jslog

import (
	"context"
	"io"

	"github.com/nats-io/nats.go"
)

// Stores is everything that holds events and their content.
type Stores struct {
	Log   *Log
	Keys  *Keys
	Blobs *Blobs
}

// StoresConfig is what the three have in common. Its zero value is useful.
type StoresConfig struct {
	// Reader is that of the log.
	Reader *nats.Conn
	// Replicas of each store. Defaults to what they have, 1 for new ones.
	Replicas int
	// Random is where secrets come from. Defaults to crypto/rand.
	Random io.Reader
}

// OpenStores opens the log, the keys and the blobs of one server or cluster,
// under their usual names, and makes those that are not there.
func OpenStores(ctx context.Context, nc *nats.Conn, c StoresConfig) (s Stores, err error) {
	if s.Log, err = Open(ctx, nc, Config{Replicas: c.Replicas, Reader: c.Reader}); err != nil {
		return s, err
	}
	if s.Keys, err = OpenKeys(ctx, nc, KeysConfig{Replicas: c.Replicas, Random: c.Random}); err != nil {
		return s, err
	}
	s.Blobs, err = OpenBlobs(ctx, nc, BlobsConfig{Replicas: c.Replicas})
	return s, err
}
