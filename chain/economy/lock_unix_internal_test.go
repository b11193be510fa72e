//go:build unix

package economy

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"golang.org/x/sys/unix"
)

// A process that is being forked has a copy of every file until its exec.
func TestAJournalIsGivenBackThoughAForkHasACopyOfItsLock(t *testing.T) {
	t.Parallel()
	dir, account := t.TempDir(), common.Address{1}
	b, err := openOutbox(dir, 1, account)
	if err != nil {
		t.Fatal(err)
	}
	forked, err := unix.Dup(int(b.lock.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(forked)
	if err := b.close(); err != nil {
		t.Fatal(err)
	}
	again, err := openOutbox(dir, 1, account)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.close(); err != nil {
		t.Error(err)
	}
}
