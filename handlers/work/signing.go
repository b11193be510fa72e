package work

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// SigningKey returns the Ed25519 key that the processes of one log share to sign
// capabilities, and its ID. The first to ask makes it. Whoever reads the bucket
// SIGNING can sign: it is closed to tenants, as KEYS is.
func SigningKey(ctx context.Context, q *Queue, replicas int) (id string, key ed25519.PrivateKey, err error) {
	const current = "capability"
	kv, err := q.bucket(ctx, jetstream.KeyValueConfig{Bucket: "SIGNING", History: 1, Replicas: replicas})
	if err != nil {
		return "", nil, fmt.Errorf("open the signing key: %w", err)
	}
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // never fails
	_, err = kv.Create(ctx, current, seed)
	if errors.Is(err, jetstream.ErrKeyExists) {
		var entry jetstream.KeyValueEntry
		if entry, err = kv.Get(ctx, current); err == nil {
			seed = entry.Value()
		}
	}
	if err != nil {
		return "", nil, fmt.Errorf("share the signing key: %w", err)
	}
	if len(seed) != ed25519.SeedSize {
		return "", nil, fmt.Errorf("the signing key in bucket %s has %d bytes, want %d", kv.Bucket(), len(seed), ed25519.SeedSize)
	}
	key = ed25519.NewKeyFromSeed(seed)
	sum := sha256.Sum256(key[ed25519.SeedSize:]) // of the public half
	return hex.EncodeToString(sum[:8]), key, nil
}
