package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/mergit-io/mergit/commands"
)

// Config of a server.
type Config struct {
	// Workers is how many commands run at the same time. What comes on top
	// waits in the connection's buffer. Defaults to 128.
	Workers int
	// Timeout bounds one command and what is waited for when the server stops.
	// Defaults to 15 s.
	Timeout time.Duration
	// MaxBytes is the size of the largest command. Defaults to MaxBytes.
	MaxBytes int
	// Version of this binary, as semantic versioning writes it. Defaults to
	// 0.0.0.
	Version string
	// Serves reports whether a command is run here, by its name. Defaults to all.
	Serves func(command string) bool
	// Ready is called once commands are listened for. May be nil.
	Ready func()
	// Log is told of commands that came to no decision. Defaults to no log.
	Log *slog.Logger
}

// stopping is said to clients whose command this server did not begin.
const stopping = "server is stopping"

// server runs what arrives.
type server struct {
	nc    *nats.Conn
	to    commands.Dispatcher
	cfg   Config
	slots chan struct{} // one for each command that runs

	mu      sync.Mutex
	stopped bool
	running sync.WaitGroup
}

// Serve runs commands that arrive over a connection until the context ends, and
// returns when those it took are answered. It returns an error if the connection
// is closed before that.
func Serve(ctx context.Context, nc *nats.Conn, to commands.Dispatcher, cfg Config) error {
	if cfg.Workers == 0 {
		cfg.Workers = 128
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = 15 * time.Second
	}
	if cfg.MaxBytes == 0 {
		cfg.MaxBytes = MaxBytes
	}
	if cfg.Version == "" {
		cfg.Version = "0.0.0"
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	s := &server{nc: nc, to: to, cfg: cfg, slots: make(chan struct{}, cfg.Workers)}
	return s.run(ctx)
}

func (s *server) run(ctx context.Context) error {
	closed := make(chan struct{})
	service, err := micro.AddService(s.nc, micro.Config{
		Name: Service, Version: s.cfg.Version, Description: "runs Mergit's commands",
		DoneHandler: func(micro.Service) { close(closed) },
	})
	if err != nil {
		return fmt.Errorf("serve commands: %w", err)
	}
	// Commands outlive the context that stops the server: what was taken is
	// finished.
	work := context.WithoutCancel(ctx)
	for _, e := range table {
		if s.cfg.Serves != nil && !s.cfg.Serves(e.name) {
			continue
		}
		err = errors.Join(err, service.AddEndpoint(e.endpoint(), micro.HandlerFunc(func(r micro.Request) { s.take(work, e, r) }),
			micro.WithEndpointSubject(e.subject()), micro.WithEndpointQueueGroup(e.queue())))
	}
	if err == nil {
		err = s.nc.FlushTimeout(s.cfg.Timeout)
	}
	if err != nil {
		err = errors.Join(fmt.Errorf("serve commands: %w", err), service.Stop())
		s.finish()
		return err
	}
	if s.cfg.Ready != nil {
		s.cfg.Ready()
	}
	select {
	case <-ctx.Done():
		err = s.drain(service)
	case <-closed:
		err = fmt.Errorf("serve commands: %w", nats.ErrConnectionClosed)
	}
	s.finish()
	return err
}

// drain takes what the server was already sent.
func (s *server) drain(service micro.Service) error {
	if err := service.Stop(); err != nil {
		return fmt.Errorf("stop serving commands: %w", err)
	}
	// After the flush nothing more is routed here; after the barrier every
	// handler has seen what was.
	if err := s.nc.FlushTimeout(s.cfg.Timeout); err != nil {
		return fmt.Errorf("stop serving commands: %w", err)
	}
	seen := make(chan struct{})
	if err := s.nc.Barrier(func() { close(seen) }); err != nil {
		return fmt.Errorf("stop serving commands: %w", err)
	}
	timer := time.NewTimer(s.cfg.Timeout)
	defer timer.Stop()
	select {
	case <-seen:
	case <-timer.C: // somebody else's subscription blocks: stragglers are sent on
	}
	return nil
}

// finish begins no more commands and waits for those that run.
func (s *server) finish() {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	s.running.Wait()
}

// take hands a command over to a goroutine: micro calls the handlers of one
// endpoint one after the other.
func (s *server) take(ctx context.Context, e entry, r micro.Request) {
	s.slots <- struct{}{}
	s.mu.Lock()
	if s.stopped {
		s.mu.Unlock()
		<-s.slots
		s.reply(ctx, e, r, errorReply(codeTrouble, stopping, trouble{stopping}))
		return
	}
	s.running.Go(func() {
		defer func() { <-s.slots }()
		s.reply(ctx, e, r, s.handle(ctx, e, r))
	})
	s.mu.Unlock()
}

func (s *server) reply(ctx context.Context, e entry, r micro.Request, m *nats.Msg) {
	if m.Subject = r.Reply(); m.Subject == "" {
		return // nobody asked for an answer
	}
	if err := s.nc.PublishMsg(m); err != nil {
		s.cfg.Log.ErrorContext(ctx, "answer was not sent", slog.String("command", e.name), slog.Any("err", err))
	}
}

// handle runs one command. A panic ends the command, not the process.
func (s *server) handle(ctx context.Context, e entry, r micro.Request) (reply *nats.Msg) {
	defer func() {
		if p := recover(); p != nil {
			s.cfg.Log.ErrorContext(ctx, "command panicked", slog.String("command", e.name), slog.Any("panic", p), slog.String("stack", string(debug.Stack())))
			reply = errorReply(codeFault, "internal fault", trouble{"internal fault in the server"})
		}
	}()
	timeout := s.cfg.Timeout
	if d, err := time.ParseDuration(r.Headers().Get(patience)); err == nil {
		timeout = min(timeout, d)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, c, err := e.decodeMessage(r.Data(), s.cfg.MaxBytes)
	var answer commands.Answer
	if err == nil {
		answer, err = s.to.Dispatch(ctx, req, c)
	}
	if refusal, ok := errors.AsType[*commands.Refusal](err); ok {
		return errorReply(codeOf(refusal.Sort), refusal.Code, refusal)
	}
	if err != nil {
		s.cfg.Log.ErrorContext(ctx, "command came to no decision", slog.String("command", e.name), slog.Any("err", err))
		return errorReply(codeTrouble, "no decision", trouble{err.Error()})
	}
	reply = nats.NewMsg("")
	reply.Data, _ = json.Marshal(answer) // of numbers only
	return reply
}
