package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// socketLimit is the shortest limit of a socket's path among the systems we run on (macOS; Linux has 107).
const socketLimit = 103

const socketName = ".s.PGSQL.5432"

// plainPath is what needs no quoting in a list of folders, in a list of hosts or in a URL.
var plainPath = regexp.MustCompile(`^/[A-Za-z0-9._/+-]*$`)

type socketDir struct {
	path  string
	apart bool // outside the server's folder, to be removed at the end
}

// socketPath is dir/run, or for a path that no socket can have a folder below the temporary one. The name depends on dir and the
// user alone, so that a folder left behind is used again.
func socketPath(dir string) socketDir {
	run := filepath.Join(dir, "run")
	if fitsSocket(run) {
		return socketDir{path: run}
	}
	id := sha256.Sum256([]byte(strconv.Itoa(os.Geteuid()) + "\x00" + dir))
	name := "mergit-pg-" + hex.EncodeToString(id[:8])
	if tmp := filepath.Join(os.TempDir(), name); fitsSocket(tmp) {
		return socketDir{path: tmp, apart: true}
	}
	return socketDir{path: filepath.Join("/tmp", name), apart: true}
}

func fitsSocket(dir string) bool {
	return len(dir)+len("/"+socketName) <= socketLimit && plainPath.MatchString(dir)
}

func makeSocketDir(dir string, as account) (socketDir, error) {
	sock := socketPath(dir)
	if err := os.Mkdir(sock.path, 0o700); err != nil && !os.IsExist(err) {
		return sock, fmt.Errorf("make socket folder: %w", err)
	}
	at, err := os.Lstat(sock.path)
	if err != nil {
		return sock, fmt.Errorf("make socket folder: %w", err)
	}
	// The temporary folder is everybody's: what is there under our name may be a trap.
	if uid := ownerOf(at).uid; !at.IsDir() || sock.apart && uid != os.Geteuid() && uid != as.uid {
		return socketDir{}, fmt.Errorf("socket folder %s is not ours (%s): remove it", sock.path, ownedBy(sock.path))
	}
	if err := as.own(sock.path); err != nil {
		return sock, err
	}
	if err := os.Chmod(sock.path, 0o700); err != nil {
		return sock, fmt.Errorf("close socket folder: %w", err)
	}
	return sock, nil
}

// remove takes the folder away if it is empty, as it is after a clean stop.
func (s socketDir) remove() {
	if s.apart {
		_ = os.Remove(s.path)
	}
}
