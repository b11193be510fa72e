package plan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// RefKind says what a reference points at.
type RefKind string

const (
	TaskRef   RefKind = "tasks"
	ParamRef  RefKind = "params"
	GoalRef   RefKind = "goal"
	SecretRef RefKind = "secret"
)

// Ref is one {{…}} in an argument or prompt.
type Ref struct {
	Kind RefKind
	// Name is the task, parameter or secret, or title or description of the goal.
	Name string
	// Path leads into the value; a number is an index where the value is a list.
	Path []string
}

// String is the reference as a plan writes it.
func (r Ref) String() string {
	parts := []string{string(r.Kind), r.Name}
	if r.Kind == TaskRef {
		parts = append(parts, "result")
	}
	return "{{" + strings.Join(append(parts, r.Path...), ".") + "}}"
}

var namePattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func parseRef(inner string) (Ref, error) {
	text := strings.TrimSpace(inner)
	parts := strings.Split(text, ".")
	bad := func(want string) (Ref, error) {
		return Ref{}, fmt.Errorf("{{%s}} is not a reference: %s; %s", clip(text), want, escapeHint)
	}
	if slices.Contains(parts, "") {
		return bad("a part between dots is empty")
	}
	kind := RefKind(parts[0])
	switch kind {
	case TaskRef:
		if len(parts) < 3 || parts[2] != "result" || !namePattern.MatchString(parts[1]) {
			return bad("use tasks.ID.result or tasks.ID.result.FIELD")
		}
		return Ref{kind, parts[1], parts[3:]}, nil
	case ParamRef:
		if len(parts) < 2 || !namePattern.MatchString(parts[1]) {
			return bad("use params.NAME")
		}
		return Ref{kind, parts[1], parts[2:]}, nil
	case GoalRef:
		if len(parts) != 2 || parts[1] != "title" && parts[1] != "description" {
			return bad("use goal.title or goal.description")
		}
		return Ref{kind, parts[1], nil}, nil
	case SecretRef:
		if len(parts) != 2 || !namePattern.MatchString(parts[1]) {
			return bad("use secret.NAME")
		}
		return Ref{kind, parts[1], nil}, nil
	}
	return bad("it begins with none of tasks, params, goal, secret")
}

// piece is a stretch of text or one reference. source is what stood in the plan.
type piece struct {
	text   string
	ref    *Ref
	source string
}

// split cuts text at its references. A JSON string in braces, {{"{{"}}, is that text.
func split(text string) ([]piece, error) {
	var pieces []piece
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			pieces = append(pieces, piece{text: plain.String()})
			plain.Reset()
		}
	}
	for {
		before, rest, found := cutBraces(text)
		plain.WriteString(before)
		if !found {
			flush()
			return pieces, nil
		}
		if literal, after, ok := cutLiteral(rest); ok {
			plain.WriteString(literal)
			text = after
			continue
		}
		inner, after, closed := strings.Cut(rest, "}}")
		if !closed {
			return nil, fmt.Errorf("{{%s is not closed; %s", clip(inner), escapeHint)
		}
		ref, err := parseRef(inner)
		if err != nil {
			return nil, err
		}
		flush()
		pieces = append(pieces, piece{ref: &ref, source: "{{" + inner + "}}"})
		text = after
	}
}

const escapeHint = `write {{"{{"}} where braces are meant`

func cutLiteral(rest string) (literal, after string, ok bool) {
	if !strings.HasPrefix(strings.TrimLeft(rest, " "), `"`) {
		return "", "", false
	}
	decoder := json.NewDecoder(strings.NewReader(rest))
	if decoder.Decode(&literal) != nil {
		return "", "", false
	}
	after, ok = strings.CutPrefix(strings.TrimLeft(rest[decoder.InputOffset():], " "), "}}")
	return literal, after, ok
}

// escape writes text so that split reads it back as text.
func escape(text string) string { return strings.ReplaceAll(text, "{{", `{{"{{"}}`) }

// cutBraces finds the next {{. Of three braces the last two open, so that {{{params.x}}} is a reference in braces.
func cutBraces(text string) (before, rest string, found bool) {
	open := strings.Index(text, "{{")
	if open < 0 {
		return text, "", false
	}
	for strings.HasPrefix(text[open+2:], "{") {
		open++
	}
	return text[:open], text[open+2:], true
}

func clip(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}

// Refs lists the references in a JSON value, each once, in the order of its keys.
func Refs(args json.RawMessage) ([]Ref, error) {
	if len(args) == 0 {
		return nil, nil
	}
	tree, err := decode(args)
	if err != nil {
		return nil, err
	}
	return collect(scan(tree, ""))
}

// TextRefs lists the references in a prompt.
func TextRefs(prompt string) ([]Ref, error) { return collect(scan(prompt, "")) }

func collect(all []located) ([]Ref, error) {
	var refs []Ref
	seen := map[string]bool{}
	for _, found := range all {
		if found.err != nil {
			return nil, found.err
		}
		if name := found.ref.String(); !seen[name] {
			seen[name] = true
			refs = append(refs, found.ref)
		}
	}
	return refs, nil
}

// located is a reference, or what is wrong with one, and its place.
type located struct {
	ref Ref
	at  string
	err error
}

// mayRefer is a quick look: braces stand for themselves in JSON, or as an escape.
func mayRefer(args json.RawMessage) bool {
	return bytes.Contains(args, []byte("{{")) || bytes.Contains(args, []byte(`\u00`))
}

func referencesOf(tasks []Task) [][]located {
	all := make([][]located, len(tasks))
	for i, t := range tasks {
		all[i] = t.references()
	}
	return all
}

func (t Task) references() []located {
	var all []located
	if mayRefer(t.Args) {
		if tree, err := decode(t.Args); err == nil {
			all = scan(tree, "args")
		}
	}
	return append(all, scan(t.Prompt, "prompt")...)
}

func scan(value any, at string) []located {
	s := scanner{at: trail{{key: at}}}
	s.value(value)
	return s.all
}

// scanner finds the references in a decoded value.
type scanner struct {
	at  trail
	all []located
}

func (s *scanner) value(value any) {
	switch value := value.(type) {
	case string:
		s.text(value)
	case []any:
		for i, v := range value {
			s.at.down(step{index: i, listed: true})
			s.value(v)
			s.at.up()
		}
	case map[string]any:
		for _, key := range sortedKeys(value) {
			s.at.down(step{key: key})
			if strings.Contains(key, "{{") {
				s.all = append(s.all, located{at: s.at.String(), err: fmt.Errorf("references work in values, not in keys")})
			}
			s.value(value[key])
			s.at.up()
		}
	}
}

func (s *scanner) text(text string) {
	if !strings.Contains(text, "{{") {
		return
	}
	pieces, err := split(text)
	if err != nil {
		s.all = append(s.all, located{at: s.at.String(), err: err})
		return
	}
	for _, p := range pieces {
		if p.ref != nil {
			s.all = append(s.all, located{ref: *p.ref, at: s.at.String()})
		}
	}
}
