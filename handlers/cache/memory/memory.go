// Package memory is a cache.Store in this process alone: for tests, and for programs that have no other.
package memory

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mergit-io/mergit/handlers/cache"
)

// Store is a cache.Store. Its zero value keeps values for ever; give it a clock for lifetimes.
type Store struct {
	// Now tells the time. Without it nothing ends.
	Now func() time.Time

	mu   sync.Mutex
	all  map[string]kept
	last uint64
}

type kept struct {
	cache.Stored
	until time.Time
}

var _ cache.Store = (*Store)(nil)

// get finds what has not ended; the lock is held.
func (s *Store) get(key string) (kept, bool) {
	k, ok := s.all[key]
	if ok && s.Now != nil && !s.Now().Before(k.until) {
		delete(s.all, key)
		return kept{}, false
	}
	return k, ok
}

func (s *Store) put(key string, value []byte, life time.Duration) uint64 {
	if s.all == nil {
		s.all = map[string]kept{}
	}
	s.last++
	k := kept{Stored: cache.Stored{Key: key, Value: slices.Clone(value), Revision: s.last}}
	if s.Now != nil {
		k.until = s.Now().Add((life + time.Second - 1).Truncate(time.Second))
	}
	s.all[key] = k
	return s.last
}

// Get implements cache.Store.
func (s *Store) Get(ctx context.Context, key string) (cache.Stored, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.get(key)
	if !ok {
		return cache.Stored{}, cache.ErrMiss
	}
	return k.Stored, ctx.Err()
}

// Put implements cache.Store.
func (s *Store) Put(ctx context.Context, key string, value []byte, life time.Duration) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.put(key, value, life), ctx.Err()
}

// Create implements cache.Store.
func (s *Store) Create(ctx context.Context, key string, value []byte, life time.Duration) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.get(key); ok {
		return 0, cache.ErrMoved
	}
	return s.put(key, value, life), ctx.Err()
}

// Replace implements cache.Store.
func (s *Store) Replace(ctx context.Context, key string, value []byte, life time.Duration, revision uint64) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k, ok := s.get(key); !ok || k.Revision != revision {
		return 0, cache.ErrMoved
	}
	return s.put(key, value, life), ctx.Err()
}

// Delete implements cache.Store.
func (s *Store) Delete(ctx context.Context, key string, revision uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k, ok := s.all[key]; ok && k.Revision == revision {
		delete(s.all, key)
	}
	return ctx.Err()
}

// Since implements cache.Store.
func (s *Store) Since(ctx context.Context, prefix string, after uint64) iter.Seq2[cache.Stored, error] {
	return func(yield func(cache.Stored, error) bool) {
		s.mu.Lock()
		var found []cache.Stored
		for key := range s.all {
			if k, ok := s.get(key); ok && k.Revision > after && strings.HasPrefix(key, prefix+".") {
				found = append(found, k.Stored)
			}
		}
		s.mu.Unlock()
		slices.SortFunc(found, func(a, b cache.Stored) int { return int(a.Revision) - int(b.Revision) })
		for _, f := range found {
			if ctx.Err() != nil {
				yield(cache.Stored{}, ctx.Err())
				return
			}
			if !yield(f, nil) {
				return
			}
		}
	}
}
