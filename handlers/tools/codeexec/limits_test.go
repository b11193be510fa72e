//go:build linux

package codeexec

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/mergit-io/mergit/handlers/tools"
)

// bites are programs that go too far, each beyond one limit, and how that ends.
var bites = map[string]struct {
	limits Limits
	code   string
	want   string // the failure's code
	says   string
}{
	"time":                  {Limits{Wall: 700 * time.Millisecond}, "import time\ntime.sleep(60)", tools.CodeTimeout, "took longer than 700ms"},
	"processor time":        {Limits{Wall: 30 * time.Second, CPU: time.Second}, "while True: pass", tools.CodeTimeout, "more than 1s of processor time"},
	"memory of one process": {Limits{Memory: 96 << 20}, "x = bytearray(150 << 20)\nimport time\ntime.sleep(60)", tools.CodeTooLarge, "more than 96 MiB of memory"},
	"memory of all processes": {Limits{Memory: 128 << 20}, `
import os, time
for _ in range(8):
    if os.fork() == 0:
        x = os.urandom(30 << 20)
        time.sleep(60)
        os._exit(0)
time.sleep(60)`, tools.CodeTooLarge, "more than 128 MiB of memory"},
	"address space":   {Limits{Memory: 96 << 20}, "x = bytearray(400 << 20)", "exit_code", "MemoryError"},
	"files":           {Limits{FileSize: 1 << 20}, "open('a', 'wb').write(bytes(2 << 20))", "exit_code", "File too large"},
	"temporary files": {Limits{Scratch: 1 << 20}, "open('/tmp/a', 'wb').write(bytes(2 << 20))", "exit_code", "No space left"},
	"shared memory":   {Limits{Scratch: 1 << 20}, "open('/dev/shm/a', 'wb').write(bytes(2 << 20))", "exit_code", "No space left"},
	"open files":      {Limits{OpenFiles: 32}, "x = [open('/dev/null') for _ in range(40)]", "exit_code", "Too many open files"},
	"output":          {Limits{Produced: 1 << 20}, "while True: print('x' * 1000)", tools.CodeTooLarge, "wrote more than 1 MiB of output"},
	"complaints":      {Limits{Produced: 1 << 20}, "import sys\nwhile True: print('x' * 1000, file=sys.stderr)", tools.CodeTooLarge, "wrote more than 1 MiB of output"},
	"workspace": {Limits{Workspace: 4 << 20}, `
import time
for i in range(8):
    open(str(i), 'wb').write(b'x' * (1 << 20))
time.sleep(60)`, tools.CodeTooLarge, "the workspace holds more than 4 MiB"},
	"number of files": {Limits{Files: 100}, `
import time
for i in range(200):
    open(str(i), 'w').close()
time.sleep(60)`, tools.CodeTooLarge, "or 100 files"},
}

func TestEveryLimitBites(t *testing.T) {
	t.Parallel()
	for name, c := range bites {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tool := sandboxed(t, Config{Limits: c.limits})
			_, failed := tool.python(t, tools.Call{Workspace: folder(t)}, c.code)
			if failed == nil || failed.Code != c.want || !strings.Contains(failed.Message, c.says) || failed.Retryable || failed.InDoubt {
				t.Errorf("%+v", failed)
			}
		})
	}
}

// Where there is no control group to be had, root's programs are watched like a user's.
func TestMemoryIsWatchedWhereThereIsNoControlGroup(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"memory of one process", "memory of all processes"} {
		tool := sandboxed(t, Config{Limits: bites[name].limits})
		tool.box.groups = nil
		_, failed := tool.python(t, tools.Call{Workspace: folder(t)}, bites[name].code)
		if failed == nil || failed.Code != tools.CodeTooLarge || !strings.Contains(failed.Message, bites[name].says) {
			t.Errorf("%s: %+v", name, failed)
		}
	}
}

func TestProcessesAndThreadsAreLimited(t *testing.T) {
	t.Parallel()
	tool := sandboxed(t, Config{Limits: Limits{Processes: 12}})
	for _, grouped := range []bool{true, false} {
		if !grouped {
			tool.box.groups = nil
		}
		for what, code := range map[string]string{
			"processes": `
import os, time
made = 0
try:
    while made < 100:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        made += 1
except OSError as e:
    print(made)`,
			"threads": `
import threading, time
made = 0
try:
    while made < 100:
        threading.Thread(target=lambda: time.sleep(60), daemon=True).start()
        made += 1
except RuntimeError:
    print(made)`,
		} {
			// Which of the two limits bites first differs by the helpers that count with the group.
			if got := tool.prints(t, tools.Call{Workspace: folder(t)}, code); got != "11" && got != "12" && got != "10" {
				t.Errorf("%s, with a control group: %v: %q were made, 12 are allowed", what, grouped, got)
			}
		}
	}
}

