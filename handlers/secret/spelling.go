package secret

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// spelled returns how long the beginning of a text is that spells a value, or -1. A character is spelled as itself, or as JSON,
// programs, URLs and HTML escape it: each writer escapes other characters, and a text inside of JSON inside of JSON has backslashes
// before its backslashes, so no list of whole values would have them all.
func spelled(text, value string) int {
	length, slash := 0, false // slash: a backslash of the value has taken all that stand here
	for i := 0; i < len(value); {
		r, size := utf8.DecodeRuneInString(value[i:])
		if r == utf8.RuneError && size == 1 {
			if length >= len(text) || text[length] != value[i] {
				return -1
			}
			length, slash = length+1, false
			i++
			continue
		}
		if r == '\\' && slash {
			i++
			continue // the run of them is taken
		}
		n := unit(text[length:], r, slash)
		if again := escaped(text[length:], r, slash); again > n && n > 0 {
			// What escapes stands for itself or is escaped: &amp; may be either.
			if rest := spelled(text[length+n:], value[i+size:]); rest >= 0 {
				return length + n + rest
			}
			n = again
		}
		if n < 0 {
			return -1
		}
		length, slash = length+n, r == '\\'
		i += size
	}
	return length
}

// deepest bounds how many backslashes stand before a character, and how often a URL is escaped.
const deepest = 64

// unit returns how long the spelling of a character is with which a text begins, or -1. slash says that backslashes before it were
// taken for another character.
func unit(text string, r rune, slash bool) int {
	slashes := 0
	for slashes < len(text) && slashes < deepest && text[slashes] == '\\' {
		slashes++
	}
	rest := text[slashes:]
	if r == '\\' && slashes > 0 {
		return slashes
	}
	plain := r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	if strings.HasPrefix(rest, string(r)) && (slashes == 0 || !plain) {
		return slashes + utf8.RuneLen(r)
	}
	if slashes > 0 || slash {
		if n := escape(rest, r); n > 0 {
			return slashes + n
		}
	}
	if slashes == 0 && r == ' ' && strings.HasPrefix(rest, "+") {
		return 1
	}
	return escaped(text, r, slash)
}

// escaped reads a character as URLs, HTML and XML escape it, and JSON the & of that.
func escaped(text string, r rune, slash bool) int {
	switch {
	case strings.HasPrefix(text, "%"):
		return percent(text, r)
	case strings.HasPrefix(text, "&"):
		return entity(text, r)
	case slash || strings.HasPrefix(text, `\`):
		if rest, ok := strings.CutPrefix(strings.TrimLeft(text[:min(len(text), deepest)], `\`), "u0026"); ok {
			if n := entity("&"+rest[:min(len(rest), mostEntity)], r); n > 0 {
				return min(len(text), deepest) - len(rest) + n - len("&")
			}
		}
	}
	return -1
}

var letters = map[rune]byte{'\n': 'n', '\t': 't', '\r': 'r', '\b': 'b', '\f': 'f'}

// escape reads what stands after a backslash: n, u00e4, xe4, or the two halves of UTF-16.
func escape(rest string, r rune) int {
	if rest == "" {
		return -1
	}
	if letter, ok := letters[r]; ok && rest[0] == letter {
		return 1
	}
	code := func(text string, digits int) rune {
		if len(text) < 1+digits {
			return -1
		}
		n, err := strconv.ParseUint(text[1:1+digits], 16, 32)
		if err != nil {
			return -1
		}
		return rune(n)
	}
	switch rest[0] {
	case 'x':
		if code(rest, 2) == r {
			return 3
		}
	case 'u':
		first := code(rest, 4)
		if first == r && !utf16.IsSurrogate(r) {
			return 5
		}
		if low := strings.TrimLeft(rest[min(5, len(rest)):], `\`); utf16.IsSurrogate(first) && strings.HasPrefix(low, "u") && utf16.DecodeRune(first, code(low, 4)) == r {
			return len(rest) - len(low) + 5
		}
	}
	return -1
}

// percent reads a character as URLs escape it, once or again and again: %C3%A4, %25c3%25a4.
func percent(text string, r rune) int {
	length := 0
	for _, b := range []byte(string(r)) {
		rest := text[length:]
		if !strings.HasPrefix(rest, "%") {
			return -1
		}
		at := 1
		for n := 0; n < deepest && strings.HasPrefix(rest[at:], "25") && (b != '%' || strings.HasPrefix(rest[at+2:], "25")); n++ {
			at += 2
		}
		if len(rest) < at+2 {
			return -1
		}
		if n, err := strconv.ParseUint(rest[at:at+2], 16, 8); err != nil || byte(n) != b {
			return -1
		}
		length += at + 2
	}
	return length
}

// mostEntity bounds an entity, in bytes.
const mostEntity = 12

// entity reads a character as HTML and XML escape it: &quot;, &#34;, &#x22;.
func entity(text string, r rune) int {
	text = text[:min(len(text), mostEntity)]
	end := strings.IndexByte(text, ';')
	if end < 0 || html.UnescapeString(text[:end+1]) != string(r) {
		return -1
	}
	return end + 1
}
