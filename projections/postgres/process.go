package postgres

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// process is a child that ends with this process.
type process struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error // of Wait; set before done is closed
}

// spawn starts cmd and reaps it. The kernel sends the parent-death signal when the thread that forked ends, hence a goroutine that
// keeps its thread until the child is gone.
func spawn(cmd *exec.Cmd) (*process, error) {
	// A grandchild that keeps an output open must not keep Wait.
	cmd.WaitDelay = 2 * time.Second
	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		err := cmd.Start()
		started <- err
		if err == nil {
			p.err = cmd.Wait()
			close(p.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// run is spawn for a command that ends by itself. It is killed when ctx ends.
func run(ctx context.Context, cmd *exec.Cmd) error {
	p, err := spawn(cmd)
	if err != nil {
		return err
	}
	if !p.wait(ctx) {
		p.signal(syscall.SIGKILL)
		<-p.done
		return context.Cause(ctx)
	}
	return p.err
}

func (p *process) wait(ctx context.Context) (ended bool) {
	select {
	case <-p.done:
		return true
	case <-ctx.Done():
		return false
	}
}

// signal does nothing once the child is reaped: os.Process sees to that.
func (p *process) signal(s os.Signal) { _ = p.cmd.Process.Signal(s) }

func (p *process) state() string {
	if p.cmd.ProcessState == nil {
		return "unknown state"
	}
	return p.cmd.ProcessState.String()
}
