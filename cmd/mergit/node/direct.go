package node

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
)

// Direct is the log, its keys and blobs, and the read models, reached without
// the gateway: what an operator or an auditor works with.
type Direct struct {
	Log   eventlog.Log
	Keys  eventlog.Keys
	Blobs eventlog.Blobs
	Pool  *pgxpool.Pool // nil if the client knows no Postgres
	Conn  *nats.Conn

	reader *nats.Conn
}

// OpenDirect connects to the servers of a client file. It creates nothing that
// is not there.
func OpenDirect(ctx context.Context, c Client) (_ *Direct, err error) {
	if c.NATS == "" {
		return nil, errors.New("the address of the log is not known; run this on the machine of the server, with --data")
	}
	d := &Direct{}
	defer func() {
		if err != nil {
			d.Close()
		}
	}()
	if d.Conn, err = nats.Connect(c.NATS, nats.Name("mergit-cli")); err != nil {
		return nil, fmt.Errorf("connect to the log: %w; is the server running?", err)
	}
	if d.reader, err = nats.Connect(c.NATS, nats.Name("mergit-cli-reader"), jslog.RawHeaders()); err != nil {
		return nil, fmt.Errorf("connect to the log: %w", err)
	}
	stores, err := jslog.OpenStores(ctx, d.Conn, jslog.StoresConfig{Reader: d.reader})
	if err != nil {
		return nil, err
	}
	d.Log, d.Keys, d.Blobs = stores.Log, stores.Keys, stores.Blobs
	if c.Postgres != "" {
		if d.Pool, err = pgxpool.New(ctx, c.Postgres); err == nil {
			err = d.Pool.Ping(ctx)
		}
		if err != nil {
			return nil, fmt.Errorf("connect to Postgres: %w", err)
		}
	}
	return d, nil
}

// Close gives the connections back.
func (d *Direct) Close() {
	if d.Pool != nil {
		d.Pool.Close()
	}
	for _, nc := range []*nats.Conn{d.reader, d.Conn} {
		if nc != nil {
			nc.Close()
		}
	}
}
