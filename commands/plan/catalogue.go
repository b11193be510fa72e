package plan

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Catalogue is what a plan may use.
type Catalogue struct {
	// Tools maps each known tool to its input schema, which may be nil. A nil map leaves tool names unchecked.
	Tools map[string]json.RawMessage
	// Roles defaults to Roles().
	Roles []string
}

func (c Catalogue) hasTool(name string) bool {
	_, ok := c.Tools[name]
	return ok || c.Tools == nil
}

func (c Catalogue) roles() []string {
	if c.Roles == nil {
		return Roles()
	}
	return c.Roles
}

// shape is the part of a tool's input schema that can be checked before references have values.
type shape struct {
	Properties map[string]struct {
		Enum []json.RawMessage `json:"enum"`
	} `json:"properties"`
	Required             []string `json:"required"`
	AdditionalProperties *bool    `json:"additionalProperties"`
}

// checkArgs finds the mistakes that need no values: arguments the tool does not have, those it cannot do without, and a
// literal that is none of the allowed ones, such as a misspelt op. The registry checks the rest at run time.
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
		property, ok := known.Properties[name]
		switch {
		case !ok && known.AdditionalProperties != nil && !*known.AdditionalProperties:
			faults = append(faults, Fault{field("args", name), fmt.Sprintf("%s has no such argument; %s", tool, choices(sortedKeys(known.Properties), "it takes none"))})
		case ok && len(property.Enum) > 0 && !oneOf(given[name], property.Enum):
			faults = append(faults, Fault{field("args", name), "not allowed; " + choices(texts(property.Enum), "")})
		}
	}
	for _, name := range known.Required {
		if _, ok := given[name]; !ok {
			faults = append(faults, Fault{"args", fmt.Sprintf("%s needs %q", tool, name)})
		}
	}
	return faults
}

// oneOf compares texts only; a reference may become anything.
func oneOf(value json.RawMessage, allowed []json.RawMessage) bool {
	text, ok := asText(value)
	return !ok || strings.Contains(text, "{{") || slices.Contains(texts(allowed), text)
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
