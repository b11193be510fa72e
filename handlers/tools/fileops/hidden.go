package fileops

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// hidden are folders of the host that do not exist for a call. They are told by what they are and not by what they are called,
// so that a symlink, a mount of a parent and a second name on a file system without case all lead to the same answer.
type hidden []fs.FileInfo

func lookUp(folders []string) hidden {
	var all hidden
	for _, folder := range folders {
		if info, err := os.Stat(folder); err == nil {
			all = append(all, info)
		}
	}
	return all
}

func (h hidden) is(info fs.FileInfo) bool {
	for _, folder := range h {
		if os.SameFile(folder, info) {
			return true
		}
	}
	return false
}

// covers reports whether a path without symlinks is one of the folders or lies in one.
func (h hidden) covers(real string) bool {
	if len(h) == 0 {
		return false
	}
	for {
		if info, err := os.Stat(real); err == nil && h.is(info) {
			return true
		}
		parent := filepath.Dir(real)
		if parent == real {
			return false
		}
		real = parent
	}
}

// realPath follows symlinks as far as there is anything.
func realPath(path string) string {
	rest := ""
	for {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(real, rest)
		}
		parent := filepath.Dir(path)
		if parent == path {
			return filepath.Join(path, rest)
		}
		rest = filepath.Join(filepath.Base(path), rest)
		path = parent
	}
}

var (
	errHidden = errors.New("belongs to Mergit itself")
	errPseudo = errors.New("lies in a pseudo file system")
	errMoved  = errors.New("was exchanged while it was opened")
)
