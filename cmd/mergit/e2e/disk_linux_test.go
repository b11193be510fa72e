package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smallDisk is a data folder on a disk of its own; fill takes what room there
// is but some, clear gives it back.
func smallDisk(t *testing.T) (data string, fill func(left int64), clear func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("mounting a small disk needs root")
	}
	dir, err := os.MkdirTemp("", "mergit-e2e-disk-")
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=160m,mode=711"); err != nil {
		_ = os.Remove(dir)
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
		_ = os.Remove(dir)
	})
	filler := filepath.Join(dir, "filler")
	fill = func(left int64) {
		t.Helper()
		file, err := os.Create(filler)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		block := make([]byte, 1<<20)
		for err == nil {
			_, err = file.Write(block)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		if size, err := file.Seek(0, 2); err != nil || file.Truncate(max(size-left, 0)) != nil {
			t.Fatal("the filler cannot be cut", err)
		}
	}
	clear = func() {
		t.Helper()
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "data"), fill, clear
}

func TestAFullDiskIsSaidAndTheNextStartGoesOn(t *testing.T) {
	t.Parallel()
	data, fill, clear := smallDisk(t)
	for _, left := range []int64{0, 4 << 20, 20 << 20} { // before the first start
		fill(left)
		says(t, refuses(t, data), "full", "make room")
		clear()
	}
	s := up(t, data, "--lease", "2s")
	before := submit(t, s, list("before"), "")
	proven(t, s, before)

	during := submit(t, s, manyWrites(), "")
	fill(0)
	select {
	case <-s.ended:
	case <-time.After(30 * time.Second):
		t.Fatalf("it goes on without room\n%s", s.out)
	}
	if code := s.cmd.ProcessState.ExitCode(); code != 1 {
		t.Errorf("it ended with %d, want 1", code)
	}
	says(t, s.out.String(), "full", "make room and start again")
	says(t, refuses(t, data), "full", "make room")

	clear()
	s = up(t, data, "--lease", "2s")
	await(t, s, before, "done")
	await(t, s, during, "done")
	checkOnce(t, s, during.ID)
	proven(t, s, during)
	for _, goal := range []string{before.ID, during.ID} {
		verifies(t, s, goal)
	}
	if code := s.stop(); code != 0 {
		t.Errorf("a clean stop ended with %d\n%s", code, s.out)
	}
}

// manyWrites is a plan that takes a while, and room.
func manyWrites() object {
	var tasks []object
	text := strings.Repeat("0123456789abcde\n", 256)
	last := ""
	for i := range 40 {
		id := "w" + strconv.Itoa(i)
		t := task(id, "file_ops", object{"op": "write", "path": id + ".txt", "content": text})
		if last != "" {
			t["needs"] = []string{last}
		}
		tasks, last = append(tasks, t), id
	}
	return plan("many writes", tasks...)
}
