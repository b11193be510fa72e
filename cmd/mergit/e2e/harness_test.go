// Package e2e runs the real binary, from outside, as its users do.
package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
)

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "mergit-e2e-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	binary = filepath.Join(dir, "mergit")
	if err == nil {
		build := exec.Command("go", "build", "-buildvcs=false", "-o", binary, "github.com/mergit-io/mergit/cmd/mergit")
		build.Stderr = os.Stderr
		err = build.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build mergit:", err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// dataDir is a data folder that Postgres, which runs as another user under
// root, can reach.
func dataDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "mergit-e2e-data-")
	if err == nil {
		err = os.Chmod(dir, 0o711)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("data is kept in %s", dir)
			return
		}
		_ = os.RemoveAll(dir)
	})
	return filepath.Join(dir, "data")
}

// server is a running `mergit up`.
type server struct {
	t     *testing.T
	Data  string
	URL   string
	Token string
	cmd   *exec.Cmd
	out   *bytes.Buffer
	ended chan struct{}
}

// up starts a server and waits until it answers.
func up(t *testing.T, data string, args ...string) *server {
	t.Helper()
	s, err := tryUp(t, data, args...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// startPatience bounds a start; a slow machine that fetches Postgres needs it.
const startPatience = 3 * time.Minute

func tryUp(t *testing.T, data string, args ...string) (*server, error) {
	t.Helper()
	return tryUpWith(t, data, nil, args...)
}

// tryUpWith starts a server with more in its environment.
func tryUpWith(t *testing.T, data string, env []string, args ...string) (*server, error) {
	t.Helper()
	s := &server{t: t, Data: data, out: new(bytes.Buffer), ended: make(chan struct{})}
	s.cmd = exec.Command(binary, append([]string{"up", "--data", data, "--listen", "127.0.0.1:0", "--json"}, args...)...)
	s.cmd.Stderr = s.out
	s.cmd.Env = append(os.Environ(), env...)
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	ready := make(chan error, 1)
	go func() {
		defer close(s.ended)
		lines := bufio.NewScanner(stdout)
		if lines.Scan() {
			var said struct{ URL, Token string }
			err := json.Unmarshal(lines.Bytes(), &said)
			s.URL, s.Token = said.URL, said.Token
			ready <- err
		} else {
			ready <- errors.New("it said nothing")
		}
		_, _ = io.Copy(io.Discard, stdout)
		_ = s.cmd.Wait()
	}()
	select {
	case err = <-ready:
	case <-time.After(startPatience):
		err = errors.New("it did not start")
	}
	if err != nil {
		_ = s.cmd.Process.Kill()
		<-s.ended
		return s, fmt.Errorf("mergit up: %w (exit %d)\n%s", err, s.cmd.ProcessState.ExitCode(), s.out)
	}
	t.Cleanup(s.kill)
	return s, nil
}

// kill ends the server as a power cut does, and waits.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	<-s.ended
}

// stop ends the server as Ctrl-C does, and waits.
func (s *server) stop() int {
	_ = s.cmd.Process.Signal(syscall.SIGINT)
	<-s.ended
	return s.cmd.ProcessState.ExitCode()
}

// get reads JSON data from the server.
func get[T any](ctx context.Context, s *server, path string) (T, error) {
	return send[T](ctx, s, http.MethodGet, path, nil, "")
}

func send[T any](ctx context.Context, s *server, method, path string, body any, key string) (T, error) {
	var reply wire.Reply[T]
	var reader io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return reply.Data, err
		}
		reader = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, s.URL+path, reader)
	if err != nil {
		return reply.Data, err
	}
	r.Header.Set("Authorization", "Bearer "+s.Token)
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return reply.Data, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&reply); err != nil {
		return reply.Data, err
	}
	if reply.Error != nil {
		return reply.Data, &wire.Problem{Status: response.StatusCode, Err: *reply.Error}
	}
	return reply.Data, nil
}

// run calls the command line against a data folder.
func run(t *testing.T, data string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, append(args, "--data", data)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return out.String(), errs.String(), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), 0
}

// lastLine decodes the last JSON line of an output.
func lastLine[T any](t *testing.T, out string) (v T) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &v); err != nil {
		t.Fatalf("last line %q: %v", lines[len(lines)-1], err)
	}
	return v
}

// until waits for a condition that is looked at again and again; it gives up
// with the test.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); {
		if time.Now().After(deadline) || t.Context().Err() != nil {
			t.Fatal("never: ", what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
