package jslog_test

import (
	"bytes"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"
)

// proxy stands between a client and a server and loses answers.
type proxy struct {
	listener net.Listener
	server   string

	mu   sync.Mutex
	lose []byte // the next answer that contains this is lost with its connection
	lost int
}

func newProxy(t testing.TB, serverURL string) *proxy {
	t.Helper()
	u, err := url.Parse(serverURL)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, server: u.Host}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { p.serve(client) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		wg.Wait()
	})
	return p
}

func (p *proxy) serve(client net.Conn) {
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		client.Close()
		return
	}
	var wg sync.WaitGroup
	wg.Go(func() { p.copy(server, client, func([]byte) bool { return false }) })
	p.copy(client, server, p.loses)
	wg.Wait()
}

func (p *proxy) copy(to, from net.Conn, loses func([]byte) bool) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil || loses(buffer[:n]) {
			return
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (p *proxy) loses(answer []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lose == nil || !bytes.Contains(answer, p.lose) {
		return false
	}
	p.lose = nil
	p.lost++
	return true
}

// loseNext loses the next answer that contains a text.
func (p *proxy) loseNext(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose = []byte(text)
}

func (p *proxy) losses() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lost
}

func (p *proxy) connect(t testing.TB) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect("nats://"+p.listener.Addr().String(), nats.MaxReconnects(-1), nats.ReconnectWait(1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}
