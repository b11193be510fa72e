package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/mergit-io/mergit/events"
)

// reading is where the counters stand at a moment.
type reading struct {
	at                 time.Time
	head               events.Revision
	appends, conflicts int64
	writes             int64
	cpu                time.Duration
}

func (m *machine) reading(ctx context.Context) (r reading, err error) {
	r.at = time.Now()
	r.appends, r.conflicts = m.in.Counts.Appends.Load(), m.in.Counts.Conflicts.Load()
	r.writes = m.in.Counts.Writes.Load()
	r.cpu, err = used()
	if err == nil {
		r.head, err = m.in.Commands.Log.Head(ctx)
	}
	return r, err
}

// used is the processor time of this process and its descendants, which are
// Postgres.
func used() (time.Duration, error) {
	var self syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &self); err != nil {
		return 0, err
	}
	total := time.Duration(self.Utime.Nano() + self.Stime.Nano())
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		return 0, fmt.Errorf("processor time of Postgres: no /proc")
	}
	parents, times := map[int]int{}, map[int]time.Duration{}
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		if pid, parent, t, ok := parseStat(string(text)); ok {
			parents[pid], times[pid] = parent, t
		}
	}
	for pid := range times {
		for above := parents[pid]; above > 0; above = parents[above] {
			if above == os.Getpid() {
				total += times[pid]
				break
			}
		}
	}
	return total, nil
}

// ticks is the kernel's USER_HZ, which is 100 on every Linux that Go runs on.
const ticks = 100

// parseStat reads /proc/<pid>/stat, see proc(5): the time includes that of
// children which have ended.
func parseStat(text string) (pid, parent int, used time.Duration, ok bool) {
	closing := strings.LastIndexByte(text, ')') // the name may hold anything
	opening := strings.IndexByte(text, '(')
	if opening < 0 || closing < opening {
		return 0, 0, 0, false
	}
	pid, err := strconv.Atoi(strings.TrimSpace(text[:opening]))
	fields := strings.Fields(text[closing+1:])
	if err != nil || len(fields) < 15 {
		return 0, 0, 0, false
	}
	parent, err = strconv.Atoi(fields[1])
	var sum int64
	for _, f := range fields[11:15] {
		n, parseErr := strconv.ParseInt(f, 10, 64)
		if parseErr != nil {
			err = parseErr
		}
		sum += n
	}
	return pid, parent, time.Duration(sum) * time.Second / ticks, err == nil
}
