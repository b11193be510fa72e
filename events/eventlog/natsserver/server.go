// Package natsserver runs a NATS server with JetStream inside this process.
package natsserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// MaxPayload is the largest message, the most that the server takes without
// warning. The largest events carry 1 MiB of content: sealed and in base64 that
// is 1.4 MiB, beyond the server's default of 1 MiB. A command that the gateway
// hands on may be as large as the request body it accepts.
const MaxPayload = 8 << 20

// Config says how to run a server.
type Config struct {
	// Dir is the folder of the store; it is created if need be and belongs to
	// one server at a time. Required.
	Dir string
	// Name of the server. Defaults to one made up by the server.
	Name string
	// Host to listen on. Defaults to 127.0.0.1.
	Host string
	// Port to listen on. Defaults to a free one.
	Port int
	// Token, or User and Password, is what every client must show. Defaults to
	// nothing: everyone who reaches the port is let in.
	Token, User, Password string
	// SyncAlways makes the store sync each message to disk before it is
	// acknowledged. Defaults to a sync every two minutes: a power failure may
	// then take what was acknowledged since.
	SyncAlways bool
	// Cluster joins other servers. Defaults to a server on its own.
	Cluster *Cluster
	// Log receives the server's warnings and errors. Defaults to none.
	Log *slog.Logger
}

// Cluster is a server's place among others.
type Cluster struct {
	Name string
	Port int // for routes
	// Peers are the host:port of all members' routes, this one's may be among them.
	Peers []string
}

func (c Config) check() error {
	var faults []error
	if c.Dir == "" {
		faults = append(faults, errors.New("no store folder given"))
	}
	if c.Port < 0 || c.Port > 65535 {
		faults = append(faults, fmt.Errorf("port %d is out of range", c.Port))
	}
	if c.Token != "" && c.User != "" {
		faults = append(faults, errors.New("token and user are both given: choose one"))
	}
	if (c.User == "") != (c.Password == "") {
		faults = append(faults, errors.New("user and password go together"))
	}
	if c.Cluster != nil && c.Name == "" {
		faults = append(faults, errors.New("a member of a cluster needs a name"))
	}
	return errors.Join(faults...)
}

func (c Config) options() (*server.Options, error) {
	o := &server.Options{
		ServerName: c.Name, Host: cmp.Or(c.Host, "127.0.0.1"), Port: cmp.Or(c.Port, server.RANDOM_PORT),
		JetStream: true, StoreDir: c.Dir, SyncAlways: c.SyncAlways,
		Authorization: c.Token, Username: c.User, Password: c.Password,
		MaxPayload: MaxPayload, NoSigs: true,
	}
	if c.Cluster != nil {
		o.Cluster = server.ClusterOpts{Name: c.Cluster.Name, Host: o.Host, Port: c.Cluster.Port}
		for _, peer := range c.Cluster.Peers {
			route, err := url.Parse("nats-route://" + peer)
			if err != nil {
				return nil, fmt.Errorf("peer %q: %w", peer, err)
			}
			o.Routes = append(o.Routes, route)
		}
	}
	return o, nil
}

// Server is a running server.
type Server struct {
	nats   *server.Server
	config Config
	lock   *os.File
}

// readyTimeout is how long the listener may take after the store was recovered.
const readyTimeout = 10 * time.Second

// Start runs a server until Shutdown. It returns when clients can connect.
func Start(c Config) (*Server, error) {
	fail := func(err error) (*Server, error) { return nil, fmt.Errorf("start nats server: %w", err) }
	if err := c.check(); err != nil {
		return fail(err)
	}
	options, err := c.options()
	if err != nil {
		return fail(err)
	}
	lock, err := claim(c.Dir)
	if err != nil {
		return fail(err)
	}
	s := &Server{config: c, lock: lock}
	if s.nats, err = server.NewServer(options); err != nil {
		return fail(errors.Join(err, lock.Close()))
	}
	log := &logger{to: c.Log}
	s.nats.SetLogger(log, false, false)
	s.nats.Start()
	if err := log.fatal(); err != nil {
		s.stop()
		return fail(err)
	}
	if !s.nats.ReadyForConnections(readyTimeout) {
		s.stop()
		return fail(errors.Join(fmt.Errorf("not ready after %s", readyTimeout), log.fatal()))
	}
	return s, nil
}

// ClientURL is where clients connect to, with their credentials.
func (s *Server) ClientURL() string {
	u, err := url.Parse(s.nats.ClientURL())
	if err != nil {
		return s.nats.ClientURL()
	}
	switch {
	case s.config.Token != "":
		u.User = url.User(s.config.Token)
	case s.config.User != "":
		u.User = url.UserPassword(s.config.User, s.config.Password)
	}
	return u.String()
}

// Name of the server, unique in a cluster.
func (s *Server) Name() string { return s.nats.Name() }

// LeadsStream reports whether this member of a cluster leads a stream.
func (s *Server) LeadsStream(stream string) bool {
	return s.nats.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream)
}

// Peers counts the members of the cluster that take part in JetStream, as far
// as this one leads it; 0 if it does not.
func (s *Server) Peers() int {
	if !s.nats.JetStreamIsLeader() {
		return 0
	}
	return len(s.nats.JetStreamClusterPeers())
}

// Connect makes a connection that does not leave the process and never gives
// up. It ends with the server, or when it is closed.
func (s *Server) Connect(name string, opts ...nats.Option) (*nats.Conn, error) {
	all := []nats.Option{
		nats.Name(name), nats.InProcessServer(s.nats), nats.MaxReconnects(-1), nats.ReconnectWait(100 * time.Millisecond),
	}
	switch {
	case s.config.Token != "":
		all = append(all, nats.Token(s.config.Token))
	case s.config.User != "":
		all = append(all, nats.UserInfo(s.config.User, s.config.Password))
	}
	nc, err := nats.Connect("", append(all, opts...)...)
	if err != nil {
		return nil, fmt.Errorf("connect %s: %w", name, err)
	}
	return nc, nil
}

// Health reports why the server cannot keep what it is given: a store that
// failed to write takes nothing more until it is opened again, and a stream that
// was not recovered is not there.
func (s *Server) Health() error {
	status := s.nats.Healthz(nil)
	if status.Status == "ok" {
		return nil
	}
	return fmt.Errorf("the log's store is not well: %s", cmp.Or(status.Error, status.Status))
}

// Shutdown stops the server and waits until its store is closed, or until the
// context ends: then it still stops, unattended.
func (s *Server) Shutdown(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.stop()
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("shut down nats server: %w", ctx.Err())
	}
}

func (s *Server) stop() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
	unlock(s.lock)
	_ = s.lock.Close() // nothing was written through it
}
