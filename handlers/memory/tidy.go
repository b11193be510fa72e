package memory

import (
	"regexp"
	"strings"
	"unicode"
)

// credentials are what looks like one. A goal's secrets never reach its events; this is for what people write into a title, or a
// system into an error, since an episode is told to other goals. It is best effort.
var credentials = []*regexp.Regexp{
	regexp.MustCompile(`(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(-----END [A-Z ]*PRIVATE KEY-----|$)`),
	regexp.MustCompile(`\b(sk|pk|rk|mgt|ghp|gho|ghu|ghs|ghr|glpat|github_pat|xox[abeprs])[-_][A-Za-z0-9_-]{8,}`),
	regexp.MustCompile(`\b(AKIA|ASIA)[A-Z0-9]{16}\b`),
	regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*`),
	regexp.MustCompile(`(?i)\bbearer\s+[A-Za-z0-9._~+/=-]{8,}`),
	regexp.MustCompile(`(?i)\b(password|passwd|pwd|secret|token|api[-_ ]?key|access[-_ ]?key)\b\s*("?\s*[:=]\s*"?|\s+is\s+)[^\s"',;]+`),
	regexp.MustCompile(`\b0x[0-9a-fA-F]{64}\b`), // as long as a private key; nothing is lost with a hash
}

// userinfo is a name and password in a URL.
var userinfo = regexp.MustCompile(`(://)[^/\s@]+@`)

const hidden = "[hidden]"

// tidy makes a text fit to be remembered: on one line, without characters that cannot be seen, and without what looks like a
// credential; at most so many runes.
func tidy(text string, most int) string {
	text = userinfo.ReplaceAllString(text, "${1}"+hidden+"@")
	for _, c := range credentials {
		text = c.ReplaceAllString(text, hidden)
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		case unicode.In(r, unicode.Cf, unicode.Co), r == unicode.ReplacementChar: // such as marks that turn the direction of writing
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		runes = append(runes[:most-1], '…')
	}
	return string(runes)
}
