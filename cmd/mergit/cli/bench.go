package cli

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"runtime/pprof"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/cmd/mergit/bench"
)

func (a *app) benchCommand() *cobra.Command {
	var o bench.Options
	var profile string
	spine := &cobra.Command{
		Use: "spine", Short: "Appends, goals and rebuilds, each beside a limit measured in the same run", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if profile != "" {
				stop, err := cpuProfile(profile)
				if err != nil {
					return err
				}
				defer stop()
			}
			return a.benchSpine(cmd.Context(), o)
		},
	}
	f := spine.Flags()
	f.StringVar(&o.Dir, "dir", "", "where to put the data (default: the folder for temporary files)")
	f.StringSliceVar(&o.Syncs, "sync", []string{"default", "always"}, "sync modes to measure")
	f.IntVar(&o.Goals, "goals", 1500, "how many goals run with many in flight; a fifth of it with --sync always")
	f.IntVar(&o.InFlight, "in-flight", 50, "how many goals run at a time")
	f.BoolVar(&o.NoChain, "no-chain", false, "leave proofs out")
	f.StringVar(&profile, "cpuprofile", "", "write a profile for go tool pprof")
	return group(&cobra.Command{Use: "bench", Short: "Measure Mergit on this machine"}, spine, a.benchChainCommand(), a.benchAgentsCommand())
}

func (a *app) benchChainCommand() *cobra.Command {
	var o bench.ChainOptions
	cmd := &cobra.Command{
		Use: "chain", Short: "Proofs: what they cost, how long they take, how many there are a second", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Goals < 1 || o.Rate < 1 || o.Burst < 1 {
				return usage("--goals %d --rate %d --burst %d: want at least 1 of each", o.Goals, o.Rate, o.Burst)
			}
			o.Note = a.err
			measured, err := bench.RunChain(cmd.Context(), o)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(measured)
			}
			encoder := json.NewEncoder(a.out)
			encoder.SetIndent("", "  ")
			return encoder.Encode(measured)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Dir, "dir", "", "where to put the data (default: the folder for temporary files)")
	f.IntVar(&o.Goals, "goals", 300, "how many goals are proven one after another")
	f.IntVar(&o.Rate, "rate", 10, "how many of them a second")
	f.IntVar(&o.Burst, "burst", 1000, "how many goals are proven with 50 in flight")
	return cmd
}

func (a *app) benchAgentsCommand() *cobra.Command {
	var o bench.AgentOptions
	var syncs []string
	cmd := &cobra.Command{
		Use: "agents", Short: "What the loop of a model adds to each call of a tool, and what it stores", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Calls < 8 || o.Tasks < 1 {
				return usage("--calls %d --tasks %d: want at least 8 and 1", o.Calls, o.Tasks)
			}
			o.Note = a.err
			for _, o.Sync = range syncs {
				if o.Sync != "default" && o.Sync != "always" {
					return usage("--sync %q: want default or always", o.Sync)
				}
				measured, err := bench.RunAgents(cmd.Context(), o)
				if err != nil {
					return err
				}
				if err := a.line(measured); err != nil {
					return err
				}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Dir, "dir", "", "where to put the data (default: the folder for temporary files)")
	f.StringSliceVar(&syncs, "sync", []string{"default", "always"}, "sync modes to measure")
	f.IntVar(&o.Calls, "calls", 200, "how many calls a task makes")
	f.IntVar(&o.Tasks, "tasks", 5, "how many tasks run, one after the other")
	return cmd
}

// cpuProfile profiles until stop.
func cpuProfile(path string) (stop func(), err error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() { pprof.StopCPUProfile(); _ = file.Close() }, nil
}

func (a *app) benchSpine(ctx context.Context, o bench.Options) error {
	o.Note = a.err
	all := map[string]bench.Spine{}
	err := bench.RunSpine(ctx, o, func(s bench.Spine) error {
		all["sync: "+s.Sync] = s
		if a.json {
			return a.line(s)
		}
		encoder := json.NewEncoder(a.out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(s)
	})
	if err != nil || !a.json {
		return err
	}
	return a.line(all)
}
