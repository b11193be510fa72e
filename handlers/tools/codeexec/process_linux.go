package codeexec

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/mergit-io/mergit/handlers/tools"
)

type unixStat = syscall.Stat_t

// process is one run of the sandbox.
type process struct {
	tool      *Tool
	workspace string // to watch; empty if it cannot be changed

	ctx            context.Context // its cause is the limit that was passed, as a *tools.Error
	stdout, stderr *tape
	group          *cgroup
	killed         bool // out of memory, in its control group
}

// run starts a sandbox and waits for its end. Its error says that it could not be started; what the program did is an exit code.
func (p *process) run(ctx context.Context, argv []string, code, stdin string) (exit int, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	p.ctx = ctx
	l := p.tool.limits
	over := func() {
		stop(tools.Fail(tools.CodeTooLarge, "the program wrote more than %d MiB of output", l.Produced>>20))
	}
	p.stdout, p.stderr = newTape(l.Output, l.Produced, over), newTape(l.Output, l.Produced, over)
	filter, err := inMemory("filter", p.tool.box.filter)
	if err != nil {
		return 0, err
	}
	defer filter.Close()
	script, err := inMemory("code", []byte(code))
	if err != nil {
		return 0, err
	}
	defer script.Close()
	if p.tool.box.groups != nil {
		if p.group, err = p.tool.box.groups.make(l); err == nil {
			defer func() { p.killed = p.group.outOfMemory(); p.group.remove() }()
			argv = p.group.enter(argv)
		} // else the memory is watched as it is for any user
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.ExtraFiles = []*os.File{filter, script} // in the order of filterFD and codeFD
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Stdout, cmd.Stderr = p.stdout, p.stderr
	cmd.Env = []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}
	cmd.Dir = "/"
	cmd.WaitDelay = 2 * time.Second
	done := make(chan error, 1)
	go func() {
		// What must die with its parent dies with the thread that started it, so this thread stays until the end.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := cmd.Start(); err != nil {
			done <- err
			return
		}
		watched := make(chan struct{})
		watching, enough := context.WithCancel(ctx)
		go func() { defer close(watched); p.watch(watching, cmd.Process.Pid, stop) }()
		err := cmd.Wait()
		enough()
		<-watched
		done <- err
	}()
	err = <-done
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		if status := ended.Sys().(syscall.WaitStatus); status.Signaled() {
			return 128 + int(status.Signal()), nil
		}
		return ended.ExitCode(), nil
	}
	if ctx.Err() != nil {
		return 128 + int(unix.SIGKILL), nil
	}
	return 0, err
}

func (p *process) outOfMemory() bool { return p.killed }

// inMemory is a file that a child reads, without a name.
func inMemory(name string, data []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), name)
	_, err = file.Write(data)
	if err == nil {
		_, err = file.Seek(0, 0)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// How often the limits are looked at that the kernel does not keep.
const (
	memoryEvery    = 20 * time.Millisecond
	workspaceEvery = 300 * time.Millisecond
)

// watch ends the program once it passes a limit.
func (p *process) watch(ctx context.Context, pid int, stop context.CancelCauseFunc) {
	memory, disk := time.NewTicker(memoryEvery), time.NewTicker(workspaceEvery)
	defer memory.Stop()
	defer disk.Stop()
	l := p.tool.limits
	for {
		select {
		case <-ctx.Done():
			return
		case <-memory.C:
			// The kernel ends one process of a group; what the others would go on with is not what was asked for.
			if p.group != nil && p.group.outOfMemory() || p.group == nil && memoryOf(pid, l.Memory) > l.Memory {
				stop(tools.Fail(tools.CodeTooLarge, "the program took more than %d MiB of memory", l.Memory>>20))
				return
			}
		case <-disk.C:
			if p.workspace == "" {
				continue
			}
			if bytes, files := holds(p.workspace, l); bytes > l.Workspace || files > l.Files {
				stop(tools.Fail(tools.CodeTooLarge, "the workspace holds more than %d MiB or %d files", l.Workspace>>20, l.Files))
				return
			}
		}
	}
}

// holds adds up what a folder holds, in bytes on disk and entries, until that is more than may be.
func holds(dir string, l Limits) (bytes int64, files int) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, 0
	}
	defer root.Close()
	enough := errors.New("enough")
	_ = walk(root, func(_ string, info os.FileInfo) error {
		files++
		if stat, ok := info.Sys().(*unixStat); ok {
			bytes += stat.Blocks * 512 // a sparse file takes what it really has
		}
		if bytes > l.Workspace || files > l.Files {
			return enough
		}
		return nil
	})
	return bytes, files
}

// walk visits a folder and all that is in it; what disappears meanwhile, or may not be read, is passed over.
func walk(root *os.Root, visit func(name string, info os.FileInfo) error) error {
	return fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		info, err := root.Lstat(name)
		if err != nil {
			return nil
		}
		return visit(name, info)
	})
}
