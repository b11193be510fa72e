package node

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// lines is a writer that hands over what is logged.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

func TestItIsSaidOnceThatAServerCannotBeReachedAndOnceThatItCan(t *testing.T) {
	t.Parallel()
	said := make(lines, 16)
	pings := make(chan error)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- watchReach(ctx, slog.New(slog.NewTextHandler(said, nil)), func(ctx context.Context) error {
			select {
			case err := <-pings:
				return err
			case <-ctx.Done():
				return ctx.Err()
			}
		}, 10*time.Millisecond)
	}()
	away := errors.New("connection refused")
	for _, err := range []error{nil, away, away, away, nil, nil} {
		pings <- err
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(said)
	var all []string
	for line := range said {
		all = append(all, line)
	}
	if len(all) != 2 || !strings.Contains(all[0], "level=WARN") || !strings.Contains(all[0], "cannot be reached") || !strings.Contains(all[0], "connection refused") || !strings.Contains(all[1], "again") {
		t.Errorf("%q", all)
	}
}
