package codeexec

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cgroups are where control groups for memory and processes can be made: below one folder (version 2), or one for each
// controller (version 1).
type cgroups struct {
	v2           bool
	memory, pids string
}

// findCgroups returns nil where there are none to be had; only root looks. Without them memory is watched instead.
func findCgroups() *cgroups {
	const mount = "/sys/fs/cgroup"
	if controllers, err := os.ReadFile(filepath.Join(mount, "cgroup.subtree_control")); err == nil {
		if fields := strings.Fields(string(controllers)); contains(fields, "memory") && contains(fields, "pids") && usable(mount) {
			return &cgroups{v2: true, memory: mount, pids: mount}
		}
		return nil
	}
	c := &cgroups{memory: v1(mount, "memory"), pids: v1(mount, "pids")}
	if c.memory == "" || c.pids == "" {
		return nil
	}
	return c
}

func contains(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

// v1 finds this process's own group of a controller, so that what bounds it bounds its programs, too.
func v1(mount, controller string) string {
	text, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		names, path, _ := strings.Cut(rest, ":")
		if !contains(strings.Split(names, ","), controller) {
			continue
		}
		for _, dir := range []string{filepath.Join(mount, names, path), filepath.Join(mount, names)} {
			if usable(dir) {
				return dir
			}
		}
	}
	return ""
}

func usable(dir string) bool {
	trial := filepath.Join(dir, fmt.Sprintf("mergit-trial-%d", os.Getpid()))
	if err := os.Mkdir(trial, 0o755); err != nil {
		return false
	}
	return os.Remove(trial) == nil
}

// cgroup is the group of one program.
type cgroup struct {
	v2           bool
	memory, pids string
}

func (c *cgroups) make(l Limits) (*cgroup, error) {
	memory, err := os.MkdirTemp(c.memory, "mergit-code-")
	if err != nil {
		return nil, err
	}
	g := &cgroup{v2: c.v2, memory: memory, pids: memory}
	if !c.v2 {
		if g.pids, err = os.MkdirTemp(c.pids, "mergit-code-"); err != nil {
			g.pids = memory
			g.remove()
			return nil, err
		}
	}
	// bubblewrap, and what changes the user, are processes, too.
	processes := strconv.Itoa(l.Processes + 3)
	memoryLimit := strconv.FormatInt(l.Memory, 10)
	if c.v2 {
		err = errors.Join(put(memory, "memory.max", memoryLimit), put(memory, "memory.oom.group", "1"), put(memory, "pids.max", processes))
		_ = put(memory, "memory.swap.max", "0") // the file is not there without swap accounting
	} else {
		err = errors.Join(put(memory, "memory.limit_in_bytes", memoryLimit), put(g.pids, "pids.max", processes))
		_ = put(memory, "memory.memsw.limit_in_bytes", memoryLimit)
	}
	if err != nil {
		g.remove()
		return nil, err
	}
	return g, nil
}

func put(dir, name, value string) error {
	return os.WriteFile(filepath.Join(dir, name), []byte(value), 0)
}

// enter has a command begin inside the group: it must not start anything before.
func (g *cgroup) enter(argv []string) []string {
	const script = `echo 0 >"$0" && echo 0 >"$1" && shift && exec "$@"`
	return append([]string{"/bin/sh", "-c", script, filepath.Join(g.memory, "cgroup.procs"), filepath.Join(g.pids, "cgroup.procs")}, argv...)
}

// outOfMemory reports whether the kernel ended a process of the group.
func (g *cgroup) outOfMemory() bool {
	name := "memory.oom_control"
	if g.v2 {
		name = "memory.events"
	}
	text, _ := os.ReadFile(filepath.Join(g.memory, name))
	for line := range strings.Lines(string(text)) {
		if count, ok := strings.CutPrefix(strings.TrimSpace(line), "oom_kill "); ok {
			return count != "0"
		}
	}
	return false
}

// remove takes the group away. Processes that were killed leave it a moment later.
func (g *cgroup) remove() {
	for _, dir := range []string{g.memory, g.pids} {
		for range 100 {
			if err := os.Remove(dir); err == nil || errors.Is(err, os.ErrNotExist) {
				break
			}
			time.Sleep(2 * time.Millisecond)
		}
	}
}
