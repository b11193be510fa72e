package node

import (
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/fileops"
	"github.com/mergit-io/mergit/handlers/tools/httprequest"
	"github.com/mergit-io/mergit/handlers/tools/writer"
)

// registry holds every tool a task can use. Add a tool here.
func registry(c Config) *tools.Registry {
	r := new(tools.Registry)
	r.Add(
		// Tokens, keys and other goals' files are in the data folder.
		fileops.New(fileops.Config{Hidden: []string{c.Data}}),
		httprequest.New(httprequest.Config{AllowPrivate: c.AllowPrivate, UserAgent: "mergit/" + c.Version}),
		writer.Tool{},
	)
	r.Add(c.Tools...)
	return r
}

// catalogue is what a plan may use.
func catalogue(r *tools.Registry) plan.Catalogue { return plan.Catalogue{Tools: r.Inputs()} }
