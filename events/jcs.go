package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Canonical rewrites JSON in the JSON Canonicalization Scheme, RFC 8785: no
// space, keys sorted by UTF-16 code units, numbers as ECMAScript prints them,
// strings with the fewest escapes. Duplicate keys, numbers beyond a float64 and
// invalid UTF-8 are errors.
//
// It is our own because this package stands on the standard library alone and
// its output is frozen with the log.
func Canonical(text []byte) ([]byte, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("canonical JSON: not valid UTF-8")
	}
	if loneSurrogate(text) {
		return nil, errors.New("canonical JSON: half of a surrogate pair")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	out, err := appendCanonical(make([]byte, 0, len(text)), dec, 0)
	if err != nil {
		return nil, fmt.Errorf("canonical JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("canonical JSON: more than one value")
	}
	return out, nil
}

// loneSurrogate reports whether an escape is half of a surrogate pair, which the
// decoder would read as U+FFFD: two texts that differ would become one.
func loneSurrogate(text []byte) bool {
	var high bool
	for i := 0; i < len(text); i++ {
		var unit uint64
		if text[i] == '\\' && i+1 < len(text) {
			i++
			if text[i] == 'u' && i+4 < len(text) {
				unit, _ = strconv.ParseUint(string(text[i+1:i+5]), 16, 16) // the decoder finds bad digits
				i += 4
			}
		}
		low := unit >= 0xDC00 && unit <= 0xDFFF
		if high != low {
			return true
		}
		high = unit >= 0xD800 && unit <= 0xDBFF
	}
	return high
}

// maxDepth bounds recursion; encoding/json refuses deeper values too.
const maxDepth = 10_000

func appendCanonical(out []byte, dec *json.Decoder, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested deeper than %d", maxDepth)
	}
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '{' {
			return appendObject(out, dec, depth+1)
		}
		return appendArray(out, dec, depth+1)
	case string:
		return appendCanonicalString(out, v), nil
	case json.Number:
		return appendNumber(out, v)
	case bool:
		return strconv.AppendBool(out, v), nil
	default:
		return append(out, "null"...), nil
	}
}

func appendArray(out []byte, dec *json.Decoder, depth int) ([]byte, error) {
	out = append(out, '[')
	var err error
	for i := 0; dec.More(); i++ {
		if i > 0 {
			out = append(out, ',')
		}
		if out, err = appendCanonical(out, dec, depth); err != nil {
			return nil, err
		}
	}
	_, err = dec.Token()
	return append(out, ']'), err
}

func appendObject(out []byte, dec *json.Decoder, depth int) ([]byte, error) {
	type member struct {
		key   string
		value []byte
	}
	var members []member
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, err
		}
		key, _ := token.(string) // the decoder admits nothing else here
		value, err := appendCanonical(nil, dec, depth)
		if err != nil {
			return nil, err
		}
		members = append(members, member{key, value})
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	slices.SortFunc(members, func(a, b member) int { return compareUTF16(a.key, b.key) })
	out = append(out, '{')
	for i, m := range members {
		if i > 0 {
			if members[i-1].key == m.key {
				return nil, fmt.Errorf("key %q appears twice", m.key)
			}
			out = append(out, ',')
		}
		out = appendCanonicalString(out, m.key)
		out = append(out, ':')
		out = append(out, m.value...)
	}
	return append(out, '}'), nil
}

// compareUTF16 orders as RFC 8785 section 3.2.3 asks; it differs from the order
// of UTF-8 bytes only where surrogate pairs meet U+E000 to U+FFFF.
func compareUTF16(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

// appendNumber prints as ECMAScript's Number::toString, RFC 8785 section 3.2.2.3.
func appendNumber(out []byte, n json.Number) ([]byte, error) {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return nil, fmt.Errorf("number %s: does not fit a double", n)
	}
	if f == 0 {
		return append(out, '0'), nil // also -0
	}
	format := byte('f')
	if abs := math.Abs(f); abs < 1e-6 || abs >= 1e21 {
		format = 'e'
	}
	start := len(out)
	out = strconv.AppendFloat(out, f, format, -1, 64)
	if format == 'e' { // e-09 becomes e-9
		if i := len(out) - 4; i > start && out[i] == 'e' && out[i+2] == '0' {
			out[i+2] = out[i+3]
			out = out[:i+3]
		}
	}
	return out, nil
}

const hexDigits = "0123456789abcdef"

// appendCanonicalString quotes with the fewest escapes. Bytes that are not
// UTF-8 become U+FFFD, so that what is digested is what a JSON reader sees.
func appendCanonicalString(out []byte, s string) []byte {
	out = append(out, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c >= 0x20 && c < utf8.RuneSelf:
			out = append(out, c)
		case c == '\b':
			out = append(out, `\b`...)
		case c == '\t':
			out = append(out, `\t`...)
		case c == '\n':
			out = append(out, `\n`...)
		case c == '\f':
			out = append(out, `\f`...)
		case c == '\r':
			out = append(out, `\r`...)
		case c < 0x20:
			out = append(out, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			out = utf8.AppendRune(out, r) // RuneError for a bad byte
			i += size
			continue
		}
		i++
	}
	return append(out, '"')
}
