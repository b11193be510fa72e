package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/handlers/planner"
)

// playbook is a line of `mergit playbooks --json`.
type playbook struct {
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Say         []string    `json:"say"` // titles that choose it
	Params      []parameter `json:"params"`
}

type parameter struct {
	Name     string          `json:"name"`
	Required bool            `json:"required"`
	Default  json.RawMessage `json:"default,omitempty"`
	From     string          `json:"from,omitempty"` // where it comes from if it is not given
}

func (a *app) playbooksCommand() *cobra.Command {
	return &cobra.Command{
		Use: "playbooks", Short: "List the ready plans: what each does, and its parameters", Args: noArgs,
		Long: `List the ready plans. One is taken by its name with --playbook, or by the
words of a goal's title; --param sets its parameters.`,
		RunE: func(*cobra.Command, []string) error {
			books := planner.Playbooks()
			for _, b := range books {
				book := playbookOf(b)
				if a.json {
					if err := a.line(book); err != nil {
						return err
					}
					continue
				}
				fmt.Fprintf(a.out, "%s\n  %s\n  say: %s\n", book.Name, book.Description, strings.Join(book.Say, ", "))
				for _, p := range book.Params {
					fmt.Fprintf(a.out, "  --param %s\n", p)
				}
				fmt.Fprintln(a.out)
			}
			if a.json {
				return a.line(map[string]any{"playbooks": len(books)})
			}
			return nil
		},
	}
}

// examples is how many of a playbook's phrases are shown.
const examples = 3

func playbookOf(b planner.Playbook) playbook {
	book := playbook{Name: b.Name, Description: b.Description, Say: b.Match[:min(examples, len(b.Match))], Params: []parameter{}}
	for _, name := range slices.Sorted(maps.Keys(b.Plan.Params)) {
		p := parameter{Name: name, From: b.Fill[name]}
		if value := b.Plan.Params[name]; string(value) == "null" {
			p.Required = true
		} else {
			p.Default = value
		}
		book.Params = append(book.Params, p)
	}
	return book
}

func (p parameter) String() string {
	switch {
	case p.From == "mount":
		return p.Name + "=…  (else the folder of --mount)"
	case p.From == "url":
		return p.Name + "=…  (else the URL in the title)"
	case p.Required:
		return p.Name + "=…  (required)"
	}
	return fmt.Sprintf("%s=…  (else %s)", p.Name, p.Default)
}
