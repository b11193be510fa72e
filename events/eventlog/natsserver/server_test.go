package natsserver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

func start(t testing.TB, c natsserver.Config) *natsserver.Server {
	t.Helper()
	s, err := natsserver.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, s) })
	return s
}

func stop(t testing.TB, s *natsserver.Server) {
	t.Helper()
	if err := s.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestClientsComeInWithTheirCredentialsOnly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]natsserver.Config{
		"token":    {Token: "s3cret/?"},
		"password": {User: "ann", Password: "s3cret@:"},
		"open":     {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.Dir = t.TempDir()
			s := start(t, c)
			inside, err := s.Connect("inside")
			if err != nil {
				t.Fatal(err)
			}
			defer inside.Close()
			outside, err := nats.Connect(s.ClientURL())
			if err != nil {
				t.Fatal(err)
			}
			defer outside.Close()
			sub, err := outside.SubscribeSync("greeting")
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(outside.Flush(), inside.Publish("greeting", bytes.Repeat([]byte("x"), natsserver.MaxPayload))); err != nil {
				t.Fatal(err)
			}
			if m, err := sub.NextMsgWithContext(t.Context()); err != nil || len(m.Data) != natsserver.MaxPayload {
				t.Fatal(err)
			}
			u, err := url.Parse(s.ClientURL())
			if err != nil {
				t.Fatal(err)
			}
			u.User = nil
			stranger, err := nats.Connect(u.String())
			if err == nil {
				stranger.Close()
			}
			if refused := errors.Is(err, nats.ErrAuthorization); refused != (name != "open") {
				t.Fatalf("a stranger: %v", err)
			}
		})
	}
}

func TestAFolderBelongsToOneServerAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := start(t, natsserver.Config{Dir: dir})
	_, err := natsserver.Start(natsserver.Config{Dir: dir})
	held, ok := errors.AsType[*natsserver.HeldError](err)
	if !ok || held.PID != os.Getpid() || !strings.Contains(err.Error(), dir) {
		t.Fatal(err)
	}
	stop(t, first)
	start(t, natsserver.Config{Dir: dir})
}

func TestAFolderWithOtherFilesIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "diary.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := natsserver.Start(natsserver.Config{Dir: dir}); err == nil || !strings.Contains(err.Error(), "diary.txt") {
		t.Fatal(err)
	}
	if _, err := natsserver.Start(natsserver.Config{Dir: filepath.Join(dir, "diary.txt")}); err == nil {
		t.Fatal("a file was taken for a folder")
	}
	if _, err := os.Stat(filepath.Join(dir, "mergit.lock")); err == nil {
		t.Fatal("the folder was marked as ours")
	}
}

func TestABusyPortIsNamedAndTheFolderGivenFree(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port, dir := l.Addr().(*net.TCPAddr).Port, t.TempDir()
	if _, err := natsserver.Start(natsserver.Config{Dir: dir, Port: port}); err == nil || !strings.Contains(err.Error(), fmt.Sprint(port)) {
		t.Fatal(err)
	}
	start(t, natsserver.Config{Dir: dir})
}

func TestAllFaultsOfAConfigurationAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	_, err := natsserver.Start(natsserver.Config{Port: -1, Token: "t", User: "u", Cluster: &natsserver.Cluster{}})
	for _, want := range []string{"folder", "port -1", "choose one", "go together", "needs a name"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}

func TestOnlyWarningsAreLogged(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s, err := natsserver.Start(natsserver.Config{Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(&out, nil))})
	if err != nil {
		t.Fatal(err)
	}
	stop(t, s)
	if out.Len() > 0 {
		t.Fatalf("it said:\n%s", &out)
	}
}

func TestShutdownDoesNotOutlastItsContext(t *testing.T) {
	t.Parallel()
	s := start(t, natsserver.Config{Dir: t.TempDir()})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Shutdown(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func ExampleStart() {
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	s, err := natsserver.Start(natsserver.Config{Dir: dir})
	if err != nil {
		panic(err)
	}
	defer s.Shutdown(context.Background())
	nc, err := s.Connect("example")
	if err != nil {
		panic(err)
	}
	defer nc.Close()
	fmt.Println(nc.IsConnected())
	// Output: true
}
