package events

import (
	"encoding/json"
	"errors"
	"fmt"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// asV1 makes the second version of Go's JSON package, in the copy that needs no
// experiment, read and write what the first one does, to the byte: payloads are
// read for ever. It takes half the time.
var asV1 = jsonv1.DefaultOptionsV1()

func isForgotten(err error) bool { return errors.Is(err, ErrForgotten) }

// marshalPlain writes JSON without the escapes that only HTML needs, so that
// raw values stay as they are.
func marshalPlain(v any) ([]byte, error) {
	return jsonv2.Marshal(v, asV1, jsontext.EscapeForHTML(false))
}

// UnencodableError says that a fact cannot be written as JSON, ever: a raw value
// in it is none.
type UnencodableError struct {
	Kind string
	Err  error
}

func (e *UnencodableError) Error() string { return fmt.Sprintf("encode %s: %v", e.Kind, e.Err) }

func (e *UnencodableError) Unwrap() error { return e.Err }

// Marshal writes a payload. Content is sealed under key, bound to the event's
// ID; a nil key leaves it plain, for kinds without content and for samples.
func Marshal(id ID, fact Event, key *Key) ([]byte, error) {
	body, _, err := Seal(id, fact, key)
	return body, err
}

// Seal is Marshal, and reads back what was written: the fact as whoever loads
// the body will see it, which shares no memory with the one that came in.
func Seal(id ID, fact Event, key *Key) (body []byte, stored Event, err error) {
	k := fact.kind()
	plain, err := marshalPlain(fact)
	if err != nil {
		return nil, nil, &UnencodableError{Kind: k.Name, Err: err}
	}
	stored, err = k.read(plain)
	if body = plain; err == nil && k.seals != nil && key != nil {
		body, err = k.seals.seal(key, string(id), plain)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("encode %s: %w", k.Name, err)
	}
	return body, stored, nil
}

// read makes the fact of the JSON of the current version.
func (k *Kind) read(text []byte) (Event, error) {
	pointer := k.empty()
	if err := jsonv2.Unmarshal(text, pointer, asV1); err != nil {
		return nil, err
	}
	fact, _ := k.fact(pointer)
	return fact, nil
}

// HasContent reports whether a kind's payload has fields to seal.
func (k *Kind) HasContent() bool { return k.seals != nil }

// Unmarshal turns a stored payload back into its fact. Content whose key is
// destroyed is reported as forgotten, not as an error. It fails with
// *UnknownKindError or *UnknownVersionError on what a newer binary wrote.
func Unmarshal(id ID, kind string, version int, body []byte, open Opener) (fact Event, forgotten bool, err error) {
	k, ok := catalogue[kind]
	if !ok {
		return nil, false, &UnknownKindError{Name: kind}
	}
	return k.decode(id, version, body, open)
}

func (k *Kind) decode(id ID, version int, body []byte, open Opener) (fact Event, forgotten bool, err error) {
	if version < 1 || version > k.Version {
		return nil, false, &UnknownVersionError{Name: k.Name, Version: version, Have: k.Version}
	}
	text := json.RawMessage(body)
	if k.seals != nil && open != nil {
		if text, err = k.seals.open(open, string(id), text, &forgotten); err != nil {
			return nil, false, fmt.Errorf("decode %s: %w", k.Name, err)
		}
	}
	for v := version; v < k.Version; v++ {
		if text, err = k.upcasts[v](text); err != nil {
			return nil, false, fmt.Errorf("upcast %s from version %d: %w", k.Name, v, err)
		}
	}
	if fact, err = k.read(text); err != nil {
		return nil, false, fmt.Errorf("decode %s: %w", k.Name, err)
	}
	return fact, forgotten, nil
}
