package node

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/bus"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/reads"
	"github.com/mergit-io/mergit/gateway/sse"
	"github.com/mergit-io/mergit/gateway/webhook"
	"github.com/mergit-io/mergit/handlers/planner"
	"github.com/mergit-io/mergit/projections/views"
)

// workspace is the only one until there are accounts.
const workspace = "main"

// startGateway serves on a listener, if there is one, and returns what clients
// need to know.
func (n *node) startGateway(_ context.Context, listener net.Listener, part func(string, func(context.Context) error)) (Client, error) {
	client := Client{NATS: n.infra.natsURL, Postgres: n.infra.dsn, RPC: n.infra.rpc, Deployments: n.deployments(), PID: os.Getpid(), Workspace: workspace, Metrics: n.figures}
	if listener == nil {
		return client, nil
	}
	if n.pool == nil {
		return client, errors.New("the gateway needs --postgres")
	}
	token := n.c.Token
	if token == "" {
		var err error
		if token, err = secret(n.layout.Token(), "mgt_"); err != nil {
			return client, err
		}
	}
	who, err := auth.NewStatic(auth.Token{Secret: token, Principal: auth.Principal{ID: "user:owner", Workspace: workspace, Scopes: auth.AllScopes()}})
	if err != nil {
		return client, err
	}
	var to commands.Dispatcher = bus.NewClient(n.infra.conn, bus.ClientConfig{})
	see := views.Config{}
	if n.c.runs(Projector) {
		see.Progress = n.progress // asked before Postgres is
	}
	secrets, err := webhookSecrets(n.c.WebhookSecrets)
	if err != nil {
		return client, err
	}
	figures, err := n.metrics()
	if err != nil {
		return client, err
	}
	read := reads.New(views.New(n.pool, see))
	names := make([]string, 0, 8)
	for _, p := range planner.Playbooks() {
		names = append(names, p.Name)
	}
	server, err := gateway.New(gateway.Config{
		Keys: n.set.Codec.Keys, Streams: sse.Config{Live: live{n.queue}}, Logger: n.c.Log,
		API: api.Config{
			Log: n.set.Log, Commands: to, Auth: who, NewID: NewID, Version: n.c.Version, MountRoots: n.c.MountRoots,
			Views:     read,
			Agents:    read,
			MayAct:    n.mayAct,
			PublicURL: n.public,
			Economy:   n.economy(see),
			Results:   eventlog.Results{Log: n.set.Log, Codec: n.set.Codec, Blobs: n.blobs},
			Catalogue: func() plan.Catalogue { return catalogue(n.tools) },
			Check:     func(g events.GoalSubmitted) error { return n.checkForAgent(context.Background(), g) },
			Playbooks: func() []string { return names },
			Checks:    append(n.checks(), read.Lag(n.set.Log)),
			Warnings:  n.warnings,
			Able:      n.able,
			Metrics:   figures,
			Secrets:   confidant{n.secrets, n.set.Goals},
			Webhooks:  &webhook.Receiver{Secrets: secrets, Workspace: workspace, Commands: to, Keys: n.set.Codec.Keys, Blobs: n.blobs},

			Reputations: reads.NewReputations(views.New(n.pool, see)),
			Audit:       n.auditReads(see),
			Memory:      n.memoryReads(),
		},
	})
	if err != nil {
		return client, err
	}
	if n.infra.postgres == nil {
		part("Postgres", n.watchDatabase)
	}
	part("gateway", func(ctx context.Context) error { return server.Run(ctx, listener) })
	client.URL, client.Token = "http://"+listener.Addr().String(), token
	return client, nil
}

// checks are what GET /ready looks at.
func (n *node) checks() []api.Check {
	return []api.Check{
		{Name: "postgres", Run: n.pool.Ping},
		{Name: "chain", Run: n.checkChain},
	}
}

func (n *node) checkChain(ctx context.Context) error {
	if n.infra.rpc == "" {
		return nil
	}
	address, err := hostOf(n.infra.rpc)
	if err != nil {
		return err
	}
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("chain: %w", err)
	}
	return conn.Close()
}
