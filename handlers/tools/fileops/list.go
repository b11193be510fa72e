package fileops

import (
	"context"
	"io/fs"
)

type listing struct {
	Path    string  `json:"path"`
	Entries []entry `json:"entries"`
	Total   int     `json:"total"`
	// Depth is how many levels were listed; 0 means all.
	Depth     int     `json:"depth"`
	Truncated bool    `json:"truncated"`
	Skipped   skipped `json:"skipped"`
}

type entry struct {
	Path string `json:"path"`
	Type string `json:"type"`
	Size int64  `json:"size"`
	// Closed is why what is in a folder is not listed, if it was to be.
	Closed string `json:"closed,omitempty"`
}

// list shows one level, or with a glob all that match at any depth.
func (t *Tool) list(ctx context.Context, v *view, args arguments) (any, error) {
	match, err := args.Glob.compile(args.IgnoreCase)
	if err != nil {
		return nil, err
	}
	if args.Depth == 0 && len(args.Glob) == 0 {
		args.Depth = 1
	}
	most := upTo(args.MaxEntries, 1000, 10_000)
	w := t.walker(ctx, v, args)
	w.others = true
	out := listing{Path: args.Path, Entries: []entry{}, Depth: args.Depth, Skipped: w.skipped}
	w.closed = func(i item, reason string) {
		if last := len(out.Entries) - 1; last >= 0 && out.Entries[last].Path == i.shown {
			out.Entries[last].Closed = reason
		}
	}
	w.visit = func(i item) error {
		if !match.match(i) {
			return nil
		}
		out.Total++
		if len(out.Entries) >= most {
			out.Truncated = true
			return nil
		}
		e := entry{Path: i.shown, Type: kindOf(i.entry.Type())}
		if e.Type == "file" {
			if info, err := i.entry.Info(); err == nil {
				e.Size = info.Size()
			}
		}
		out.Entries = append(out.Entries, e)
		return nil
	}
	if err := w.walk(args.Path); err != nil {
		return nil, err
	}
	return out, nil
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return "file"
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeSymlink != 0:
		return "symlink"
	}
	return "special"
}
