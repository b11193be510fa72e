package model

import (
	"context"
	"sync"
)

// Scripted is a Model that answers from a script, for tests: it says what it is told to and pretends nothing.
type Scripted struct {
	// Answer makes the n-th answer, from 1.
	Answer func(ctx context.Context, n int, req Request) (Reply, error)

	mu    sync.Mutex
	asked []Request
}

var _ Model = (*Scripted)(nil)

// Script is a Scripted that gives answers in order and then fails.
func Script(replies ...Reply) *Scripted {
	return &Scripted{Answer: func(_ context.Context, n int, _ Request) (Reply, error) {
		if n > len(replies) {
			return Reply{}, fail(CodeOutOfScript, false, "the script has %d answers, and this is question %d", len(replies), n)
		}
		return replies[n-1], nil
	}}
}

// Generate implements Model.
func (s *Scripted) Generate(ctx context.Context, req Request) (Reply, error) {
	s.mu.Lock()
	s.asked = append(s.asked, req)
	n := len(s.asked)
	s.mu.Unlock()
	if ctx.Err() != nil {
		return Reply{}, context.Cause(ctx)
	}
	reply, err := s.Answer(ctx, n, req)
	if err == nil && reply.Stop == "" {
		if reply.Stop = Ended; len(reply.Calls) > 0 {
			reply.Stop = Calling
		}
	}
	return reply, err
}

// Asked lists the requests so far.
func (s *Scripted) Asked() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.asked...)
}
