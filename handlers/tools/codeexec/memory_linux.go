package codeexec

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// memoryOf is what a process and all below it have in memory, in bytes. Pages that they share are counted once for each process
// unless that would be more than enough; then they are counted exactly, which takes the kernel longer.
func memoryOf(pid int, enough int64) int64 {
	all := below(pid, nil)
	total := int64(0)
	for _, pid := range all {
		total += resident(pid)
	}
	if total <= enough {
		return total
	}
	exact := int64(0)
	for _, pid := range all {
		share, ok := proportional(pid)
		if !ok {
			share = resident(pid)
		}
		exact += share
	}
	return exact
}

// below lists a process and its descendants. Those whose parent ends belong to the sandbox's first process, so none is lost.
func below(pid int, list []int) []int {
	list = append(list, pid)
	threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, thread := range threads {
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, thread.Name()))
		for field := range strings.FieldsSeq(string(children)) {
			if child, err := strconv.Atoi(field); err == nil {
				list = below(child, list)
			}
		}
	}
	return list
}

func resident(pid int) int64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// proportional gives each process its part of what it shares.
func proportional(pid int) (bytes int64, ok bool) {
	file, err := os.Open(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0, false
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) >= 2 && fields[0] == "Pss:" {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			return kilobytes << 10, err == nil
		}
	}
	return 0, false
}
