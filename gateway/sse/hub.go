// Package sse streams the log to many clients: history from the log, then live
// from one tail that all clients of the process share, without a gap or a
// duplicate at the seam. A client that is too slow for its queue reads the log
// itself until it has caught up, and is cut if it never does; nothing is ever
// skipped.
package sse

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Config of a Hub.
type Config struct {
	Log  eventlog.Log  // required
	Keys eventlog.Keys // required
	// Live brings transient events. May be nil.
	Live Live
	// Queue is how many events wait for one client. Defaults to 256.
	Queue int
	// PerPrincipal is how many streams one principal may have open. Defaults
	// to 64.
	PerPrincipal int
	// Heartbeat is the longest silence on a stream. Defaults to 10 s.
	Heartbeat time.Duration
	// WriteTimeout is how long a client may take to accept what is written.
	// Defaults to 15 s.
	WriteTimeout time.Duration
	// Strikes is how often in a row a client may fall behind before it is cut.
	// Defaults to 8.
	Strikes int
	// Logger defaults to none.
	Logger *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.Queue == 0 {
		c.Queue = 256
	}
	if c.PerPrincipal == 0 {
		c.PerPrincipal = 64
	}
	if c.Heartbeat == 0 {
		c.Heartbeat = 10 * time.Second
	}
	if c.WriteTimeout == 0 {
		c.WriteTimeout = 15 * time.Second
	}
	if c.Strikes == 0 {
		c.Strikes = 8
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

// Hub hands what one tail of the log delivers to every open stream.
type Hub struct {
	cfg   Config
	codec eventlog.Codec

	closing chan struct{} // closed when streams have to end

	mu      sync.Mutex
	closed  bool
	started bool
	pos     events.Revision // newest record the tail delivered
	trouble error           // why the tail does not run at the moment
	goals   map[string]*topic
	others  map[string]*topic
	open    map[*Stream]struct{}
	owned   map[string]int // open streams by principal
}

// topic is a selection of events and the streams that are live on it.
type topic struct {
	subjects []string
	streams  map[*Stream]struct{}
}

// New makes a hub; Run makes it work.
func New(cfg Config) *Hub {
	return &Hub{
		cfg: cfg.withDefaults(), codec: eventlog.Codec{Keys: cfg.Keys}, closing: make(chan struct{}),
		goals: map[string]*topic{}, others: map[string]*topic{}, open: map[*Stream]struct{}{}, owned: map[string]int{},
	}
}

// Run follows the log until the context ends, and then closes the hub. A log
// that cannot be read is tried again and again; streams wait meanwhile and lose
// nothing.
func (h *Hub) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	defer h.Close()
	if h.cfg.Live != nil {
		wg.Go(func() {
			h.keep(ctx, "live feed", func(ctx context.Context) error { return h.cfg.Live.Follow(ctx, h.transient) }, func(error) {})
		})
	}
	h.keep(ctx, "tail", h.follow, h.report)
	return ctx.Err()
}

// longestPause bounds the wait before something that broke is tried again.
const longestPause = 5 * time.Second

// keep runs something again whenever it ends before the context does.
func (h *Hub) keep(ctx context.Context, what string, run func(context.Context) error, report func(error)) {
	pause := 50 * time.Millisecond
	for {
		began := time.Now()
		err := run(ctx)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			err = errors.New("it ended")
		}
		report(err)
		h.cfg.Logger.WarnContext(ctx, "stream source broke", slog.String("source", what), slog.Any("err", err))
		if time.Since(began) > longestPause {
			pause = 50 * time.Millisecond
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		pause = min(2*pause, longestPause)
	}
}

// follow is the one tail of this process.
func (h *Hub) follow(ctx context.Context) error {
	h.mu.Lock()
	after, started := h.pos, h.started
	h.mu.Unlock()
	if !started {
		head, err := h.cfg.Log.Head(ctx)
		if err != nil {
			return fmt.Errorf("head of the log: %w", err)
		}
		after = head
	}
	h.mu.Lock()
	h.pos, h.started, h.trouble = after, true, nil
	h.mu.Unlock()
	for record, err := range h.cfg.Log.Follow(ctx, eventlog.Query{After: after}) {
		if err != nil {
			return fmt.Errorf("follow the log after %d: %w", after, err)
		}
		after = record.Revision
		h.broadcast(record)
	}
	return nil
}

func (h *Hub) report(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.trouble = err
}

// Check reports why streams get nothing new at the moment.
func (h *Hub) Check(context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.started && h.trouble == nil {
		return ErrNotReady
	}
	return h.trouble
}

// broadcast hands one record to the streams that are live on its subject.
func (h *Hub) broadcast(r eventlog.Record) {
	f := &frame{record: r}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pos = r.Revision
	h.offer(f, r.Subject, eventlog.GoalFilter(r.Stream.Workspace, r.Stream.ID))
}

// offer finds the streams of a subject. The caller holds mu.
func (h *Hub) offer(f *frame, subject, goal string) {
	if t, ok := h.goals[goal]; ok {
		t.offer(f, subject)
	}
	for _, t := range h.others {
		t.offer(f, subject)
	}
}

func (t *topic) offer(f *frame, subject string) {
	if !matches(t.subjects, subject) {
		return
	}
	for s := range t.streams {
		if f.ready != nil {
			s.show(f)
		} else if !s.enqueue(f) {
			// From here on it reads the log itself.
			delete(t.streams, s)
			s.lagged <- struct{}{}
		}
	}
}

func matches(patterns []string, subject string) bool {
	for _, p := range patterns {
		if eventlog.Matches(p, subject) {
			return true
		}
	}
	return false
}

// Close ends every stream, cleanly, and lets no more be opened.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.closed = true
		close(h.closing)
	}
}

