package codeexec

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/mergit-io/mergit/handlers/tools"
)

// sandbox is what programs are run with.
type sandbox struct {
	bwrap, prlimit, python string
	setpriv                string // only root needs it
	root                   bool
	filter                 []byte
	groups                 *cgroups // nil where there are none to be had
	rootDirs               []string // bubblewrap's arguments for /bin, /lib and so on
}

const (
	// firstUser and users are the accounts that programs have where the server is root: numbers that Debian, Fedora and systemd leave
	// to nobody. Which one depends on the workspace, so that calls at the same time share its files.
	firstUser = 65000
	users     = 500

	installBubblewrap = "install it (Debian, Ubuntu: apt-get install bubblewrap; Fedora: dnf install bubblewrap)"
	installPython     = "install it (Debian, Ubuntu: apt-get install python3; Fedora: dnf install python3)"
	installUtilLinux  = "install util-linux"
)

func findSandbox() (*sandbox, error) {
	s := &sandbox{root: os.Geteuid() == 0}
	find := func(name, help string) (string, error) {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", &MissingError{Why: "there is no " + name, Help: help}
		}
		return path, nil
	}
	var err error
	if s.bwrap, err = find("bwrap", installBubblewrap); err != nil {
		return nil, err
	}
	// These run inside, where only /usr is.
	inside := func(name, help string) (string, error) {
		for _, dir := range []string{"/usr/bin", "/usr/local/bin"} {
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode()&0o111 != 0 {
				return filepath.Join(dir, name), nil
			}
		}
		return "", &MissingError{Why: "there is no " + name + " below /usr", Help: help}
	}
	if s.python, err = inside("python3", installPython); err != nil {
		return nil, err
	}
	if s.prlimit, err = inside("prlimit", installUtilLinux); err != nil {
		return nil, err
	}
	if s.root {
		if s.setpriv, err = inside("setpriv", installUtilLinux); err != nil {
			return nil, err
		}
		s.groups = findCgroups()
	}
	if s.filter, err = syscallFilter(); err != nil {
		return nil, err
	}
	for _, dir := range []string{"/bin", "/sbin", "/lib", "/lib32", "/lib64"} {
		if target, err := os.Readlink(dir); err == nil {
			s.rootDirs = append(s.rootDirs, "--symlink", target, dir)
		} else if info, err := os.Stat(dir); err == nil && info.IsDir() {
			s.rootDirs = append(s.rootDirs, "--ro-bind", dir, dir)
		}
	}
	return s, nil
}

// try runs the smallest program, as calls are run, but for limits that a caller has made tight.
func (t *Tool) try(ctx context.Context) error {
	t = &Tool{limits: Limits{}.withDefaults(), box: t.box}
	dir, err := os.MkdirTemp("", "mergit-code-")
	if err != nil {
		return &MissingError{Why: "no temporary folder: " + err.Error()}
	}
	defer os.RemoveAll(dir)
	result, err := t.run(ctx, tools.Call{Workspace: dir}, arguments{Language: python, Code: "open('a', 'w').write('b'); print(open('a').read())", Workspace: writable})
	if err != nil {
		return &MissingError{Why: "the sandbox does not start here: " + err.Error(), Help: "user namespaces must be allowed " +
			"(sysctl kernel.unprivileged_userns_clone=1; on Ubuntu an AppArmor profile for bwrap; in a container --security-opt seccomp=unconfined)"}
	}
	if !strings.Contains(string(result.Value), `"stdout":"b\n"`) {
		return &MissingError{Why: "the sandbox does not work here: " + string(result.Value)}
	}
	return nil
}

