package secret

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strings"
)

// Redactor takes secrets out of text: as they are, and as URLs, JSON, HTML,
// base64 and hex write them. It is best effort: a tool that is given a secret can
// transform it in ways nobody thought of. Its zero value changes nothing.
type Redactor struct{ replacer *strings.Replacer }

// NewRedactor makes a redactor of secrets by name.
func NewRedactor(secrets map[string]string) Redactor {
	type form struct{ text, name string }
	var forms []form
	for name, value := range secrets {
		for _, text := range written(value) {
			forms = append(forms, form{text, Ref{Name: name}.String()})
		}
	}
	if len(forms) == 0 {
		return Redactor{}
	}
	// The longest first: a secret may be part of another one.
	slices.SortFunc(forms, func(a, b form) int {
		if len(a.text) != len(b.text) {
			return len(b.text) - len(a.text)
		}
		return strings.Compare(a.text+a.name, b.text+b.name)
	})
	pairs := make([]string, 0, 2*len(forms))
	for _, f := range forms {
		pairs = append(pairs, f.text, f.name)
	}
	return Redactor{strings.NewReplacer(pairs...)}
}

// Text takes secrets out of text.
func (r Redactor) Text(text string) string {
	if r.replacer == nil {
		return text
	}
	return r.replacer.Replace(text)
}

// JSON takes secrets out of a JSON value. All forms of a secret are such that
// taking them out of a string leaves a string; a number that holds a secret's
// digits stays, and so does a name of a member that is one.
func (r Redactor) JSON(value json.RawMessage) json.RawMessage {
	if r.replacer == nil {
		return value
	}
	clean := json.RawMessage(r.replacer.Replace(string(value)))
	if !json.Valid(clean) { // a secret that looks like JSON stood around values
		clean, _ = json.Marshal(r.Text(string(value)))
	}
	return clean
}

// written lists the ways in which a value is written.
func written(value string) []string {
	quoted, _ := json.Marshal(value)
	forms := []string{
		value, string(quoted[1 : len(quoted)-1]), plainJSON(value), url.QueryEscape(value), url.PathEscape(value), html.EscapeString(value),
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
