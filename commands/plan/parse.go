package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Parse reads a plan's JSON form. It is strict: an unknown field, a field given twice or a value of the wrong type is a
// fault with its place. Whether the plan makes sense is asked of Validate.
func Parse(data []byte) (Plan, error) {
	if !utf8.Valid(data) {
		return Plan{}, &InvalidError{Faults: []Fault{{Reason: "is not UTF-8"}}}
	}
	if faults := checkSyntax(data); len(faults) > 0 {
		return Plan{}, &InvalidError{Faults: faults}
	}
	var r reader
	p := r.plan(data)
	if len(r.faults) > 0 {
		return Plan{}, &InvalidError{Faults: r.faults}
	}
	return p, nil
}

// checkSyntax finds what encoding/json would let pass: keys given twice, of which it silently keeps the last, and text after
// the value.
func checkSyntax(data []byte) []Fault {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var faults []Fault
	w := walker{decoder: decoder, twice: func(path string) {
		faults = append(faults, Fault{Path: path, Reason: "is given twice"})
	}}
	err := w.value(0)
	if err == nil {
		if _, err = decoder.Token(); errors.Is(err, io.EOF) {
			return faults
		} else if err == nil {
			err = errors.New("text after the plan")
		}
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("it ends too early")
	}
	return append(faults, Fault{Reason: fmt.Sprintf("is not JSON at byte %d: %v", decoder.InputOffset(), err)})
}

const maxDepth = 200

// walker goes through the tokens of a JSON value.
type walker struct {
	decoder *json.Decoder
	at      trail
	twice   func(path string)
}

func (w *walker) value(depth int) error {
	token, err := w.decoder.Token()
	if err != nil {
		return err
	}
	if depth > maxDepth {
		return fmt.Errorf("more than %d levels deep", maxDepth)
	}
	switch token {
	case json.Delim('{'):
		seen := map[string]bool{}
		for w.decoder.More() {
			token, err := w.decoder.Token()
			if err != nil {
				return err
			}
			key, _ := token.(string)
			w.at.down(step{key: key})
			if seen[key] {
				w.twice(w.at.String())
			}
			seen[key] = true
			if err := w.value(depth + 1); err != nil {
				return err
			}
			w.at.up()
		}
	case json.Delim('['):
		for i := 0; w.decoder.More(); i++ {
			w.at.down(step{index: i, listed: true})
			if err := w.value(depth + 1); err != nil {
				return err
			}
			w.at.up()
		}
	default:
		return nil
	}
	_, err = w.decoder.Token()
	return err
}

// reader turns checked JSON into a plan and keeps every fault.
type reader struct{ faults []Fault }

func (r *reader) fault(path, reason string) { r.faults = append(r.faults, Fault{path, reason}) }

func (r *reader) plan(raw json.RawMessage) Plan {
	var p Plan
	r.object(raw, "", fields{
		"title":       r.into(&p.Title, "text"),
		"description": r.into(&p.Description, "text"),
		"params":      r.into(&p.Params, "an object of parameter and default"),
		"limits": func(raw json.RawMessage, path string) {
			p.Limits = new(Limits)
			r.object(raw, path, fields{
				"steps":    r.into(&p.Limits.Steps, "a whole number"),
				"tokens":   r.into(&p.Limits.Tokens, "a whole number"),
				"cost":     r.into(&p.Limits.Cost, "a number of US dollars"),
				"deadline": r.into(&p.Limits.Deadline, ""),
			})
		},
		"tasks": func(raw json.RawMessage, path string) {
			var list []json.RawMessage
			r.into(&list, "a list of tasks")(raw, path)
			for i, item := range list {
				p.Tasks = append(p.Tasks, r.task(item, element(path, i)))
			}
		},
	})
	return p
}

func (r *reader) task(raw json.RawMessage, path string) Task {
	var t Task
	r.object(raw, path, fields{
		"id":         r.into(&t.ID, "text"),
		"role":       r.into(&t.Role, "text"),
		"tool":       r.into(&t.Tool, "text"),
		"prompt":     r.into(&t.Prompt, "text"),
		"tools":      r.into(&t.Tools, "a list of tool names"),
		"model":      r.into(&t.Model, "text"),
		"needs":      r.into(&t.Needs, "a list of task IDs"),
		"supervised": r.into(&t.Supervised, "true or false"),
		"retries":    r.into(&t.Retries, "a whole number"),
		"timeout":    r.into(&t.Timeout, ""),
		"effect":     r.into(&t.Effect, "text"),
		"args": func(raw json.RawMessage, path string) {
			if raw[0] != '{' {
				r.fault(path, "must be an object")
				return
			}
			var compact bytes.Buffer
			_ = json.Compact(&compact, raw) // raw has passed checkSyntax
			t.Args = compact.Bytes()
		},
	})
	return t
}

type fields map[string]func(raw json.RawMessage, path string)

// object hands each member to its field. A null counts as absent, since that is what an empty YAML field reads as.
func (r *reader) object(raw json.RawMessage, path string, known fields) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		what := "the plan"
		if path != "" {
			what = "this"
		}
		r.fault(path, what+" must be an object")
		return
	}
	for _, name := range sortedKeys(members) {
		read, ok := known[name]
		switch {
		case !ok:
			r.fault(field(path, name), "unknown field; "+choices(sortedKeys(known), ""))
		case !isNull(members[name]):
			read(bytes.TrimSpace(members[name]), field(path, name))
		}
	}
}

// into reads a member into target. An empty want lets the target's own error speak.
func (r *reader) into(target any, want string) func(json.RawMessage, string) {
	return func(raw json.RawMessage, path string) {
		if err := json.Unmarshal(raw, target); err != nil {
			if want != "" {
				r.fault(path, "must be "+want)
				return
			}
			r.fault(path, err.Error())
		}
	}
}
