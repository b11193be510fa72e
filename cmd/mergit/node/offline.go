package node

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// ErrNoFolder says that there is no data folder to work in.
var ErrNoFolder = errors.New("no data folder of Mergit")

// Offline runs the log and Postgres of a data folder in which no server works,
// and nothing else, until use returns: what an operator needs to put right what
// keeps a server from starting.
func Offline(ctx context.Context, c Config, use func(context.Context, Client) error) (err error) {
	l := Layout{c.Data}
	if _, err := os.Stat(l.about()); err != nil {
		return fmt.Errorf("%w in %s", ErrNoFolder, c.Data)
	}
	release, err := l.claim()
	if err != nil {
		return err
	}
	defer release()
	c.NoChain = true
	i, err := embed(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.stop(c.Log)) }()
	return use(ctx, Client{NATS: i.natsURL, Postgres: i.dsn, PID: os.Getpid(), Workspace: workspace})
}
