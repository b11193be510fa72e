package fileops

import (
	"bytes"
	"context"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/mergit-io/mergit/handlers/tools"
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
	var buffer []byte
	w.visit = func(i item) error {
		if i.entry.IsDir() || !match.match(i) {
			return nil
		}
		file, _ := i.open(w.skipped)
		if file == nil {
			return nil
		}
		defer file.Close()
		data, whole, err := slurp(stopping{ctx, file}, buffer, maxSearched)
		buffer = data
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			w.skipped[skipUnreadable]++
			return nil
		case looksBinary(data):
			w.skipped[skipBinary]++
			return nil
		case !whole:
			w.skipped[skipLarge]++
			return nil
		}
		out.Searched++
		before := out.Total
		find.lines(data, func(number, column int, line []byte) {
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

// query is a compiled search. Most files hold none of the literals that a match needs, and looking for those is ten times
// faster than a regular expression.
type query struct {
	pattern *regexp.Regexp
	needs   [][]byte // one of these is in every match; empty if unknown
}

func finder(args arguments) (query, error) {
	source := args.Query
	switch {
	case source == "":
		return query{}, tools.BadArg("query", "is empty; give a text or, with regexp: true, a regular expression")
	case !args.Regexp:
		source = regexp.QuoteMeta(source)
	}
	if args.IgnoreCase {
		source = "(?i)" + source
	}
	pattern, err := regexp.Compile(source)
	if err != nil {
		return query{}, tools.BadArg("query", "is not a regular expression (RE2): %v", err)
	}
	q := query{pattern: pattern}
	if tree, err := syntax.Parse(source, syntax.Perl); err == nil {
		for _, literal := range literals(tree.Simplify()) {
			q.needs = append(q.needs, []byte(literal))
		}
	}
	return q, nil
}

// literals returns texts of which every match contains at least one; nil if there is no such set.
func literals(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			return nil
		}
		return []string{string(re.Rune)}
	case syntax.OpCapture, syntax.OpPlus:
		return literals(re.Sub[0])
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			some := literals(sub)
			if some == nil {
				return nil
			}
			all = append(all, some...)
		}
		return all
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if some := literals(sub); some != nil && (best == nil || shortest(some) > shortest(best)) {
				best = some
			}
		}
		return best
	}
	return nil
}

func shortest(texts []string) int {
	least := len(texts[0])
	for _, text := range texts {
		least = min(least, len(text))
	}
	return least
}

// lines calls found for each line that matches.
func (q query) lines(data []byte, found func(number, column int, line []byte)) {
	next := make([]int, len(q.needs)) // where each literal is found next, or len(data)
	for i := range next {
		next[i] = -1
	}
	number, from := 1, 0 // the line that begins at from has this number
	for from < len(data) {
		start := from
		if len(q.needs) > 0 {
			at := len(data)
			for i, need := range q.needs {
				if next[i] < from {
					next[i] = indexFrom(data, from, need)
				}
				at = min(at, next[i])
			}
			if at == len(data) {
				return
			}
			start = from + bytes.LastIndexByte(data[from:at], '\n') + 1
		}
		number += bytes.Count(data[from:start], []byte{'\n'})
		end := indexFrom(data, start, []byte{'\n'})
		line := bytes.TrimSuffix(data[start:end], []byte{'\r'})
		if at := q.pattern.FindIndex(line); at != nil {
			found(number, at[0], line)
		}
		number++
		from = end + 1
	}
}

func indexFrom(data []byte, from int, sought []byte) int {
	if i := bytes.Index(data[from:], sought); i >= 0 {
		return from + i
	}
	return len(data)
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
