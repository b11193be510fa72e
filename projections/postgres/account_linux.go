package postgres

import (
	"os"
	"os/user"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// accounts are the ways to run the child, the preferred first.
func accounts(owner *ids) []account {
	uid, gid := os.Geteuid(), os.Getegid()
	self := account{name: userName(uid), uid: uid, gid: gid, attr: childAttr}
	if uid != 0 {
		if _, err := user.LookupId(strconv.Itoa(uid)); err != nil {
			// initdb insists on a name. A container's random uid has none, but may be given one in a namespace.
			return []account{namespaced(uid, gid), self}
		}
		return []account{self}
	}
	to := unprivileged()
	if owner != nil {
		to = *owner
	}
	return []account{
		dropped(to, "user "+to.name),
		// Folders above ours, such as root's home, may be closed to others. A capability to pass them is less than
		// opening them, and containers that withhold the small one often grant the large one.
		dropped(to, "user "+to.name+" with CAP_DAC_READ_SEARCH", unix.CAP_DAC_READ_SEARCH),
		dropped(to, "user "+to.name+" with CAP_DAC_OVERRIDE", unix.CAP_DAC_OVERRIDE),
		// Where we are root of a namespace with no other user, there is nobody to become.
		namespaced(uid, gid),
	}
}

// childAttr makes the kernel stop the child, fast but in order, when we end.
func childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
}

func dropped(to ids, name string, caps ...uintptr) account {
	attr := func(caps ...uintptr) *syscall.SysProcAttr {
		a := childAttr()
		a.Credential = &syscall.Credential{Uid: uint32(to.uid), Gid: uint32(to.gid), Groups: []uint32{}}
		a.AmbientCaps = caps
		return a
	}
	as := account{name: name, uid: to.uid, gid: to.gid, attr: func() *syscall.SysProcAttr { return attr(caps...) }}
	if len(caps) > 0 {
		as.without = func() *syscall.SysProcAttr { return attr() }
	}
	return as
}

// namespaced runs the child as ourselves, which it sees as somebody else.
func namespaced(uid, gid int) account {
	inside := unprivileged()
	return account{name: userName(uid) + " in a user namespace", uid: uid, gid: gid, attr: func() *syscall.SysProcAttr {
		a := childAttr()
		a.Cloneflags = syscall.CLONE_NEWUSER
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: inside.uid, HostID: uid, Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: inside.gid, HostID: gid, Size: 1}}
		a.Credential = &syscall.Credential{Uid: uint32(inside.uid), Gid: uint32(inside.gid), NoSetGroups: true}
		return a
	}}
}