func TestOfLongOutputBothEndsAreKept(t *testing.T) {
	t.Parallel()
	tool := sandboxed(t, Config{Limits: Limits{Output: 1000}})
	out, failed := tool.python(t, tools.Call{Workspace: folder(t)}, "print('begin'); print('x' * 5000); print('end')")
	if failed != nil || out.Written != 5011 || !strings.HasPrefix(out.Stdout, "begin\nxxx") || !strings.HasSuffix(out.Stdout, "xxx\nend\n") ||
		!strings.Contains(out.Stdout, "… 4011 bytes left out …") {
		t.Errorf("%+v %v", out, failed)
	}
}

// locked is a program that holds a lock in the workspace while it or what it started lives.
const locked = `
import fcntl, os, sys, time
lock = open('lock', 'w')
fcntl.flock(lock, fcntl.LOCK_EX)
if os.fork() == 0:
    os.setsid()
print('locked', flush=True)
open('ready', 'w').close()
time.sleep(600)
`

func TestNothingOutlivesItsCall(t *testing.T) {
	t.Parallel()
	tool := sandboxed(t, Config{})
	args, err := json.Marshal(map[string]any{"language": "python", "code": locked})
	if err != nil {
		t.Fatal(err)
	}
	call := tools.Call{Workspace: folder(t), Args: args}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := tool.Run(ctx, call)
		ended <- err
	}()
	awaitReady(t, call.Workspace)
	cancel()
	if failed, ok := errors.AsType[*tools.Error](<-ended); !ok || failed.Code != tools.CodeCancelled || !strings.Contains(failed.Message, "locked") {
		t.Errorf("%+v", failed)
	}
	awaitUnlocked(t, call.Workspace)
}

// awaitReady waits until the program has begun.
func awaitReady(t *testing.T, workspace string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(workspace, "ready")); err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the program did not start")
		}
	}
}

// awaitUnlocked waits until no process holds the lock.
func awaitUnlocked(t *testing.T, workspace string) {
	t.Helper()
	file, err := os.OpenFile(filepath.Join(workspace, "lock"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("a process of the program still lives")
		}
	}
}

const (
	helperRuns = "MERGIT_TEST_CODE_WORKSPACE" // the test binary runs locked there
	helperUser = "MERGIT_TEST_CODE_USER"      // the test binary was started as a user
)

func TestMain(m *testing.M) {
	if workspace := os.Getenv(helperRuns); workspace != "" {
		tool, err := New(contextForever, Config{})
		if err == nil {
			args, _ := json.Marshal(map[string]any{"language": "python", "code": locked})
			_, err = tool.Run(contextForever, tools.Call{Workspace: workspace, Args: args})
		}
		_, _ = os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestAProgramEndsWithTheServer(t *testing.T) {
	t.Parallel()
	sandboxed(t, Config{})
	workspace := folder(t)
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), helperRuns+"="+workspace)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, workspace)
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait()
	awaitUnlocked(t, workspace)
}

// The other way to run is tested, too: root has all tests run once more as a user.
func TestEverythingHoldsForAServerThatIsNotRoot(t *testing.T) {
	if os.Geteuid() != 0 || os.Getenv(helperUser) != "" {
		t.Skip("this test starts the others as a user; it needs root for that")
	}
	t.Parallel()
	sandboxed(t, Config{})
	dir, err := os.MkdirTemp("", "mergit-code-user-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	const user = 64999
	binary := filepath.Join(dir, "codeexec.test")
	data, err := os.ReadFile("/proc/self/exe")
	if err == nil {
		err = os.WriteFile(binary, data, 0o755)
	}
	if err == nil {
		err = os.Chown(dir, user, user)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary, "-test.v", "-test.count=1")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), helperUser+"=1", required+"=1", "TMPDIR="+dir, "HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	out, err := cmd.CombinedOutput()
	passed := 0
	for lines := bufio.NewScanner(strings.NewReader(string(out))); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "    --- PASS: TestEveryLimitBites/") {
			passed++
		}
	}
	if err != nil || passed != len(bites) {
		t.Errorf("%v; %d of %d limits were seen to bite\n%s", err, passed, len(bites), out)
	}
}
