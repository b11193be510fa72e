package cli

import (
	"bufio"
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// typing reads lines until stop, which waits for the reading to have ended.
// The channel is closed at the end of the input.
func (a *app) typing(ctx context.Context) (lines <-chan string, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	to := make(chan string)
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(to)
		in := bufio.NewReader(&untilDone{ctx, a.in})
		for {
			line, err := in.ReadString('\n')
			if err == nil || line != "" {
				select {
				case to <- strings.TrimSpace(line):
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				return
			}
		}
	})
	return to, func() { cancel(); wg.Wait() }
}

// untilDone is a reader whose Read returns when the context ends, if it reads
// from a file; so nothing is taken from a terminal that somebody else reads next.
type untilDone struct {
	ctx context.Context
	in  io.Reader
}

// glance is how long to wait for input before looking at the context again.
const glance = 30 * time.Millisecond

func (u *untilDone) Read(p []byte) (int, error) {
	file, ok := u.in.(*os.File)
	if !ok {
		return u.in.Read(p)
	}
	fd := int(file.Fd())
	for u.ctx.Err() == nil {
		var ready unix.FdSet
		ready.Set(fd)
		wait := unix.NsecToTimeval(glance.Nanoseconds())
		n, err := unix.Select(fd+1, &ready, nil, nil, &wait)
		switch {
		case err == unix.EINTR || err == nil && n == 0:
			continue
		case err != nil:
			return 0, err
		}
		return file.Read(p)
	}
	return 0, u.ctx.Err()
}