// run runs a program. A limit that it ran into, and an exit code that was not asked for, are failures.
func (t *Tool) run(ctx context.Context, call tools.Call, args arguments) (tools.Result, error) {
	stdin, err := asText(args.Stdin)
	if err != nil {
		return tools.Result{}, tools.BadArg("stdin", "%v", err)
	}
	if call.Workspace == "" {
		return tools.Result{}, tools.Fail(tools.CodeForbidden, "the call has no workspace")
	}
	// The sandbox is started in another folder, and a data folder like .mergit is named from this one.
	if call.Workspace, err = filepath.Abs(call.Workspace); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "find the workspace")
	}
	if err := t.prepare(call); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "prepare the workspace")
	}
	p := &process{tool: t, workspace: call.Workspace}
	if args.Workspace == readOnly {
		p.workspace = ""
	}
	argv, err := t.command(call, args)
	if err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "prepare the sandbox")
	}
	exit, err := p.run(ctx, argv, args.Code, stdin)
	if err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "run the program")
	}
	return t.judge(ctx, p, exit, args)
}

// asText is what is read from standard input.
func asText(value json.RawMessage) (string, error) {
	if len(value) == 0 || string(value) == "null" {
		return "", nil
	}
	if value[0] != '"' {
		return string(value), nil
	}
	var text string
	err := json.Unmarshal(value, &text)
	return text, err
}

// prepare makes the workspace, and gives it to the user that the program has where the server is root.
func (t *Tool) prepare(call tools.Call) error {
	if err := os.MkdirAll(call.Workspace, 0o700); err != nil {
		return err
	}
	if !t.box.root {
		return nil
	}
	return giveAway(call.Workspace, userOf(call.Workspace))
}

// giveAway has a user own a folder and all that is in it. What it passes over is not followed: names may be links.
func giveAway(dir string, user int) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return walk(root, func(name string, info os.FileInfo) error {
		if stat, ok := info.Sys().(*unixStat); ok && int(stat.Uid) == user {
			return nil
		}
		return root.Lchown(name, user, user)
	})
}

func userOf(workspace string) int {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(filepath.Clean(workspace)))
	return firstUser + int(sum.Sum32()%users)
}

// Numbers of the files that a sandbox is started with.
const (
	filterFD = 3
	codeFD   = 4
)

// command is what starts the program: bubblewrap, where the server is root a change of user, the limits, Python.
func (t *Tool) command(call tools.Call, args arguments) ([]string, error) {
	l, s := t.limits, t.box
	scratch := strconv.FormatInt(l.Scratch, 10)
	bind := "--bind"
	if args.Workspace == readOnly {
		bind = "--ro-bind"
	}
	argv := []string{s.bwrap, "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
		"--die-with-parent", "--new-session", "--hostname", "sandbox", "--ro-bind", "/usr", "/usr"}
	argv = append(argv, s.rootDirs...)
	argv = append(argv, "--proc", "/proc", "--dev", "/dev",
		"--perms", "1777", "--size", scratch, "--tmpfs", "/dev/shm", "--perms", "1777", "--size", scratch, "--tmpfs", "/tmp",
		bind, call.Workspace, "/work", "--perms", "0444", "--ro-bind-data", strconv.Itoa(codeFD), "/code.py")
	mounts, err := t.mounts(call)
	if err != nil {
		return nil, err
	}
	argv = append(append(argv, "--perms", "0755", "--dir", "/mnt"), mounts...)
	argv = append(argv, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/work", "--seccomp", strconv.Itoa(filterFD),
		"--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8", "--setenv", "TMPDIR", "/tmp")
	if s.root {
		user := strconv.Itoa(userOf(call.Workspace))
		argv = append(argv, "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP",
			"--cap-add", "CAP_DAC_READ_SEARCH", // to enter the workspace, which is the user's; lost with the change of user like the others
			"--", s.setpriv, "--reuid", user, "--regid", user, "--clear-groups", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--")
	} else {
		argv = append(argv, "--unshare-user", "--cap-drop", "ALL", "--")
	}
	cpu := int64(l.CPU.Seconds())
	return append(argv, s.prlimit, "--core=0", fmt.Sprintf("--as=%d", 2*l.Memory), fmt.Sprintf("--nproc=%d", l.Processes),
		fmt.Sprintf("--cpu=%d:%d", max(cpu, 1), max(cpu, 1)+1), fmt.Sprintf("--fsize=%d", l.FileSize), fmt.Sprintf("--nofile=%d", l.OpenFiles), "--",
		s.python, "-I", "-B", "-X", "utf8", "/code.py"), nil
}

// mounts are bound below /mnt, never below the workspace: there a program of before could have left a link in the place.
// What belongs to the server is covered by an empty folder.
func (t *Tool) mounts(call tools.Call) ([]string, error) {
	var argv []string
	names := make([]string, 0, len(call.Mounts))
	for name := range call.Mounts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		from, err := realPath(call.Mounts[name])
		if err != nil {
			return nil, tools.Fail(tools.CodeNotFound, "the mount %s is not there: %v", name, err)
		}
		at := "/mnt/" + name
		argv = append(argv, "--ro-bind", from, at)
		for _, hidden := range t.config.Hidden {
			covered, err := realPath(hidden)
			if err != nil {
				continue // it is not there
			}
			switch rel, err := filepath.Rel(covered, from); {
			case err == nil && (rel == "." || filepath.IsLocal(rel)):
				return nil, tools.Fail(tools.CodeForbidden, "the mount %s belongs to Mergit itself", name)
			}
			if rel, err := filepath.Rel(from, covered); err == nil && filepath.IsLocal(rel) {
				argv = append(argv, "--perms", "0000", "--size", "4096", "--tmpfs", filepath.Join(at, rel))
			}
		}
	}
	return argv, nil
}

