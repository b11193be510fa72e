package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// clusterMajor is the Postgres version that made the cluster in data, or 0 if there is none.
func clusterMajor(data string) (int, error) {
	b, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrPermission):
		return 0, fmt.Errorf("read cluster: %w (%s: start as that user or as root)", err, ownedBy(data))
	case !errors.Is(err, fs.ErrNotExist):
		return 0, fmt.Errorf("read cluster: %w", err)
	default:
		names, err := os.ReadDir(data)
		if errors.Is(err, fs.ErrNotExist) || err == nil && len(names) == 0 {
			return 0, nil
		}
		if err != nil {
			return 0, fmt.Errorf("read cluster: %w", err)
		}
		return 0, fmt.Errorf("%s holds files but no PG_VERSION, so it is no Postgres cluster: move it away", data)
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil || major <= 0 {
		return 0, fmt.Errorf("%s is damaged: PG_VERSION says %q", data, b)
	}
	return major, nil
}

const initPrefix = "init-"

// initCluster makes the cluster under another name first: what an interrupted one leaves is never taken for a cluster.
// The folder is locked, so whatever has that name is left over.
func initCluster(ctx context.Context, cfg Config, with Install, as account) error {
	left, _ := filepath.Glob(filepath.Join(cfg.Dir, initPrefix+"*"))
	for _, dir := range left {
		// A process of the interrupted initdb may still be writing: then the next start removes it.
		_ = os.RemoveAll(dir)
	}
	dir, err := os.MkdirTemp(cfg.Dir, initPrefix)
	if err != nil {
		return fmt.Errorf("make cluster: %w", err)
	}
	defer os.RemoveAll(dir) // gone already when all went well
	if err := as.own(dir); err != nil {
		return err
	}
	var out bytes.Buffer
	cmd := as.command(with.tool("initdb"), dir, initOptions(dir)...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := run(ctx, cmd); err != nil {
		return fmt.Errorf("initdb: %w\n%s", errors.Join(err, diskFull(cfg.Dir)), lastBytes(out.String(), tailLimit))
	}
	if err := os.Remove(cfg.data()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("make cluster: %w", err)
	}
	if err := os.Rename(dir, cfg.data()); err != nil {
		return fmt.Errorf("make cluster: %w", err)
	}
	return syncDir(cfg.Dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("sync %s: %w", dir, err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return fmt.Errorf("sync %s: %w", dir, err)
	}
	return nil
}

func lastBytes(s string, n int) string {
	return strings.TrimSpace(s[max(0, len(s)-n):])
}
