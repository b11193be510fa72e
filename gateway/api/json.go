package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mergit-io/mergit/gateway/wire"
)

// decode reads the JSON object of a request into a struct of package wire and
// finds everything wrong with it.
func decode(text []byte, into any) error {
	if err := checkForm(text); err != nil {
		return err
	}
	faults, whole := scan(text)
	if whole {
		faults.join(read(text, into))
	}
	if faults.count > 0 {
		return faults.refusal()
	}
	return nil
}

// checkForm refuses what is no JSON at all, with the place.
func checkForm(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return malformed(text, 0, "the body is empty; send a JSON object")
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size <= 1 {
			return malformed(text, i, "the body is not valid UTF-8")
		}
		i += size
	}
	var whole json.RawMessage
	err := json.Unmarshal(text, &whole)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset := int(syntax.Offset)
		if !strings.HasPrefix(syntax.Error(), "unexpected end") {
			offset-- // it counts the byte it stopped at
		}
		return malformed(text, offset, "the body is not valid JSON: "+syntax.Error())
	}
	if err != nil {
		return malformed(text, 0, "the body is not valid JSON: "+err.Error())
	}
	return nil
}

func malformed(text []byte, offset int, message string) *wire.Problem {
	before := text[:min(max(offset, 0), len(text))]
	p := wire.Refuse(http.StatusBadRequest, "MALFORMED_JSON", "%s", message)
	p.Err.Details.Line = bytes.Count(before, []byte("\n")) + 1
	p.Err.Details.Column = len(before) - bytes.LastIndexByte(before, '\n')
	p.Err.Message += fmt.Sprintf(" (line %d, column %d)", p.Err.Details.Line, p.Err.Details.Column)
	return p
}

const (
	// maxDepth bounds how deep JSON may be nested, and maxName how long a
	// member's name may be, in bytes. Whatever writes places of faults depends
	// on it: with both unbounded, a few megabytes make terabytes of paths.
	maxDepth = 64
	maxName  = 256
)

// scanner finds what encoding/json lets pass and what could not be kept and
// read again unchanged.
type scanner struct {
	text []byte
	dec  *json.Decoder
	at   int    // end of the token before
	path []step // to the value
	faultList
}

// step is one element of a path: a member's name, or an index.
type step struct {
	name  string
	index int // -1 for a member
}

// scan looks at a text whose form was checked. It does not go on to the end
// where that could take too long.
func scan(text []byte) (faults faultList, whole bool) {
	s := &scanner{text: text, dec: json.NewDecoder(bytes.NewReader(text))}
	s.dec.UseNumber()
	whole = s.value()
	return s.faultList, whole
}

// fault notes what is wrong with the value.
func (s *scanner) fault(reason string) {
	if s.full() {
		s.add("", reason)
		return
	}
	path := ""
	for _, step := range s.path {
		if step.index >= 0 {
			path += "[" + strconv.Itoa(step.index) + "]"
		} else {
			path = member(path, step.name)
		}
	}
	s.add(path, reason)
}

// token returns the next token and how it is written.
func (s *scanner) token() (json.Token, []byte) {
	token, err := s.dec.Token()
	if err != nil {
		return nil, nil // the form was checked
	}
	end := int(s.dec.InputOffset())
	raw := s.text[s.at:end]
	s.at = end
	return token, raw
}

// value looks at one value, and reports whether to go on.
func (s *scanner) value() bool {
	if len(s.path) > maxDepth {
		s.fault(fmt.Sprintf("is nested more than %d levels deep", maxDepth))
		return false
	}
	token, raw := s.token()
	switch v := token.(type) {
	case string:
		s.str(v, raw)
	case json.Number:
		if f, err := strconv.ParseFloat(v.String(), 64); err != nil || math.IsInf(f, 0) {
			s.fault("is beyond what a number can be")
		}
	case json.Delim:
		return s.elements(v == '{')
	}
	return true
}

func (s *scanner) elements(named bool) bool {
	var seen map[string]bool
	depth := len(s.path)
	for i := 0; s.dec.More(); i++ {
		if named {
			key, raw := s.token()
			name, _ := key.(string)
			s.path = append(s.path, step{name: name, index: -1})
			s.str(name, raw)
			switch {
			case len(name) > maxName:
				s.fault(fmt.Sprintf("its name has %d bytes, at most %d are allowed", len(name), maxName))
				return false
			case seen[name]:
				s.fault("is given twice")
			case seen == nil:
				seen = map[string]bool{}
			}
			seen[name] = true
		} else {
			s.path = append(s.path, step{index: i})
		}
		if !s.value() {
			return false
		}
		s.path = s.path[:depth]
	}
	s.token()
	return true
}

func (s *scanner) str(value string, raw []byte) {
	switch {
	case strings.ContainsRune(value, 0):
		s.fault(`contains a NUL character (\u0000); take it out`)
	case strings.ContainsRune(value, utf8.RuneError) && loneSurrogate(raw):
		s.fault("contains half of a surrogate pair; write the whole character")
	}
}

// loneSurrogate looks for an escape that is half a character, of which
// encoding/json silently makes another one.
func loneSurrogate(raw []byte) bool {
	unit := func(at int) (uint64, bool) {
		if at+6 > len(raw) || raw[at] != '\\' || raw[at+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(string(raw[at+2:at+6]), 16, 16)
		return n, err == nil
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		n, ok := unit(i)
		switch {
		case !ok:
			i++ // another escape, of two bytes
		case n >= 0xD800 && n < 0xDC00:
			low, ok := unit(i + 6)
			if !ok || low < 0xDC00 || low > 0xDFFF {
				return true
			}
			i += 11
		case n >= 0xDC00 && n < 0xE000:
			return true
		default:
			i += 5
		}
	}
	return false
}

// member is the path of an object's member, its name shortened.
func member(path, name string) string {
	const longest = 80
	if len(name) > longest {
		name = strings.ToValidUTF8(name[:longest], "") + "…"
	}
	if path == "" {
		return name
	}
	return path + "." + name
}
