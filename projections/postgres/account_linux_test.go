package postgres

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func mountSmall(dir, size string) error { return syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size) }

func TestRootRunsTheServerAsAnotherUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	needProc(t)
	for name, mode := range map[string]os.FileMode{"open": 0o755, "closed": 0o700} {
		t.Run("below an "+name+" folder", func(t *testing.T) {
			cfg := config(t)
			home := filepath.Dir(cfg.Dir)
			if err := os.Chmod(home, mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(filepath.Dir(home), mode); err != nil {
				t.Fatal(err)
			}
			s := started(t, cfg)
			execute(t, s.DSN(), write)
			at, err := os.Stat(cfg.data())
			if err != nil {
				t.Fatal(err)
			}
			if ownerOf(at).uid == 0 {
				t.Error("the cluster belongs to root")
			}
			status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.child.cmd.Process.Pid), "status"))
			if err != nil {
				t.Fatal(err)
			}
			if capable := !strings.Contains(string(status), "CapEff:\t0000000000000000"); capable != (mode == 0o700) {
				t.Errorf("server has capabilities: %v", capable)
			}
			if at, err := os.Stat(home); err != nil || at.Mode().Perm() != mode {
				t.Errorf("folder above is %v now: %v", at.Mode(), err)
			}
		})
	}
}

func TestClusterKeepsItsOwner(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	cfg := config(t)
	s := started(t, cfg)
	execute(t, s.DSN(), write)
	stopped(t, s)

	// A copy made by root belongs to root.
	own := func(uid int) {
		err := filepath.WalkDir(cfg.data(), func(p string, _ os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Lchown(p, uid, uid)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, uid := range []int{0, 1, 23456} {
		own(uid)
		s := started(t, cfg)
		wantKept(t, s.DSN())
		stopped(t, s)
		at, err := os.Stat(cfg.data())
		if err != nil {
			t.Fatal(err)
		}
		if got := ownerOf(at).uid; uid == 0 && got == 0 || uid != 0 && got != uid {
			t.Errorf("cluster of %d belongs to %d now", uid, got)
		}
	}
}

// In a rootless container we are root, and there is nobody else.
func TestRootOfANamespaceWithoutUsers(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	attr := &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}},
	}
	for range 2 {
		parent := startHelper(t, cfg.Dir, attr)
		dsn := parent.ready(t)
		pid := postmaster(cfg.data())
		execute(t, dsn, "CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS n")
		wantKept(t, dsn)
		parent.kill(t)
		eventually(t, "the server is gone", func() bool { return !alive(pid) })
	}
}
