package cli

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/projections/postgres"
)

// finding is what the doctor says about one thing.
type finding struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Is   string `json:"is"`
	Do   string `json:"do,omitempty"` // what helps
	// Optional is what Mergit runs without, with less to offer.
	Optional bool `json:"optional,omitempty"`
}

func (a *app) doctorCommand() *cobra.Command {
	listen, models := node.Defaults().Listen, ""
	c := &cobra.Command{
		Use: "doctor", Short: "Say what is missing on this machine and how to get it", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkListen(listen); err != nil {
				return &exitError{Code: exitUsage, Err: err}
			}
			findings := a.examine(cmd.Context(), listen, models)
			bad := 0
			for _, f := range findings {
				if !f.OK && !f.Optional {
					bad++
				}
				if a.json {
					if err := a.line(f); err != nil {
						return err
					}
					continue
				}
				mark := "ok  "
				switch {
				case !f.OK && f.Optional:
					mark = "none"
				case !f.OK:
					mark = "FAIL"
				}
				fmt.Fprintf(a.out, "%s  %-12s %s\n", mark, f.Name, f.Is)
				if f.Do != "" {
					fmt.Fprintf(a.out, "      %-12s → %s\n", "", f.Do)
				}
			}
			if bad > 0 {
				return &exitError{Code: exitFailed, Name: "MISSING", Err: fmt.Errorf("%d of %s found something missing", bad, count(len(findings), "check")), With: map[string]any{"ok": false}}
			}
			if a.json {
				return a.line(map[string]any{"ok": true})
			}
			return nil
		},
	}
	c.Flags().StringVar(&listen, "listen", listen, "address to look at")
	c.Flags().StringVar(&models, "models", models, "file of models to look at, and to try its sentence model")
	return c
}

// needs is how much disk a data folder should find free, in bytes.
const needs = 1 << 30

func (a *app) examine(ctx context.Context, listen, models string) []finding {
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

	config := node.Defaults()
	config.Data = a.target.Data
	absent := node.AbsentTools(config)
	for _, name := range slices.Sorted(maps.Keys(absent)) {
		findings = append(findings, finding{Name: name, Optional: true, Is: "the tool is absent: " + absent[name]})
	}

	if models != "" {
		f := finding{Name: "models", OK: true, Is: models + " names no sentence model"}
		if is, err := node.CheckEmbeddings(ctx, models); err != nil {
			f.OK, f.Is = false, err.Error()
		} else if is != "" {
			f.Is = is
		}
		findings = append(findings, f)
	}

	return append(findings, a.port(ctx, listen, full))
}

// port looks whether the gateway's address is free, or held by the server of
// the data folder itself.
func (a *app) port(ctx context.Context, listen, data string) finding {
	l, err := net.Listen("tcp", listen)
	if err == nil {
		_ = l.Close()
		return finding{Name: "port", OK: true, Is: listen + " is free"}
	}
	server, away := target{Data: a.target.Data}.connect()
	if away == nil && sameAddress(server.where().URL, listen) {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		if _, err := call[wire.Health](ctx, server, http.MethodGet, "/health", nil); err == nil {
			return finding{Name: "port", OK: true, Is: fmt.Sprintf("%s is held by the server of %s, which is running", listen, data)}
		}
	}
	return finding{Name: "port", Is: err.Error(), Do: "choose another with --listen, such as 127.0.0.1:0, which picks a free port"}
}

// sameAddress reports whether a server at a URL would be in the way of an
// address: the port is the same, and the host is or stands for all.
func sameAddress(at, listen string) bool {
	u, err := url.Parse(at)
	if err != nil {
		return false
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil || port != u.Port() {
		return false
	}
	mine, theirs := net.ParseIP(host), net.ParseIP(u.Hostname())
	all := func(name string, ip net.IP) bool { return name == "" || ip != nil && ip.IsUnspecified() }
	loops := func(name string, ip net.IP) bool { return name == "localhost" || ip != nil && ip.IsLoopback() }
	return host == u.Hostname() || all(host, mine) || all(u.Hostname(), theirs) || loops(host, mine) && loops(u.Hostname(), theirs)
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
