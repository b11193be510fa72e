//go:build !linux

package codeexec

import (
	"context"
	"runtime"

	"github.com/mergit-io/mergit/handlers/tools"
)

// sandbox cannot be had: its parts are of Linux.
type sandbox struct{}

func findSandbox() (*sandbox, error) {
	return nil, &MissingError{Why: "programs are run only on Linux, not on " + runtime.GOOS}
}

func (t *Tool) try(context.Context) error { return nil }

func (t *Tool) run(context.Context, tools.Call, arguments) (tools.Result, error) {
	return tools.Result{}, tools.Fail(tools.CodeUnavailable, "programs are run only on Linux, not on %s", runtime.GOOS)
}
