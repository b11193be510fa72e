// Package node puts Mergit together: it starts the parts that a process was
// asked to run, in the order in which they need each other, and stops them.
package node

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Format is the version of the data folder's layout.
const Format = 1

// Layout is where things are below a data folder.
type Layout struct{ Dir string }

// The parts of a data folder.
func (l Layout) lock() string        { return filepath.Join(l.Dir, "lock") }
func (l Layout) about() string       { return filepath.Join(l.Dir, "mergit.json") }
func (l Layout) NATS() string        { return filepath.Join(l.Dir, "nats") }
func (l Layout) Postgres() string    { return filepath.Join(l.Dir, "postgres") }
func (l Layout) Chain() string       { return filepath.Join(l.Dir, "chain") }
func (l Layout) Wallets() string     { return filepath.Join(l.Dir, "wallets") }
func (l Layout) Agents() string      { return filepath.Join(l.Dir, "agents") }
func (l Layout) Deployments() string { return filepath.Join(l.Dir, "deployments") }
func (l Layout) Audit() string       { return filepath.Join(l.Dir, "audit") }
func (l Layout) Workspaces() string  { return filepath.Join(l.Dir, "workspaces") }
func (l Layout) Token() string       { return filepath.Join(l.Dir, "token") }
func (l Layout) NATSToken() string   { return filepath.Join(l.Dir, "nats.token") }
func (l Layout) Client() string      { return filepath.Join(l.Dir, "client.json") }

// about is what a data folder says of itself.
type about struct {
	Format int `json:"format"`
}

// HeldError says that another process works in the data folder.
type HeldError struct {
	Dir string
	PID int // 0 if it cannot be read
}

func (e *HeldError) Error() string {
	who := "another process"
	if e.PID > 0 {
		who = "process " + strconv.Itoa(e.PID)
	}
	return fmt.Sprintf("data folder %s is in use by %s; stop it, or choose another folder with --data", e.Dir, who)
}

// VersionError says that the data folder was written by another Mergit.
type VersionError struct {
	Dir        string
	Have, Want int
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("data folder %s has format %d and this binary writes format %d; use the binary that made it, or another folder with --data", e.Dir, e.Have, e.Want)
}

// claim takes a data folder for this process, making it if need be. Nothing in
// it is touched before its version is known.
func (l Layout) claim() (release func(), err error) {
	if err := os.MkdirAll(l.Dir, 0o711); err != nil {
		return nil, fmt.Errorf("make data folder: %w", err)
	}
	file, err := os.OpenFile(l.lock(), os.O_RDWR|os.O_CREATE|os.O_EXCL|unix.O_CLOEXEC, 0o600)
	made := err == nil
	if errors.Is(err, os.ErrExist) {
		file, err = os.OpenFile(l.lock(), os.O_RDWR|unix.O_CLOEXEC, 0)
	}
	if err != nil {
		return nil, fmt.Errorf("lock data folder: %w", err)
	}
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		defer file.Close()
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock data folder %s: %w", l.Dir, err)
		}
		text, _ := os.ReadFile(l.lock())
		pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
		return nil, &HeldError{Dir: l.Dir, PID: pid}
	}
	release = func() {
		// Closing would leave it to a process that is just being forked.
		_ = unix.Flock(int(file.Fd()), unix.LOCK_UN)
		_ = file.Close()
	}
	if err := l.checkVersion(); err != nil {
		if made {
			_ = os.Remove(l.lock()) // leave a foreign folder as it was
		}
		release()
		return nil, err
	}
	err = file.Truncate(0)
	if err == nil {
		_, err = file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	if err != nil {
		release()
		return nil, fmt.Errorf("lock data folder %s: %w", l.Dir, err)
	}
	return release, nil
}

// checkVersion refuses a folder of another format, and marks a new one.
func (l Layout) checkVersion() error {
	text, err := os.ReadFile(l.about())
	if errors.Is(err, os.ErrNotExist) {
		if foreign := l.foreign(); foreign != "" {
			return fmt.Errorf("data folder %s is not Mergit's: it holds %s; choose an empty folder with --data", l.Dir, foreign)
		}
		return writeFile(l.about(), about{Format: Format})
	}
	if err != nil {
		return fmt.Errorf("read data folder: %w", err)
	}
	var a about
	if err := json.Unmarshal(text, &a); err != nil {
		return fmt.Errorf("%s is damaged: %w; it should say {\"format\": N} with the format of the binary that made the folder, here %d", l.about(), err, Format)
	}
	if a.Format != Format {
		return &VersionError{Dir: l.Dir, Have: a.Format, Want: Format}
	}
	return nil
}

// foreign names something in the folder that Mergit did not put there.
func (l Layout) foreign() string {
	entries, _ := os.ReadDir(l.Dir)
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), ".tmp-"):
		case e.Name() != filepath.Base(l.lock()), !l.lockIsOurs():
			return e.Name()
		}
	}
	return ""
}

// lockIsOurs reports whether the lock holds what a start writes there: nothing
// yet, or a process ID.
func (l Layout) lockIsOurs() bool {
	text, err := os.ReadFile(l.lock())
	if err != nil {
		return false
	}
	_, err = strconv.Atoi(strings.TrimSpace(string(text)))
	return err == nil || len(text) == 0
}

// writeFile replaces a file as a whole, readable by its owner only.
func writeFile(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return writeBytes(path, append(text, '\n'))
}

func writeBytes(path string, text []byte) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".tmp-*") // mode 0600
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
			err = fmt.Errorf("write %s: %w", path, err)
		}
	}()
	_, err = file.Write(text)
	if err == nil {
		err = file.Sync()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err == nil {
		err = syncDir(filepath.Dir(path)) // or a power failure takes the name back
	}
	return err
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
