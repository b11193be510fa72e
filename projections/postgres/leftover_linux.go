package postgres

import (
	"os"
	"path/filepath"
	"strconv"
)

// servers are the processes that run Postgres in data: the postmaster and its children.
func servers(data string, _ int, _ bool) []int {
	names, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil
	}
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(filepath.Base(name)); err == nil && isServer(data, pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// isServer is false for a corpse, whose links cannot be read.
func isServer(data string, pid int) bool {
	proc := filepath.Join("/proc", strconv.Itoa(pid))
	cwd, err := os.Readlink(filepath.Join(proc, "cwd"))
	if err != nil || cwd != data {
		return false
	}
	exe, err := os.Readlink(filepath.Join(proc, "exe"))
	if err != nil {
		return false
	}
	// An upgrade under a running server leaves "postgres (deleted)".
	base := filepath.Base(exe)
	return base == "postgres" || base == "postgres (deleted)"
}

// foreign is whether pid is certainly no server of data. Without /proc nothing is certain.
func foreign(data string, pid int) bool {
	if _, err := os.Readlink("/proc/self/exe"); err != nil {
		return false
	}
	return !isServer(data, pid)
}
