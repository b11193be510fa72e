package jslog

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The pauses between attempts grow from the first to the longest.
const (
	firstPause   = 5 * time.Millisecond
	longestPause = 500 * time.Millisecond
)

// pause waits before attempt n, counted from 0, or until the context ends.
func pause(ctx context.Context, n int) error {
	timer := time.NewTimer(min(firstPause<<min(n, 10), longestPause))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// persist runs an attempt until it succeeds, fails for good, or the context or,
// where that has no deadline, patience ends.
func persist(ctx context.Context, patience time.Duration, attempt func(ctx context.Context) error) error {
	err := once(ctx, attempt)
	if err == nil || !Passing(err) {
		return err
	}
	ctx, cancel := bounded(ctx, patience)
	defer cancel()
	for n := 0; ; n++ {
		if stop := pause(ctx, n); stop != nil {
			return errors.Join(stop, err)
		}
		if err = once(ctx, attempt); err == nil || !Passing(err) {
			return err
		}
	}
}

func once(ctx context.Context, attempt func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	return attempt(ctx)
}

// bounded gives a context a deadline if it has none.
func bounded(ctx context.Context, patience time.Duration) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, patience)
}

// codeInvalidConfig is what the server says of a stream it will not make.
const codeInvalidConfig jetstream.ErrorCode = 10052

// Passing reports whether an error is one of those that go by: no answer, no
// leader, a server that is starting, too much at once.
func Passing(err error) bool {
	switch {
	case errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrMaxPayload), errors.Is(err, nats.ErrConnectionDraining):
		return false
	case errors.Is(err, context.Canceled):
		return false
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout), errors.Is(err, nats.ErrNoResponders),
		errors.Is(err, nats.ErrDisconnected), errors.Is(err, nats.ErrReconnectBufExceeded),
		errors.Is(err, nats.ErrStaleConnection), errors.Is(err, nats.ErrConnectionReconnecting),
		errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(err, jetstream.ErrJetStreamNotEnabled):
		return true
	}
	var api jetstream.JetStreamError
	if errors.As(err, &api) && api.APIError() != nil {
		if api.APIError().ErrorCode == codeInvalidConfig {
			return false
		}
		code := api.APIError().Code // as of HTTP
		return code >= 500 || code == 408 || code == 429
	}
	return false
}
