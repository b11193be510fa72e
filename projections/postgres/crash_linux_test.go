package postgres

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func needProc(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/self/exe"); err != nil {
		t.Skip("needs /proc")
	}
}

func TestServerEndsWithItsKilledParent(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	parent := startHelper(t, cfg.Dir, nil)
	execute(t, parent.ready(t), write)
	pid := postmaster(filepath.Join(cfg.Dir, "data"))
	parent.kill(t)
	eventually(t, "the server is gone", func() bool { return !alive(pid) })
	wantKept(t, started(t, cfg).DSN())
}

func TestStartRightAfterAKillWaitsForTheLeftover(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	for i := range 3 {
		parent := startHelper(t, cfg.Dir, nil)
		dsn := parent.ready(t)
		if i == 0 {
			execute(t, dsn, write)
		}
		parent.kill(t)
		s := started(t, cfg)
		wantKept(t, s.DSN())
		stopped(t, s)
	}
}

// sockets makes the folder of the socket, which a clean stop takes away where the path of cfg is too long for one.
func sockets(t *testing.T, cfg Config, as account) {
	t.Helper()
	if _, err := makeSocketDir(cfg.Dir, as); err != nil {
		t.Fatal(err)
	}
}

func TestServerWithoutParentIsEnded(t *testing.T) {
	t.Parallel()
	needProc(t)
	cfg := config(t)
	s := started(t, cfg)
	execute(t, s.DSN(), write)
	stopped(t, s)

	// As one started by hand: it has no lock of ours and outlives us.
	as := accountOf(t, cfg)
	sockets(t, cfg, as)
	cmd := as.command(s.install.tool("postgres"), cfg.data(), "-D", cfg.data(), "-k", s.sock.path, "-h", "")
	cmd.SysProcAttr.Pdeathsig = 0
	p, err := spawn(cmd)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "it wrote its lock", func() bool { return postmaster(cfg.data()) == cmd.Process.Pid })
	wantKept(t, started(t, cfg).DSN())
	if <-p.done; p.state() != "exit status 0" {
		t.Errorf("it was ended with %s", p.state())
	}
}

func TestBackendsOfADeadPostmasterAreWaitedFor(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s := started(t, cfg)
	execute(t, s.DSN(), write)
	s.child.signal(syscall.SIGKILL)
	if err := <-s.Done(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Errorf("done: %v", err)
	}
	stopped(t, s)
	wantKept(t, started(t, cfg).DSN())
}

func TestForeignPidInLockFilesIsNotTouched(t *testing.T) {
	t.Parallel()
	needProc(t)
	cfg := config(t)
	s := started(t, cfg)
	execute(t, s.DSN(), write)
	stopped(t, s)

	// Of the same user and in the same folder, so that Postgres would refuse.
	as := accountOf(t, cfg)
	sockets(t, cfg, as)
	sleep := as.command("/bin/sleep", cfg.data(), "600")
	p, err := spawn(sleep)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.signal(syscall.SIGKILL); <-p.done })
	line := fmt.Sprintf("%d\n%s\n0\n5432\n%s\n\n", sleep.Process.Pid, cfg.data(), s.sock.path)
	for _, path := range []string{filepath.Join(cfg.data(), "postmaster.pid"), filepath.Join(s.sock.path, socketName+".lock")} {
		if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wantKept(t, started(t, cfg).DSN())
	if !alive(sleep.Process.Pid) {
		t.Error("the foreign process was ended")
	}
}

func TestInterruptedInitIsDoneAgain(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"", "PG_VERSION", "global/pg_control", "base/5"} {
		t.Run("at "+at, func(t *testing.T) {
			cfg := config(t)
			parent := startHelper(t, cfg.Dir, nil)
			eventually(t, "initdb got there", func() bool {
				return len(globs(filepath.Join(cfg.Dir, initPrefix+"*", at))) > 0 || len(globs(filepath.Join(cfg.Dir, "data"))) > 0
			})
			parent.kill(t)
			execute(t, started(t, cfg).DSN(), write)
		})
	}
}

func TestFullDiskIsSaid(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	cfg := config(t)
	disk := filepath.Dir(cfg.Dir)
	if err := mountSmall(disk, "64m"); err != nil {
		t.Skipf("cannot mount: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) })
	s := started(t, cfg)
	execute(t, s.DSN(), write)
	stopped(t, s)

	ballast := filepath.Join(disk, "ballast")
	f, err := os.Create(ballast)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	f.Close()
	if s, err := Start(t.Context(), cfg); err == nil {
		stopped(t, s)
		t.Error("started on a full disk")
	} else if !strings.Contains(err.Error(), "full") {
		t.Errorf("start: %v", err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	again := started(t, cfg)
	wantKept(t, again.DSN())
	stopped(t, again)
}

func TestTooSmallDiskLeavesNoCluster(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	cfg := config(t)
	disk := filepath.Dir(cfg.Dir)
	if err := mountSmall(disk, "20m"); err != nil {
		t.Skipf("cannot mount: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) })
	if _, err := Start(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "is full") {
		t.Fatalf("start: %v", err)
	}
	if left := globs(cfg.data(), filepath.Join(cfg.Dir, initPrefix+"*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}
