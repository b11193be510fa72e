package fileops

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// decoded is a text and how many of the given bytes it takes up.
type decoded struct {
	text    string
	used    int
	charset string // empty for UTF-8
}

// decoder makes a text of a part of a file. With more the file goes on after the part, and a character that is cut at its end
// is left for the next part.
type decoder func(part []byte, more bool) (decoded, bool)

// asText takes UTF-8 without NUL.
func asText(part []byte, more bool) (decoded, bool) {
	if bytes.IndexByte(part, 0) >= 0 {
		return decoded{}, false
	}
	if utf8.Valid(part) {
		return decoded{text: string(part), used: len(part)}, true
	}
	if more {
		for cut := 1; cut < utf8.UTFMax && cut < len(part); cut++ {
			if head := part[:len(part)-cut]; utf8.RuneStart(part[len(part)-cut]) && utf8.Valid(head) {
				return decoded{text: string(head), used: len(head)}, true
			}
		}
	}
	return decoded{}, false
}

// asForeignText also takes UTF-16 that says so, and what can only be a language of western Europe in Windows-1252, of which
// Latin-1 is a part. Other encodings of one byte look alike, so they are not guessed.
func asForeignText(part []byte, more bool) (decoded, bool) {
	if text, ok := asText(part, more); ok {
		return text, true
	}
	switch {
	case bytes.HasPrefix(part, []byte{0xff, 0xfe}):
		return asUTF16(part, more, binary.LittleEndian, "utf-16le")
	case bytes.HasPrefix(part, []byte{0xfe, 0xff}):
		return asUTF16(part, more, binary.BigEndian, "utf-16be")
	case looksDamaged(part):
		return decoded{strings.ToValidUTF8(string(part), "\uFFFD"), len(part), "utf-8, damaged"}, true
	case !looksWestern(part):
		return decoded{}, false
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(part)
	if err != nil {
		return decoded{}, false
	}
	return decoded{string(text), len(part), "windows-1252"}, true
}

func asUTF16(part []byte, more bool, order binary.ByteOrder, charset string) (decoded, bool) {
	units := make([]uint16, 0, len(part)/2)
	for at := 2; at+1 < len(part); at += 2 { // after the mark
		units = append(units, order.Uint16(part[at:]))
	}
	if last := len(units) - 1; more && last >= 0 && units[last]&0xfc00 == 0xd800 {
		units = units[:last]
	}
	text := string(utf16.Decode(units))
	if bytes.IndexByte([]byte(text), 0) >= 0 {
		return decoded{}, false
	}
	return decoded{text, 2 + 2*len(units), charset}, true
}

// looksDamaged finds more whole characters of UTF-8 than bytes that belong to none.
func looksDamaged(part []byte) bool {
	whole, lone := 0, 0
	for i := 0; i < len(part); {
		r, size := utf8.DecodeRune(part[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			lone++
		case size > 1:
			whole++
		case isControl(part[i]):
			return false
		}
		i += size
	}
	return whole > lone
}

// looksWestern wants letters with accents to stand alone among those without: in Greek, Cyrillic and Asian encodings such
// bytes follow one another.
func looksWestern(part []byte) bool {
	high, together := 0, 0
	for i, c := range part {
		switch {
		case c >= 0x80:
			if c == 0x81 || c == 0x8d || c == 0x8f || c == 0x90 || c == 0x9d { // stand for nothing
				return false
			}
			high++
			if i > 0 && part[i-1] >= 0x80 {
				together++
			}
		case isControl(c):
			return false
		}
	}
	return together*3 <= high
}

// isControl reports what no text has.
func isControl(c byte) bool { return c < ' ' && (c < '\t' || c > '\r') && c != 0x1b || c == 0x7f }

// whyNoText tells a text that cannot be made out from what is no text at all.
func whyNoText(part []byte) string {
	if bytes.ContainsFunc(part, func(r rune) bool { return r < 0x80 && isControl(byte(r)) }) {
		return skipBinary
	}
	return skipEncoding
}
