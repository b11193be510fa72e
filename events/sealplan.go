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
	name string // JSON name
	tag  bool   // sealed as a whole
	text bool   // a tagged string
	plan *sealPlan
	many bool // plan applies to each element of a slice
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
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() {
			continue
		}
		if name == "" || name == "-" {
			panic(fmt.Sprintf("events: %s.%s has no JSON name", t, f.Name))
		}
		field := sealField{name: name}
		if tag := f.Tag.Get("seal"); tag != "" {
			field.tag, field.text = true, f.Type.Kind() == reflect.String
		} else if inner, many := element(f.Type); inner != nil {
			field.plan, field.many = planSeals(inner), many
		}
		if field.tag || field.plan != nil {
			plan.fields, found = append(plan.fields, field), true
		}
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

// field finds what is said about a member; nil if it stays as it is.
func (p *sealPlan) field(name []byte) *sealField {
	for i := range p.fields {
		if p.fields[i].name == string(name) {
			return &p.fields[i]
		}
	}
	return nil
}

// seal puts the content of a payload's JSON into boxes.
func (p *sealPlan) seal(key *Key, place string, plain json.RawMessage) (json.RawMessage, error) {
	return splice(plain, '{', func(name []byte, _ int, value json.RawMessage) (json.RawMessage, error) {
		f := p.field(name)
		switch {
		case f == nil:
			return value, nil
		case f.tag:
			return key.sealJSON(place+"/"+f.name, value), nil
		case string(value) == "null":
			return value, nil
		case !f.many:
			return f.plan.seal(key, place+"/"+f.name, value)
		}
		return splice(value, '[', func(_ []byte, i int, element json.RawMessage) (json.RawMessage, error) {
			return f.plan.seal(key, place+"/"+f.name+"/"+strconv.Itoa(i), element)
		})
	})
}

// open replaces boxes by their content, only where the type has tagged fields:
// content that merely looks like a box is never opened.
func (p *sealPlan) open(open Opener, place string, body json.RawMessage, forgotten *bool) (json.RawMessage, error) {
	if !bytes.Contains(body, sealedMark) {
		return body, nil
	}
	return splice(body, '{', func(name []byte, _ int, value json.RawMessage) (json.RawMessage, error) {
		if f := p.field(name); f != nil && string(value) != "null" {
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
	return splice(text, '[', func(_ []byte, i int, element json.RawMessage) (json.RawMessage, error) {
		return f.plan.open(open, place+"/"+strconv.Itoa(i), element, forgotten)
	})
}
