package plan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Bind gives the parameters their values, params over defaults, and puts them where the tasks refer to them, so that the
// tasks can be run without the plan. Params of the returned plan holds the values. References to anything else stay.
//
// A value that looks like a reference is put in escaped: Resolve turns it back into the text it was and into nothing else.
func Bind(p Plan, params map[string]json.RawMessage) (Plan, error) {
	bound, faults := bindParams(p.Params, params)
	if len(faults) > 0 {
		return Plan{}, &InvalidError{Faults: faults}
	}
	if p.Params != nil {
		p.Params = bound
	}
	p.Tasks = slices.Clone(p.Tasks)
	b := binder{bound}
	for i := range p.Tasks {
		t := &p.Tasks[i]
		if err := b.task(t); err != nil {
			faults = append(faults, Fault{taskPath(i), err.Error()})
		}
	}
	if len(faults) > 0 {
		return Plan{}, &InvalidError{Faults: faults}
	}
	return p, nil
}

func bindParams(defaults, given map[string]json.RawMessage) (map[string]json.RawMessage, []Fault) {
	var faults []Fault
	for _, name := range sortedKeys(given) {
		if _, known := defaults[name]; !known {
			faults = append(faults, Fault{field("params", name), "unknown parameter; " + choices(sortedKeys(defaults), "the plan has none")})
		} else if !isNull(given[name]) && !json.Valid(given[name]) {
			faults = append(faults, Fault{field("params", name), "is not JSON"})
		}
	}
	bound := make(map[string]json.RawMessage, len(defaults))
	for _, name := range sortedKeys(defaults) {
		value := defaults[name]
		if own := given[name]; !isNull(own) {
			value = own
		}
		if isNull(value) {
			faults = append(faults, Fault{field("params", name), "has no default; give it a value"})
		}
		bound[name] = slices.Clone(value)
	}
	return bound, faults
}

type binder struct{ params map[string]json.RawMessage }

func (b binder) task(t *Task) error {
	if mayRefer(t.Args) {
		tree, err := decode(t.Args)
		if err != nil {
			return fmt.Errorf("args: %w", err)
		}
		if tree, err = b.value(tree); err != nil {
			return fmt.Errorf("args: %w", err)
		}
		if t.Args, err = encode(tree); err != nil {
			return err
		}
	}
	prompt, err := b.text(t.Prompt)
	if err != nil {
		return fmt.Errorf("prompt: %w", err)
	}
	t.Prompt = prompt
	return nil
}

func (b binder) value(value any) (any, error) {
	return mapStrings(value, func(text string) (any, error) {
		pieces, err := split(text)
		if err != nil {
			return nil, err
		}
		if len(pieces) == 1 && pieces[0].ref != nil && pieces[0].ref.Kind == ParamRef {
			return b.whole(*pieces[0].ref)
		}
		return b.render(pieces)
	})
}

// whole is a parameter's value with every text in it escaped.
func (b binder) whole(ref Ref) (any, error) {
	value, err := b.lookup(ref)
	if err != nil {
		return nil, err
	}
	tree, err := decode(value)
	if err != nil {
		return nil, err
	}
	return mapStrings(tree, func(text string) (any, error) { return escape(text), nil })
}

func (b binder) text(text string) (string, error) {
	pieces, err := split(text)
	if err != nil {
		return "", err
	}
	return b.render(pieces)
}

// render joins plain text and values before it escapes them: the last brace of one and the first of the next may make a pair.
func (b binder) render(pieces []piece) (string, error) {
	var out, plain strings.Builder
	flush := func() {
		out.WriteString(escape(plain.String()))
		plain.Reset()
	}
	for _, p := range pieces {
		switch {
		case p.ref == nil:
			plain.WriteString(p.text)
		case p.ref.Kind == ParamRef:
			value, err := b.lookup(*p.ref)
			if err != nil {
				return "", err
			}
			if text, ok := asText(value); ok {
				plain.WriteString(text)
				continue
			}
			var compact bytes.Buffer
			if err := json.Compact(&compact, value); err != nil {
				return "", err
			}
			plain.Write(compact.Bytes())
		default:
			flush()
			out.WriteString(p.source)
		}
	}
	flush()
	return out.String(), nil
}

func (b binder) lookup(ref Ref) (json.RawMessage, error) {
	value, err := Values{Params: b.params}.Lookup(ref)
	if err != nil {
		return nil, err
	}
	return descend(ref, value)
}

// mapStrings rewrites every text within a decoded value, in place.
func mapStrings(value any, change func(string) (any, error)) (any, error) {
	var err error
	switch value := value.(type) {
	case string:
		return change(value)
	case []any:
		for i := range value {
			if value[i], err = mapStrings(value[i], change); err != nil {
				return nil, fmt.Errorf("%s: %w", element("", i), err)
			}
		}
	case map[string]any:
		for _, key := range sortedKeys(value) {
			if value[key], err = mapStrings(value[key], change); err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	return value, nil
}
