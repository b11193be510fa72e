// Package cluster runs several replicated NATS servers in one process, for
// tests of what happens when one of them is lost.
package cluster

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

// Cluster is a set of servers.
type Cluster struct {
	configs []natsserver.Config
	servers []*natsserver.Server // nil where one is stopped
}

// formTimeout is how long the servers may take to elect a leader.
const formTimeout = 60 * time.Second

// Start runs size servers until the test ends. It returns when they agreed on
// a leader.
func Start(t testing.TB, size int) *Cluster {
	t.Helper()
	dir, ports := t.TempDir(), freePorts(t, 2*size)
	var peers []string
	for i := range size {
		peers = append(peers, fmt.Sprintf("127.0.0.1:%d", ports[i]))
	}
	c := &Cluster{servers: make([]*natsserver.Server, size)}
	t.Cleanup(func() {
		for i := range c.servers {
			c.Stop(t, i)
		}
	})
	for i := range size {
		c.configs = append(c.configs, natsserver.Config{
			Dir: filepath.Join(dir, fmt.Sprint("n", i)), Name: fmt.Sprint("n", i), Port: ports[size+i],
			Cluster: &natsserver.Cluster{Name: "mergit", Port: ports[i], Peers: peers},
		})
		c.Run(t, i)
	}
	c.wait(t, "a leader of all members", func() bool {
		for _, s := range c.servers {
			if s.Peers() == size {
				return true
			}
		}
		return false
	})
	return c
}

// Run starts a server again that was stopped.
func (c *Cluster) Run(t testing.TB, i int) {
	t.Helper()
	s, err := natsserver.Start(c.configs[i])
	if err != nil {
		t.Fatal(err)
	}
	c.servers[i] = s
}

// Stop takes a server down.
func (c *Cluster) Stop(t testing.TB, i int) {
	t.Helper()
	if c.servers[i] == nil {
		return
	}
	if err := c.servers[i].Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	c.servers[i] = nil
}

// Leader waits for a stream to have a leader and returns its index.
func (c *Cluster) Leader(t testing.TB, stream string) (leader int) {
	t.Helper()
	c.wait(t, "a leader of "+stream, func() bool {
		for i, s := range c.servers {
			if s != nil && s.LeadsStream(stream) {
				leader = i
				return true
			}
		}
		return false
	})
	return leader
}

// Connect makes a connection that knows all servers.
func (c *Cluster) Connect(t testing.TB) *nats.Conn {
	t.Helper()
	var urls []string
	for _, s := range c.servers {
		if s != nil {
			urls = append(urls, s.ClientURL())
		}
	}
	nc, err := nats.Connect(strings.Join(urls, ","), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

func (c *Cluster) wait(t testing.TB, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(formTimeout)
	for !done() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("no %s after %s", what, formTimeout)
		}
	}
}

// freePorts finds ports that nobody listens on. Members must know each other's
// before any of them runs.
func freePorts(t testing.TB, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}
