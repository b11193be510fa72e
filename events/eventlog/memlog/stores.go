package memlog

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"sync"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Keys is an eventlog.Keys. Secrets are derived from the key's ID, so that
// golden files can be made; never use it for anything but tests.
type Keys struct {
	mu        sync.Mutex
	keys      map[string]*events.Key
	destroyed map[string]bool
}

var _ eventlog.Keys = (*Keys)(nil)

// Key implements eventlog.Keys.
func (k *Keys) Key(_ context.Context, id string) (*events.Key, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.destroyed[id] {
		return nil, events.ErrForgotten
	}
	if key, ok := k.keys[id]; ok {
		return key, nil
	}
	return nil, eventlog.ErrNoKey
}

// Create implements eventlog.Keys.
func (k *Keys) Create(_ context.Context, id string) (*events.Key, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.destroyed[id] {
		return nil, events.ErrForgotten
	}
	if key, ok := k.keys[id]; ok {
		return key, nil
	}
	secret := sha256.Sum256([]byte("memlog key " + id))
	key, err := events.NewKey(id, secret[:])
	if err != nil {
		return nil, err
	}
	if k.keys == nil {
		k.keys = map[string]*events.Key{}
	}
	k.keys[id] = key
	return key, nil
}

// Destroy implements eventlog.Keys.
func (k *Keys) Destroy(_ context.Context, id string) error {
	if err := checkID(id); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.destroyed == nil {
		k.destroyed = map[string]bool{}
	}
	k.destroyed[id] = true
	delete(k.keys, id)
	return nil
}

func checkID(id string) error {
	if !events.IsToken(id) {
		return fmt.Errorf("key %q: its ID must be 1 to 64 of A–Z, a–z, 0–9, _ and -", id)
	}
	return nil
}

// Blobs is an eventlog.Blobs. Its zero value is empty.
type Blobs struct {
	mu    sync.Mutex
	blobs map[events.Digest][]byte
}

var _ eventlog.Blobs = (*Blobs)(nil)

// Put implements eventlog.Blobs.
func (b *Blobs) Put(_ context.Context, blob []byte) (events.Digest, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.blobs == nil {
		b.blobs = map[events.Digest][]byte{}
	}
	digest := events.Sum(blob)
	if _, ok := b.blobs[digest]; !ok {
		b.blobs[digest] = bytes.Clone(blob)
	}
	return digest, nil
}

// Get implements eventlog.Blobs.
func (b *Blobs) Get(_ context.Context, digest events.Digest) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	blob, ok := b.blobs[digest]
	if !ok {
		return nil, eventlog.ErrNoBlob
	}
	if have := events.Sum(blob); have != digest {
		return nil, &eventlog.CorruptBlobError{Want: digest, Have: have}
	}
	return bytes.Clone(blob), nil
}
