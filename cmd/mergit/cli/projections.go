package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/pinned"
	"github.com/mergit-io/mergit/projections/store"
)

func (a *app) projectionsCommand() *cobra.Command {
	list := func(cmd *cobra.Command, _ []string) error {
		return a.withStore(cmd.Context(), func(ctx context.Context, d *node.Direct) error { return a.listProjections(ctx, d) })
	}
	return group(&cobra.Command{Use: "projections", Short: "Look at the read models and build them anew"},
		&cobra.Command{Use: "list", Short: "List the read models, how far each is and how large", Args: noArgs, Aliases: []string{"status"}, RunE: list},
		a.rebuildCommand())
}

func (a *app) rebuildCommand() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use: "rebuild NAME… | --all", Short: "Build read models anew from the first event, while the old ones are read", Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, names []string) error {
			switch {
			case all && len(names) > 0:
				return usage("--all: leave the names out")
			case all:
				for _, p := range projections.Projections() {
					names = append(names, p.Name)
				}
			case len(names) == 0:
				return usage("name a read model, or --all: %s", a.target.command("projections list"))
			}
			return a.withStore(cmd.Context(), func(ctx context.Context, d *node.Direct) error {
				for _, name := range names {
					if err := a.rebuild(ctx, d, name); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	c.Flags().BoolVar(&all, "all", false, "every read model there is")
	return c
}

// withStore works on the log and the read models: of the server that is found,
// or, where none runs, of the data folder itself.
func (a *app) withStore(ctx context.Context, run func(context.Context, *node.Direct) error) error {
	server, err := a.target.connect()
	if err == nil {
		err = a.onStore(ctx, server.where(), run)
	}
	if _, unreached := errors.AsType[*awayError](err); !unreached || a.target.Server != "" {
		return err
	}
	c := node.Defaults()
	c.Data = a.target.Data
	offline := node.Offline(ctx, c, func(ctx context.Context, client node.Client) error { return a.onStore(ctx, client, run) })
	_, held := errors.AsType[*node.HeldError](offline)
	if held || errors.Is(offline, node.ErrNoFolder) {
		return err
	}
	return offline
}

func (a *app) onStore(ctx context.Context, client node.Client, run func(context.Context, *node.Direct) error) error {
	d, err := node.OpenDirect(ctx, client)
	if err != nil {
		return &awayError{err.Error()}
	}
	defer d.Close()
	if d.Pool == nil {
		return errors.New("the address of Postgres is not known; run this on the machine of the server, with --data")
	}
	return run(ctx, d)
}

func (a *app) listProjections(ctx context.Context, d *node.Direct) error {
	head, err := d.Log.Head(ctx)
	if err != nil {
		return err
	}
	list, err := store.List(ctx, d.Pool, head)
	if err != nil {
		return err
	}
	if a.json {
		for _, s := range list {
			if err := a.line(s); err != nil {
				return err
			}
		}
		return a.line(map[string]any{"projections": len(list), "head": head})
	}
	rows := [][]string{{"NAME", "VERSION", "GENERATION", "STATE", "REACHED", "BEHIND", "SIZE"}}
	for _, s := range list {
		rows = append(rows, []string{s.Projection, fmt.Sprint(s.Version), fmt.Sprint(s.Generation), fmt.Sprint(s.State), fmt.Sprint(s.Reached),
			fmt.Sprint(s.Lag), fmt.Sprintf("%d kB", s.Bytes>>10)})
	}
	return table(a.out, 0, rows)
}

func (a *app) rebuild(ctx context.Context, d *node.Direct, name string) error {
	feeds, err := pinned.New(d.Conn, pinned.Config{})
	if err != nil {
		return err
	}
	began, last := time.Now(), time.Time{}
	var done events.Revision
	b := &projections.Rebuilder{Store: store.New(d.Pool), Feeds: feeds, Log: d.Log, Keys: d.Keys, Report: func(n, total events.Revision) {
		done = n
		if a.json || !isTerminal(a.err) || time.Since(last) < 100*time.Millisecond && n < total {
			return
		}
		last = time.Now()
		fmt.Fprint(a.err, "\r\x1b[K"+oneLine(fmt.Sprintf("%d of %d events", n, total), columnsOf(a.err, 80)-1))
	}}
	err = b.Rebuild(ctx, name)
	if isTerminal(a.err) && !a.json {
		fmt.Fprint(a.err, "\r\x1b[K")
	}
	if unknown, ok := errors.AsType[*projections.UnknownProjectionError](err); ok {
		return &exitError{Code: exitUsage, Err: unknown}
	}
	if ctx.Err() != nil {
		return &exitError{Code: exitInterrupted, Err: fmt.Errorf("the next rebuild of %s continues", name)}
	}
	if err != nil {
		return err
	}
	took := time.Since(began)
	if a.json {
		return a.line(map[string]any{"projection": name, "events": done, "seconds": took.Seconds()})
	}
	fmt.Fprintf(a.out, "rebuilt %s from %d events in %s\n", name, done, took.Round(time.Millisecond))
	return nil
}
