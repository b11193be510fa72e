package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// evict waits until no process of a former server of this folder lives, and ends those that stay. The lock it returns is to be
// inherited by the next server: it is free only when the last process that has it is gone, whatever became of pids and lock files.
func evict(ctx context.Context, cfg Config) (*os.File, error) {
	f, err := openLock(filepath.Join(cfg.Dir, "server.lock"))
	if err != nil {
		return nil, err
	}
	data := realPath(cfg.data())
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	var waited time.Duration
	for _, step := range []struct {
		after time.Duration
		sig   syscall.Signal
		all   bool
	}{
		{0, syscall.SIGINT, false}, // to the postmaster: fast shutdown
		{15 * time.Second, syscall.SIGQUIT, true},
		{20 * time.Second, syscall.SIGKILL, true},
		{30 * time.Second, 0, true},
	} {
		for {
			free, err := tryLock(f)
			if err != nil {
				f.Close()
				return nil, err
			}
			left := servers(data, postmaster(data), !free)
			if free && len(left) == 0 {
				return f, nil
			}
			if waited >= step.after {
				if len(left) > 0 {
					cfg.Log.InfoContext(ctx, "ending a former postgres", slog.Any("pids", left), slog.String("signal", step.sig.String()))
				}
				end(data, left, step.sig, step.all, !free)
				break
			}
			select {
			case <-ctx.Done():
				f.Close()
				return nil, fmt.Errorf("wait for the former postgres: %w", context.Cause(ctx))
			case <-again.C:
				waited += 20 * time.Millisecond
			}
		}
	}
	f.Close()
	return nil, fmt.Errorf("a former postgres still runs in %s: end it by hand (its first pid was %d)", data, postmaster(data))
}

// end signals servers of data. A pid may change hands at any time, so each is pinned first and then looked at once more.
func end(data string, pids []int, sig syscall.Signal, all, held bool) {
	head := postmaster(data)
	for _, pid := range pids {
		if pid != head && !all || sig == 0 {
			continue
		}
		p, err := os.FindProcess(pid)
		if err != nil {
			continue
		}
		if slices.Contains(servers(data, head, held), pid) {
			_ = p.Signal(sig)
		}
		_ = p.Release()
	}
}

func postmaster(data string) int { return firstNumber(filepath.Join(data, "postmaster.pid")) }

// clearStaleLocks removes lock files whose pid now belongs to somebody else, or to a corpse that nobody reaps: Postgres takes both for
// a running server and refuses to start. Files with a dead pid it judges by itself, by its shared memory as well.
func clearStaleLocks(data, sock string) error {
	for _, path := range []string{filepath.Join(data, "postmaster.pid"), filepath.Join(sock, socketName+".lock")} {
		pid := firstNumber(path)
		if pid == 0 || syscall.Kill(pid, 0) == syscall.ESRCH || !foreign(realPath(data), pid) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("remove stale lock: %w", err)
		}
	}
	return nil
}

func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
