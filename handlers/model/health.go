package model

import (
	"context"
	"sync"
	"time"
)

// Standing is how a provider's model fares.
type Standing struct {
	// Failures in a row.
	Failures int `json:"failures"`
	// Until is when it may be asked again; zero: now.
	Until time.Time `json:"until,omitzero"`
	// Code of the last failure.
	Code string `json:"code,omitempty"`
	// Answered is when it last answered after it had failed.
	Answered time.Time `json:"answered,omitzero"`
}

// Board is where processes tell each other how models fare. It is advice: a board that cannot be read hinders nobody.
type Board interface {
	// Load returns the zero Standing of what nothing is known of.
	Load(ctx context.Context, name string) (Standing, error)
	// Change replaces a standing by what change makes of it, one change after another; change may be called more than once.
	Change(ctx context.Context, name string, change func(Standing) Standing) error
}

// MemoryBoard is a Board of one process. Its zero value is empty and ready.
type MemoryBoard struct {
	mu    sync.Mutex
	names map[string]Standing
}

var _ Board = (*MemoryBoard)(nil)

// Load implements Board.
func (b *MemoryBoard) Load(_ context.Context, name string) (Standing, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.names[name], nil
}

// Change implements Board.
func (b *MemoryBoard) Change(_ context.Context, name string, change func(Standing) Standing) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.names == nil {
		b.names = map[string]Standing{}
	}
	b.names[name] = change(b.names[name])
	return nil
}

const (
	// downAfter is how many failures in a row take a model out.
	downAfter = 3
	// firstPause is how long it is out then, doubling with each failure that follows up to maxPause.
	firstPause = 10 * time.Second
	maxPause   = 5 * time.Minute
)

// failed is the standing after a failure.
func (s Standing) failed(e *Error, now time.Time) Standing {
	s.Failures++
	s.Code = e.Code
	pause := e.RetryAfter
	if s.Failures >= downAfter {
		pause = max(pause, min(firstPause<<min(s.Failures-downAfter, 10), maxPause))
	}
	if until := now.Add(pause); pause > 0 && until.After(s.Until) {
		s.Until = until
	}
	return s
}

// answered is the standing after an answer.
func (s Standing) answered(now time.Time) Standing { return Standing{Answered: now} }
