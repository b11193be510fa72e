package node

import (
	"context"
	"log/slog"
	"time"

	"github.com/mergit-io/mergit/events/eventlog/jslog"
)

// anewAfter is how long a part waits for a server that was away.
const anewAfter = 2 * time.Second

// anew makes a part that begins anew whenever the log's server was away for
// longer than a request waits for it. Such a part knows nothing but what it reads
// of the log when it begins; whatever else goes wrong ends it.
func anew(log *slog.Logger, name string, run func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		for {
			err := run(ctx)
			if ctx.Err() != nil || !jslog.Passing(err) {
				return err
			}
			log.WarnContext(ctx, "a part begins anew", slog.String("part", name), slog.Any("err", err))
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(anewAfter):
			}
		}
	}
}
