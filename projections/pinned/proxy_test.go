package pinned_test

import (
	"net"
	"net/url"
	"strconv"
	"sync"
	"testing"
)

func port(t testing.TB, address string) int {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// proxy passes bytes on until it is frozen, and again once it is thawed: to both
// sides the other one hangs.
type proxy struct {
	listener net.Listener
	mu       sync.Mutex
	thawed   *sync.Cond
	frozen   bool
}

func newProxy(t testing.TB, to string) *proxy {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{}
	p.thawed = sync.NewCond(&p.mu)
	if p.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	t.Cleanup(func() { p.freeze(false); p.listener.Close(); running.Wait() })
	running.Go(func() {
		for {
			client, err := p.listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", u.Host)
			if err != nil {
				client.Close()
				continue
			}
			running.Go(func() { p.pass(client, server) })
			running.Go(func() { p.pass(server, client) })
		}
	})
	return p
}

func (p *proxy) url() string { return "nats://" + p.listener.Addr().String() }

func (p *proxy) freeze(frozen bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = frozen
	p.thawed.Broadcast()
}

func (p *proxy) pass(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		p.mu.Lock()
		for p.frozen {
			p.thawed.Wait()
		}
		p.mu.Unlock()
		if _, failed := to.Write(buffer[:n]); err != nil || failed != nil {
			return
		}
	}
}
