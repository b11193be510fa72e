package cli

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/projections/postgres"
)

// finding is what the doctor says about one thing.
type finding struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Is   string `json:"is"`
	Do   string `json:"do,omitempty"` // what helps
}

func (a *app) doctorCommand() *cobra.Command {
	listen := node.Defaults().Listen
	c := &cobra.Command{
		Use: "doctor", Short: "Say what is missing on this machine and how to get it", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			findings := a.examine(cmd.Context(), listen)
			bad := 0
			for _, f := range findings {
				if !f.OK {
					bad++
				}
				if a.json {
					if err := a.line(f); err != nil {
						return err
					}
					continue
				}
				mark := "ok  "
				if !f.OK {
					mark = "FAIL"
				}
				fmt.Fprintf(a.out, "%s  %-12s %s\n", mark, f.Name, f.Is)
				if f.Do != "" {
					fmt.Fprintf(a.out, "      %-12s → %s\n", "", f.Do)
				}
			}
			if a.json {
				if err := a.line(map[string]any{"ok": bad == 0}); err != nil {
					return err
				}
			}
			if bad > 0 {
				return &exitError{Code: exitFailed}
			}
			return nil
		},
	}
	c.Flags().StringVar(&listen, "listen", listen, "address to look at")
	return c
}

// needs is how much disk a data folder should find free, in bytes.
const needs = 1 << 30

func (a *app) examine(ctx context.Context, listen string) []finding {
	findings := []finding{{Name: "mergit", OK: true, Is: fmt.Sprintf("%s, %s, %s/%s, %d cores", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())}}
	full, _ := filepath.Abs(a.target.Data)
	layout := node.Layout{Dir: a.target.Data}

	pg := finding{Name: "postgres", OK: true}
	report := postgres.Doctor(ctx, postgres.Config{Dir: layout.Postgres(), Fetch: true})
	switch {
	case report.Err != nil:
		pg.OK, pg.Is = false, report.Err.Error()
		pg.Do = "install npm, or Postgres itself (Debian: apt-get install postgresql)"
	case report.Use != nil:
		pg.Is = report.Use.String()
	default:
		pg.Is = "none yet; the first start fetches " + report.Package + " with npm"
	}
	findings = append(findings, pg)

	disk := finding{Name: "disk", OK: true}
	var stat unix.Statfs_t
	if err := unix.Statfs(existing(full), &stat); err != nil {
		disk.OK, disk.Is = false, err.Error()
	} else {
		free := stat.Bavail * uint64(stat.Bsize)
		disk.Is = fmt.Sprintf("%d MB free for %s", free>>20, full)
		if free < needs {
			disk.OK, disk.Do = false, fmt.Sprintf("free %d MB, or choose another folder with --data", (needs-free)>>20)
		}
	}
	findings = append(findings, disk)

	port := finding{Name: "port", OK: true, Is: listen + " is free"}
	if l, err := net.Listen("tcp", listen); err != nil {
		port.OK, port.Is, port.Do = false, err.Error(), "choose another with --listen 127.0.0.1:0"
		if _, err := a.target.connect(); err == nil {
			port.OK, port.Is, port.Do = true, listen+" is taken, perhaps by the server of "+full, ""
		}
	} else {
		_ = l.Close()
	}
	return append(findings, port, sandbox())
}

// sandbox looks for what code_exec will need.
func sandbox() finding {
	for _, dir := range strings.Split(os.Getenv("PATH"), ":") {
		if info, err := os.Stat(filepath.Join(dir, "bwrap")); err == nil && !info.IsDir() {
			return finding{Name: "bubblewrap", OK: true, Is: filepath.Join(dir, "bwrap")}
		}
	}
	return finding{Name: "bubblewrap", OK: true, Is: "not found; no tool needs it yet"}
}

// existing is the nearest folder above a path that exists.
func existing(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}
