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
	faults := scan(text)
	faults = append(faults, read(text, into)...)
	if len(faults) > 0 {
		return invalid(faults...)
	}
	return nil
}

// maxFaults bounds an answer; whoever has more to mend needs no longer list.
const maxFaults = 100

// invalid refuses a request that could be read.
func invalid(faults ...wire.Fault) *wire.Problem {
	message := "the request has one fault: " + faults[0].String()
	if n := len(faults); n > 1 {
		message = fmt.Sprintf("the request has %d faults; the first: %s", n, faults[0])
	}
	if len(faults) > maxFaults {
		more := wire.Fault{Reason: fmt.Sprintf("and %d more", len(faults)-maxFaults)}
		faults = append(faults[:maxFaults:maxFaults], more)
	}
	return wire.Refuse(http.StatusUnprocessableEntity, "VALIDATION_FAILED", "%s", message).With(faults...)
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

// maxDepth bounds how deep JSON may be nested.
const maxDepth = 256

// scanner finds what encoding/json lets pass and what could not be kept and
// read again unchanged.
type scanner struct {
	text   []byte
	dec    *json.Decoder
	at     int // end of the token before
	faults []wire.Fault
}

func scan(text []byte) []wire.Fault {
	s := &scanner{text: text, dec: json.NewDecoder(bytes.NewReader(text))}
	s.dec.UseNumber()
	s.value("", 0)
	return s.faults
}

func (s *scanner) fault(path, reason string) {
	s.faults = append(s.faults, wire.Fault{Path: path, Reason: reason})
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

func (s *scanner) value(path string, depth int) bool {
	if depth > maxDepth {
		s.fault(path, fmt.Sprintf("is nested more than %d levels deep", maxDepth))
		return false
	}
	token, raw := s.token()
	switch v := token.(type) {
	case string:
		s.str(path, v, raw)
	case json.Number:
		if f, err := strconv.ParseFloat(v.String(), 64); err != nil || math.IsInf(f, 0) {
			s.fault(path, "is beyond what a number can be")
		}
	case json.Delim:
		seen := map[string]bool{}
		for i := 0; s.dec.More(); i++ {
			at := fmt.Sprintf("%s[%d]", path, i)
			if v == '{' {
				key, raw := s.token()
				name, _ := key.(string)
				at = member(path, name)
				s.str(at, name, raw)
				if seen[name] {
					s.fault(at, "is given twice")
				}
				seen[name] = true
			}
			if !s.value(at, depth+1) {
				return false
			}
		}
		s.token()
	}
	return true
}

func (s *scanner) str(path, value string, raw []byte) {
	switch {
	case strings.ContainsRune(value, 0):
		s.fault(path, `contains a NUL character (\u0000); take it out`)
	case strings.ContainsRune(value, utf8.RuneError) && loneSurrogate(raw):
		s.fault(path, "contains half of a surrogate pair; write the whole character")
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
