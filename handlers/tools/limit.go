package tools

import (
	"context"
	"time"
)

type limitKey struct{}

// Within bounds a call by what the tool allows or what the caller has left, whichever is less, and keeps which it was, so
// that a failure names the time that really applied. A caller that bounded the call by Within, too, is named with the time
// that it gave, not with what was left of it when the call began.
func Within(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < most {
		given, bounded := ctx.Value(limitKey{}).(time.Duration)
		if bounded && given < most {
			return context.WithTimeout(ctx, given)
		}
		most = time.Until(deadline)
	}
	return context.WithTimeout(context.WithValue(ctx, limitKey{}, most), most)
}

// tooLong says that a call ended with its time.
func tooLong(ctx context.Context) string {
	switch limit, ok := ctx.Value(limitKey{}).(time.Duration); {
	case !ok:
		return "took too long"
	case limit <= 0:
		return "no time was left for it"
	case limit >= 100*time.Millisecond:
		return "took longer than " + limit.Round(10*time.Millisecond).String()
	default:
		return "took longer than " + limit.Round(time.Millisecond).String()
	}
}
