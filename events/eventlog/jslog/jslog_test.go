package jslog_test

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/logtest"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

// serve runs a server for one test.
func serve(t testing.TB, c natsserver.Config) *natsserver.Server {
	t.Helper()
	if c.Dir == "" {
		c.Dir = t.TempDir()
	}
	s, err := natsserver.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func connect(t testing.TB, s *natsserver.Server) *nats.Conn {
	t.Helper()
	nc, err := s.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

func open(t testing.TB, nc *nats.Conn, c jslog.Config) *jslog.Log {
	t.Helper()
	l, err := jslog.Open(context.Background(), nc, c)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLogThatSharesSyncsKeepsThePromisesOfTheLog(t *testing.T) {
	logtest.Run(t, func(t *testing.T) eventlog.Log {
		return open(t, connect(t, serve(t, natsserver.Config{})), jslog.Config{ShareSyncs: true})
	})
}

func TestLogKeepsThePromisesOfTheLog(t *testing.T) {
	logtest.Run(t, func(t *testing.T) eventlog.Log {
		return open(t, connect(t, serve(t, natsserver.Config{})), jslog.Config{})
	})
}

func openKeys(t testing.TB, nc *nats.Conn, c jslog.KeysConfig) *jslog.Keys {
	t.Helper()
	k, err := jslog.OpenKeys(context.Background(), nc, c)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func openBlobs(t testing.TB, nc *nats.Conn) *jslog.Blobs {
	t.Helper()
	b, err := jslog.OpenBlobs(context.Background(), nc, jslog.BlobsConfig{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestLogReadOverRawHeadersKeepsThePromisesOfTheLog(t *testing.T) {
	t.Run("in the process", func(t *testing.T) {
		logtest.Run(t, func(t *testing.T) eventlog.Log {
			server := serve(t, natsserver.Config{})
			reader, err := server.Connect("reader", jslog.RawHeaders())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(reader.Close)
			return open(t, connect(t, server), jslog.Config{Reader: reader})
		})
	})
	t.Run("over TCP", func(t *testing.T) {
		logtest.Run(t, func(t *testing.T) eventlog.Log {
			server := serve(t, natsserver.Config{})
			reader, err := nats.Connect(server.ClientURL(), jslog.RawHeaders())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(reader.Close)
			return open(t, connect(t, server), jslog.Config{Reader: reader})
		})
	})
}
