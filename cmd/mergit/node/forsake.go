package node

import (
	"os"
	"path/filepath"
)

// Forsake takes away a data folder in which nothing was begun: it holds no more
// than says whose it is. A folder that a process works in stays.
func (l Layout) Forsake() {
	if _, err := os.Stat(l.about()); err != nil {
		return
	}
	release, err := l.claim()
	if err != nil {
		return
	}
	defer release()
	entries, err := os.ReadDir(l.Dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(l.lock()) && e.Name() != filepath.Base(l.about()) {
			return
		}
	}
	for _, path := range []string{l.about(), l.lock(), l.Dir} {
		_ = os.Remove(path)
	}
}
