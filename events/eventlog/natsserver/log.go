package natsserver

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
)

// logger hands on what an operator must see and keeps the first fatal error:
// the server has no other way of saying why it did not start.
type logger struct {
	to *slog.Logger

	mu    sync.Mutex
	first error
}

func (l *logger) say(level slog.Level, format string, v []any) {
	if l.to != nil {
		l.to.Log(context.Background(), level, "nats server", slog.String("says", fmt.Sprintf(format, v...)))
	}
}

func (l *logger) Warnf(format string, v ...any)  { l.say(slog.LevelWarn, format, v) }
func (l *logger) Errorf(format string, v ...any) { l.say(slog.LevelError, format, v) }
func (l *logger) Noticef(string, ...any)         {}
func (l *logger) Debugf(string, ...any)          {}
func (l *logger) Tracef(string, ...any)          {}

// Fatalf must not end the process: the caller of Start decides.
func (l *logger) Fatalf(format string, v ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.first == nil {
		l.first = fmt.Errorf(format, v...)
	}
}

func (l *logger) fatal() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first
}
