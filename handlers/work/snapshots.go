package work

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// Snapshots keeps small states that can be rebuilt from the log, only slower.
type Snapshots struct{ kv jetstream.KeyValue }

// OpenSnapshots creates the bucket if need be.
func OpenSnapshots(ctx context.Context, q *Queue, replicas int) (*Snapshots, error) {
	kv, err := q.bucket(ctx, jetstream.KeyValueConfig{Bucket: "SNAPSHOTS", History: 1, Replicas: replicas})
	if err != nil {
		return nil, fmt.Errorf("open snapshots: %w", err)
	}
	return &Snapshots{kv}, nil
}

// Load returns a state, nil if there is none.
func (s *Snapshots) Load(ctx context.Context, name string) ([]byte, error) {
	entry, err := s.kv.Get(ctx, name)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("load snapshot %s: %w", name, err)
	}
	return entry.Value(), nil
}

// Save replaces a state.
func (s *Snapshots) Save(ctx context.Context, name string, state []byte) error {
	if _, err := s.kv.Put(ctx, name, state); err != nil {
		return fmt.Errorf("save snapshot %s: %w", name, err)
	}
	return nil
}
