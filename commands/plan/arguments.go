package plan

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// shape is the part of a tool's input schema that can be checked before references have values.
type shape struct {
	Properties           map[string]property `json:"properties"`
	Required             []string            `json:"required"`
	AdditionalProperties *bool               `json:"additionalProperties"`
	// AllOf says what else is required, mostly by the operation.
	AllOf []struct {
		If struct {
			Properties map[string]property `json:"properties"`
		} `json:"if"`
		Then struct {
			Required []string `json:"required"`
		} `json:"then"`
	} `json:"allOf"`
}

type property struct {
	Const   json.RawMessage   `json:"const"`
	Enum    []json.RawMessage `json:"enum"`
	Type    json.RawMessage   `json:"type"`
	Minimum *float64          `json:"minimum"`
	Maximum *float64          `json:"maximum"`
}

// checkArgs finds the mistakes that need no values of references: arguments the tool does not have, those it or the operation
// cannot do without, and literals of the wrong kind, such as a misspelt op. The registry checks the rest at run time.
func (c Catalogue) checkArgs(tool string, args json.RawMessage) []Fault {
	var known shape
	if schema := c.Tools[tool]; len(schema) == 0 || json.Unmarshal(schema, &known) != nil {
		return nil
	}
	given := map[string]json.RawMessage{}
	if len(args) > 0 && json.Unmarshal(args, &given) != nil {
		return nil
	}
	var faults []Fault
	for _, name := range sortedKeys(given) {
		wanted, ok := known.Properties[name]
		switch {
		case ok:
			if reason := wanted.refuses(given[name]); reason != "" {
				faults = append(faults, Fault{field("args", name), reason})
			}
		case known.AdditionalProperties != nil && !*known.AdditionalProperties:
			faults = append(faults, Fault{field("args", name), fmt.Sprintf("%s has no such argument; %s", tool, choices(sortedKeys(known.Properties), "it takes none"))})
		}
	}
	return append(faults, known.lacks(tool, given)...)
}

// lacks names what is required by the tool, and by what is given.
func (s shape) lacks(tool string, given map[string]json.RawMessage) []Fault {
	var faults []Fault
	missing := func(who string, names []string) {
		for _, name := range names {
			fault := Fault{"args", fmt.Sprintf("%s needs %q", who, name)}
			if _, ok := given[name]; !ok && !slices.Contains(faults, fault) {
				faults = append(faults, fault)
			}
		}
	}
	missing(tool, s.Required)
	for _, rule := range s.AllOf {
		var literals []string
		for _, name := range sortedKeys(rule.If.Properties) {
			text, literal := literalText(given[name])
			if !literal || !rule.If.Properties[name].has(text) {
				literals = nil
				break
			}
			literals = append(literals, text)
		}
		if len(literals) > 0 {
			missing(strings.Join(literals, " "), rule.Then.Required)
		}
	}
	return faults
}

// has reports whether a text is one of those that a property may be.
func (p property) has(text string) bool {
	if one, ok := asText(p.Const); ok {
		return one == text
	}
	return slices.Contains(texts(p.Enum), text)
}

// refuses says what is wrong with a value; a reference may become anything.
func (p property) refuses(value json.RawMessage) string {
	text, isText := asText(value)
	if isText && strings.Contains(text, "{{") {
		return ""
	}
	if !isText {
		text = strings.TrimSpace(string(value))
	}
	if len(p.Enum) > 0 && !p.has(text) {
		return "not allowed; " + choices(texts(p.Enum), "")
	}
	var types []string
	if one, ok := asText(p.Type); ok {
		types = []string{one}
	} else if json.Unmarshal(p.Type, &types) != nil {
		return ""
	}
	var number float64
	isNumber := json.Unmarshal(value, &number) == nil && !isNull(value)
	if len(types) > 0 && !slices.Contains(types, typeOf(value, number)) && !(isNumber && slices.Contains(types, "number")) {
		words := make([]string, len(types))
		for i, name := range types {
			words[i] = typeNames[name]
		}
		return "must be " + strings.Join(words, " or ")
	}
	switch {
	case isNumber && p.Minimum != nil && number < *p.Minimum:
		return "is " + plain(number) + "; the least is " + plain(*p.Minimum)
	case isNumber && p.Maximum != nil && number > *p.Maximum:
		return "is " + plain(number) + "; the most is " + plain(*p.Maximum)
	}
	return ""
}

func plain(number float64) string { return strconv.FormatFloat(number, 'f', -1, 64) }

var typeNames = map[string]string{
	"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false", "array": "a list", "object": "an object", "null": "null",
}

// typeOf is what JSON Schema calls a value's type.
func typeOf(value json.RawMessage, number float64) string {
	switch text := strings.TrimSpace(string(value)); {
	case text == "null":
		return "null"
	case text == "true" || text == "false":
		return "boolean"
	case text[0] == '"':
		return "string"
	case text[0] == '[':
		return "array"
	case text[0] == '{':
		return "object"
	case number == math.Trunc(number):
		return "integer"
	}
	return "number"
}

// literalText is a text that no reference can change.
func literalText(value json.RawMessage) (string, bool) {
	text, ok := asText(value)
	return text, ok && !strings.Contains(text, "{{")
}

func texts(values []json.RawMessage) []string {
	all := make([]string, len(values))
	for i, value := range values {
		if text, ok := asText(value); ok {
			all[i] = text
		} else {
			all[i] = string(value)
		}
	}
	return all
}
