package executor

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/mergit-io/mergit/handlers/work"
)

var (
	errGoalEnded = errors.New("the goal has ended")
	errLeaseLost = errors.New("the lease was lost: this worker was silent for too long")
)

// lease is how long this worker may still act on a task, on the monotonic clock
// since the last renewal that the queue confirmed.
type lease struct {
	d      *work.Delivery
	length time.Duration

	mu    sync.Mutex
	since time.Time
}

func newLease(d *work.Delivery, length time.Duration) *lease {
	return &lease{d: d, length: length, since: time.Now()}
}

// left is how much of the lease remains.
func (l *lease) left() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.length - time.Since(l.since)
}

// renew asks the queue for a whole lease.
func (l *lease) renew(ctx context.Context) error {
	asked := time.Now() // the queue counts from later than this
	if err := l.d.Renew(ctx); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.since = asked
	return nil
}

// keep renews the lease until stop, and cancels the work when it is lost.
func (l *lease) keep(ctx context.Context, cancel context.CancelCauseFunc) (stop func()) {
	var once sync.Once
	timer := time.NewTimer(l.length / 3)
	stopped := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer timer.Stop()
		for {
			select {
			case <-stopped:
				return
			case <-ctx.Done():
				return
			case <-timer.C:
			}
			if l.left() <= 0 {
				cancel(errLeaseLost)
				return
			}
			ask, end := context.WithTimeout(ctx, l.length/4)
			_ = l.renew(ask) // tried again; left tells when it is too late
			end()
			timer.Reset(min(l.length/3, max(l.left(), time.Millisecond)))
		}
	}()
	return func() { once.Do(func() { close(stopped) }); <-done }
}
