package sentence_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/sentence/sentencetest"
)

// processes lists those whose last argument is a model's folder.
func processes(t testing.TB, dir string) (pids []int) {
	all, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		line, err := os.ReadFile(name) // it may have ended since
		if args := strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00"); err == nil && args[len(args)-1] == dir && args[1] == "embed" {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			pids = append(pids, pid)
		}
	}
	return pids
}

func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

func TestTheProcessKnowsNoSecretAndIsBounded(t *testing.T) {
	dir := folder(t, 32)
	t.Setenv("OPENAI_API_KEY", "sk-secret")
	e := open(t, config(dir))
	pids := processes(t, dir)
	if len(pids) != 1 {
		t.Fatalf("%d processes", len(pids))
	}
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pids[0]))
	if err != nil || string(environ) != "LC_ALL=C\x00" {
		t.Errorf("it has %d bytes of environment, %v", len(environ), err) // which, is no test's to print
	}
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pids[0]))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(limits)) {
		f := strings.Fields(line)
		if strings.HasPrefix(line, "Max core file size") && f[4] != "0" || strings.HasPrefix(line, "Max data size") && f[3] == "unlimited" {
			t.Error(line)
		}
	}
	e.Close()
	if left := processes(t, dir); len(left) != 0 {
		t.Errorf("%v are left", left)
	}
}

// A process that is killed while nobody asks is started anew, and that it was is nobody's error.
func TestAProcessThatWasKilledIsStartedAnew(t *testing.T) {
	t.Parallel()
	dir := folder(t, 32)
	e := open(t, config(dir))
	want := embed(t, e, "the moon")
	if err := syscall.Kill(processes(t, dir)[0], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is gone", func() bool { return len(processes(t, dir)) == 0 })
	if v := embed(t, e, "the moon"); v[0][0] != want[0][0] {
		t.Error("another vector")
	}
}

func TestAnIdleProcessGivesItsMemoryBack(t *testing.T) {
	t.Parallel()
	dir := folder(t, 32)
	cfg := config(dir)
	cfg.Idle = time.Millisecond
	e := open(t, cfg)
	eventually(t, "it is gone", func() bool { return len(processes(t, dir)) == 0 })
	embed(t, e, "the moon")
}

// The runtime cannot be kept from taking what a graph asks for, nor be told that there is no more: it ends its process.
func TestAFaultOfTheRuntimeEndsTheProcessAndNotThisOne(t *testing.T) {
	t.Parallel()
	dir := sentencetest.Folder(t, sentencetest.Hungry(16, 1<<16), sentencetest.Tokenizer(512), nil)
	at := &clock{at: time.Unix(1, 0)}
	cfg := config(dir)
	cfg.Now = at.now
	e := open(t, cfg)
	for range 2 {
		embed(t, e, "the moon")
		_, err := e.Embed(t.Context(), []string{strings.Repeat("moon ", 500)})
		failed(t, err, model.CodeUnreachable, "ended: exit status")
		if why := fmt.Sprint(err); !strings.Contains(why, "out of memory") && !strings.Contains(why, "failed to allocate") { // as the race detector says it
			t.Error(err)
		}
		at.pass(time.Second)
	}
}

func TestTheProcessEndsWithTheOneThatStartedIt(t *testing.T) {
	t.Parallel()
	dir := folder(t, 32)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "parent", dir)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "open\n" || len(processes(t, dir)) != 1 {
		t.Fatalf("%q %v, %d processes", line, err, len(processes(t, dir)))
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	eventually(t, "it is gone", func() bool { return len(processes(t, dir)) == 0 })
}
