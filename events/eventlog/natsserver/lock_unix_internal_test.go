//go:build unix

package natsserver

import (
	"context"
	"syscall"
	"testing"
)

// A process that is being forked has a copy of every file until its exec.
func TestAStoreIsGivenBackThoughAForkHasACopyOfItsLock(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Start(Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	forked, err := syscall.Dup(int(s.lock.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(forked)
	if err := s.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	again, err := Start(Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
}
