package sse

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Subscription is what a client wants to see.
type Subscription struct {
	// Owner is counted against the limit of streams.
	Owner string
	// Subjects are patterns of the events, all of which the client may see.
	Subjects []string
	// Goal is the only subject, if that is eventlog.GoalFilter of one goal.
	Goal string
	// Open says that the client sees content opened.
	Open bool
	// After is the newest event the client has.
	After events.Revision
	// Until ends the stream after an event. Defaults to never.
	Until Until
	// Deadline sets the time by which a write must be done. May be nil.
	Deadline func(time.Time) error
}

// Stream is one client's events as text, to be read by whatever writes it to
// the client. It has no goroutine of its own. It must be closed.
type Stream struct {
	hub *Hub
	sub Subscription
	key string
	as  reader

	// A reader of bytes cannot be given a context, so the stream has its own;
	// Close ends it.
	ctx    context.Context
	cancel context.CancelFunc
	close  sync.Once

	queue  chan *frame   // filled by the hub while the stream is live
	lagged chan struct{} // one element once the queue overflowed: from there on the log has it

	// Used by the reader only.
	at      events.Revision // every event up to here was written or is of no interest
	out     []byte          // text not yet read
	keep    []byte          // its buffer
	live    bool
	last    bool // no more follows
	rounds  int  // of reading the log, since the stream was last live
	longest int  // events in the round before
	strikes int  // how often it fell behind without ever catching up
	history history
	timer   *time.Timer
}

// history is a reading of the log under way.
type history struct {
	next   func() (eventlog.Record, error, bool)
	stop   func()
	joined bool            // the hub queues what follows it
	covers events.Revision // what it is sure to reach
	events int             // read so far
}

var _ io.ReadCloser = (*Stream)(nil)

// hello opens every stream: it makes the headers go out at once, and asks for
// patience before a reconnect.
const hello = "retry: 1000\n: connected\n\n"

// Open begins a stream.
func (h *Hub) Open(sub Subscription) (*Stream, error) {
	as := ofSealed
	if sub.Open {
		as = ofOpened
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &Stream{
		hub: h, sub: sub, key: strings.Join(sub.Subjects, " "), as: as, ctx: ctx, cancel: cancel,
		queue: make(chan *frame, h.cfg.Queue), lagged: make(chan struct{}, 1), at: sub.After, out: []byte(hello),
	}
	if err := h.admit(s); err != nil {
		cancel()
		return nil, err
	}
	return s, nil
}

// Close ends the stream and gives back what it holds.
func (s *Stream) Close() error {
	s.close.Do(func() {
		s.hub.leave(s)
		s.cancel()
		s.endRound()
		if s.timer != nil {
			s.timer.Stop()
		}
	})
	return nil
}

// Read waits for events. It answers io.EOF when the stream has ended cleanly;
// the last line says why. A fault in here ends this stream and not the process.
func (s *Stream) Read(p []byte) (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.hub.cfg.Logger.ErrorContext(s.ctx, "stream panicked", slog.Any("panic", r), slog.String("stack", string(debug.Stack())))
			n, err = 0, fmt.Errorf("stream: %v", r)
		}
	}()
	for len(s.out) == 0 {
		if s.last {
			return 0, io.EOF
		}
		s.out = s.keep[:0]
		s.fill(len(p))
		if cap(s.out) <= maxKept {
			s.keep = s.out
		}
	}
	n = copy(p, s.out)
	s.out = s.out[n:]
	if s.sub.Deadline != nil {
		if err := s.sub.Deadline(time.Now().Add(s.hub.cfg.WriteTimeout)); err != nil {
			return 0, fmt.Errorf("stream: %w", err)
		}
	}
	return n, nil
}

// maxKept bounds the buffer a stream keeps between reads.
const maxKept = 16 << 10

// fill gathers about as many bytes as can be read, waiting for the first.
func (s *Stream) fill(size int) {
	select {
	case <-s.hub.closing:
		s.end("the server is stopping; reconnect")
		return
	default:
	}
	if s.live {
		s.fromQueue(size)
	} else {
		s.fromLog(size)
	}
}

// fromQueue takes what the tail has brought.
func (s *Stream) fromQueue(size int) {
	for len(s.out) < size && !s.last {
		select {
		case f := <-s.queue:
			s.write(f)
			continue
		default:
		}
		if len(s.out) > 0 {
			return
		}
		select {
		case <-s.lagged:
			s.fallBack()
			return
		default:
		}
		s.strikes = 0
		if !s.wait() {
			return
		}
	}
}

