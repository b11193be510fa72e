package postgres

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const fetchPrefix = ".fetch-"

// fetch installs a release into the cache with npm. None of the package's code runs before its hash is compared, and its scripts never
// do. Of several processes one fetches and the others wait for it.
func fetch(ctx context.Context, cfg Config, major int) (Install, error) {
	want, err := pinFor(major)
	if err != nil {
		return Install{}, err
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return Install{}, fmt.Errorf("fetch %s: npm is not installed: %w", want, err)
	}
	if err := os.MkdirAll(cfg.Cache, 0o755); err != nil {
		return Install{}, fmt.Errorf("fetch %s: %w", want, err)
	}
	lock, err := awaitLock(ctx, filepath.Join(cfg.Cache, ".lock"))
	if err != nil {
		return Install{}, fmt.Errorf("fetch %s: %w", want, err)
	}
	defer unlock(lock)

	home := filepath.Join(cfg.Cache, want.version)
	if got, err := inspect(ctx, filepath.Join(home, "bin")); err == nil {
		return got, nil // by another process, meanwhile
	}
	left, _ := filepath.Glob(filepath.Join(cfg.Cache, fetchPrefix+"*"))
	for _, dir := range left {
		_ = os.RemoveAll(dir)
	}
	tmp, err := os.MkdirTemp(cfg.Cache, fetchPrefix)
	if err != nil {
		return Install{}, fmt.Errorf("fetch %s: %w", want, err)
	}
	defer os.RemoveAll(tmp)
	if err := npmInstall(ctx, cfg, npm, tmp, want); err != nil {
		return Install{}, fmt.Errorf("fetch %s: %w", want, err)
	}
	native := filepath.Join(tmp, "node_modules", filepath.FromSlash(want.name), "native")
	if err := finish(native); err != nil {
		return Install{}, fmt.Errorf("fetch %s: %w", want, err)
	}
	if _, err := inspect(ctx, filepath.Join(native, "bin")); err != nil {
		return Install{}, fmt.Errorf("fetch %s: it cannot run on this machine: %w", want, err)
	}
	// What is there did not run.
	if err := os.RemoveAll(home); err != nil {
		return Install{}, fmt.Errorf("fetch %s: %w", want, err)
	}
	if err := os.Rename(native, home); err != nil {
		return Install{}, fmt.Errorf("fetch %s: %w", want, err)
	}
	cfg.Log.InfoContext(ctx, "postgres fetched", slog.String("folder", home))
	return inspect(ctx, filepath.Join(home, "bin"))
}

// npmInstall lets npm install from a lock file, which makes it check the hash.
func npmInstall(ctx context.Context, cfg Config, npm, dir string, want pin) error {
	deps := map[string]string{want.name: want.version}
	files := map[string]any{
		"package.json": map[string]any{"name": "mergit-postgres", "private": true, "dependencies": deps},
		"package-lock.json": map[string]any{
			"name": "mergit-postgres", "lockfileVersion": 3, "requires": true,
			"packages": map[string]any{
				"":                          map[string]any{"name": "mergit-postgres", "dependencies": deps},
				"node_modules/" + want.name: map[string]any{"version": want.version, "integrity": want.integrity},
			},
		},
	}
	for name, content := range files {
		b, err := json.Marshal(content)
		if err != nil {
			return fmt.Errorf("encode %s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	cmd := exec.Command(npm, "ci", "--prefix", dir, "--global=false", "--ignore-scripts", "--no-audit", "--no-fund",
		"--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000")
	cmd.Dir, cmd.SysProcAttr = dir, childAttr()
	cmd.Stdout, cmd.Stderr = &out, &out

	cfg.Log.InfoContext(ctx, "fetching postgres with npm, about 20 MB", slog.String("package", want.String()))
	cfg.Tell("fetching Postgres with npm, about 20 MB, once …")
	defer every(5*time.Second, func() { cfg.Tell("still fetching Postgres …") })()
	if err := run(ctx, cmd); err != nil {
		return fmt.Errorf("npm: %w (is the registry reachable?)\n%s", err, lastBytes(out.String(), tailLimit))
	}
	return nil
}

// every calls f until stop, which waits for it.
func every(d time.Duration, f func()) (stop func()) {
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(d)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				f()
			}
		}
	}()
	return func() { close(quit); <-done }
}

// finish does what the package's own script would: npm carries no symbolic links, so the package lists them. It also opens the files
// for the user that root's child becomes, whatever the umask.
func finish(native string) error {
	var links []struct{ Source, Target string }
	b, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		if err := json.Unmarshal(b, &links); err != nil {
			return fmt.Errorf("read pg-symlinks.json: %w", err)
		}
	}
	root, err := os.OpenRoot(native)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, l := range links {
		source, ok1 := strings.CutPrefix(l.Source, "native/")
		target, ok2 := strings.CutPrefix(l.Target, "native/")
		to, err := filepath.Rel(filepath.Dir(target), source)
		if !ok1 || !ok2 || err != nil {
			return fmt.Errorf("pg-symlinks.json links %q to %q", l.Target, l.Source)
		}
		if err := root.Symlink(to, target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return filepath.WalkDir(native, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() || filepath.Dir(path) == filepath.Join(native, "bin"):
			return os.Chmod(path, 0o755)
		case d.Type().IsRegular():
			return os.Chmod(path, 0o644)
		}
		return nil
	})
}
