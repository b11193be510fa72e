package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// HeldError says that another process runs the server of Dir.
type HeldError struct {
	Dir string
	PID int // 0 if it did not say
}

func (e *HeldError) Error() string {
	who := "another process"
	if e.PID != 0 {
		who = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("%s is in use by %s: stop it or choose another data folder", e.Dir, who)
}

// How long a lock is tried for. A process that forks shares its locks until the exec, so that one may outlive its holder a little.
const (
	aliveHolder = 300 * time.Millisecond
	deadHolder  = 5 * time.Second
)

// hold locks dir for this process. The lock ends with the process, so it needs no repair.
func hold(ctx context.Context, dir string) (*os.File, error) {
	path := filepath.Join(dir, "lock")
	patience := deadHolder
	if pid := firstNumber(path); pid != 0 && pid != os.Getpid() && syscall.Kill(pid, 0) != syscall.ESRCH {
		patience = aliveHolder
	}
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	f, err := awaitLock(patient, path)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, &HeldError{Dir: dir, PID: firstNumber(path)}
	}
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(0); err != nil {
		f.Close()
		return nil, fmt.Errorf("write lock: %w", err)
	}
	if _, err := fmt.Fprintln(f, os.Getpid()); err != nil {
		err = fmt.Errorf("write lock: %w", errors.Join(err, diskFull(dir)))
		f.Close()
		return nil, err
	}
	return f, nil
}

func awaitLock(ctx context.Context, path string) (*os.File, error) {
	f, err := openLock(path)
	if err != nil {
		return nil, err
	}
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		free, err := tryLock(f)
		if free {
			return f, nil
		}
		if err == nil {
			select {
			case <-again.C:
				continue
			case <-ctx.Done():
				err = context.Cause(ctx)
			}
		}
		f.Close()
		return nil, err
	}
}

// unlock also takes the lock from copies of f in processes that are just being forked.
func unlock(f *os.File) {
	_ = unix.Flock(int(f.Fd()), unix.LOCK_UN)
	_ = f.Close()
}

func openLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("open lock: %w (%s)", err, ownedBy(path))
	}
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	return f, nil
}

func tryLock(f *os.File) (free bool, err error) {
	for {
		switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
		case err == nil:
			return true, nil
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		default:
			return false, fmt.Errorf("lock %s: %w", f.Name(), err)
		}
	}
}

// firstNumber is the number on a file's first line, which is where lock files keep a pid, or 0.
func firstNumber(path string) int {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(b), "\n")
	n, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || n < 0 {
		return 0
	}
	return n
}
