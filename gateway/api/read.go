package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// read fills a struct from a JSON object and finds every member that is unknown
// or of another type. A null counts as absent. The form was checked.
func read(text []byte, into any) faultList {
	r := &typeReader{}
	r.object(text, "", reflect.ValueOf(into).Elem())
	return r.faultList
}

type typeReader struct{ faultList }

func (r *typeReader) object(text json.RawMessage, path string, into reflect.Value) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		r.add(path, "must be an object")
		return
	}
	fields := fieldsOf(into.Type())
	for _, name := range sortedKeys(members) {
		i, known := fields[name]
		switch {
		case !known:
			r.add(member(path, name), "unknown field; use one of "+strings.Join(sortedKeys(fields), ", "))
		case string(members[name]) != "null":
			r.value(members[name], member(path, name), into.Field(i), into.Type().Field(i))
		}
	}
}

func (r *typeReader) value(text json.RawMessage, path string, into reflect.Value, field reflect.StructField) {
	switch kind := into.Type(); {
	case kind == rawMessage:
		into.SetBytes(slices.Clone(text))
		if field.Tag.Get("shape") == "object" && text[0] != '{' {
			r.add(path, "must be an object")
		}
	case kind.Kind() == reflect.Pointer:
		into.Set(reflect.New(kind.Elem()))
		r.object(text, path, into.Elem())
	case kind.Kind() == reflect.Struct:
		r.object(text, path, into)
	case kind.Kind() == reflect.Slice:
		elements, ok := elementsOf(text)
		switch {
		case !ok:
			r.add(path, "must be a list")
			return
		case len(elements) > maxElements:
			r.add(path, fmt.Sprintf("has more than %d elements", maxElements))
			return
		}
		into.Set(reflect.MakeSlice(kind, len(elements), len(elements)))
		for i, e := range elements {
			r.value(e, fmt.Sprintf("%s[%d]", path, i), into.Index(i), reflect.StructField{})
		}
	default:
		if json.Unmarshal(text, into.Addr().Interface()) != nil {
			r.add(path, "must be "+inWords(kind.Kind()))
		}
	}
}

// maxElements bounds a list, before what is read of it grows to many times the
// size of the body.
const maxElements = 1000

// elementsOf takes a list apart, as far as one element beyond the bound.
func elementsOf(text json.RawMessage) (elements []json.RawMessage, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if open, err := dec.Token(); err != nil || open != json.Delim('[') {
		return nil, false
	}
	for dec.More() && len(elements) <= maxElements {
		var e json.RawMessage
		if err := dec.Decode(&e); err != nil {
			return nil, false // the form was checked
		}
		elements = append(elements, e)
	}
	return elements, true
}

func inWords(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	default:
		return "a whole number"
	}
}

// fieldsOf maps JSON names to the fields of a struct.
func fieldsOf(t reflect.Type) map[string]int {
	fields := map[string]int{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		fields[name] = i
	}
	return fields
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

var rawMessage = reflect.TypeFor[json.RawMessage]()
