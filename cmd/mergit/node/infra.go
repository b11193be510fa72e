package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/projections/postgres"
)

// infra is the servers that Mergit stands on, run by this process or reached by
// their addresses.
type infra struct {
	nats     *natsserver.Server // nil if remote
	postgres *postgres.Server   // nil if remote
	chain    *devchain.Chain    // nil if remote or left out

	natsURL, dsn, rpc string
	rpcs, ws          []string // the chain's nodes, rpc first, and who tells of new blocks
	conn              *nats.Conn
	reader            *nats.Conn // what is read of the log comes over it
}

// DevChainID is the chain ID of the embedded chain.
const DevChainID = 1337

// embed starts the servers of `mergit up`, all at once.
func embed(ctx context.Context, c Config) (_ *infra, err error) {
	l := Layout{c.Data}
	token, err := secret(l.NATSToken(), "")
	if err != nil {
		return nil, err
	}
	i := &infra{}
	defer func() {
		if err != nil {
			err = errors.Join(err, i.stop(c.Log))
		}
	}()
	var starting errgroup.Group
	starting.Go(func() (err error) {
		if i.nats, err = natsserver.Start(natsserver.Config{Dir: l.NATS(), Token: token, SyncAlways: c.Sync == "always", Log: c.Log}); err != nil {
			return fmt.Errorf("start the log: %w", err)
		}
		i.natsURL = i.nats.ClientURL()
		if i.conn, err = i.nats.Connect("mergit"); err != nil {
			return err
		}
		i.reader, err = i.nats.Connect("mergit-reader", jslog.RawHeaders())
		return err
	})
	starting.Go(func() (err error) {
		if i.postgres, err = postgres.Start(ctx, postgres.Config{Dir: l.Postgres(), Fetch: true, Log: c.Log, Tell: c.Tell}); err != nil {
			return fmt.Errorf("start Postgres: %w", err)
		}
		i.dsn = i.postgres.DSN()
		return nil
	})
	i.reachChain(c)
	if !c.NoChain && i.rpc == "" {
		starting.Go(func() (err error) {
			if i.chain, err = devchain.Open(devchain.Config{ChainID: DevChainID, Dir: l.Chain(), Log: c.Log}); err != nil {
				return fmt.Errorf("start the chain: %w", err)
			}
			i.rpc, i.rpcs, i.ws = i.chain.HTTP(), []string{i.chain.HTTP()}, []string{i.chain.WS()}
			return nil
		})
	}
	return i, starting.Wait()
}

// A NATS server that stands still, or cannot be reached any more, is left for
// another one after 10 to 15 s: well before the log's patience ends. The client
// library would wait six minutes.
const (
	pingEvery  = 5 * time.Second
	unanswered = 2
)

// connect reaches a NATS server that runs elsewhere, and goes on trying.
func connect(url, name string, more ...nats.Option) (*nats.Conn, error) {
	nc, err := nats.Connect(url, append([]nats.Option{nats.Name(name), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(unanswered)}, more...)...)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	return nc, nil
}

// reach connects to servers that run elsewhere.
func reach(c Config) (*infra, error) {
	conn, err := connect(c.NATS, "mergit")
	if err != nil {
		return nil, err
	}
	i := &infra{natsURL: c.NATS, dsn: c.Postgres, conn: conn}
	if i.reader, err = connect(c.NATS, "mergit-reader", jslog.RawHeaders()); err != nil {
		conn.Close()
		return nil, err
	}
	i.reachChain(c)
	return i, nil
}

// reachChain notes where a chain is that runs elsewhere.
func (i *infra) reachChain(c Config) {
	if i.rpcs, i.ws = c.RPC, c.waking(); len(c.RPC) > 0 {
		i.rpc = c.RPC[0]
	}
}

// stopPatience bounds how long the servers may take to stop.
const stopPatience = 15 * time.Second

// stop ends the servers, the log last.
func (i *infra) stop(log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	var faults []error
	if i.chain != nil {
		faults = append(faults, i.chain.Close())
	}
	if i.postgres != nil {
		faults = append(faults, i.postgres.Stop(ctx))
	}
	for _, nc := range []*nats.Conn{i.reader, i.conn} {
		if nc != nil {
			nc.Close()
		}
	}
	if i.nats != nil {
		faults = append(faults, i.nats.Shutdown(ctx))
	}
	if err := errors.Join(faults...); err != nil {
		log.WarnContext(ctx, "servers did not stop cleanly", slog.Any("err", err))
		return err
	}
	return nil
}
