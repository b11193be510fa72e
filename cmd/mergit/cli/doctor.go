package cli

import (
	"context"
	"fmt"
	"net"
	"net/url"
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
	// Optional is what Mergit runs without, with less to offer.
	Optional bool `json:"optional,omitempty"`
}

func (a *app) doctorCommand() *cobra.Command {
	config := node.Defaults()
	c := &cobra.Command{
		Use: "doctor", Short: "Say what is missing on this machine and how to get it", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkListen(config.Listen); err != nil {
				return &exitError{Code: exitUsage, Err: err}
			}
			config.Data = a.target.Data
			findings := a.examine(cmd.Context(), config)
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
				fmt.Fprintf(a.out, "%s  %-12s %s\n", mark, f.Name, strings.ReplaceAll(f.Is, "\n", "\n                   "))
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
	c.Flags().StringVar(&config.Listen, "listen", config.Listen, "address to look at")
	c.Flags().StringVar(&config.Models, "models", "", "file of models to look at, and to try its sentence model")
	c.Flags().StringToStringVar(&config.WebhookSecrets, "webhook-secret", nil, "`SOURCE=FILE` to look at (repeatable)")
	return c
}

// needs is how much disk a data folder should find free, in bytes.
const needs = 1 << 30

func (a *app) examine(ctx context.Context, config node.Config) []finding {
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

	running := a.running(ctx)
	findings = append(findings, means(ctx, config, running)...)

	if is, err := node.CheckEmbeddings(ctx, config.Models); err != nil {
		findings = append(findings, finding{Name: "embeddings", Is: err.Error(), Do: "see embeddings in " + config.Models})
	} else if is != "" {
		findings = append(findings, finding{Name: "embeddings", OK: true, Is: is})
	}

	return append(findings, a.port(config.Listen, full, running))
}

// port looks whether the gateway's address is free, or held by the server of
// the data folder itself.
func (a *app) port(listen, data string, running *serving) finding {
	l, err := net.Listen("tcp", listen)
	if err == nil {
		_ = l.Close()
		return finding{Name: "port", OK: true, Is: listen + " is free"}
	}
	if running != nil && sameAddress(running.url, listen) {
		return finding{Name: "port", OK: true, Is: fmt.Sprintf("%s is held by the server of %s, which is running", listen, data)}
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
