package postgres

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	logLimit  = 4 << 20 // a larger log is put aside at the next start
	tailLimit = 2 << 10
)

// serverLog is a file that the server writes to by itself, so that it never waits for this process and keeps writing after it.
type serverLog struct {
	file  *os.File
	start int64 // where this run begins
}

func openLog(dir string) (*serverLog, error) {
	path := filepath.Join(dir, "postgres.log")
	if at, err := os.Stat(path); err == nil && at.Size() > logLimit {
		_ = os.Rename(path, path+".1")
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("open log: %w", err)
	}
	return &serverLog{file: f, start: end}, nil
}

// tail is the end of what this run said.
func (l *serverLog) tail() string {
	at, err := l.file.Stat()
	if err != nil {
		return ""
	}
	b := make([]byte, min(at.Size()-l.start, tailLimit))
	n, _ := l.file.ReadAt(b, at.Size()-int64(len(b)))
	return strings.TrimSpace(string(b[:n]))
}

// diskFull is an error if the file system of dir has no room for a server to work.
func diskFull(dir string) error {
	const need = 24 << 20 // a WAL segment and some pages
	var at unix.Statfs_t
	if err := unix.Statfs(dir, &at); err != nil {
		return nil
	}
	if free := uint64(at.Bavail) * uint64(at.Bsize); free < need {
		return fmt.Errorf("the disk that holds %s is full (%d MB free): make room and start again", dir, free>>20)
	}
	return nil
}
