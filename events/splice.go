package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// splice rewrites the direct members of a JSON object ('{') or array ('[') and
// copies the rest as it stands. It is several times faster than decoding into a
// map and encoding that again, which every event that is read would pay. It
// looks only as far as it must to find where members end; whoever decodes the
// outcome checks the syntax.
func splice(text json.RawMessage, opening byte, change func(key []byte, index int, value json.RawMessage) (json.RawMessage, error)) (json.RawMessage, error) {
	at := skipSpace(text, 0)
	if at >= len(text) || text[at] != opening {
		return nil, fmt.Errorf("want %q at byte %d", opening, at)
	}
	out := make([]byte, 0, len(text))
	copied := 0
	for index := 0; ; index++ {
		at = skipSpace(text, at+1)
		if index == 0 && at < len(text) && (text[at] == '}' || text[at] == ']') {
			break
		}
		var key []byte
		if opening == '{' {
			end, err := skipValue(text, at)
			if err != nil || text[at] != '"' {
				return nil, errUnfinished
			}
			key = text[at+1 : end-1] // names of ours need no escapes
			if at = skipSpace(text, end); at >= len(text) || text[at] != ':' {
				return nil, errUnfinished
			}
			at = skipSpace(text, at+1)
		}
		end, err := skipValue(text, at)
		if err != nil {
			return nil, err
		}
		value, err := change(key, index, text[at:end])
		if err != nil {
			return nil, err
		}
		out = append(out, text[copied:at]...)
		out = append(out, value...)
		copied = end
		if at = skipSpace(text, end); at >= len(text) {
			return nil, errUnfinished
		}
		if text[at] != ',' {
			break
		}
	}
	return append(out, text[copied:]...), nil
}

var errUnfinished = errors.New("JSON ends early or has a member that is none")

func skipSpace(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
		at++
	}
	return at
}

// skipValue returns where the value that begins at a place ends.
func skipValue(text []byte, at int) (end int, err error) {
	depth := 0
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '"':
			if i = skipString(text, i); i < 0 {
				return 0, errUnfinished
			}
			if depth == 0 {
				return i + 1, nil
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				if i == at {
					return 0, errUnfinished
				}
				return i, nil // a number or literal before the end of its parent
			}
			if depth--; depth == 0 {
				return i + 1, nil
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				if i == at {
					return 0, errUnfinished
				}
				return i, nil
			}
		}
	}
	return 0, errUnfinished
}

// skipString returns where the string that begins at a quote has its last one,
// -1 if it has none.
func skipString(text []byte, at int) int {
	for from := at + 1; ; {
		i := bytes.IndexByte(text[from:], '"')
		if i < 0 {
			return -1
		}
		i += from
		escapes := 0
		for text[i-1-escapes] == '\\' { // ends at the first quote at the latest
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
		from = i + 1
	}
}
