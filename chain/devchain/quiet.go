package devchain

import (
	"context"
	"log/slog"

	gethlog "github.com/ethereum/go-ethereum/log"
)

// hush sends go-ethereum's errors to log and drops the rest.
func hush(log *slog.Logger) {
	handler := errorsOnly{log.With(slog.String("from", "go-ethereum")).Handler()}
	// Wrapped, because for its own type of logger SetDefault replaces slog's default too.
	gethlog.SetDefault(struct{ gethlog.Logger }{gethlog.NewLogger(handler)})
}

type errorsOnly struct{ slog.Handler }

func (h errorsOnly) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError && h.Handler.Enabled(ctx, level)
}

func (h errorsOnly) WithAttrs(attrs []slog.Attr) slog.Handler {
	return errorsOnly{h.Handler.WithAttrs(attrs)}
}

func (h errorsOnly) WithGroup(name string) slog.Handler {
	return errorsOnly{h.Handler.WithGroup(name)}
}
