package onnx

import "golang.org/x/sys/unix"

// bound has the kernel end this process where it would take more memory, in bytes, and keep what it was asked out of core dumps.
func bound(bytes uint64) error {
	if err := unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}); err != nil {
		return err
	}
	var now unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_DATA, &now); err != nil {
		return err
	}
	// Of RLIMIT_AS, Go's reservations would take their share, which are no memory.
	bytes = min(bytes, now.Max)
	return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes})
}
