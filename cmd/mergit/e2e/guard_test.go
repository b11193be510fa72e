package e2e

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// refuses starts a server that must not start, and returns what it says.
func refuses(t *testing.T, data string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, append([]string{"up", "--data", data, "--listen", "127.0.0.1:0"}, args...)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 1 {
		t.Fatalf("it ended with %v, want exit status 1\n%s", err, &out)
	}
	if strings.Contains(out.String(), "panic") || strings.Contains(out.String(), "goroutine ") {
		t.Fatalf("it panicked:\n%s", &out)
	}
	return out.String()
}

// says checks that a text holds every one of some parts.
func says(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("it says:\n%s\nwhich lacks %q", text, part)
		}
	}
}

func TestASecondServerOfAFolderSaysWhoHoldsIt(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	s := up(t, data)
	says(t, refuses(t, data), "in use by process "+strconv.Itoa(s.cmd.Process.Pid), "--data")
	await(t, s, submit(t, s, list("still served"), ""), "done")
	if code := s.stop(); code != 0 {
		t.Errorf("a clean stop ended with %d\n%s", code, s.out)
	}
}

func TestABusyPortIsNamedAndLeavesTheFolderUsable(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	data := dataDir(t)
	says(t, refuses(t, data, "--listen", busy.Addr().String()), busy.Addr().String(), "address already in use", "--listen")
	s := up(t, data)
	await(t, s, submit(t, s, list("after all"), ""), "done")
}

func TestAFolderOfAnotherFormatIsRefusedAndNotTouched(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	s := up(t, data)
	accepted := submit(t, s, list("kept"), "")
	await(t, s, accepted, "done")
	s.stop()
	about := filepath.Join(data, "mergit.json")
	mine, err := os.ReadFile(about)
	if err != nil {
		t.Fatal(err)
	}
	for text, parts := range map[string][]string{
		`{"format": 99}`: {"format 99", "--data"},
		`{"form`:         {about, "damaged"},
		``:               {about, "damaged"},
	} {
		if err := os.WriteFile(about, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		says(t, refuses(t, data), parts...)
		if have, err := os.ReadFile(about); err != nil || string(have) != text {
			t.Errorf("mergit.json is %q (%v), was %q", have, err, text)
		}
	}
	if err := os.WriteFile(about, mine, 0o600); err != nil {
		t.Fatal(err)
	}
	s = up(t, data)
	await(t, s, accepted, "done")
}

func TestAForeignFolderIsRefusedAndLeftAsItWas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"thesis.tex", "lock"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	says(t, refuses(t, dir), "not Mergit's", "--data")
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("the folder holds %v (%v), want the two files that it held", entries, err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "lock")); err != nil || string(text) != "mine" {
		t.Errorf("lock is %q (%v)", text, err)
	}
}
