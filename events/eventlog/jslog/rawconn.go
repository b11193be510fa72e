package jslog

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"net"
	"strconv"

	"github.com/nats-io/nats.go"
)

// RawHeaders makes a connection deliver each message with its headers unread, at
// the front of its data and behind their length: the client library would make a
// map of them, which is most of what reading a log costs and nearly all it
// allocates. It goes last among the options. Such a connection is for
// Config.Reader alone; whatever else is asked over it is not understood.
//
// The library has a place for transports, and none for this. So the transport
// turns the protocol's HMSG into MSG: see
// https://docs.nats.io/reference/reference-protocols/nats-protocol. It cannot do so
// under TLS or WebSockets; there headers are read as ever.
func RawHeaders() nats.Option {
	return func(o *nats.Options) error {
		if o.InProcessServer != nil {
			o.InProcessServer = rawServer{o.InProcessServer}
			return nil
		}
		dialer := o.CustomDialer
		if dialer == nil {
			dialer = &net.Dialer{Timeout: o.Timeout}
		}
		o.CustomDialer = rawDialer{dialer}
		return nil
	}
}

type rawServer struct{ nats.InProcessConnProvider }

func (s rawServer) InProcessConn() (net.Conn, error) {
	return raw(s.InProcessConnProvider.InProcessConn())
}

type rawDialer struct{ nats.CustomDialer }

func (d rawDialer) Dial(network, address string) (net.Conn, error) {
	return raw(d.CustomDialer.Dial(network, address))
}

func raw(c net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	return &rawConn{Conn: c, in: bufio.NewReaderSize(c, rawBuffer)}, nil
}

// rawPrefix is how many bytes say how long the headers are.
const rawPrefix = 4

// rawBuffer holds what a server writes at once.
const rawBuffer = 64 << 10

// rawConn is a connection that reads HMSG as MSG.
type rawConn struct {
	net.Conn
	in      *bufio.Reader
	line    []byte // to be read next
	scratch []byte // what line may point into
	payload int    // bytes that come after the line as they are
	foreign bool   // it speaks something else
}

// Read implements net.Conn. It returns what there is, and blocks only if there
// is nothing.
func (c *rawConn) Read(p []byte) (n int, err error) {
	for n < len(p) {
		switch {
		case len(c.line) > 0:
			m := copy(p[n:], c.line)
			c.line, n = c.line[m:], n+m
		case c.payload > 0 || c.foreign:
			if n > 0 && c.in.Buffered() == 0 {
				return n, nil
			}
			part := p[n:]
			if !c.foreign {
				part = part[:min(len(part), c.payload)]
			}
			m, err := c.in.Read(part)
			n, c.payload = n+m, max(c.payload-m, 0)
			if err != nil || c.foreign {
				return n, err
			}
		default:
			if n > 0 && !c.whole() {
				return n, nil
			}
			if err := c.next(); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// whole reports whether a line can be read without waiting.
func (c *rawConn) whole() bool {
	there, _ := c.in.Peek(c.in.Buffered())
	return bytes.IndexByte(there, '\n') >= 0
}

// The operations of a server; none begins with another.
var operations = [][]byte{[]byte("HMSG "), []byte("MSG "), []byte("PING"), []byte("PONG"), []byte("+OK"), []byte("-ERR"), []byte("INFO ")}

// next reads a line. One that is no operation of the protocol, such as the
// beginning of TLS, makes all that follows be read as it is.
func (c *rawConn) next() error {
	start, err := c.in.Peek(1)
	if err != nil {
		return err
	}
	if !bytes.ContainsAny(start, "HMP+-I") {
		c.foreign = true
		return nil
	}
	line, err := c.in.ReadSlice('\n')
	if err != nil { // longer than any there is, or cut
		c.foreign, c.line = true, bytes.Clone(line)
		if len(line) > 0 {
			return nil
		}
		return err
	}
	c.line = line // until the next read, which is after it was copied
	known := false
	for _, op := range operations {
		known = known || bytes.HasPrefix(line, op)
	}
	switch {
	case !known:
		c.foreign = true
	case line[0] == 'M', line[0] == 'H':
		c.message(line)
	}
	return nil
}

// message reads the line of a message: MSG subject sid [reply] size, or
// HMSG subject sid [reply] headers size.
func (c *rawConn) message(line []byte) {
	end := len(bytes.TrimRight(line, "\r\n"))
	at := bytes.LastIndexByte(line[:end], ' ')
	size, err := strconv.Atoi(string(line[at+1 : end]))
	if err != nil || size < 0 {
		c.foreign = true // the library will say what is wrong
		return
	}
	c.payload = size + len("\r\n")
	headers := 0
	start := 0
	if line[0] == 'H' {
		before := bytes.LastIndexByte(line[:at], ' ')
		if before < len("HMSG ") {
			c.foreign = true
			return
		}
		if headers, err = strconv.Atoi(string(line[before+1 : at])); err != nil || headers < 0 || headers > size {
			c.foreign = true
			return
		}
		start, at = 1, before
	}
	c.scratch = append(c.scratch[:0], line[start:at]...)
	c.scratch = append(c.scratch, ' ')
	c.scratch = strconv.AppendInt(c.scratch, int64(size+rawPrefix), 10)
	c.scratch = append(c.scratch, "\r\n"...)
	c.scratch = binary.BigEndian.AppendUint32(c.scratch, uint32(headers))
	c.line = c.scratch
}
