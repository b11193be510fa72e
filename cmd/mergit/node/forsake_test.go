package node

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOnlyAFolderInWhichNothingWasBegunIsForsaken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file  string
		held  bool
		stays bool
	}{
		"nothing begun": {},
		"a log":         {file: "nats", stays: true},
		"in use":        {held: true, stays: true},
	} {
		l := Layout{filepath.Join(t.TempDir(), "data")}
		release, err := l.claim()
		if err != nil {
			t.Fatal(err)
		}
		if c.file != "" {
			if err := os.Mkdir(filepath.Join(l.Dir, c.file), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if !c.held {
			release()
		}
		l.Forsake()
		if _, err := os.Stat(l.about()); (err == nil) != c.stays {
			t.Errorf("%s: the folder stays is %v", name, err == nil)
		}
		if c.held {
			release()
		}
	}
}
