package api

import (
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Conns is a listener that knows its connections, for two things that the HTTP
// server beneath does not do.
//
// A connection whose request was not read to its end is closed so that the
// client still gets the answer: closing a socket with unread data resets it, and
// a reset discards what was sent but not yet read at the other end.
//
// When the server stops, connections on which nothing was ever asked are closed
// at once; the server would wait for their first request.
type Conns struct {
	net.Listener

	mu       sync.Mutex
	stopping bool
	open     map[*conn]struct{}
}

// Track makes a listener that knows its connections.
func Track(l net.Listener) *Conns { return &Conns{Listener: l, open: map[*conn]struct{}{}} }

// Accept implements net.Listener.
func (l *Conns) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: accepted, of: l}
		if l.add(c) {
			return c, nil
		}
		_ = accepted.Close()
	}
}

func (l *Conns) add(c *conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.stopping {
		l.open[c] = struct{}{}
	}
	return !l.stopping
}

func (l *Conns) forget(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, c)
}

// Close implements net.Listener. It also closes the connections on which
// nothing was asked yet, and can be called again.
func (l *Conns) Close() error {
	l.mu.Lock()
	first := !l.stopping
	l.stopping = true
	l.mu.Unlock()
	if !first {
		return nil
	}
	err := l.Listener.Close()
	l.cut(func(c *conn) bool { return !c.used.Load() })
	return err
}

// Cut closes every connection and reports how many there were.
func (l *Conns) Cut() int { return l.cut(func(*conn) bool { return true }) }

func (l *Conns) cut(which func(*conn) bool) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.open {
		if which(c) {
			_ = c.Conn.Close()
			n++
		}
	}
	return n
}

type conn struct {
	net.Conn
	of     *Conns
	used   atomic.Bool // something was read
	unread atomic.Bool // something will not be
}

const (
	lingerTime  = 2 * time.Second
	lingerBytes = 64 << 20
)

// linger makes a connection wait with closing until the client has said all.
func linger(c net.Conn) {
	if c, ok := c.(*conn); ok {
		c.unread.Store(true)
	}
}

// Read implements net.Conn.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 && !c.used.Load() {
		c.used.Store(true)
	}
	return n, err
}

// SetWriteDeadline implements net.Conn. That the connection was closed meanwhile
// is found by the write that follows; the server takes an error here for a
// fault of its own, and panics.
func (c *conn) SetWriteDeadline(t time.Time) error {
	if err := c.Conn.SetWriteDeadline(t); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Close implements net.Conn.
func (c *conn) Close() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if ok && c.unread.Swap(false) && half.CloseWrite() == nil {
		if c.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
			_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
		}
	}
	c.of.forget(c)
	return c.Conn.Close()
}
