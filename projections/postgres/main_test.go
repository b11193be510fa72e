package postgres

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// The test binary run again with this variable starts a server in the folder it names, and stays.
const helperDir = "MERGIT_TEST_POSTGRES_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(helperDir); dir != "" {
		os.Exit(helper(dir))
	}
	os.Exit(m.Run())
}

func helper(dir string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	s, err := Start(ctx, Config{Dir: dir, Fetch: true})
	if err != nil {
		fmt.Println("failed", strings.ReplaceAll(err.Error(), "\n", " "))
		return 1
	}
	fmt.Println("ready", s.DSN())
	<-ctx.Done()
	if err := s.Stop(context.Background()); err != nil {
		return 1
	}
	return 0
}

type child struct {
	*exec.Cmd
	said *bufio.Scanner
}

// startHelper runs the helper, which is killed at the end of the test.
func startHelper(t *testing.T, dir string, attr *syscall.SysProcAttr) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperDir+"="+dir)
	cmd.SysProcAttr = attr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skipf("this machine does not let us: %v", err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return &child{Cmd: cmd, said: bufio.NewScanner(out)}
}

func (c *child) ready(t *testing.T) (dsn string) {
	t.Helper()
	if !c.said.Scan() {
		t.Fatalf("helper ended: %v", c.said.Err())
	}
	dsn, ok := strings.CutPrefix(c.said.Text(), "ready ")
	if !ok {
		t.Fatal(c.said.Text())
	}
	return dsn
}

func (c *child) kill(t *testing.T) {
	t.Helper()
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
}

func config(t *testing.T) Config {
	t.Helper()
	return Config{Dir: filepath.Join(t.TempDir(), "postgres"), Fetch: true, Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
}

// started is a running server that ends with the test.
func started(t *testing.T, cfg Config) *Server {
	t.Helper()
	s, err := Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stopped(t, s) })
	return s
}

func stopped(t *testing.T, s *Server) {
	t.Helper()
	if err := s.Stop(context.Background()); err != nil {
		t.Errorf("stop: %v", err)
	}
}

func query[T any](t *testing.T, dsn, sql string) T {
	t.Helper()
	var v T
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if err := conn.QueryRow(t.Context(), sql).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

func execute(t *testing.T, dsn, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

const (
	write = "CREATE TABLE kept AS SELECT 42 AS n"
	read  = "SELECT n FROM kept"
)

func wantKept(t *testing.T, dsn string) {
	t.Helper()
	if n := query[int](t, dsn, read); n != 42 {
		t.Errorf("kept %d, want 42", n)
	}
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("never: %s", what)
		case <-again.C:
		}
	}
}

// accountOf is how the server of cfg runs.
func accountOf(t *testing.T, cfg Config) account {
	t.Helper()
	cfg, err := cfg.complete()
	if err != nil {
		t.Fatal(err)
	}
	with, err := obtain(t.Context(), cfg, 0)
	if err != nil {
		t.Fatal(err)
	}
	as, err := pickAccount(t.Context(), with, cfg.Dir, cfg.data())
	if err != nil {
		t.Fatal(err)
	}
	return as
}

func alive(pid int) bool {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return syscall.Kill(pid, 0) == nil
	}
	_, state, _ := strings.Cut(string(b), ") ")
	return !strings.HasPrefix(state, "Z")
}
