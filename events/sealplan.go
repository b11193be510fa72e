package events

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// sealPlan says which fields of a payload are content. A field tagged
//
//	Title string `json:"title" seal:"content"`
//
// is sealed as a whole; structs, pointers to structs and slices of structs are
// searched for tagged fields. Everything else stays plain.
type sealPlan struct{ fields []sealField }

type sealField struct {
	index int
	name  string // JSON name
	omit  bool   // omitempty or omitzero
	tag   bool   // sealed as a whole
	text  bool   // a tagged string
	plan  *sealPlan
	many  bool // plan applies to each element of a slice
}

var rawMessage = reflect.TypeFor[json.RawMessage]()

// planSeals reads the tags of a payload type; nil if there is nothing to seal.
func planSeals(t reflect.Type) *sealPlan {
	if t.Kind() != reflect.Struct {
		return nil
	}
	plan, found := &sealPlan{}, false
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() {
			continue
		}
		if name == "" || name == "-" {
			panic(fmt.Sprintf("events: %s.%s has no JSON name", t, f.Name))
		}
		field := sealField{index: i, name: name, omit: strings.Contains(options, "omit")}
		if tag := f.Tag.Get("seal"); tag != "" {
			field.tag, field.text = true, f.Type.Kind() == reflect.String
			found = true
		} else if inner, many := element(f.Type); inner != nil {
			field.plan, field.many = planSeals(inner), many
			found = found || field.plan != nil
		}
		plan.fields = append(plan.fields, field)
	}
	if !found {
		return nil
	}
	return plan
}

// element finds the struct inside a field's type.
func element(t reflect.Type) (inner reflect.Type, many bool) {
	if t.Kind() == reflect.Slice && t != rawMessage {
		t, many = t.Elem(), true
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.PkgPath() != reflect.TypeFor[Meta]().PkgPath() {
		return nil, false
	}
	return t, many
}

// seal writes a payload with its content sealed.
func (p *sealPlan) seal(key *Key, place string, v reflect.Value) (json.RawMessage, error) {
	out := []byte{'{'}
	for _, f := range p.fields {
		value := v.Field(f.index)
		if f.omit && (value.IsZero() || value.Kind() == reflect.Slice && value.Len() == 0) {
			continue
		}
		text, err := f.seal(key, place+"/"+f.name, value)
		if err != nil {
			return nil, err
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = appendCanonicalString(out, f.name)
		out = append(out, ':')
		out = append(out, text...)
	}
	return append(out, '}'), nil
}

func (f sealField) seal(key *Key, place string, value reflect.Value) (json.RawMessage, error) {
	if f.plan == nil || (value.Kind() == reflect.Pointer || value.Kind() == reflect.Slice) && value.IsNil() {
		text, err := marshalPlain(value.Interface())
		if err != nil || !f.tag {
			return text, err
		}
		return key.sealJSON(place, text), nil
	}
	if !f.many {
		return f.plan.seal(key, place, reflect.Indirect(value))
	}
	out := []byte{'['}
	for i := range value.Len() {
		if i > 0 {
			out = append(out, ',')
		}
		text, err := f.plan.seal(key, place+"/"+strconv.Itoa(i), reflect.Indirect(value.Index(i)))
		if err != nil {
			return nil, err
		}
		out = append(out, text...)
	}
	return append(out, ']'), nil
}

// open replaces boxes by their content, only where the type has tagged fields:
// content that merely looks like a box is never opened.
func (p *sealPlan) open(open Opener, place string, body json.RawMessage, forgotten *bool) (json.RawMessage, error) {
	if !bytes.Contains(body, sealedMark) {
		return body, nil
	}
	return splice(body, '{', func(key string, _ int, value json.RawMessage) (json.RawMessage, error) {
		for i := range p.fields {
			f := &p.fields[i]
			if f.name != key || string(value) == "null" || !f.tag && f.plan == nil {
				continue
			}
			return f.open(open, place+"/"+f.name, value, forgotten)
		}
		return value, nil
	})
}

func (f sealField) open(open Opener, place string, text json.RawMessage, forgotten *bool) (json.RawMessage, error) {
	if f.tag {
		plain, err := openJSON(open, place, text)
		if isForgotten(err) {
			*forgotten = true
			if f.text {
				return json.RawMessage(`"` + Forgotten + `"`), nil
			}
			return json.RawMessage("null"), nil
		}
		return plain, err
	}
	if !f.many {
		return f.plan.open(open, place, text, forgotten)
	}
	return splice(text, '[', func(_ string, i int, element json.RawMessage) (json.RawMessage, error) {
		return f.plan.open(open, place+"/"+strconv.Itoa(i), element, forgotten)
	})
}
