package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mergit-io/mergit/cmd/mergit/node"
)

func (a *app) upCommand() *cobra.Command {
	c := node.Defaults()
	var verbose bool
	cmd := &cobra.Command{
		Use: "up", Short: "Start everything in this process: log, Postgres, chain, workers, gateway", Args: noArgs,
		Long: `Start everything in this process: an embedded NATS server with the log, a
private Postgres, a development chain with the contracts, all workers and the
gateway. Everything is kept below --data; Ctrl-C stops cleanly, and the next
"up" continues where this one stopped, however it ended.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c.Data = a.target.Data
			return a.runNode(cmd.Context(), c, verbose)
		},
	}
	nodeFlags(cmd.Flags(), &c)
	cmd.Flags().StringVar(&c.Sync, "sync", c.Sync, "always: each event is on disk before it counts; default: faster, and a power failure loses what came last")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "log what happens inside")
	return cmd
}

func (a *app) serveCommand() *cobra.Command {
	c := node.Defaults()
	c.Roles, c.MountRoots, c.Lease, c.ReputationEvery = nil, nil, 0, 10*time.Minute
	var verbose bool
	cmd := &cobra.Command{
		Use: "serve", Short: "Run chosen roles against servers that run elsewhere", Args: noArgs,
		Long: `Run chosen roles against a NATS server, a Postgres and a chain that run
elsewhere. Every role may run in several processes; each is scaled on its own.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c.Data, c.Token = a.target.Data, a.target.Token
			if c.NATS == "" {
				return usage("--nats: say where the NATS server is")
			}
			return a.runNode(cmd.Context(), c, verbose)
		},
	}
	nodeFlags(cmd.Flags(), &c)
	f := cmd.Flags()
	f.StringSliceVar(&c.Roles, "roles", nil, "roles to run: gateway, commands, policies, executor[:role], projector, chain, oracle, watcher, auditlog")
	f.StringVar(&c.NATS, "nats", "", "URL of the NATS server, with credentials")
	f.StringVar(&c.MetricsListen, "metrics-listen", "", "address to serve this process's figures at, HOST:PORT, for processes without a gateway; :PORT is on this machine alone")
	f.StringVar(&c.Postgres, "postgres", "", "connection string of the Postgres server")
	f.StringSliceVar(&c.MountRoots, "mount-root", nil, "folder below which goals may mount (repeatable)")
	f.BoolVarP(&verbose, "verbose", "v", false, "log what happens inside")
	return cmd
}

// nodeFlags are those that up and serve share.
func nodeFlags(f *pflag.FlagSet, c *node.Config) {
	f.StringVar(&c.Listen, "listen", c.Listen, "address of the gateway, HOST:PORT; port 0 picks a free one")
	f.StringVar(&c.PublicURL, "public-url", "", "where others reach the gateway; agents' passports on the chain lead there")
	f.DurationVar(&c.Lease, "lease", c.Lease, "how long a worker may be silent before its task is given to another; serve takes over that of the other workers")
	f.StringVar(&c.Models, "models", "", "file that says which model answers for which role, see examples/models.yaml; without it none does, and plans come from playbooks")
	f.IntVar(&c.Parallel, "parallel", c.Parallel, "how many tasks run at a time")
	f.StringToStringVar(&c.WebhookSecrets, "webhook-secret", nil, "`SOURCE=FILE`: the system SOURCE may call /webhooks/SOURCE; each line of FILE is a secret that is good (repeatable)")
	f.StringSliceVar(&c.RPC, "chain", nil, "URL of the chain's JSON-RPC, the preferred one first (repeatable); up without it runs a development chain of its own")
	f.IntVar(&c.ChainQuorum, "chain-quorum", 1, "how many of the chain's nodes must agree on what is final")
	f.StringSliceVar(&c.ChainWS, "chain-ws", nil, "WebSocket URL that tells of the chain's new blocks (repeatable; default: where --chain has it)")
	f.StringVar(&c.Deployments, "deployments", "", "folder that says where the contracts are, as contracts deploy writes it; a public chain needs it")
	f.StringVar(&c.Keystores, "keystores", "", "folder with ROLE.json and ROLE.password of the roles that sign (default: keys made in the data folder)")
	f.StringVar(&c.Stakes, "stakes", "", "file that says which tools take how much stake, in place of the built-in table")
	f.DurationVar(&c.ReputationEvery, "reputation-every", c.ReputationEvery, "how often agents with news are scored, and how often a score moves by a step on the chain")
	f.DurationVar(&c.CheckpointEvery, "checkpoint-every", c.CheckpointEvery, "how often a checkpoint of the log is signed, if something happened")
	f.DurationVar(&c.AnchorEvery, "anchor-every", 0, "how often the newest checkpoint is anchored on the chain (default: 1m, and 10s on the development chain)")
	f.BoolVar(&c.AllowPrivate, "allow-private", false, "let http_request reach loopback and private addresses")
}

// runNode runs until Ctrl-C or a failure.
func (a *app) runNode(ctx context.Context, c node.Config, verbose bool) error {
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelInfo
	}
	c.Tell = func(what string) { fmt.Fprintln(a.err, what) }
	c.Log, c.Version = slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: level})), Version()
	faults := []error{c.Check()}
	if _, _, err := net.SplitHostPort(c.Listen); err == nil { // else that is said already
		faults = append(faults, checkListen(c.Listen))
	}
	if err := errors.Join(faults...); err != nil {
		return &exitError{Code: exitUsage, Err: err}
	}
	_, missing := os.Stat(c.Data)
	began, started := time.Now(), false
	err := node.Run(ctx, c, func(client node.Client) {
		started = true
		if a.json {
			said := map[string]any{"url": client.URL, "token": client.Token, "data": c.Data}
			if client.Metrics != "" {
				said["metrics_url"] = client.Metrics
			}
			_ = a.line(said)
			return
		}
		if client.URL == "" {
			fmt.Fprintf(a.out, "Mergit runs %s (after %.1f s)\n", strings.Join(c.Roles, ", "), time.Since(began).Seconds())
			if client.Metrics != "" {
				fmt.Fprintf(a.out, "metrics: %s\n", client.Metrics)
			}
			fmt.Fprint(a.out, "\nCtrl-C stops.\n")
			return
		}
		fmt.Fprintf(a.out, "Mergit is up at %s (after %.1f s)\n", client.URL, time.Since(began).Seconds())
		if client.Token != "" {
			fmt.Fprintf(a.out, "token: %s\n", client.Token)
		}
		fmt.Fprintf(a.out, "\nIn another terminal, here:\n  %s\n\nCtrl-C stops.\n", target{Data: c.Data}.command("goal run \"Summarise this repository\" --mount ."))
	})
	if errors.Is(missing, os.ErrNotExist) && !started {
		node.Layout{Dir: c.Data}.Forsake()
	}
	if ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)) {
		fmt.Fprintln(a.err, "stopped; the next start continues")
		return nil
	}
	if _, ok := errors.AsType[*node.SettingsError](err); ok {
		return &exitError{Code: exitUsage, Err: err}
	}
	return err
}

// checkListen refuses what can be no address to listen on.
func checkListen(address string) error {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("--listen %q: want HOST:PORT", address)
	}
	if _, err := net.LookupPort("tcp", port); err != nil {
		return fmt.Errorf("--listen %q: a port is a number from 0, which picks a free one, to 65535", address)
	}
	return nil
}
