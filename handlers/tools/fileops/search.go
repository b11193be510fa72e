package fileops

import (
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

type findings struct {
	Path      string  `json:"path"`
	Query     string  `json:"query"`
	Hits      []hit   `json:"hits"`
	Total     int     `json:"total"` // lines that match, shown or not
	Files     int     `json:"files"` // files with such a line
	Searched  int     `json:"searched"`
	Truncated bool    `json:"truncated"`
	Skipped   skipped `json:"skipped"`
}

type hit struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"` // in characters, from 1
	Text   string `json:"text"`
}

const (
	contextRunes = 300
	hitBytes     = 3 << 20 // of all hits' texts and paths
)

// search finds lines. Each line counts once, however often it matches.
func (t *Tool) search(ctx context.Context, v *view, args arguments) (any, error) {
	find, err := finder(args)
	if err != nil {
		return nil, err
	}
	match, err := args.Glob.compile(args.IgnoreCase)
	if err != nil {
		return nil, err
	}
	most, room := upTo(args.MaxHits, 200, 5000), hitBytes
	w := t.walker(ctx, v, args)
	out := findings{Path: args.Path, Query: args.Query, Hits: []hit{}, Skipped: w.skipped}
	largest := t.maxSearched
	if largest == 0 {
		largest = maxSearched
	}
	s := scanner{query: find}
	w.visit = func(i item) error {
		if i.entry.IsDir() || !match.match(i) {
			return nil
		}
		file, info, reason := i.open()
		if reason == "" && info.Size() > largest {
			_ = file.Close()
			reason = skipLarge
		}
		if reason != "" {
			w.skipped[reason]++
			return nil
		}
		defer file.Close()
		before := out.Total
		cut, err := s.scan(io.LimitReader(stopping{ctx, file}, largest), func(number, column int, line []byte) {
			out.Total++
			if len(out.Hits) >= most || room <= 0 {
				out.Truncated = true
				return
			}
			h := excerpt(line, column)
			h.Path, h.Line = i.shown, number
			room -= len(h.Text) + len(h.Path)
			out.Hits = append(out.Hits, h)
		})
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errBinary):
			w.skipped[skipBinary]++
			return nil
		case err != nil:
			w.skipped[skipUnreadable]++ // hits that were found before stay
		default:
			out.Searched++
		}
		if cut > 0 {
			w.skipped[skipLine] += cut
		}
		if out.Total > before {
			out.Files++
		}
		return nil
	}
	if err := w.walk(args.Path); err != nil {
		return nil, err
	}
	return out, nil
}

// excerpt cuts a line to the characters around its match.
func excerpt(line []byte, at int) hit {
	before, after := line[:at], line[at:]
	h := hit{Column: utf8.RuneCount(before) + 1}
	head := lastRunes(before, contextRunes/3)
	tail := firstRunes(after, contextRunes-utf8.RuneCount(head))
	head = lastRunes(before, contextRunes-utf8.RuneCount(tail))
	text := strings.ToValidUTF8(string(head)+string(tail), "\uFFFD")
	if len(head) < len(before) {
		text = "…" + text
	} else {
		text = strings.TrimLeft(text, " \t")
	}
	if len(tail) < len(after) {
		text += "…"
	}
	h.Text = text
	return h
}

func firstRunes(text []byte, n int) []byte {
	end := 0
	for ; n > 0 && end < len(text); n-- {
		_, size := utf8.DecodeRune(text[end:])
		end += size
	}
	return text[:end]
}

func lastRunes(text []byte, n int) []byte {
	start := len(text)
	for ; n > 0 && start > 0; n-- {
		_, size := utf8.DecodeLastRune(text[:start])
		start -= size
	}
	return text[start:]
}
