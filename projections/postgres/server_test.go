package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func ExampleStart() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	s, err := Start(ctx, Config{Dir: filepath.Join(dir, "postgres"), Fetch: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.HasPrefix(s.DSN(), "postgres:///mergit?"))
	fmt.Println(s.Stop(ctx))
	// Output:
	// true
	// <nil>
}

func TestRestartKeepsData(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s := started(t, cfg)
	execute(t, s.DSN(), write)
	stopped(t, s)
	if _, err := os.Stat(filepath.Join(cfg.Dir, "data", "postmaster.pid")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("lock file after a clean stop: %v", err)
	}
	if err, open := <-s.Done(); open {
		t.Errorf("Done after Stop gave %v", err)
	}
	wantKept(t, started(t, cfg).DSN())
}

func TestServerIsPrivateAndDurable(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s := started(t, cfg)
	for setting, want := range map[string]string{
		"listen_addresses": "", "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "data_checksums": "on",
		"server_encoding": "UTF8", "TimeZone": "UTC", "unix_socket_permissions": "0700",
	} {
		if got := query[string](t, s.DSN(), "SHOW "+setting); got != want {
			t.Errorf("%s is %q, want %q", setting, got, want)
		}
	}
	at, err := os.Stat(s.sock.path)
	if err != nil {
		t.Fatal(err)
	}
	if at.Mode().Perm() != 0o700 {
		t.Errorf("socket folder is %v", at.Mode())
	}
}

func TestSecondStartNamesTheHolder(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	first := startHelper(t, cfg.Dir, nil)
	dsn := first.ready(t)
	_, err := Start(t.Context(), cfg)
	held, ok := errors.AsType[*HeldError](err)
	if !ok || held.PID != first.Process.Pid {
		t.Fatalf("second start: %v, want held by %d", err, first.Process.Pid)
	}
	execute(t, dsn, "SELECT 1")
}

func TestDeepFolderGetsAShortSocket(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Dir = filepath.Join(cfg.Dir, strings.Repeat("deep/", 30), "with, comma and space")
	s := started(t, cfg)
	execute(t, s.DSN(), write)
	if !s.sock.apart {
		t.Fatalf("socket is in %s", s.sock.path)
	}
	stopped(t, s)
	if _, err := os.Stat(s.sock.path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("socket folder stays: %v", err)
	}
	again := started(t, cfg)
	if again.sock != s.sock {
		t.Errorf("socket moved from %s to %s", s.sock.path, again.sock.path)
	}
	wantKept(t, again.DSN())
}

func TestSocketFolderOfAnotherIsRefused(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Dir = filepath.Join(cfg.Dir, strings.Repeat("deep/", 30))
	trap := socketPath(filepath.Clean(cfg.Dir)).path
	if err := os.Symlink(t.TempDir(), trap); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(trap)
	if _, err := Start(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), trap) {
		t.Fatalf("start: %v, want a refusal of %s", err, trap)
	}
	if _, err := os.Lstat(trap); err != nil {
		t.Errorf("the trap was removed: %v", err)
	}
}

func TestClusterOfAnotherVersionIsLeftAlone(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s := started(t, cfg)
	execute(t, s.DSN(), write)
	stopped(t, s)
	version := filepath.Join(cfg.Dir, "data", "PG_VERSION")
	good, err := os.ReadFile(version)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(version, []byte("9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = Start(t.Context(), cfg)
	if !errors.Is(err, ErrNoBinaries) || !strings.Contains(err.Error(), "Postgres 9") {
		t.Fatalf("start: %v", err)
	}
	if err := os.WriteFile(version, good, 0o600); err != nil {
		t.Fatal(err)
	}
	wantKept(t, started(t, cfg).DSN())
}

func TestFolderThatIsNoClusterIsLeftAlone(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	other := filepath.Join(cfg.Dir, "data", "thesis.txt")
	if err := os.MkdirAll(filepath.Dir(other), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "no Postgres cluster") {
		t.Fatalf("start: %v", err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
}

func TestCancelledStartLeavesNothingRunning(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		eventually(t, "initdb is at work", func() bool { return len(globs(filepath.Join(cfg.Dir, initPrefix+"*", "base"))) > 0 })
		cancel()
	}()
	if _, err := Start(ctx, cfg); !errors.Is(err, context.Canceled) {
		t.Fatalf("start: %v", err)
	}
	execute(t, started(t, cfg).DSN(), write)
	if left := globs(filepath.Join(cfg.Dir, initPrefix+"*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestStopWithoutTimeStillStops(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s, err := Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, s.DSN(), write)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	first := s.Stop(ctx)
	if second := s.Stop(t.Context()); !errors.Is(first, context.Canceled) || first != second {
		t.Errorf("stop: %v, then %v", first, second)
	}
	wantKept(t, started(t, cfg).DSN())
}
