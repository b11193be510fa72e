package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// account is a way to run the child. Postgres refuses to run as root, so root needs another one than its own.
type account struct {
	name     string
	uid, gid int // what the child's files must belong to, as seen from here
	attr     func() *syscall.SysProcAttr
	// without is attr less the capabilities, nil if there are none. They hold only after an exec, so that a shell has to enter the
	// folder and run the tool. And Postgres asks by access(2), which ignores them, whether it may run itself.
	without func() *syscall.SysProcAttr
}

// command runs a tool in dir, with an environment in which no PG* or LD_PRELOAD changes what it does, and in a process group of its
// own: the terminal's Ctrl-C is for us, who then stop the server in order.
func (a account) command(tool, dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(tool, args...)
	cmd.Dir = dir
	if a.without != nil {
		enter := []string{"-c", `cd "$1" && shift && exec "$@"`, "sh", dir, tool}
		cmd = exec.Command("/bin/sh", append(enter, args...)...)
		cmd.Dir = "/"
	}
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	// Fetched binaries find their libraries by where they are, and without /proc do not know that.
	libs := filepath.Join(filepath.Dir(filepath.Dir(tool)), "lib")
	for _, name := range []string{"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"} {
		paths := slices.DeleteFunc([]string{libs, os.Getenv(name)}, func(p string) bool { return p == "" })
		cmd.Env = append(cmd.Env, name+"="+strings.Join(paths, ":"))
	}
	cmd.SysProcAttr = a.attr()
	return cmd
}

// own gives path, with all that is in it, to the account.
func (a account) own(path string) error {
	at, err := os.Lstat(path)
	if err != nil {
		return fmt.Errorf("own %s: %w", path, err)
	}
	if ownerOf(at).uid == a.uid {
		return nil
	}
	if os.Geteuid() != 0 {
		return fmt.Errorf("%s: start as that user or as root", ownedBy(path))
	}
	err = filepath.WalkDir(path, func(p string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(p, a.uid, a.gid)
	})
	if err != nil {
		return fmt.Errorf("give %s to %s: %w", path, a.name, err)
	}
	return nil
}

// pickAccount finds the first account that can run the binaries in dir, by trying. The order is from least to most unusual.
func pickAccount(ctx context.Context, with Install, dir, data string) (account, error) {
	var tried []error
	for _, a := range accounts(clusterOwner(data)) {
		err := a.try(ctx, with, dir)
		if err == nil && a.without != nil {
			err = account{attr: a.without}.try(ctx, with, "/")
		}
		if err == nil {
			return a, nil
		}
		tried = append(tried, fmt.Errorf("as %s: %w", a.name, err))
	}
	if ctx.Err() != nil {
		return account{}, context.Cause(ctx)
	}
	return account{}, fmt.Errorf("no user can run %s in %s: start as an ordinary user, or let others pass the folders above (chmod o+x): %w",
		with.Dir, dir, errors.Join(tried...))
}

func (a account) try(ctx context.Context, with Install, dir string) error {
	var out bytes.Buffer
	cmd := a.command(with.tool("postgres"), dir, "--version")
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := run(ctx, cmd); err != nil {
		return fmt.Errorf("%w %s", err, lastBytes(out.String(), tailLimit))
	}
	return nil
}

type ids struct {
	uid, gid int
	name     string
}

// clusterOwner is who a cluster belongs to already, or nil if nobody but root.
func clusterOwner(data string) *ids {
	at, err := os.Stat(data)
	if err != nil {
		return nil
	}
	owner := ownerOf(at)
	if owner.uid == 0 {
		return nil
	}
	return &owner
}

// unprivileged is a user to become. It must have a name, as initdb asks for it.
func unprivileged() ids {
	for _, name := range []string{"postgres", "nobody", "daemon"} {
		if u, err := user.Lookup(name); err == nil {
			uid, err1 := strconv.Atoi(u.Uid)
			gid, err2 := strconv.Atoi(u.Gid)
			if err1 == nil && err2 == nil && uid > 0 {
				return ids{uid: uid, gid: gid, name: name}
			}
		}
	}
	return ids{uid: 65534, gid: 65534, name: "nobody"}
}

func ownerOf(at fs.FileInfo) ids {
	st, ok := at.Sys().(*syscall.Stat_t)
	if !ok {
		return ids{uid: -1, gid: -1, name: "unknown"}
	}
	return ids{uid: int(st.Uid), gid: int(st.Gid), name: userName(int(st.Uid))}
}

func userName(uid int) string {
	if u, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return u.Username
	}
	return "uid " + strconv.Itoa(uid)
}

// ownedBy says whose path is, for messages.
func ownedBy(path string) string {
	for {
		at, err := os.Stat(path)
		if err == nil {
			return fmt.Sprintf("%s belongs to %s", path, ownerOf(at).name)
		}
		up := filepath.Dir(path)
		if up == path {
			return strings.TrimSpace(err.Error())
		}
		path = up
	}
}

// makeDir makes the server's folder. For root it is one that others can pass, as the child is another user; what is in it stays
// closed.
func makeDir(dir string) error {
	mode := fs.FileMode(0o700)
	if os.Geteuid() == 0 {
		mode = 0o711
	}
	if err := os.MkdirAll(dir, mode); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	at, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	if os.Geteuid() == 0 && at.Mode().Perm()&0o011 != 0o011 {
		if err := os.Chmod(dir, at.Mode().Perm()|0o011); err != nil {
			return fmt.Errorf("open data folder: %w", err)
		}
	}
	return nil
}
