package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/events/eventlog"
)

func TestAPartBeginsAnewAfterAnOutageAndAfterNothingElse(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	stopping := errors.New("stopping")
	for name, c := range map[string]struct {
		ends []error
		want error
	}{
		"the server is away":          {[]error{fmt.Errorf("load: %w", nats.ErrTimeout), eventlog.ErrNoRecord}, eventlog.ErrNoRecord},
		"what is read makes no sense": {[]error{&eventlog.BrokenChainError{Reason: "changed"}, stopping}, &eventlog.BrokenChainError{}},
		"it ends":                     {[]error{nil, stopping}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := 0
			err := anew(slog.New(slog.DiscardHandler), "test", func(context.Context) error { began++; return c.ends[began-1] })(t.Context())
			if _, broken := errors.AsType[*eventlog.BrokenChainError](c.want); broken {
				if _, broken = errors.AsType[*eventlog.BrokenChainError](err); !broken {
					t.Error(err)
				}
			} else if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	err := anew(slog.New(slog.DiscardHandler), "test", func(context.Context) error { stop(); return nats.ErrTimeout })(ctx)
	if !errors.Is(err, nats.ErrTimeout) {
		t.Errorf("stopped: %v", err)
	}
}
