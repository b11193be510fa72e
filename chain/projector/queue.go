package projector

import (
	"context"
	"slices"
	"sync"
	"time"
)

// maxQueued is how many bundles wait in memory; beyond it goals wait in the log.
const maxQueued = 1 << 16

// queue holds the bundles that are to be recorded, those that wait for another try apart.
type queue struct {
	now    func() time.Time
	gather time.Duration
	batch  int

	mu      sync.Mutex
	ready   []*job // oldest first
	later   []*job
	changed chan struct{} // closed and replaced with every change
}

func (q *queue) init(cfg Config) {
	q.now, q.gather, q.batch, q.changed = cfg.Now, cfg.Gather, cfg.Batch, make(chan struct{})
}

// put queues a bundle, unless it is queued already, to be tried after a time.
func (q *queue) put(j *job, now, after time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j.queued {
		return
	}
	j.queued, j.since, j.after = true, now, after
	if after.After(now) {
		q.later = append(q.later, j)
	} else {
		q.ready = append(q.ready, j)
	}
	q.signal()
}

// signal wakes whoever waits. The caller holds mu.
func (q *queue) signal() {
	close(q.changed)
	q.changed = make(chan struct{})
}

// room waits until the queue is not full.
func (q *queue) room(ctx context.Context) error {
	for {
		q.mu.Lock()
		full, changed := len(q.ready)+len(q.later) >= maxQueued, q.changed
		q.mu.Unlock()
		if !full {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
}

// take waits for bundles and returns as many as may share a transaction.
func (q *queue) take(ctx context.Context) ([]*job, error) {
	for {
		batch, wait, changed := q.due()
		if batch != nil {
			return batch, nil
		}
		var tick <-chan time.Time
		if wait > 0 {
			tick = time.After(wait)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-changed:
		case <-tick:
		}
	}
}

// due takes a batch that is full or has waited long enough; if there is none, it says when there will be.
func (q *queue) due() (batch []*job, wait time.Duration, changed <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.now()
	var next time.Time
	q.later = slices.DeleteFunc(q.later, func(j *job) bool {
		if !j.after.After(now) {
			q.ready = append(q.ready, j)
			return true
		}
		if next.IsZero() || j.after.Before(next) {
			next = j.after
		}
		return false
	})
	if len(q.ready) > 0 {
		first := q.ready[0]
		limit := q.limit(first)
		if full := first.since.Add(q.gather); len(q.ready) < limit && full.After(now) {
			if next.IsZero() || full.Before(next) {
				next = full
			}
		} else {
			return q.pop(first, limit), 0, nil
		}
	}
	if !next.IsZero() {
		wait = max(next.Sub(now), time.Millisecond)
	}
	return nil, wait, q.changed
}

// limit is how many bundles may share a transaction with one. It halves with every refusal, so that one bundle which the
// contract refuses is soon alone and does not keep the others.
func (q *queue) limit(j *job) int { return max(1, q.batch>>min(j.attempts.Load(), 16)) }

// pop takes the first bundles that were tried as often as the first. The caller holds mu.
func (q *queue) pop(first *job, limit int) []*job {
	batch, attempts := make([]*job, 0, min(limit, len(q.ready))), first.attempts.Load()
	q.ready = slices.DeleteFunc(q.ready, func(j *job) bool {
		if len(batch) == limit || j.attempts.Load() != attempts {
			return false
		}
		j.queued = false
		batch = append(batch, j)
		return true
	})
	q.signal()
	return batch
}
