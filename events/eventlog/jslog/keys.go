package jslog

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// KeysConfig says where keys are. Its zero value is useful.
type KeysConfig struct {
	// Bucket is the KV bucket. Defaults to KEYS.
	Bucket string
	// Replicas of the bucket. Defaults to what it has, 1 for a new one.
	Replicas int
	// Random is where secrets come from. Defaults to crypto/rand.
	Random io.Reader
	// Now tells how long a key was kept in memory. Defaults to time.Now.
	Now func() time.Time
	// Patience is as in Config. Defaults to 30 seconds.
	Patience time.Duration
}

const (
	// keyLife is how long a key is used without asking the store whether it
	// still holds: what one process destroys is forgotten by all within it,
	// also by one that is cut off, which then opens nothing.
	keyLife = 500 * time.Millisecond
	// keysKept bounds the keys in memory.
	keysKept = 4096
	// keyVersions lets a tombstone stand beside the secret until that is
	// overwritten: a store that keeps one version only would drop the secret
	// from its index and leave its bytes on disk.
	keyVersions = 2
)

// tombstone stands where a key was. It is an ordinary value and not a KV delete
// marker, because those are swept by purges and do not stop a create.
var tombstone = []byte("destroyed")

// Keys is an eventlog.Keys in a KV bucket. All methods may be called at once.
//
// Destroy overwrites the secret in the stream's files. What it cannot reach are
// copies that others made: backups of the store, snapshots of the disk, blocks
// that the disk itself has remapped, and on replicated buckets the servers'
// Raft logs until they are next compacted.
type Keys struct {
	kv     store
	random io.Reader
	now    func() time.Time

	mu   sync.Mutex
	kept map[string]keptKey
}

type keptKey struct {
	key  *events.Key
	good time.Time // until
}

var _ eventlog.Keys = (*Keys)(nil)

// OpenKeys returns the keys in a bucket and makes the bucket if there is none.
func OpenKeys(ctx context.Context, nc *nats.Conn, c KeysConfig) (*Keys, error) {
	c.Bucket, c.Patience = cmp.Or(c.Bucket, "KEYS"), cmp.Or(c.Patience, defaultPatience)
	kv, err := openStore(ctx, nc, c.Patience, jetstream.StreamConfig{
		Name: "KV_" + c.Bucket, Subjects: []string{"$KV." + c.Bucket + ".>"}, Replicas: c.Replicas,
		Description: "keys that seal content; destroying one forgets it",
		Storage:     jetstream.FileStorage, Discard: jetstream.DiscardNew,
		MaxMsgsPerSubject: keyVersions, AllowDirect: true, DenyPurge: true,
	})
	if err != nil {
		return nil, fmt.Errorf("open keys %s: %w", c.Bucket, err)
	}
	kv.prefix = "$KV." + c.Bucket + "."
	k := &Keys{kv: kv, random: c.Random, now: c.Now, kept: map[string]keptKey{}}
	if k.random == nil {
		k.random = rand.Reader
	}
	if k.now == nil {
		k.now = time.Now
	}
	return k, nil
}

func checkKeyID(id string) error {
	if !events.IsToken(id) {
		return fmt.Errorf("key %q: its ID must be 1 to 64 of A–Z, a–z, 0–9, _ and -", id)
	}
	return nil
}

// Key implements eventlog.Keys.
func (k *Keys) Key(ctx context.Context, id string) (*events.Key, error) {
	now := k.now()
	k.mu.Lock()
	kept, ok := k.kept[id]
	k.mu.Unlock()
	if ok && now.Before(kept.good) {
		return kept.key, nil
	}
	if err := checkKeyID(id); err != nil {
		return nil, err
	}
	v, err := k.kv.last(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("key %s: %w", id, err)
	}
	return k.use(id, v, now)
}

// use turns what is stored into a key and keeps it.
func (k *Keys) use(id string, v stored, read time.Time) (*events.Key, error) {
	var key *events.Key
	var err error
	switch {
	case v.sequence == 0:
		err = fmt.Errorf("key %s: %w", id, eventlog.ErrNoKey)
	case string(v.data) == string(tombstone):
		err = fmt.Errorf("key %s: %w", id, events.ErrForgotten)
	default:
		key, err = events.NewKey(id, v.data)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if err != nil {
		delete(k.kept, id)
		return nil, err
	}
	if len(k.kept) >= keysKept {
		clear(k.kept)
	}
	k.kept[id] = keptKey{key, read.Add(keyLife)}
	return key, nil
}

// Create implements eventlog.Keys.
func (k *Keys) Create(ctx context.Context, id string) (*events.Key, error) {
	if err := checkKeyID(id); err != nil {
		return nil, err
	}
	secret := make([]byte, events.KeySize)
	if _, err := io.ReadFull(k.random, secret); err != nil {
		return nil, fmt.Errorf("create key %s: %w", id, err)
	}
	_, err := k.kv.put(ctx, id, secret, 0)
	if err != nil && !errors.Is(err, errMoved) {
		return nil, fmt.Errorf("create key %s: %w", id, err)
	}
	// What is stored decides: it may be another's, or this one twice.
	now := k.now()
	v, err := k.kv.last(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("create key %s: %w", id, err)
	}
	return k.use(id, v, now)
}

// Destroy implements eventlog.Keys. It first puts up the tombstone, from which
// moment nobody gets the key, and then overwrites the secret. Destroying again
// completes what was interrupted.
func (k *Keys) Destroy(ctx context.Context, id string) error {
	if err := checkKeyID(id); err != nil {
		return err
	}
	if err := k.destroy(ctx, id); err != nil {
		return fmt.Errorf("destroy key %s: %w", id, err)
	}
	return nil
}

func (k *Keys) destroy(ctx context.Context, id string) error {
	defer func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		delete(k.kept, id)
	}()
	for {
		v, err := k.kv.last(ctx, id)
		if err != nil {
			return err
		}
		if string(v.data) != string(tombstone) {
			if _, err := k.kv.put(ctx, id, tombstone, v.sequence); errors.Is(err, errMoved) {
				continue // a create came between, or our own answer was lost
			} else if err != nil {
				return err
			}
		}
		break
	}
	for failed := error(nil); ; {
		first, err := k.kv.first(ctx, id)
		switch {
		case err != nil:
			return err
		case string(first.data) == string(tombstone):
			return nil
		case failed != nil: // and nobody else was just quicker
			return failed
		}
		failed = k.kv.erase(ctx, first.sequence)
	}
}
