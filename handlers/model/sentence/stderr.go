package sentence

import "strings"

// first keeps the beginning of what is written: a process that ends by a fault says first which, then where.
type first struct{ b []byte }

const mostFirst = 4 << 10

func (f *first) Write(b []byte) (int, error) {
	f.b = append(f.b, b[:min(len(b), mostFirst-len(f.b))]...)
	return len(b), nil
}

// line is the first line that says something.
func (f *first) line() string {
	for line := range strings.Lines(string(f.b)) {
		if line = brief(line); line != "" {
			return line
		}
	}
	return ""
}

// brief is what an error quotes of a process.
func brief(text string) string {
	const most = 400
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
