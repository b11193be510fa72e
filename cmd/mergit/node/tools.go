package node

import (
	"context"
	"time"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/codeexec"
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
	addCode(r, c)
	r.Add(c.Tools...)
	return r
}

// addCode adds code_exec where its sandbox can be had.
func addCode(r *tools.Registry, c Config) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	tool, err := codeexec.New(ctx, codeexec.Config{Hidden: []string{c.Data}})
	if err != nil {
		r.Lack(codeexec.Name, err.Error())
		return
	}
	r.Add(tool)
}

// AbsentTools maps the tools that a process with this configuration would lack to why that is and what helps.
func AbsentTools(c Config) map[string]string { return registry(c).Absent() }

// catalogue is what a plan may use.
func catalogue(r *tools.Registry) plan.Catalogue {
	return plan.Catalogue{Tools: r.Inputs(), Absent: r.Absent()}
}
