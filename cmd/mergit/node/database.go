package node

import (
	"context"
	"log/slog"
	"time"
)

// databaseEvery is how often it is looked whether Postgres can be reached.
const databaseEvery = 5 * time.Second

// watchDatabase says when a Postgres that runs elsewhere cannot be reached, and when it can again. Who reads is told by the gateway, and
// nobody else would be.
func (n *node) watchDatabase(ctx context.Context) error {
	return watchReach(ctx, n.c.Log.With(slog.String("server", "postgres")), n.pool.Ping, databaseEvery)
}

// watchReach tells a log of each change of whether something can be reached, until the context ends.
func watchReach(ctx context.Context, log *slog.Logger, ping func(context.Context) error, every time.Duration) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	away := false
	for {
		asked, cancel := context.WithTimeout(ctx, every)
		err := ping(asked)
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && !away:
			log.WarnContext(ctx, "cannot be reached; what needs it is refused until it can", slog.Any("err", err))
		case err == nil && away:
			log.WarnContext(ctx, "can be reached again")
		}
		away = err != nil
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
