package node

import (
	"context"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

// The log waits 30 seconds for an answer: a server that gives none must have been
// left for another one by then.
func TestAServerThatStandsStillIsLeftWhileTheLogIsPatient(t *testing.T) {
	t.Parallel()
	server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	i, err := reach(Config{NATS: server.ClientURL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.conn.Close)
	t.Cleanup(i.reader.Close)
	for name, o := range map[string]struct {
		every time.Duration
		most  int
	}{"mergit": {i.conn.Opts.PingInterval, i.conn.Opts.MaxPingsOut}, "mergit-reader": {i.reader.Opts.PingInterval, i.reader.Opts.MaxPingsOut}} {
		if left := o.every * time.Duration(o.most+1); left > 20*time.Second {
			t.Errorf("%s leaves it after %s", name, left)
		}
	}
}
