//go:build linux

package codeexec

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
)

// attempts is a program that tries things, one on a line, and prints which of them it could do.
const attempts = `
import os, socket, subprocess, sys
def could(name, what):
    try:
        what()
        print(name)
    except BaseException as e:
        print(name, 'failed:', type(e).__name__, e, file=sys.stderr)
`

func TestThereIsNoNetwork(t *testing.T) {
	t.Parallel()
	tool := sandboxed(t, Config{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	// A socket that lies in a mounted folder, as a container engine's may.
	mounted := folder(t)
	local, err := net.Listen("unix", filepath.Join(mounted, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer local.Close()
	if err := os.Chmod(filepath.Join(mounted, "s"), 0o777); err != nil {
		t.Fatal(err)
	}
	call := tools.Call{Workspace: folder(t), Mounts: map[string]string{"m": mounted}}
	out, failed := tool.python(t, call, attempts+`
could('loopback of the host', lambda: socket.create_connection(('127.0.0.1', `+portOf(listener)+`), 2))
could('an address', lambda: socket.create_connection(('192.0.2.1', 80), 2))
could('a name', lambda: socket.getaddrinfo('example.org', 80))
could('a unix socket', lambda: socket.socket(socket.AF_UNIX).connect('/mnt/m/s'))
could('the hypervisor', lambda: socket.socket(40, socket.SOCK_STREAM))
could('raw packets', lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
print([name for _, name in socket.if_nameindex()])
`)
	if failed != nil || strings.TrimSpace(out.Stdout) != "['lo']" {
		t.Errorf("%v\n%s%s", failed, out.Stdout, out.Stderr)
	}
	if got := strings.Count(out.Stderr, "failed:"); got != 6 {
		t.Errorf("%d of 6 attempts were refused:\n%s", got, out.Stderr)
	}
}

func portOf(l net.Listener) string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func TestOnlyTheWorkspaceStays(t *testing.T) {
	t.Parallel()
	home := folder(t)
	hidden := filepath.Join(home, "state")
	for _, dir := range []string{hidden, filepath.Join(home, "src")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("from "+filepath.Base(dir)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(home, 0o755); err != nil {
		t.Fatal(err)
	}
	tool := sandboxed(t, Config{Hidden: []string{hidden, filepath.Join(home, "not there")}})
	call := tools.Call{Workspace: folder(t), Mounts: map[string]string{"home": home}}
	out, failed := tool.python(t, call, attempts+`
for path in ['/x', '/usr/x', '/etc/x', '/dev/x', '/mnt/x', '/mnt/home/x', '/mnt/home/src/a.txt', '/proc/sys/kernel/hostname', '/code.py', '/work/../x']:
    could('write ' + path, lambda: open(path, 'w').write('x'))
for path in ['/etc/passwd', '/root', '/home', '/var', '/sys', '/run', '/mnt/home/state/a.txt', '/proc/1/root/etc']:
    could('read ' + path, lambda: os.listdir(path) if os.path.isdir(path) else open(path).read())
os.makedirs('out', exist_ok=True)
open('out/result.txt', 'w').write(open('/mnt/home/src/a.txt').read())
open('/tmp/t', 'w').write('forgotten')
print(sorted(os.environ))
`)
	if failed != nil || strings.TrimSpace(out.Stdout) != "['HOME', 'LANG', 'PATH', 'TMPDIR']" && strings.TrimSpace(out.Stdout) != "['HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR']" {
		t.Errorf("%v\n%s%s", failed, out.Stdout, out.Stderr)
	}
	if got := strings.Count(out.Stderr, "failed:"); got != 18 {
		t.Errorf("%d of 18 attempts were refused:\n%s", got, out.Stderr)
	}
	if text, err := os.ReadFile(filepath.Join(call.Workspace, "out/result.txt")); string(text) != "from src" {
		t.Errorf("the workspace holds %q, %v", text, err)
	}
	if entries, err := os.ReadDir(call.Workspace); len(entries) != 1 {
		t.Errorf("the workspace holds %v, %v", entries, err)
	}
	if got := tool.prints(t, call, "import os; print(os.listdir('/tmp'), open('out/result.txt').read())"); got != "[] from src" {
		t.Errorf("the next program sees %s", got)
	}
	if _, failed := tool.python(t, tools.Call{Workspace: folder(t), Mounts: map[string]string{"m": hidden}}, "print(1)"); failed == nil || failed.Code != tools.CodeForbidden {
		t.Errorf("a mount of what is hidden: %v", failed)
	}
	_, failed = tool.python(t, call, "open('out/result.txt', 'a').write('more')", "workspace", "read")
	if failed == nil || !strings.Contains(failed.Message, "Read-only file system") {
		t.Errorf("a workspace that is only read was written to: %v", failed)
	}
}

func TestTheKernelIsClosedToPrograms(t *testing.T) {
	t.Parallel()
	tool := sandboxed(t, Config{})
	out, failed := tool.python(t, tools.Call{Workspace: folder(t)}, attempts+`
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *args):
    if getattr(libc, name)(*args) == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
could('unshare user', lambda: call('unshare', 0x10000000))
could('unshare mount', lambda: call('unshare', 0x20000))
could('mount', lambda: call('mount', b'none', b'/tmp', b'tmpfs', 0, None))
could('umount', lambda: call('umount2', b'/tmp', 2))
could('chroot', lambda: os.chroot('/tmp'))
could('ptrace', lambda: call('ptrace', 16, os.getppid(), 0, 0))
could('become root', lambda: os.setuid(0))
could('a device', lambda: os.mknod('/work/null', 0o20666, os.makedev(1, 3)))
could('clone user', lambda: call('syscall', 56, 0x10000011, 0, 0, 0, 0))
print(open('/proc/self/status').read())
`)
	if failed != nil {
		t.Fatal(failed)
	}
	if got := strings.Count(out.Stderr, "failed:"); got != 9 {
		t.Errorf("%d of 9 attempts were refused:\n%s\n%s", got, out.Stdout, out.Stderr)
	}
	for _, line := range []string{"CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"} {
		if !strings.Contains(out.Stdout, line+"\n") {
			t.Errorf("no %q in\n%s", line, out.Stdout)
		}
	}
	if os.Geteuid() == 0 && strings.Contains(out.Stdout, "Uid:\t0") {
		t.Errorf("it runs as root:\n%s", out.Stdout)
	}
}

func TestProgramsOfOneGoalShareItsFiles(t *testing.T) {
	t.Parallel()
	tool := sandboxed(t, Config{})
	call := tools.Call{Workspace: filepath.Join(folder(t), "goals", "g1")} // not there yet
	tool.prints(t, call, "import os; os.makedirs('d'); open('d/a', 'w').write('1')")
	// Another tool writes as the server.
	if err := os.WriteFile(filepath.Join(call.Workspace, "d", "b"), []byte("2"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/hostname", filepath.Join(call.Workspace, "link")); err != nil {
		t.Fatal(err)
	}
	if got := tool.prints(t, call, "open('d/b', 'a').write('3'); print(open('d/a').read() + open('d/b').read())"); got != "123" {
		t.Errorf("it printed %s", got)
	}
	if text, err := os.ReadFile(filepath.Join(call.Workspace, "d", "b")); string(text) != "23" {
		t.Errorf("the server reads %q, %v", text, err)
	}
	if info, err := os.Stat("/etc/hostname"); err == nil && info.Sys().(*unixStat).Uid != 0 && os.Geteuid() == 0 {
		t.Error("a link was followed out of the workspace")
	}
}

// The data folder is .mergit unless it was said otherwise, and so is what lies in it.
func TestAWorkspaceNamedFromWhereTheServerStands(t *testing.T) {
	t.Parallel()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	relative := func(dir string) string {
		rel, err := filepath.Rel(here, dir)
		if err != nil {
			t.Fatal(err)
		}
		return rel
	}
	mount, dir := folder(t), folder(t)
	if err := os.WriteFile(filepath.Join(mount, "a"), []byte("read"), 0o644); err != nil {
		t.Fatal(err)
	}
	call := tools.Call{Workspace: relative(dir), Mounts: map[string]string{"m": relative(mount)}}
	sandboxed(t, Config{}).prints(t, call, "open('b', 'w').write(open('/mnt/m/a').read())")
	if text, err := os.ReadFile(filepath.Join(dir, "b")); string(text) != "read" {
		t.Errorf("the program left %q, %v", text, err)
	}
}

func TestExitCodesAndInput(t *testing.T) {
	t.Parallel()
	tool := sandboxed(t, Config{})
	call := tools.Call{Workspace: folder(t)}
	if got := tool.prints(t, call, "import sys; print(sys.stdin.read())", "stdin", "as it is"); got != "as it is" {
		t.Error(got)
	}
	if got := tool.prints(t, call, "import sys, json; print(json.load(sys.stdin)['a'][1])", "stdin", map[string]any{"a": []int{1, 2}}); got != "2" {
		t.Error(got)
	}
	if got := tool.prints(t, call, "print('é\\x00', '\\udc80'.encode('utf8', 'surrogateescape'))"); got != "é\uFFFD b'\\x80'" {
		t.Errorf("%q", got)
	}
	_, failed := tool.python(t, call, "print('so far'); raise ValueError('wrong')")
	if failed == nil || failed.Code != "exit_code" || failed.InDoubt || !strings.Contains(failed.Message, "exit code 1;") ||
		!strings.Contains(failed.Message, "ValueError: wrong") || !strings.Contains(failed.Message, "so far") {
		t.Errorf("%+v", failed)
	}
	out, failed := tool.python(t, call, "import sys; print('three'); sys.exit(3)", "accept", []int{3})
	if failed != nil || out.Exit != 3 || out.Stdout != "three\n" {
		t.Errorf("%+v %v", out, failed)
	}
	_, failed = tool.python(t, call, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
	if failed == nil || !strings.Contains(failed.Message, "exit code 139 (SIGSEGV)") {
		t.Errorf("%+v", failed)
	}
}
