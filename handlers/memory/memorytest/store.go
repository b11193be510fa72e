// Package memorytest is what every memory.Store promises, as one suite, and one that keeps episodes in this process.
package memorytest

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/mergit-io/mergit/handlers/memory"
)

// Store is a memory.Store in this process alone. Its zero value is empty.
type Store struct {
	mu   sync.Mutex
	all  map[[2]string]memory.Kept
	last uint64
}

var _ memory.Store = (*Store)(nil)

// Keep implements memory.Store.
func (s *Store) Keep(ctx context.Context, k memory.Kept) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := [2]string{k.Workspace, k.Goal}
	if old, ok := s.all[at]; ok {
		next, moves := k.After(old)
		if !moves {
			return false, ctx.Err()
		}
		k = next
	}
	if s.all == nil {
		s.all = map[[2]string]memory.Kept{}
	}
	s.last++
	k.Box, k.Revision = slices.Clone(k.Box), s.last
	s.all[at] = k
	return true, ctx.Err()
}

// Since implements memory.Store.
func (s *Store) Since(ctx context.Context, after uint64) iter.Seq2[memory.Kept, error] {
	return func(yield func(memory.Kept, error) bool) {
		s.mu.Lock()
		var found []memory.Kept
		for _, k := range s.all {
			if k.Revision > after {
				found = append(found, k)
			}
		}
		s.mu.Unlock()
		slices.SortFunc(found, func(a, b memory.Kept) int { return int(a.Revision) - int(b.Revision) })
		if ctx.Err() != nil {
			yield(memory.Kept{}, ctx.Err())
			return
		}
		for _, k := range found {
			if !yield(k, nil) {
				return
			}
		}
	}
}

// Drop implements memory.Store.
func (s *Store) Drop(ctx context.Context, k memory.Kept) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := [2]string{k.Workspace, k.Goal}
	if s.all[at].Revision == k.Revision {
		delete(s.all, at)
	}
	return ctx.Err()
}
