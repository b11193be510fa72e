//go:build !linux

package onnx

import "runtime/debug"

// bound has the collector keep this process below some memory, in bytes, as far as it can: elsewhere no limit of the kernel counts
// what is taken alone.
func bound(bytes uint64) error {
	debug.SetMemoryLimit(int64(bytes))
	return nil
}
