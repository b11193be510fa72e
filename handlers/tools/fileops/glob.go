package fileops

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/mergit-io/mergit/handlers/tools"
)

// globs are patterns as a caller writes them: one text or a list.
type globs []string

// UnmarshalJSON takes "*.go" for ["*.go"].
func (g *globs) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte{'"'}) {
		*g = make(globs, 1)
		return json.Unmarshal(data, &(*g)[0])
	}
	return json.Unmarshal(data, (*[]string)(g))
}

// matcher decides by a path relative to the walk's start. A pattern without a slash is matched with the name alone.
type matcher struct{ names, paths []*regexp.Regexp }

// compile turns * ? [a-z] {a,b} and ** into regular expressions.
func (g globs) compile(ignoreCase bool) (matcher, error) {
	var m matcher
	for _, pattern := range g {
		source, err := translate(pattern)
		if err != nil {
			return m, err
		}
		flags := "(?s)"
		if ignoreCase {
			flags = "(?si)"
		}
		compiled, err := regexp.Compile(flags + "^(?:" + source + ")$")
		if err != nil {
			return m, tools.BadArg("glob", "%q is not a pattern", pattern)
		}
		if strings.Contains(pattern, "/") {
			m.paths = append(m.paths, compiled)
		} else {
			m.names = append(m.names, compiled)
		}
	}
	return m, nil
}

func translate(pattern string) (string, error) {
	var out strings.Builder
	braces := 0
	rest := strings.TrimPrefix(pattern, "./")
	rest = strings.TrimPrefix(rest, "/")
	for rest != "" {
		switch c := rest[0]; {
		case strings.HasPrefix(rest, "**/"):
			out.WriteString("(?:.*/)?")
			rest = rest[3:]
			continue
		case strings.HasPrefix(rest, "**"):
			out.WriteString(".*")
			rest = rest[2:]
			continue
		case c == '*':
			out.WriteString("[^/]*")
		case c == '?':
			out.WriteString("[^/]")
		case c == '[':
			end := strings.IndexByte(rest[1:], ']') + 1
			if end <= 1 {
				return "", tools.BadArg("glob", "%q: [ is not closed", pattern)
			}
			class := strings.ReplaceAll(rest[1:end], `\`, `\\`)
			if negated, ok := strings.CutPrefix(class, "!"); ok {
				class = "^" + negated
			}
			out.WriteString("[" + class + "]")
			rest = rest[end+1:]
			continue
		case c == '{':
			braces++
			out.WriteString("(?:")
		case c == '}' && braces > 0:
			braces--
			out.WriteString(")")
		case c == ',' && braces > 0:
			out.WriteString("|")
		case c == '\\' && len(rest) > 1:
			out.WriteString(regexp.QuoteMeta(rest[1:2]))
			rest = rest[2:]
			continue
		default:
			out.WriteString(regexp.QuoteMeta(rest[:1]))
		}
		rest = rest[1:]
	}
	if braces > 0 {
		return "", tools.BadArg("glob", "%q: { is not closed", pattern)
	}
	return out.String(), nil
}

// match reports whether any pattern fits; no pattern fits everything.
func (m matcher) match(i item) bool {
	if len(m.names)+len(m.paths) == 0 {
		return true
	}
	for _, pattern := range m.names {
		if pattern.MatchString(i.name) {
			return true
		}
	}
	for _, pattern := range m.paths {
		if pattern.MatchString(i.rel) {
			return true
		}
	}
	return false
}
