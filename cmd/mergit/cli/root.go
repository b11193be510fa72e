// Package cli is Mergit's command line.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1   // the goal failed, or something did not work
	exitUsage       = 2   // the command line is wrong
	exitRefused     = 3   // the server refused, or a verification failed
	exitAsked       = 4   // a person must answer, and there is no terminal
	exitInterrupted = 130 // Ctrl-C
)

// exitError ends the command with a code. A nil Err has been reported already.
type exitError struct {
	Code int
	Err  error
}

func (e *exitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit %d", e.Code)
	}
	return e.Err.Error()
}

func (e *exitError) Unwrap() error { return e.Err }

func usage(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

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
	var exit *exitError
	if !errors.As(err, &exit) {
		exit = &exitError{exitFailed, err}
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			exit = &exitError{Code: exitInterrupted}
		} else if isUsage(err) {
			exit.Code = exitUsage
		}
	}
	if exit.Err != nil {
		fmt.Fprintf(errOut, "mergit: %v\n", exit.Err)
	}
	return exit.Code
}

// isUsage recognises cobra's own complaints, which have no type.
func isUsage(err error) bool {
	for _, prefix := range []string{"unknown command", "unknown flag", "unknown shorthand", "accepts ", "requires at least", "invalid argument", "flag needs an argument", "required flag"} {
		if strings.HasPrefix(err.Error(), prefix) {
			return true
		}
	}
	return false
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "mergit",
		Short: "Run AI-agent goals as task graphs, and prove every step",
		Long: `Mergit runs goals as task graphs in which every step is an immutable event,
and records what was done on a chain, so that anybody can check it.

Start everything in this folder with "mergit up", then, in another terminal:
  mergit goal run "Summarise this repository" --mount .`,
		SilenceErrors: true, SilenceUsage: true,
		Version:           Version(),
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return fromEnvironment(cmd.Flags()) },
	}
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "write JSON lines; the last line is one object with the result")
	flags.StringVar(&a.target.Data, "data", ".mergit", "data folder of the server on this machine")
	flags.StringVar(&a.target.Server, "server", "", "URL of a server (env MERGIT_URL; default: the one of the data folder)")
	flags.StringVar(&a.target.Token, "token", "", "token for --server (env MERGIT_TOKEN)")
	root.AddCommand(
		a.upCommand(), a.serveCommand(), a.goalCommand(), a.watchCommand(), a.verifyCommand(), a.interruptsCommand(),
		a.projectionsCommand(), a.tokenCommand(), a.doctorCommand(), a.benchCommand(),
	)
	return root
}

// fromEnvironment sets flags that were not given from MERGIT_*: --nats-url is
// MERGIT_NATS_URL. A flag wins over the environment.
func fromEnvironment(flags *pflag.FlagSet) error {
	var faults []error
	flags.VisitAll(func(f *pflag.Flag) {
		name := "MERGIT_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if f.Name == "server" {
			name = "MERGIT_URL"
		}
		if value, ok := os.LookupEnv(name); ok && !f.Changed {
			if err := flags.Set(f.Name, value); err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", name, err))
			}
		}
	})
	if err := errors.Join(faults...); err != nil {
		return &exitError{exitUsage, err}
	}
	return nil
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
	return isFile && term.IsTerminal(int(in.Fd())) && a.terminal()
}

// terminal reports whether a person reads what we write.
func (a *app) terminal() bool {
	out, ok := a.err.(*os.File)
	return ok && term.IsTerminal(int(out.Fd()))
}
