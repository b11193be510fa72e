//go:build !linux

package postgres

import (
	"os"
	"syscall"
)

// accounts are the ways to run the child, the preferred first.
func accounts(owner *ids) []account {
	uid, gid := os.Geteuid(), os.Getegid()
	if uid != 0 {
		return []account{{name: userName(uid), uid: uid, gid: gid, attr: childAttr}}
	}
	to := unprivileged()
	if owner != nil {
		to = *owner
	}
	return []account{{name: "user " + to.name, uid: to.uid, gid: to.gid, attr: func() *syscall.SysProcAttr {
		a := childAttr()
		a.Credential = &syscall.Credential{Uid: uint32(to.uid), Gid: uint32(to.gid), Groups: []uint32{}}
		return a
	}}}
}

// childAttr has no parent-death signal here: after a kill the server lives on until the next start ends it.
func childAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
