package model

import "context"

type meterKey struct{}

// WithMeter has read told of every answer that a Router gives under the context, so that whoever pays knows of it, also where the
// answer was of no use to whoever asked. read may be called from several goroutines.
func WithMeter(ctx context.Context, read func(Answer)) context.Context {
	return context.WithValue(ctx, meterKey{}, read)
}

func metered(ctx context.Context, a Answer) {
	if read, ok := ctx.Value(meterKey{}).(func(Answer)); ok {
		read(a)
	}
}
