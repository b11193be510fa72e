package codeexec

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed patterns.yaml
var patternsFile []byte

// pattern is one thing that makes a person look.
type pattern struct {
	Reason   string   `yaml:"reason"`
	Pattern  string   `yaml:"pattern"`
	Harmful  []string `yaml:"harmful"`
	Harmless []string `yaml:"harmless"`

	finds *regexp.Regexp
}

// patterns are read once. A mistake in the file is ours and ends the program at its first use, which a test makes.
var patterns = sync.OnceValue(func() []pattern {
	var list []pattern
	if err := yaml.UnmarshalWithOptions(patternsFile, &list, yaml.Strict()); err != nil {
		panic("codeexec/patterns.yaml: " + err.Error())
	}
	for i := range list {
		list[i].finds = regexp.MustCompile(list[i].Pattern)
	}
	return list
})

// suspicion says what looks harmful in a program, as the end of "because …"; empty if nothing does.
func suspicion(code string) string {
	code = withoutComments(code)
	var reasons []string
	for _, p := range patterns() {
		if p.finds.MatchString(code) {
			reasons = append(reasons, p.Reason)
		}
	}
	if len(reasons) == 0 {
		return ""
	}
	return "the code " + strings.Join(reasons, ", and ")
}

// withoutComments leaves out Python's comments, and joins lines that a backslash continues. Text in quotes stays: it may be what
// a shell is given to run.
func withoutComments(code string) string {
	var out strings.Builder
	quote := "" // what ends the text that is being read
	for i := 0; i < len(code); {
		rest := code[i:]
		switch {
		case quote != "" && rest[0] == '\\' && len(rest) > 1:
			out.WriteString(rest[:2])
			i += 2
			continue
		case quote != "" && strings.HasPrefix(rest, quote):
			out.WriteString(quote)
			i += len(quote)
			quote = ""
			continue
		case quote != "":
			if rest[0] == '\n' && len(quote) == 1 {
				quote = "" // such text ends with its line, whatever is wrong with it
			}
		case strings.HasPrefix(rest, `"""`), strings.HasPrefix(rest, `'''`):
			quote = rest[:3]
			out.WriteString(quote)
			i += 3
			continue
		case rest[0] == '"' || rest[0] == '\'':
			quote = rest[:1]
		case strings.HasPrefix(rest, "\\\n"):
			i += 2
			continue
		case rest[0] == '#':
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			i += end
			continue
		}
		out.WriteByte(rest[0])
		i++
	}
	return out.String()
}
