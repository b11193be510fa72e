//go:build unix

package natsserver

import (
	"errors"
	"os"
	"syscall"
)

var errLocked = syscall.EWOULDBLOCK

// lock takes an advisory lock that ends with the open file, also when the
// process is killed.
func lock(file *os.File) error {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// unlock gives a lock back, also where a process that is just being forked has a
// copy of the file, which closing would leave locked.
func unlock(file *os.File) { _ = syscall.Flock(int(file.Fd()), syscall.LOCK_UN) }
