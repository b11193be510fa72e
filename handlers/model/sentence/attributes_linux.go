package sentence

import "syscall"

// attributes have the kernel end the process with ours, and keep Ctrl-C of a terminal, which is for us, from it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