// Streams counts the open ones.
func (h *Hub) Streams() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.open)
}

var (
	// ErrNotReady says that the tail has not begun.
	ErrNotReady = errors.New("the log cannot be followed yet")
	// ErrClosing says that the process is about to end.
	ErrClosing = errors.New("the server is stopping")
)

// TooManyError says that a principal has as many streams open as it may.
type TooManyError struct{ Limit int }

func (e *TooManyError) Error() string {
	return fmt.Sprintf("%d streams are open already, which is the limit; close one", e.Limit)
}

// admit counts a new stream.
func (h *Hub) admit(s *Stream) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return ErrClosing
	case !h.started:
		return ErrNotReady
	case h.owned[s.sub.Owner] >= h.cfg.PerPrincipal:
		return &TooManyError{Limit: h.cfg.PerPrincipal}
	}
	h.owned[s.sub.Owner]++
	h.open[s] = struct{}{}
	return nil
}

// join makes a stream live and returns the position of the tail: everything
// after it will be queued.
func (h *Hub) join(s *Stream) events.Revision {
	h.mu.Lock()
	defer h.mu.Unlock()
	topics, key := h.topicsOf(s)
	t, ok := topics[key]
	if !ok {
		t = &topic{subjects: s.sub.Subjects, streams: map[*Stream]struct{}{}}
		topics[key] = t
	}
	t.streams[s] = struct{}{}
	return h.pos
}

// leave forgets a stream.
func (h *Hub) leave(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	topics, key := h.topicsOf(s)
	if t, ok := topics[key]; ok {
		delete(t.streams, s)
		if len(t.streams) == 0 {
			delete(topics, key)
		}
	}
	delete(h.open, s)
	if h.owned[s.sub.Owner]--; h.owned[s.sub.Owner] <= 0 {
		delete(h.owned, s.sub.Owner)
	}
}

func (h *Hub) topicsOf(s *Stream) (map[string]*topic, string) {
	if s.sub.Goal != "" {
		return h.goals, s.sub.Goal
	}
	return h.others, s.key
}

// Position is that of the newest record the tail has brought.
func (h *Hub) Position() events.Revision {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.pos
}