// wait blocks until something is queued, or it is time for a sign of life. It
// reports whether the stream is still live.
func (s *Stream) wait() bool {
	if s.timer == nil {
		s.timer = time.NewTimer(s.hub.cfg.Heartbeat)
	} else {
		s.timer.Reset(s.hub.cfg.Heartbeat)
	}
	select {
	case f := <-s.queue:
		s.write(f)
	case <-s.timer.C:
		s.out = append(s.out, comment("still here")...)
	case <-s.lagged:
		s.fallBack()
		return false
	case <-s.hub.closing:
		s.end("the server is stopping; reconnect")
	}
	return true
}

// fallBack goes on from the log.
func (s *Stream) fallBack() {
	s.live = false
	s.strike()
}

func (s *Stream) strike() {
	if s.strikes++; s.strikes >= s.hub.cfg.Strikes {
		s.end("too slow for what happens; reconnect")
	}
}

// fromLog reads what the queue does not have.
func (s *Stream) fromLog(size int) {
	if s.history.next == nil && !s.beginRound() {
		return
	}
	for len(s.out) < size && !s.last {
		record, err, more := s.history.next()
		switch {
		case !more:
			s.finishRound()
			return
		case err != nil:
			s.hub.cfg.Logger.WarnContext(s.ctx, "stream could not read the log", slog.Any("err", err))
			s.end("the log cannot be read now; reconnect")
			return
		}
		s.history.events++
		s.write(&frame{record: record})
	}
}

// finishRound goes live, or on to the next round if that one did not reach the
// tail. A client for whom the rounds get longer falls further and further
// behind.
func (s *Stream) finishRound() {
	s.at = max(s.at, s.history.covers)
	s.live = s.history.joined
	if grows := s.history.events >= s.longest && s.history.events > s.hub.cfg.Queue; !s.live && s.rounds > 1 && grows {
		s.strike()
	}
	s.longest = s.history.events
	s.endRound()
}

// patience is how many rounds of reading the log may pass before the stream
// joins the tail however far that is ahead.
const patience = 4

// beginRound starts to read the log. Once that is nearly at its end the hub
// queues from the tail's position on, and the reading closes the gap up to it.
func (s *Stream) beginRound() bool {
	h := s.hub
	pos := h.Position()
	near := pos <= s.at || uint64(pos-s.at) <= uint64(h.cfg.Queue)/2
	s.rounds++
	if near || s.rounds > patience {
		s.drop()
		s.rounds = 0
		s.history.joined, pos = true, h.join(s)
		if pos <= s.at { // nothing in between
			s.live, s.history = true, history{}
			return false
		}
	}
	s.history.covers = pos
	s.history.next, s.history.stop = iter.Pull2(h.cfg.Log.Read(s.ctx, eventlog.Query{After: s.at, Subjects: s.sub.Subjects}))
	return true
}

func (s *Stream) endRound() {
	if s.history.stop != nil {
		s.history.stop()
	}
	s.history = history{}
}

// drop empties the queue of a stream that is not live.
func (s *Stream) drop() {
	for {
		select {
		case <-s.queue:
		case <-s.lagged:
		default:
			return
		}
	}
}

// write appends one event unless it was written before.
func (s *Stream) write(f *frame) {
	if f.ready == nil && f.record.Revision <= s.at {
		return
	}
	said, err := f.bytes(s.ctx, s.hub.codec, s.as)
	if err != nil {
		s.hub.cfg.Logger.WarnContext(s.ctx, "stream could not open content", slog.Any("err", err))
		s.end("content cannot be opened now; reconnect")
		return
	}
	s.out = append(s.out, said...)
	if f.ready != nil {
		return
	}
	s.at = f.record.Revision
	if s.sub.Until.Ends(f.record.Kind) {
		s.end("that was all")
	}
}

// end writes why, and that no more follows.
func (s *Stream) end(why string) {
	s.out = append(s.out, comment(why)...)
	s.last = true
}

// enqueue hands the stream a frame of the tail, false if it is full.
func (s *Stream) enqueue(f *frame) bool {
	select {
	case s.queue <- f:
		return true
	default:
		return false
	}
}

// show hands over a transient frame if there is plenty of room.
func (s *Stream) show(f *frame) {
	if len(s.queue) < cap(s.queue)/2 {
		s.enqueue(f)
	}
}
