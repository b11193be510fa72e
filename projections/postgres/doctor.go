package postgres

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
)

// Report is what Start would do.
type Report struct {
	// Major is the version that made the existing cluster, 0 if there is none.
	Major int
	// Use is the Postgres that would run, nil if there is none on the machine.
	Use *Install
	// Found are all on the machine, and Broken those that do not run.
	Found  []Install
	Broken []error
	// Package is what would be fetched with npm first, empty if nothing.
	Package string
	// Account is the user that the server would run as, empty if that shows only after a fetch.
	Account string
	// Socket is the folder of the server's socket.
	Socket string
	// Err is why Start would fail, nil if nothing speaks against it.
	Err error
}

// Doctor looks and changes nothing.
func Doctor(ctx context.Context, cfg Config) Report {
	cfg, err := cfg.complete()
	if err != nil {
		return Report{Err: err}
	}
	r := Report{Socket: socketPath(cfg.Dir).path}
	major, err := clusterMajor(cfg.data())
	if err != nil {
		r.Err = err
		return r
	}
	r.Major = major
	r.Found, r.Broken = installs(ctx, cfg)
	if use, ok := choose(r.Found, major); ok {
		r.Use = &use
		as, err := pickAccount(ctx, use, existing(cfg.Dir), cfg.data())
		r.Account, r.Err = as.name, err
		return r
	}
	missing := missingError(cfg, major, r.Found, r.Broken)
	if !cfg.Fetch || cfg.Bin != "" {
		r.Err = missing
		return r
	}
	want, err := pinFor(major)
	if err == nil {
		_, err = exec.LookPath("npm")
	}
	if err != nil {
		r.Err = errors.Join(missing, err)
		return r
	}
	r.Package = want.String()
	return r
}

// existing is dir or the nearest folder above it that is there.
func existing(dir string) string {
	for {
		if at, err := os.Stat(dir); err == nil && at.IsDir() {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}
