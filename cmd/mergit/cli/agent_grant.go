package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/gateway/wire"
)

// granting is what an agent may use, as the command line says it.
type granting struct {
	any                        []string
	tools, repos, hosts, paths []string
	trust                      string
}

// nothing, as the only value of a flag, is an empty list.
const nothing = "none"

// flags adds what an agent may be granted. What is not given is as otherwise and trust say.
func (g *granting) flags(c *cobra.Command, otherwise, trust string) {
	f := c.Flags()
	f.StringArrayVar(&g.any, "capability", nil, "KIND:WHAT, such as tool:file_ops, repo:acme/site, host:example.org, path:docs (repeatable)")
	f.StringArrayVar(&g.tools, "tool", nil, "tool it may use, none or * (repeatable; "+otherwise+")")
	f.StringArrayVar(&g.repos, "repo", nil, "repository it may reach, OWNER/NAME, OWNER/*, none or * (repeatable; "+otherwise+")")
	f.StringArrayVar(&g.hosts, "host", nil, "host it may reach, example.org, *.example.org, none or * (repeatable; "+otherwise+")")
	f.StringArrayVar(&g.paths, "path", nil, "path below the workspace it may use, with all in it, none or * (repeatable; "+otherwise+")")
	f.StringVar(&g.trust, "trust", "", strings.Join(commands.TrustLevels(), ", ")+"; an agent of low trust asks before each task ("+trust+")")
}

// wish is what the flags say; nil if they say nothing.
func (g *granting) wish() (*wire.CapabilityWish, error) {
	lists := map[string]*[]string{"tool": &g.tools, "repo": &g.repos, "host": &g.hosts, "path": &g.paths}
	var faults []error
	for _, text := range g.any {
		kind, what, ok := strings.Cut(text, ":")
		list := lists[kind]
		if !ok || list == nil || what == "" {
			faults = append(faults, fmt.Errorf("--capability %q: want tool:NAME, repo:OWNER/NAME, host:NAME or path:PATH", text))
			continue
		}
		*list = append(*list, what)
	}
	for kind, list := range lists {
		if slices.Contains(*list, nothing) {
			if len(*list) > 1 {
				faults = append(faults, fmt.Errorf("--%s: none stands alone", kind))
			}
			*list = []string{}
		}
	}
	if g.trust != "" && !slices.Contains(commands.TrustLevels(), g.trust) {
		faults = append(faults, fmt.Errorf("--trust %q: want one of %s", g.trust, strings.Join(commands.TrustLevels(), ", ")))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, &exitError{Code: exitUsage, Err: err}
	}
	if g.tools == nil && g.repos == nil && g.hosts == nil && g.paths == nil && g.trust == "" {
		return nil, nil
	}
	return &wire.CapabilityWish{Tools: g.tools, Repos: g.repos, Hosts: g.hosts, Paths: g.paths, Trust: g.trust}, nil
}
