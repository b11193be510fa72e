package onnx

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalizer is BertNormalizer with BertPreTokenizer behind it. It works rune by rune, which gives the same as the library's passes
// over the whole text: what a rune is decomposed into does not depend on its neighbours, but for the order of marks, which go.
type normalizer struct {
	Type      string `json:"type"`
	Clean     bool   `json:"clean_text"`
	Ideograms bool   `json:"handle_chinese_chars"`
	// Strip takes accents off; nil does where there is lower case only.
	Strip *bool `json:"strip_accents"`
	Lower bool  `json:"lowercase"`
}

// words calls yield with each word and each sign of punctuation, and where it begins in the text, until it returns false. Of a word
// longer than most runes one more than that is kept.
func (n normalizer) words(text string, most int, yield func(word []rune, start int) bool) {
	strip := n.Lower
	if n.Strip != nil {
		strip = *n.Strip
	}
	var word []rune
	start, going := 0, true
	flush := func() {
		if len(word) > 0 && going {
			going = yield(word, start)
		}
		word = word[:0]
	}
	alone := func(r rune, at int) {
		flush()
		word, start = append(word, r), at
		flush()
	}
	take := func(r rune, at int, apart bool) {
		if n.Lower {
			r = unicode.ToLower(r)
		}
		switch {
		case unicode.IsSpace(r):
			flush()
		case apart || punctuation(r):
			alone(r, at)
		default:
			if len(word) == 0 {
				start = at
			}
			if len(word) <= most {
				word = append(word, r)
			}
		}
	}
	var buffer [utf8.UTFMax]byte
	for at, r := range text {
		if !going {
			return
		}
		if n.Clean && (r == 0 || r == utf8.RuneError || control(r)) {
			continue
		}
		apart := n.Ideograms && ideogram(r)
		switch {
		case r < utf8.RuneSelf:
			take(r, at, false)
		case strip:
			for _, part := range string(norm.NFD.Bytes(utf8.AppendRune(buffer[:0], r))) {
				if !unicode.Is(unicode.Mn, part) {
					take(part, at, apart)
				}
			}
		case r == 'İ' && n.Lower: // the one letter that has two in lower case
			take('i', at, false)
			take('\u0307', at, false)
		default:
			take(r, at, apart)
		}
	}
	flush()
}

// control reports whether a rune says nothing: of category C, which all that have no other are in. Blanks are none.
func control(r rune) bool {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return false
	case r < utf8.RuneSelf:
		return r < ' ' || r == 0x7f
	}
	return !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z)
}

// punctuation is Unicode's, and all of ASCII that is neither letter, digit nor blank.
func punctuation(r rune) bool {
	return r >= '!' && r <= '/' || r >= ':' && r <= '@' || r >= '[' && r <= '`' || r >= '{' && r <= '~' || r >= utf8.RuneSelf && unicode.IsPunct(r)
}

// ideogram reports whether a rune is of the blocks that BERT takes for Chinese: it stands alone.
func ideogram(r rune) bool {
	return r >= 0x4e00 && r <= 0x9fff || r >= 0x3400 && r <= 0x4dbf || r >= 0x20000 && r <= 0x2a6df || r >= 0x2a700 && r <= 0x2b73f ||
		r >= 0x2b740 && r <= 0x2b81f || r >= 0x2b920 && r <= 0x2ceaf || r >= 0xf900 && r <= 0xfaff || r >= 0x2f800 && r <= 0x2fa1f
}
