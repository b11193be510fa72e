//go:build unix

package economy

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile takes a file for this process until it is closed or the process ends, and reports whether it could.
func lockFile(file *os.File) (taken bool, err error) {
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// unlockFile gives a file back, also where a process that is just being forked
// has a copy of it, which closing would leave locked.
func unlockFile(file *os.File) { _ = unix.Flock(int(file.Fd()), unix.LOCK_UN) }
