package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/handlers/tools"
)

// tool is a line of `mergit tools --json`.
type tool struct {
	Name        string            `json:"name"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Input       json.RawMessage   `json:"input"` // JSON Schema of the arguments
	Output      json.RawMessage   `json:"output,omitempty"`
	Annotations tools.Annotations `json:"annotations"`
}

func (a *app) toolsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "tools [NAME]", Short: "List the tools that a task can use, or describe one: its arguments, with examples", Args: cobra.MaximumNArgs(1),
		Long: `List the tools that a task can use, or describe one with its arguments, as
models are told of it. What cannot be had on this machine says: mergit doctor.
With --json: the schemas of arguments and results.`,
		RunE: func(_ *cobra.Command, args []string) error {
			specs, err := node.Specs()
			if err != nil {
				return err
			}
			if len(args) > 0 {
				i := slices.IndexFunc(specs, func(s tools.Spec) bool { return s.Name == args[0] })
				if i < 0 {
					return usage("there is no tool %q; there are %s", args[0], strings.Join(names(specs), ", "))
				}
				if specs = specs[i : i+1]; !a.json {
					return a.describeTool(specs[0])
				}
			}
			rows := [][]string{{"TOOL", "DOES"}}
			for _, s := range specs {
				rows = append(rows, []string{s.Name, s.Title})
				if !a.json {
					continue
				}
				if err := a.line(tool{s.Name, s.Title, s.Description, compacted(s.Input), compacted(s.Output), s.Annotations}); err != nil {
					return err
				}
			}
			if a.json {
				return a.line(map[string]any{"tools": len(specs)})
			}
			if err := table(a.out, columnsOf(a.out, 0), rows); err != nil {
				return err
			}
			fmt.Fprintln(a.err, "what a tool takes: mergit tools NAME")
			return nil
		},
	}
}

func names(specs []tools.Spec) []string {
	list := make([]string, len(specs))
	for i, s := range specs {
		list[i] = s.Name
	}
	return list
}

// argument is a property of a tool's input schema.
type argument struct {
	Type, Description string
	Const             any
	Enum              []any
}

// kind says what an argument may be.
func (g argument) kind() string {
	switch {
	case g.Const != nil:
		return fmt.Sprint(g.Const)
	case len(g.Enum) > 0:
		values := make([]string, len(g.Enum))
		for i, value := range g.Enum {
			values[i] = fmt.Sprint(value)
		}
		return strings.Join(values, " | ")
	}
	return g.Type
}

// describeTool writes what a model is told of a tool, for people.
func (a *app) describeTool(spec tools.Spec) error {
	var input struct {
		Required   []string
		Properties map[string]argument
		Examples   []json.RawMessage
	}
	if err := json.Unmarshal(spec.Input, &input); err != nil {
		return fmt.Errorf("arguments of %s: %w", spec.Name, err)
	}
	columns := columnsOf(a.out, 80)
	fmt.Fprintf(a.out, "%s: %s\n", spec.Name, spec.Title)
	for _, line := range wrapped(spec.Description, columns-2) {
		fmt.Fprintf(a.out, "  %s\n", line)
	}
	fmt.Fprint(a.out, "\narguments\n")
	optional := slices.DeleteFunc(slices.Sorted(maps.Keys(input.Properties)), func(name string) bool { return slices.Contains(input.Required, name) })
	for i, name := range slices.Concat(input.Required, optional) {
		g := input.Properties[name]
		if fmt.Fprintf(a.out, "  %s", name); i < len(input.Required) {
			fmt.Fprint(a.out, ", required")
		}
		fmt.Fprintln(a.out)
		for _, line := range wrapped(strings.TrimPrefix(g.kind()+". "+g.Description, ". "), columns-6) {
			fmt.Fprintf(a.out, "      %s\n", line)
		}
	}
	fmt.Fprint(a.out, "\nexamples\n")
	for _, example := range input.Examples {
		fmt.Fprintf(a.out, "  args: %s\n", compacted(example))
	}
	return nil
}

// compacted is JSON on one line.
func compacted(text json.RawMessage) json.RawMessage {
	var line bytes.Buffer
	if json.Compact(&line, text) != nil {
		return nil
	}
	return line.Bytes()
}
