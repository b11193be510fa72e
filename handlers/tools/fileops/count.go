package fileops

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
)

type counts struct {
	Path      string     `json:"path"`
	Files     int        `json:"files"`
	Lines     int64      `json:"lines"`
	Bytes     int64      `json:"bytes"`
	Languages []language `json:"languages"`
	Skipped   skipped    `json:"skipped"`
}

type language struct {
	Language string `json:"language"`
	Kind     string `json:"kind"` // code, markup, data or prose
	Files    int    `json:"files"`
	Lines    int64  `json:"lines"`
	Bytes    int64  `json:"bytes"`
}

// count goes through text files of any size, a piece at a time.
func (t *Tool) count(ctx context.Context, v *view, args arguments) (any, error) {
	match, err := args.Glob.compile(args.IgnoreCase)
	if err != nil {
		return nil, err
	}
	w := t.walker(ctx, v, args)
	out := counts{Path: args.Path, Languages: []language{}, Skipped: w.skipped}
	sums := map[string]*language{}
	buffer := make([]byte, 128<<10)
	w.visit = func(i item) error {
		if i.entry.IsDir() || !match.match(i) {
			return nil
		}
		file, _, reason := i.open()
		if reason != "" {
			w.skipped[reason]++
			return nil
		}
		defer file.Close()
		size, lines, head, err := countLines(stopping{ctx, file}, buffer)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errBinary):
			w.skipped[skipBinary]++
			return nil
		case err != nil:
			w.skipped[skipUnreadable]++
			return nil
		}
		is := languageOf(i.name, head)
		sum := sums[is.name]
		if sum == nil {
			sum = &language{Language: is.name, Kind: is.kind}
			sums[is.name] = sum
		}
		sum.Files++
		sum.Lines += lines
		sum.Bytes += size
		out.Files++
		out.Lines += lines
		out.Bytes += size
		return nil
	}
	if err := w.walk(args.Path); err != nil {
		return nil, err
	}
	for _, sum := range sums {
		out.Languages = append(out.Languages, *sum)
	}
	slices.SortFunc(out.Languages, func(a, b language) int {
		return cmp.Or(cmp.Compare(b.Lines, a.Lines), cmp.Compare(b.Files, a.Files), cmp.Compare(a.Language, b.Language))
	})
	return out, nil
}

var errBinary = errors.New("binary")

// countLines counts a last line without a line feed too. head is the file's first line, as far as it is needed.
func countLines(file io.Reader, buffer []byte) (size, lines int64, head string, err error) {
	last := byte('\n')
	for {
		n, err := io.ReadFull(file, buffer)
		piece := buffer[:n]
		if size == 0 {
			if looksBinary(piece) {
				return 0, 0, "", errBinary
			}
			first, _, _ := bytes.Cut(piece[:min(n, 200)], []byte{'\n'})
			head = string(first)
		}
		size += int64(n)
		lines += int64(bytes.Count(piece, []byte{'\n'}))
		if n > 0 {
			last = piece[n-1]
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return 0, 0, "", err
		}
	}
	if last != '\n' {
		lines++
	}
	return size, lines, head, nil
}
