// Package cli is Mergit's command line.
package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// app is what every command has at hand.
type app struct {
	in       io.Reader
	out, err io.Writer
	json     bool
	target   target
}

// Main runs a command line and returns its exit code.
func Main(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, args, in, out, errOut)
}

// run is Main until ctx ends.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	a := &app{in: in, out: out, err: errOut}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	exit := exitOf(ctx, err)
	if text := exit.text(); text != "" {
		fmt.Fprintln(errOut, printable(text))
	}
	if a.json || slices.Contains(args, "--json") || slices.Contains(args, "--json=true") { // it may stand behind the flag that is wrong
		_ = a.line(exit.line())
	}
	return exit.Code
}

func (a *app) root() *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "mergit",
		Short: "Run AI-agent goals as task graphs, and prove every step",
		Long: `Mergit runs goals as task graphs in which every step is an immutable event,
and records what was done on a chain, so that anybody can check it.

Start everything in this folder with "mergit up", then, in another terminal:
  mergit goal run "Summarise this repository" --mount .

Each flag can be set in the environment too, as MERGIT_ and its name in
capitals: --allow-private is MERGIT_ALLOW_PRIVATE. The flag wins. --server is
MERGIT_URL or MERGIT_SERVER.

Exit codes: 0 done, 1 failed, 2 usage, 3 refused or verification failed,
4 a person must answer and there is no terminal, 130 Ctrl-C.`,
		SilenceErrors: true, SilenceUsage: true, Args: cobra.ArbitraryArgs,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return fromEnvironment(cmd.Flags()) },
	}
	root.Flags().BoolVar(&version, "version", false, "print the version")
	root.SetFlagErrorFunc(flagFault)
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "write JSON lines; the last line is one object with the result, or with the error and exit code")
	flags.StringVar(&a.target.Data, "data", ".mergit", "data folder of the server on this machine")
	flags.StringVar(&a.target.Server, "server", "", "URL of a server (default: the one of the data folder)")
	flags.StringVar(&a.target.Token, "token", "", "token for --server")
	group(root,
		a.upCommand(), a.serveCommand(), a.goalCommand(), a.agentCommand(), a.playbooksCommand(), a.toolsCommand(), a.watchCommand(), a.auditCommand(), a.verifyCommand(), a.interruptsCommand(),
		a.projectionsCommand(), a.tokenCommand(), a.doctorCommand(), a.benchCommand(), a.contractsCommand(), a.proofCommand(), a.reputationCommand(),
		a.stakeCommand(), a.challengeCommand(), a.escrowCommand(), a.memoryCommand(), a.embedCommand(),
	)
	help := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case !version:
			return help(cmd, args)
		case a.json:
			return a.line(map[string]any{"version": Version()})
		}
		_, err := fmt.Fprintln(a.out, "mergit version", Version())
		return err
	}
	return root
}

// Version is the module's version, or the revision it was built from.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "devel-" + s.Value[:min(12, len(s.Value))]
		}
	}
	return "devel"
}

// interactive reports whether a person sits at both ends.
func (a *app) interactive() bool {
	in, isFile := a.in.(*os.File)
	return isFile && term.IsTerminal(int(in.Fd())) && isTerminal(a.err)
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
