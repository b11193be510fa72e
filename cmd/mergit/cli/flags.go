package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// nearEnough is how many letters a name may be off to be suggested.
const nearEnough = 2

// group makes a command that has only commands below it refuse what it does
// not know, instead of showing its help as if that was asked for.
func group(c *cobra.Command, below ...*cobra.Command) *cobra.Command {
	c.AddCommand(below...)
	c.SuggestionsMinimumDistance = nearEnough
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 && args[0] != "help" {
			return unknownCommand(cmd, args[0])
		}
		return cmd.Help()
	}
	return c
}

func unknownCommand(cmd *cobra.Command, name string) error {
	text := fmt.Sprintf("unknown command %q for %q", name, cmd.CommandPath())
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		return usage("%s; did you mean %s?", text, strings.Join(near, " or "))
	}
	var known []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			known = append(known, c.Name())
		}
	}
	return usage("%s; there are %s", text, strings.Join(known, ", "))
}

// flagFault explains what is wrong with a flag.
func flagFault(cmd *cobra.Command, err error) error {
	// pflag has the arguments that stood before the flag.
	if before := cmd.Flags().Args(); cmd.HasSubCommands() && len(before) > 0 {
		return unknownCommand(cmd, before[0])
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if near := nearFlags(cmd, unknown.GetSpecifiedName()); len(near) > 0 {
			return usage("%w; did you mean %s?", err, strings.Join(near, " or "))
		}
		return usage("%w; see: %s --help", err, cmd.CommandPath())
	}
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return usage("--%s %q: want %s", bad.GetFlag().Name, bad.GetValue(), wanted(bad.GetFlag(), bad.Unwrap()))
	}
	return &exitError{Code: exitUsage, Err: err}
}

// nearFlags are the flags of a command whose names are like one that it does
// not have.
func nearFlags(cmd *cobra.Command, name string) []string {
	var near []string
	visit := func(f *pflag.Flag) {
		like := distance(strings.ToLower(name), f.Name) <= nearEnough || len(name) > 2 && strings.HasPrefix(f.Name, name)
		if like && !f.Hidden && !slices.Contains(near, "--"+f.Name) {
			near = append(near, "--"+f.Name)
		}
	}
	cmd.Flags().VisitAll(visit)
	cmd.InheritedFlags().VisitAll(visit)
	return near
}

// distance counts the letters to change, add or take away between two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// wanted says which values a flag takes.
func wanted(f *pflag.Flag, err error) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int":
		return "a whole number"
	case "duration":
		return "a duration such as 30s or 5m"
	case "stringToString":
		name, _ := pflag.UnquoteUsage(f)
		return name
	}
	return fmt.Sprintf("another value (%v)", err)
}

// fromEnvironment sets flags that were not given from MERGIT_*: --nats-url is
// MERGIT_NATS_URL. A flag wins over the environment.
func fromEnvironment(flags *pflag.FlagSet) error {
	var faults []error
	flags.VisitAll(func(f *pflag.Flag) {
		names := []string{"MERGIT_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))}
		switch f.Name {
		case "server":
			names = []string{"MERGIT_URL", "MERGIT_SERVER"}
		case "help", "version":
			return
		}
		for _, name := range names {
			value, ok := os.LookupEnv(name)
			if !ok || f.Changed {
				continue
			}
			if err := flags.Set(f.Name, value); err != nil {
				if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
					err = bad.Unwrap()
				}
				faults = append(faults, fmt.Errorf("%s=%q: want %s", name, value, wanted(f, err)))
			}
		}
	})
	if err := errors.Join(faults...); err != nil {
		return &exitError{Code: exitUsage, Err: err}
	}
	return nil
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%q takes no arguments, and %q is one", cmd.CommandPath(), args[0])
	}
	return nil
}

// oneArg wants exactly what the command's use line names.
func oneArg(cmd *cobra.Command, args []string) error {
	_, name, _ := strings.Cut(cmd.Use, " ")
	name, _, _ = strings.Cut(name, " ")
	switch {
	case len(args) == 0 || strings.TrimSpace(args[0]) == "":
		return usage("%s is missing: %s", name, cmd.UseLine())
	case len(args) > 1:
		return usage("%q takes one %s, and there are %d: %s", cmd.CommandPath(), name, len(args), strings.Join(args, " "))
	}
	return nil
}

// title wants at most one title.
func title(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usage("the title is one argument; put it in quotes: %s %q", cmd.CommandPath(), strings.Join(args, " "))
	}
	return nil
}
