package fileops

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"regexp/syntax"

	"github.com/mergit-io/mergit/handlers/tools"
)

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

// lines calls found for each line that matches; the first has the number first.
func (q query) lines(data []byte, first int, found func(number, column int, line []byte)) {
	next := make([]int, len(q.needs)) // where each literal is found next, or len(data)
	for i := range next {
		next[i] = -1
	}
	number, from := first, 0 // the line that begins at from has this number
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

// scanner looks through files one after the other in the same piece of memory.
type scanner struct {
	query  query
	buffer []byte // grows up to maxLine, to hold at least one line
}

// scan looks through a file a few lines at a time. cut is how many lines were too long to be looked through to their end.
func (s *scanner) scan(file io.Reader, found func(number, column int, line []byte)) (cut int, err error) {
	if s.buffer == nil {
		s.buffer = make([]byte, 1<<20)
	}
	held, number, begun := 0, 1, false
	for {
		n, err := io.ReadFull(file, s.buffer[held:])
		data := s.buffer[:held+n]
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		switch {
		case !begun && looksBinary(data):
			return cut, errBinary
		case ended:
			s.query.lines(data, number, found)
			return cut, nil
		case err != nil:
			return cut, err
		}
		begun = true
		if end := bytes.LastIndexByte(data, '\n') + 1; end > 0 {
			s.query.lines(data[:end], number, found)
			number += bytes.Count(data[:end], []byte{'\n'})
			held = copy(s.buffer, data[end:])
			continue
		}
		if len(s.buffer) < maxLine {
			s.buffer = append(s.buffer, make([]byte, len(s.buffer))...)
			held = len(data)
			continue
		}
		s.query.lines(data, number, found)
		cut++
		if held, err = s.skipLine(file); err != nil || held < 0 {
			return cut, err
		}
		number++
	}
}

// skipLine reads on to the next line and returns how much of that is held already; below zero there is none.
func (s *scanner) skipLine(file io.Reader) (held int, err error) {
	for {
		n, err := file.Read(s.buffer)
		if end := bytes.IndexByte(s.buffer[:n], '\n'); end >= 0 {
			return copy(s.buffer, s.buffer[end+1:n]), nil
		}
		if errors.Is(err, io.EOF) {
			return -1, nil
		}
		if err != nil {
			return -1, err
		}
	}
}

// looksBinary is git's rule: a NUL near the beginning.
func looksBinary(head []byte) bool { return bytes.IndexByte(head[:min(len(head), 8000)], 0) >= 0 }
