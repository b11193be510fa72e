// Package postgres runs a private Postgres as a child process: found on the machine or installed with npm, reached over a
// Unix socket only, and never outliving the process that started it.
//
// Config.Dir holds everything of one server:
//
//	lock          held by the process that started the server, with its pid inside
//	server.lock   held by every process of the server, so that a leftover is noticed whatever its pid
//	data          the cluster, made under another name and renamed when complete
//	run           the socket's folder, unless its path is too long for a socket
//	postgres.log  what the server says
package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Config says where a server lives. All but Dir may be left empty.
type Config struct {
	// Dir is the folder of this server. It is made when missing.
	Dir string
	// Bin is a folder with initdb and postgres. Defaults to what is found on the machine.
	Bin string
	// Cache is where fetched binaries are kept. Defaults to mergit/postgres below the user's cache folder, for root /var/cache.
	Cache string
	// Fetch allows to install the binaries with npm when none are found. Defaults to false.
	Fetch bool
	// Log hears of slow steps, such as a fetch. Defaults to silence.
	Log *slog.Logger
	// Tell is told, in a sentence, what takes long enough for a person to wonder. Defaults to nobody.
	Tell func(string)
}

// ErrNoBinaries is wrapped by errors of Start and Doctor when there is no Postgres to run.
var ErrNoBinaries = errors.New("no suitable Postgres")

func (c Config) complete() (Config, error) {
	if c.Dir == "" {
		return c, errors.New("postgres: Config.Dir is empty")
	}
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return c, fmt.Errorf("resolve %s: %w", c.Dir, err)
	}
	c.Dir = dir
	if c.Cache == "" {
		c.Cache = defaultCache(dir)
	}
	if c.Tell == nil {
		c.Tell = func(string) {}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c, nil
}

func defaultCache(dir string) string {
	const system = "/var/cache"
	home := filepath.Join("mergit", "postgres")
	// Root's own cache is closed to the user that runs the server.
	if os.Geteuid() == 0 && unix.Access(system, unix.W_OK) == nil {
		return filepath.Join(system, home)
	}
	if user, err := os.UserCacheDir(); err == nil {
		return filepath.Join(user, home)
	}
	return filepath.Join(dir, "cache") // no home folder: beside the data
}

func (c Config) data() string { return filepath.Join(c.Dir, "data") }

// Server is a running Postgres.
type Server struct {
	cfg     Config
	install Install
	sock    socketDir
	hold    *os.File
	log     *serverLog
	child   *process

	done     chan error
	stopping chan struct{}
	stop     sync.Once
	stopErr  error
}

// Start makes the cluster when there is none, starts Postgres and returns once it answers. A server left by a process that was
// killed is ended first. ctx covers the start only: the server runs until Stop, or until this process ends in whatever way.
//
// A HeldError means that another process runs the server of this folder.
func Start(ctx context.Context, cfg Config) (_ *Server, err error) {
	if cfg, err = cfg.complete(); err != nil {
		return nil, err
	}
	if err := makeDir(cfg.Dir); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, done: make(chan error, 1), stopping: make(chan struct{})}
	if s.hold, err = hold(ctx, cfg.Dir); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.release()
		}
	}()

	major, err := clusterMajor(cfg.data())
	if err != nil {
		return nil, err
	}
	if s.install, err = obtain(ctx, cfg, major); err != nil {
		return nil, err
	}
	as, err := pickAccount(ctx, s.install, cfg.Dir, cfg.data())
	if err != nil {
		return nil, err
	}
	lock, err := evict(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer lock.Close() // the child has its own copy by then

	if s.sock, err = makeSocketDir(cfg.Dir, as); err != nil {
		return nil, err
	}
	if major == 0 {
		err = initCluster(ctx, cfg, s.install, as)
	} else {
		err = as.own(cfg.data())
	}
	if err != nil {
		return nil, err
	}
	if err := clearStaleLocks(cfg.data(), s.sock.path); err != nil {
		return nil, err
	}
	if s.log, err = openLog(cfg.Dir); err != nil {
		return nil, err
	}
	cmd := as.command(s.install.tool("postgres"), cfg.data(), settings(s.install.Major, cfg.data(), s.sock.path)...)
	cmd.Stdout, cmd.Stderr = s.log.file, s.log.file
	cmd.ExtraFiles = []*os.File{lock}
	if s.child, err = spawn(cmd); err != nil {
		return nil, fmt.Errorf("start postgres: %w", err)
	}
	if err := s.awaitReady(ctx); err != nil {
		return nil, errors.Join(err, s.shutdown(context.WithoutCancel(ctx)))
	}
	go s.watch()
	return s, nil
}

// DSN is the address for pgx and psql. It holds no password: the socket's folder is open to the owner alone.
func (s *Server) DSN() string { return dsn(s.sock.path, database) }

// Install is the Postgres that runs.
func (s *Server) Install() Install { return s.install }

// Done gives the reason once when the server ends without Stop. It is closed when the server has ended.
func (s *Server) Done() <-chan error { return s.done }

// Stop ends the server cleanly and releases its folder. When ctx ends first, the server is stopped without a checkpoint: nothing
// is lost, and the next start takes longer. Further calls return the first one's result.
func (s *Server) Stop(ctx context.Context) error {
	s.stop.Do(func() {
		close(s.stopping)
		s.stopErr = s.shutdown(ctx)
		for range s.done { // the watcher has ended
		}
		s.release()
	})
	return s.stopErr
}

func (s *Server) watch() {
	defer close(s.done)
	<-s.child.done
	select {
	case <-s.stopping:
	default:
		s.done <- s.endedError()
	}
}

// How long each way of stopping is given. Postgres calls them fast and immediate shutdown.
const (
	fastWait      = 20 * time.Second
	immediateWait = 5 * time.Second
)

func (s *Server) shutdown(ctx context.Context) error {
	fast, cancel := context.WithTimeout(ctx, fastWait)
	defer cancel()
	s.child.signal(syscall.SIGINT)
	if s.child.wait(fast) {
		return nil
	}
	immediate, cancel := context.WithTimeout(context.WithoutCancel(ctx), immediateWait)
	defer cancel()
	s.child.signal(syscall.SIGQUIT)
	if !s.child.wait(immediate) {
		s.child.signal(syscall.SIGKILL)
		<-s.child.done
	}
	return fmt.Errorf("stop postgres without a checkpoint: %w", context.Cause(fast))
}

func (s *Server) release() {
	if s.log != nil {
		s.log.file.Close()
	}
	s.sock.remove()
	unlock(s.hold)
}

// endedError is why a server that should run does not.
func (s *Server) endedError() error {
	err := fmt.Errorf("postgres ended by itself: %s", s.child.state())
	if said := s.log.tail(); said != "" {
		err = fmt.Errorf("%w; it said:\n%s", err, said)
	}
	if full := diskFull(s.cfg.Dir); full != nil {
		err = fmt.Errorf("%w (%w)", full, err)
	}
	return err
}
