//go:build !linux

package postgres

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// servers is the process that data's lock file names, if it is a Postgres while a server of this folder is known to live.
func servers(_ string, named int, held bool) []int {
	if held && named > 0 && command(named) == "postgres" {
		return []int{named}
	}
	return nil
}

// foreign is whether pid is certainly no server.
func foreign(_ string, pid int) bool {
	c := command(pid)
	return c != "" && c != "postgres"
}

func command(pid int) string {
	out, err := exec.Command("ps", "-o", "comm=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return filepath.Base(strings.TrimSpace(string(out)))
}
