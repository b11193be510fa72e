package natsserver

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// lockName marks a folder as a store of ours, and names its owner.
const lockName = "mergit.lock"

// HeldError says that another server works on a store. JetStream itself would
// let both write and lose events.
type HeldError struct {
	Dir string
	PID int // of the holder, 0 if it cannot be told
}

func (e *HeldError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("store %s is held by another process", e.Dir)
	}
	return fmt.Sprintf("store %s is held by process %d", e.Dir, e.PID)
}

// claim takes a folder for this process until the file is closed.
func claim(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("store folder: %w", err)
	}
	path := filepath.Join(dir, lockName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, fmt.Errorf("store folder: %w", err)
		}
		if len(entries) > 0 {
			return nil, fmt.Errorf("folder %s is not a Mergit store and holds other files (%s): choose an empty one", dir, entries[0].Name())
		}
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store folder: %w", err)
	}
	if err := lock(file); err != nil {
		defer file.Close()
		if !errors.Is(err, errLocked) {
			return nil, fmt.Errorf("lock store %s: %w", dir, err)
		}
		text, _ := io.ReadAll(file)
		pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
		return nil, &HeldError{Dir: dir, PID: pid}
	}
	if err := errors.Join(file.Truncate(0), writeAt(file, strconv.Itoa(os.Getpid())+"\n")); err != nil {
		return nil, errors.Join(fmt.Errorf("store folder: %w", err), file.Close())
	}
	return file, nil
}

func writeAt(file *os.File, text string) error {
	_, err := file.WriteAt([]byte(text), 0)
	return err
}
