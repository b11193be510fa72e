package fileops

import (
	"os"

	"golang.org/x/sys/unix"
)

// pseudoTypes are file systems that the kernel makes up as they are read: files have no size, reading may wait for ever, take
// what another reader waits for, or act. devtmpfs calls itself tmpfs; what lies in it is no regular file.
var pseudoTypes = map[int64]bool{
	unix.PROC_SUPER_MAGIC: true, unix.SYSFS_MAGIC: true, unix.CGROUP_SUPER_MAGIC: true, unix.CGROUP2_SUPER_MAGIC: true,
	unix.DEBUGFS_MAGIC: true, unix.TRACEFS_MAGIC: true, unix.SECURITYFS_MAGIC: true, unix.BPF_FS_MAGIC: true, unix.PSTOREFS_MAGIC: true,
	unix.SELINUX_MAGIC: true, unix.SMACK_MAGIC: true, unix.AAFS_MAGIC: true, unix.EFIVARFS_MAGIC: true, unix.BINFMTFS_MAGIC: true,
	unix.DEVPTS_SUPER_MAGIC: true, unix.NSFS_MAGIC: true, unix.HUGETLBFS_MAGIC: true,
	0x19800202: true, // mqueue
	0x62656570: true, // configfs
	0x65735543: true, // fusectl
	0x67596969: true, // rpc_pipefs
	0x07655821: true, // resctrl
	0x6e667364: true, // nfsd
}

func pseudoPath(path string) bool {
	var at unix.Statfs_t
	return unix.Statfs(path, &at) == nil && pseudoTypes[int64(at.Type)]
}

func pseudoFile(file *os.File) bool {
	conn, err := file.SyscallConn()
	if err != nil {
		return false
	}
	var at unix.Statfs_t
	failed := error(nil)
	err = conn.Control(func(fd uintptr) { failed = unix.Fstatfs(int(fd), &at) })
	return err == nil && failed == nil && pseudoTypes[int64(at.Type)]
}
