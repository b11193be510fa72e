// Package cache lets one answer stand in for another call of a tool or a model, in every process.
//
// What is kept is sealed under the key of the goal that it was made for: forgetting a goal forgets what other goals would have
// found of it, too. Keys are digests that tell nothing to whoever lacks the workspace's key, and carry a version, so that a
// changed prompt or tool finds nothing of before. One computation runs per key, whichever process asks; what is a little out of
// date may be served while it runs. Nothing with a side effect is ever kept, and a cache that fails costs time, never an answer.
package cache

import (
	"context"
	"errors"
	"iter"
	"time"
)

var (
	// ErrMiss says that nothing is stored under a key.
	ErrMiss = errors.New("nothing is stored")
	// ErrMoved says that another value is stored than the one expected.
	ErrMoved = errors.New("another value is stored")
	// ErrTooLarge says that a value is larger than a store takes.
	ErrTooLarge = errors.New("the value is too large to be kept")
)

// Stored is a value with its revision, which grows with every value that is put anywhere in the store.
type Stored struct {
	Key      string
	Value    []byte
	Revision uint64
}

// Store is a map with lifetimes that processes share. What lies below "lock" may be lost when the server restarts, and has revisions of
// its own. Keys are tokens of A-Z a-z 0-9 _ -, joined by dots. All methods may be
// called at once.
type Store interface {
	// Get returns the newest value, or ErrMiss.
	Get(ctx context.Context, key string) (Stored, error)
	// Put replaces a value, for a lifetime that is rounded up to seconds.
	Put(ctx context.Context, key string, value []byte, life time.Duration) (revision uint64, err error)
	// Create puts a value if nothing is stored, or answers ErrMoved.
	Create(ctx context.Context, key string, value []byte, life time.Duration) (revision uint64, err error)
	// Replace puts a value in place of the one of a revision, or answers ErrMoved.
	Replace(ctx context.Context, key string, value []byte, life time.Duration, revision uint64) (next uint64, err error)
	// Delete takes a value away if it is the one of a revision. If it is another one, or none, nothing happens.
	Delete(ctx context.Context, key string, revision uint64) error
	// Since yields what is stored below a prefix (whole tokens) and was put after a revision, oldest first.
	Since(ctx context.Context, prefix string, after uint64) iter.Seq2[Stored, error]
}
