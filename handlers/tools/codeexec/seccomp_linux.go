package codeexec

import (
	"bytes"
	"encoding/binary"
	"runtime"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Offsets in struct seccomp_data (linux/seccomp.h). Both machines that are known here are little-endian.
const (
	atNumber = 0
	atArch   = 4
	atFirst  = 16 // the low half of the first argument
)

// newNamespaces are the flags of clone that make namespaces (linux/sched.h).
const newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// machines are the names of architectures in seccomp (AUDIT_ARCH_…).
var machines = map[string]uint32{"amd64": 0xc000003e, "arm64": 0xc00000b7}

// x32 marks the system calls of amd64's second set, which would get around numbers.
const x32 = 0x40000000

// allowedSockets: there is a loopback inside, and nothing else to talk to. A Unix socket could lead out, since one may lie in a
// mounted folder (such as a container engine's), and AF_VSOCK leads to the machine's host.
var allowedSockets = []uint32{unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}

// denied system calls: they change namespaces or mounts, look into other processes, or open parts of the kernel that programs
// have no need of and that were often its weak spot.
var denied = []uint32{
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_MOVE_MOUNT,
	unix.SYS_OPEN_TREE, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_QUOTACTL, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_REBOOT, unix.SYS_ACCT, unix.SYS_SYSLOG,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_VHANGUP, unix.SYS_FANOTIFY_INIT,
}

func refuseWith(errno unix.Errno) bpf.Instruction {
	return bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(errno)}
}

// syscallFilter is the seccomp program, as bubblewrap wants it: an array of struct sock_filter.
func syscallFilter() ([]byte, error) {
	machine, ok := machines[runtime.GOARCH]
	if !ok {
		return nil, &MissingError{Why: "no filter of system calls is known for " + runtime.GOARCH}
	}
	program := []bpf.Instruction{
		bpf.LoadAbsolute{Off: atArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: machine, SkipTrue: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_KILL_PROCESS},
		bpf.LoadAbsolute{Off: atNumber, Size: 4},
	}
	when := func(call uint32, then ...bpf.Instruction) {
		program = append(program, bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: call, SkipTrue: uint8(len(then))})
		program = append(program, then...)
	}
	if runtime.GOARCH == "amd64" {
		program = append(program, bpf.JumpIf{Cond: bpf.JumpLessThan, Val: x32, SkipTrue: 1}, refuseWith(unix.ENOSYS))
	}
	for _, call := range denied {
		when(call, refuseWith(unix.EPERM))
	}
	// clone3 keeps its flags where a filter cannot look; the C library falls back to clone.
	when(unix.SYS_CLONE3, refuseWith(unix.ENOSYS))
	allow := bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW}
	when(unix.SYS_CLONE, bpf.LoadAbsolute{Off: atFirst, Size: 4}, bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: newNamespaces, SkipFalse: 1}, refuseWith(unix.EPERM), allow)
	socket := []bpf.Instruction{bpf.LoadAbsolute{Off: atFirst, Size: 4}}
	for i, family := range allowedSockets {
		socket = append(socket, bpf.JumpIf{Cond: bpf.JumpEqual, Val: family, SkipTrue: uint8(len(allowedSockets) - i)})
	}
	when(unix.SYS_SOCKET, append(socket, refuseWith(unix.EAFNOSUPPORT), allow)...)
	program = append(program, allow)
	assembled, err := bpf.Assemble(program)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, i := range assembled {
		// struct sock_filter { __u16 code; __u8 jt, jf; __u32 k; }
		for _, field := range []any{i.Op, i.Jt, i.Jf, i.K} {
			if err := binary.Write(&out, binary.NativeEndian, field); err != nil {
				return nil, err
			}
		}
	}
	return out.Bytes(), nil
}
