package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// MaxResolved bounds what arguments or a prompt may grow to, in bytes.
const MaxResolved = 16 << 20

// Lookup answers a reference with the whole value it names: a task's result, a parameter, a field of the goal. Following
// the reference's Path is done here.
type Lookup func(Ref) (json.RawMessage, error)

// MissingError says that a reference points into a value where there is nothing.
type MissingError struct {
	Ref    Ref
	Reason string
}

func (e *MissingError) Error() string {
	if e.Ref.Kind == TaskRef {
		return fmt.Sprintf("%s: result of task %q %s", e.Ref, e.Ref.Name, e.Reason)
	}
	return fmt.Sprintf("%s: %s", e.Ref, e.Reason)
}

// Resolve replaces the references in a JSON value, except secrets, which stay as written. A string that is one reference
// becomes the value itself; within a longer string, strings are put in as they are and other values as compact JSON. What
// is put in is never looked at again, so a result cannot smuggle in a reference.
//
// The output may therefore hold text that merely looks like {{secret.name}}. MUST NOT be given to Reveal: call Reveal with
// the plan's arguments instead.
func Resolve(args json.RawMessage, lookup Lookup) (json.RawMessage, error) {
	return (&resolver{lookup: lookup}).value(args)
}

// ResolveText is Resolve for a prompt.
func ResolveText(prompt string, lookup Lookup) (string, error) {
	return (&resolver{lookup: lookup}).text(prompt)
}

// Reveal is Resolve with the secrets in: the form that goes to the tool and nowhere else. A nil lookup is for arguments that
// are no plan's, such as a model's own: then secrets are all that is replaced, whatever else is in braces.
func Reveal(args json.RawMessage, lookup Lookup, secret func(name string) (string, error)) (json.RawMessage, error) {
	return (&resolver{lookup: lookup, secret: secret}).value(args)
}

// Values is a Lookup over what is at hand.
type Values struct {
	Title, Description string
	Params, Results    map[string]json.RawMessage
}

// Lookup answers from v.
func (v Values) Lookup(r Ref) (json.RawMessage, error) {
	switch r.Kind {
	case TaskRef:
		if value, ok := v.Results[r.Name]; ok {
			return value, nil
		}
		return nil, &MissingError{r, "is not there yet"}
	case ParamRef:
		if value, ok := v.Params[r.Name]; ok {
			return value, nil
		}
		return nil, &MissingError{r, "no such parameter"}
	case GoalRef:
		if r.Name == "title" {
			return json.Marshal(v.Title)
		}
		return json.Marshal(v.Description)
	case SecretRef:
	}
	return nil, &MissingError{r, "secrets are not looked up here"}
}

type resolver struct {
	lookup Lookup
	secret func(string) (string, error)
	size   int
}

func (r *resolver) value(args json.RawMessage) (json.RawMessage, error) {
	if len(args) == 0 {
		return nil, nil
	}
	tree, err := decode(args)
	if err != nil {
		return nil, err
	}
	if tree, err = mapStrings(tree, r.str); err != nil {
		return nil, err
	}
	return encode(tree)
}

func (r *resolver) str(text string) (any, error) {
	if r.lookup == nil {
		return r.secrets(text)
	}
	pieces, err := split(text)
	if err != nil {
		return nil, err
	}
	if len(pieces) == 1 && pieces[0].ref != nil {
		return r.fetch(pieces[0])
	}
	return r.join(pieces)
}

func (r *resolver) text(text string) (string, error) {
	pieces, err := split(text)
	if err != nil {
		return "", err
	}
	return r.join(pieces)
}

func (r *resolver) join(pieces []piece) (string, error) {
	var out strings.Builder
	for _, p := range pieces {
		if p.ref == nil {
			out.WriteString(p.text)
			continue
		}
		value, err := r.fetch(p)
		if err != nil {
			return "", err
		}
		if text, ok := asText(value); ok {
			out.WriteString(text)
		} else {
			compact, err := encode(value)
			if err != nil {
				return "", err
			}
			out.Write(compact)
		}
	}
	return out.String(), nil
}

// asText unwraps a value that is a string, raw or decoded.
func asText(value any) (string, bool) {
	switch value := value.(type) {
	case string:
		return value, true
	case json.RawMessage:
		var text string
		if bytes.HasPrefix(bytes.TrimSpace(value), []byte{'"'}) && json.Unmarshal(value, &text) == nil {
			return text, true
		}
	}
	return "", false
}

func (r *resolver) fetch(p piece) (any, error) {
	if p.ref.Kind == SecretRef {
		if r.secret == nil {
			return p.source, nil
		}
		return r.secret(p.ref.Name)
	}
	value, err := r.lookup(*p.ref)
	if err != nil {
		return nil, err
	}
	if value, err = descend(*p.ref, value); err != nil {
		return nil, err
	}
	if r.size += len(value); r.size > MaxResolved {
		return nil, fmt.Errorf("%s: references make this larger than %d MiB; refer to a smaller part", p.ref, MaxResolved>>20)
	}
	return value, nil
}

// secrets replaces secrets in text that is no template.
func (r *resolver) secrets(text string) (string, error) {
	var out strings.Builder
	for {
		before, rest, found := cutBraces(text)
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		// A secret's reference is short; looking further would make hostile text quadratic.
		inner, _, closed := strings.Cut(rest[:min(len(rest), 128)], "}}")
		ref, err := parseRef(inner)
		if !closed || err != nil || ref.Kind != SecretRef || r.secret == nil {
			out.WriteString("{{")
			text = rest
			continue
		}
		value, err := r.secret(ref.Name)
		if err != nil {
			return "", err
		}
		out.WriteString(value)
		text = rest[len(inner)+2:]
	}
}

// descend follows a reference's path. Each step decodes one level only, so numbers and key order inside stay as they were.
func descend(ref Ref, value json.RawMessage) (json.RawMessage, error) {
	for i, step := range ref.Path {
		missing := func(reason string) error {
			return &MissingError{ref, fmt.Sprintf("has no %q: %s", strings.Join(ref.Path[:i+1], "."), reason)}
		}
		var list []json.RawMessage
		var object map[string]json.RawMessage
		switch trimmed := bytes.TrimSpace(value); {
		case bytes.HasPrefix(trimmed, []byte{'['}) && json.Unmarshal(value, &list) == nil:
			at, err := strconv.Atoi(step)
			if err != nil {
				return nil, missing("a list is indexed by a number")
			}
			if at < 0 || at >= len(list) {
				return nil, missing(fmt.Sprintf("the list has %d items", len(list)))
			}
			value = list[at]
		case bytes.HasPrefix(trimmed, []byte{'{'}) && json.Unmarshal(value, &object) == nil:
			inner, ok := object[step]
			if !ok {
				return nil, missing(choices(sortedKeys(object), "the object is empty"))
			}
			value = inner
		default:
			return nil, missing("it is neither an object nor a list there")
		}
	}
	if !json.Valid(value) {
		return nil, &MissingError{ref, "is not JSON"}
	}
	return value, nil
}

func decode(data json.RawMessage) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not JSON: text after the value")
	}
	return tree, nil
}

func encode(tree any) (json.RawMessage, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(tree); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}
