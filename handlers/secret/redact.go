package secret

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// Redactor takes secrets out of text: as they are, as URLs, JSON and HTML spell
// them, also inside of one another, and as base64 and hex write them. It is best
// effort: a tool that is given a secret can transform it in ways nobody thought
// of. Its zero value changes nothing.
type Redactor struct {
	replacer *strings.Replacer
	values   []form // the longest first
}

// form is how a secret is written.
type form struct{ text, name string }

// NewRedactor makes a redactor of secrets by name.
func NewRedactor(secrets map[string]string) Redactor {
	var values, forms []form
	for name, value := range secrets {
		values = append(values, form{value, Ref{Name: name}.String()})
		for _, text := range written(value) {
			forms = append(forms, form{text, Ref{Name: name}.String()})
		}
	}
	if len(forms) == 0 {
		return Redactor{}
	}
	// The longest first: a secret may be part of another one.
	for _, list := range [][]form{forms, values} {
		slices.SortFunc(list, func(a, b form) int {
			if len(a.text) != len(b.text) {
				return len(b.text) - len(a.text)
			}
			return strings.Compare(a.text+a.name, b.text+b.name)
		})
	}
	pairs := make([]string, 0, 2*len(forms))
	for _, f := range forms {
		pairs = append(pairs, f.text, f.name)
	}
	return Redactor{strings.NewReplacer(pairs...), values}
}

// Text takes secrets out of text.
func (r Redactor) Text(text string) string {
	if r.replacer == nil {
		return text
	}
	return r.replacer.Replace(r.spelled(text))
}

// spelled takes out secrets as themselves and as they are escaped.
func (r Redactor) spelled(text string) string {
	var out strings.Builder
	kept := 0
next:
	for i := 0; i < len(text); i++ {
		for _, v := range r.values {
			if n := spelled(text[i:], v.text); n > 0 {
				out.WriteString(text[kept:i])
				out.WriteString(v.name)
				kept = i + n
				i = kept - 1
				continue next
			}
		}
	}
	if kept == 0 {
		return text
	}
	return out.String() + text[kept:]
}

// JSON takes secrets out of a JSON value: out of each of its strings, and a
// number that holds one becomes a string without it.
func (r Redactor) JSON(value json.RawMessage) json.RawMessage {
	if r.replacer == nil {
		return value
	}
	clean := r.scalars(value)
	for _, v := range r.values {
		if strings.Contains(v.text, `"`) && strings.Contains(string(clean), v.text) { // it looks like JSON and stands between values
			clean, _ = json.Marshal(r.Text(string(clean)))
		}
	}
	return clean
}

// scalars takes secrets out of the strings and numbers of a JSON value.
func (r Redactor) scalars(value []byte) []byte {
	var out []byte
	kept := 0
	for i := 0; i < len(value); i++ {
		begin := i
		var text string
		switch c := value[i]; {
		case c == '"':
			for i++; i < len(value) && value[i] != '"'; i++ {
				if value[i] == '\\' {
					i++
				}
			}
			if i >= len(value) || json.Unmarshal(value[begin:i+1], &text) != nil {
				continue // it is no JSON
			}
		case c == '-' || c >= '0' && c <= '9':
			for i+1 < len(value) && strings.IndexByte("0123456789+-.eE", value[i+1]) >= 0 {
				i++
			}
			text = string(value[begin : i+1])
		default:
			continue
		}
		if clean := r.Text(text); clean != text {
			out = append(append(append(append(out, value[kept:begin]...), '"'), plainJSON(clean)...), '"')
			kept = i + 1
		}
	}
	return append(out, value[kept:]...)
}

// written lists the ways in which a value is written as a whole.
func written(value string) []string {
	quoted, _ := json.Marshal(value)
	forms := []string{
		value, string(quoted[1 : len(quoted)-1]), plainJSON(value),
		hex.EncodeToString([]byte(value)), strings.ToUpper(hex.EncodeToString([]byte(value))),
	}
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		forms = append(forms, aligned(encoding, value)...)
	}
	forms = slices.DeleteFunc(forms, func(f string) bool { return len(f) < MinValue })
	slices.Sort(forms)
	return slices.Compact(forms)
}

// plainJSON is the text of a JSON string whose writer leaves <, > and & as they
// are.
func plainJSON(value string) string {
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(value) != nil {
		return value
	}
	return strings.TrimSuffix(strings.TrimPrefix(out.String(), `"`), "\"\n")
}

// aligned lists what of a value's base64 is the same whatever stands around it,
// for each of the three places where it can begin in a group of bytes: in a
// header of basic authentication a user's name comes first.
func aligned(encoding *base64.Encoding, value string) []string {
	var forms []string
	for before := range 3 {
		padded := append(make([]byte, before), value...)
		whole := len(padded) / 3 * 4 // characters of groups that hold nothing else at their end
		text := encoding.EncodeToString(padded)[:whole]
		if before > 0 { // the first group holds what comes before
			if len(text) < 4 {
				continue
			}
			text = text[4:]
		}
		forms = append(forms, text)
	}
	return append(forms, encoding.EncodeToString([]byte(value)))
}
