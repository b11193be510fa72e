package node

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// diskStart is how much room a start needs, diskStop how much must be left
	// while the servers run: enough for them to put away what they have in
	// memory. A store that met a full disk takes no more writes until it is
	// opened again, so it is better not to let it come to that.
	diskStart = 32 << 20
	diskStop  = 8 << 20
	diskEvery = 500 * time.Millisecond
	// sickFor is how many looks in a row must find the log's store sick: while a
	// bucket is being made, it looks as if it could not be opened.
	sickFor = 4
)

// DiskFullError says that there is no room for the data folder.
type DiskFullError struct {
	Dir        string
	Free, Need uint64
}

func (e *DiskFullError) Error() string {
	return fmt.Sprintf("the disk that holds %s is full (%d MB free, at least %d MB are needed): make room and start again; nothing is lost",
		e.Dir, e.Free>>20, e.Need>>20)
}

// diskFree answers *DiskFullError if the data folder has less room than needed.
// What cannot be found out is no reason to stop.
func (n *node) diskFree(need uint64) error {
	var disk unix.Statfs_t
	if err := unix.Statfs(n.layout.Dir, &disk); err != nil {
		return nil
	}
	if free := uint64(disk.Bavail) * uint64(disk.Bsize); free < need {
		return &DiskFullError{Dir: n.layout.Dir, Free: free, Need: need}
	}
	return nil
}

// watchDisk ends the process before the disk is full: a log that cannot be
// written helps nobody, and the next start goes on.
func (n *node) watchDisk(ctx context.Context) error {
	tick := time.NewTicker(diskEvery)
	defer tick.Stop()
	sick := 0
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if err := n.diskFree(diskStop); err != nil {
			return err
		}
		if n.infra.nats != nil {
			err := n.infra.nats.Health()
			if sick++; err == nil {
				sick = 0
			}
			if sick >= sickFor {
				return fmt.Errorf("%w; start again once its cause is gone, nothing that was acknowledged is lost", err)
			}
		}
	}
}
