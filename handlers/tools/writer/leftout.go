package writer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// reasons are what file_ops says of what it passed over.
var reasons = map[string][2]string{
	"ignored":             {"folder of others' or generated files", "folders of others' or generated files"},
	"unreadable":          {"unreadable file or folder", "unreadable files or folders"},
	"special":             {"FIFO, socket or device", "FIFOs, sockets or devices"},
	"symlink":             {"symlink", "symlinks"},
	"name_not_utf8":       {"name that is not UTF-8", "names that are not UTF-8"},
	"too_deep":            {"folder nested too deep", "folders nested too deep"},
	"folder_too_large":    {"entry of an overfull folder", "entries of overfull folders"},
	"binary":              {"binary file", "binary files"},
	"unknown_encoding":    {"text in an unknown encoding", "texts in an unknown encoding"},
	"too_large":           {"file over 1 GiB", "files over 1 GiB"},
	"line_too_long":       {"line from its 4 MiB on", "lines from their 4 MiB on"},
	"pseudo":              {"pseudo file system of the kernel", "folders or files of pseudo file systems"},
	"mergit":              {"folder of Mergit itself", "folders of Mergit itself"},
	"unfinished_write":    {"unfinished write", "unfinished writes"},
	"changed_during_walk": {"file that vanished", "files that vanished"},
}

// leftOut says what was passed over and why, the most first.
func leftOut(skipped map[string]int) string {
	by := make([]string, 0, len(skipped))
	for reason := range skipped {
		by = append(by, reason)
	}
	slices.SortFunc(by, func(a, b string) int { return cmp.Or(cmp.Compare(skipped[b], skipped[a]), cmp.Compare(a, b)) })
	items := make([]string, len(by))
	for i, reason := range by {
		words, ok := reasons[reason]
		if !ok {
			words = [2]string{reason, reason}
		}
		items[i] = plural(skipped[reason], words[0], words[1])
	}
	return strings.Join(items, ", ")
}

// notDone is a line of a report, empty if nothing was passed over.
func notDone(done string, skipped map[string]int) string {
	if left := leftOut(skipped); left != "" {
		return fmt.Sprintf("\nNot %s: %s.\n", done, left)
	}
	return ""
}

// unreadFile is a file that file_ops collect found and could not make out.
type unreadFile struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

func (u unreadFile) why() string {
	if words, ok := reasons[u.Reason]; ok {
		return words[0]
	}
	return u.Reason
}

func unreadText(files []unreadFile) string {
	items := make([]string, len(files))
	for i, f := range files {
		items[i] = fmt.Sprintf("%s (%s)", codeSpan(f.Path), f.why())
	}
	return enumerate(items, 5)
}
