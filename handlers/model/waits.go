package model

import (
	"context"
	"fmt"
	"time"
)

type waitsKey struct{}

// WithWaits has tell called with why a question that is asked with the context has no answer yet, and what is done about it.
func WithWaits(ctx context.Context, tell func(why string)) context.Context {
	return context.WithValue(ctx, waitsKey{}, tell)
}

// waits tells whoever wants to know that a question is asked again after a while, or of the next model.
func waits(ctx context.Context, why string, wait time.Duration) {
	tell, ok := ctx.Value(waitsKey{}).(func(string))
	if !ok {
		return
	}
	if wait > 0 {
		why += fmt.Sprintf("; asked again in %s", max(wait.Round(time.Second), time.Second))
	}
	tell(why)
}