func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// judge says what an ended program came to.
func (t *Tool) judge(ctx context.Context, p *process, exit int, args arguments) (tools.Result, error) {
	l := t.limits
	stopped, _ := errors.AsType[*tools.Error](context.Cause(p.ctx))
	switch {
	case stopped != nil:
		return tools.Result{}, withOutput(stopped, p)
	case ctx.Err() != nil:
		failed := tools.Wrap(ctx, ctx.Err(), "run the program")
		failed.Retryable = false // it takes as long the next time
		return tools.Result{}, withOutput(failed, p)
	case exit == 128+int(unix.SIGXCPU):
		return tools.Result{}, withOutput(tools.Fail(tools.CodeTimeout, "the program took more than %s of processor time", l.CPU), p)
	case p.outOfMemory():
		return tools.Result{}, withOutput(tools.Fail(tools.CodeTooLarge, "the program took more than %d MiB of memory", l.Memory>>20), p)
	}
	stdout, written := p.stdout.text()
	stderr, complained := p.stderr.text()
	if exit != 0 && !slices.Contains(args.Accept, exit) {
		return tools.Result{}, withOutput(tools.Fail("exit_code", "the program ended with %s; accept: [%d] makes that a result", exitText(exit), exit), p)
	}
	return tools.Value(struct {
		Exit    int    `json:"exit_code"`
		Stdout  string `json:"stdout"`
		Stderr  string `json:"stderr"`
		Written int64  `json:"stdout_bytes,omitempty"`
		Said    int64  `json:"stderr_bytes,omitempty"`
	}{exit, stdout, stderr, written, complained})
}

// withOutput adds the end of what the program said to its failure: a model corrects the program by it.
func withOutput(failed *tools.Error, p *process) *tools.Error {
	const most = 2000
	stderr, _ := p.stderr.text()
	stdout, _ := p.stdout.text()
	if said := lastLines(stderr, most); said != "" {
		failed.Message += "\nstandard error: " + said
	}
	if said := lastLines(stdout, most/2); said != "" {
		failed.Message += "\nstandard output: " + said
	}
	return failed
}

// exitText names the signal that a shell's exit code stands for.
func exitText(exit int) string {
	if exit > 128 {
		if name := unix.SignalName(unix.Signal(exit - 128)); name != "" {
			return fmt.Sprintf("exit code %d (%s)", exit, name)
		}
	}
	return fmt.Sprintf("exit code %d", exit)
}
