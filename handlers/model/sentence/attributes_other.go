//go:build !linux

package sentence

import "syscall"

// attributes keep Ctrl-C of a terminal, which is for us, from the process. It ends with ours because its input does.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
