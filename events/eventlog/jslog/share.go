package jslog

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
)

const (
	// shareFrom is how many appends must wait before they share an atomic
	// batch. A batch is staged in files of its own and costs about as much as
	// this many synced writes.
	shareFrom = 8
	// shareMost bounds a shared batch.
	shareMost = 256
)

// sharer lets concurrent appends of one record share a synced write. Whoever
// finds nobody committing commits for all who wait, and the rest wait for that;
// so the more append at once, the more share.
type sharer struct {
	log  *Log
	turn chan struct{} // holds one element while somebody commits

	mu      sync.Mutex
	waiting []*shared
}

// shared is one append that waits.
type shared struct {
	msg  *nats.Msg
	done chan struct{}
	at   events.Revision
	err  error
}

func newSharer(l *Log) *sharer { return &sharer{log: l, turn: make(chan struct{}, 1)} }

// publish appends one record, alone or with others.
func (s *sharer) publish(ctx context.Context, msg *nats.Msg) (events.Revision, error) {
	own := &shared{msg: msg, done: make(chan struct{})}
	s.mu.Lock()
	s.waiting = append(s.waiting, own)
	s.mu.Unlock()
	for {
		select {
		case <-own.done:
			return own.at, own.err
		case s.turn <- struct{}{}:
			// It goes on for the others, and for what is sent already, when
			// this caller gives up.
			s.commit(context.WithoutCancel(ctx), s.take())
			<-s.turn
		case <-ctx.Done():
			// It may be on its way: whoever asks again finds out.
			s.leave(own)
			return 0, ctx.Err()
		}
	}
}

// leave takes an append back that nobody has begun to commit.
func (s *sharer) leave(own *shared) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = slices.DeleteFunc(s.waiting, func(w *shared) bool { return w == own })
}

// take empties the queue, up to the bound and one append for each aggregate: two
// with one expectation would both succeed in a batch.
func (s *sharer) take() []*shared {
	s.mu.Lock()
	defer s.mu.Unlock()
	var taken, left []*shared
	seen := map[string]bool{}
	for _, w := range s.waiting {
		filter := w.msg.Header.Get(jetstream.ExpectedLastSubjSeqSubjHeader)
		if len(taken) == shareMost || seen[filter] {
			left = append(left, w)
			continue
		}
		seen[filter] = true
		taken = append(taken, w)
	}
	s.waiting = left
	return taken
}

// commit appends what was taken and tells everybody.
func (s *sharer) commit(ctx context.Context, taken []*shared) {
	defer func() {
		for _, w := range taken {
			close(w.done)
		}
	}()
	if len(taken) >= shareFrom && s.together(ctx, taken) {
		return
	}
	var wg sync.WaitGroup
	for _, w := range taken {
		wg.Go(func() { w.at, w.err = s.log.send(ctx, w.msg) })
	}
	wg.Wait()
}

// together appends all as one batch. It returns false if the server refused the
// batch, which does not say whose expectation was stale: then each goes alone.
func (s *sharer) together(ctx context.Context, taken []*shared) bool {
	msgs := make([]*nats.Msg, len(taken))
	for i, w := range taken {
		msgs[i] = w.msg
	}
	last, err := s.log.send(ctx, msgs...)
	for i, w := range taken {
		if w.err = err; err == nil {
			w.at = last - events.Revision(len(taken)-1-i)
		}
	}
	_, refused := errors.AsType[*jetstream.APIError](err)
	if refused || errors.Is(err, errDuplicate) {
		for _, m := range msgs {
			delete(m.Header, headerBatchID)
			delete(m.Header, headerBatchSeq)
			delete(m.Header, headerBatchCommit)
		}
		return false
	}
	return true
}
