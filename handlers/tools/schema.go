package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a compiled JSON Schema 2020-12.
type Schema struct{ compiled *jsonschema.Schema }

// CompileSchema compiles a schema that stands alone. References to other documents are refused: a schema may come from a
// remote server, and must not make this process read files or call addresses.
func CompileSchema(schema json.RawMessage) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("schema is not JSON: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(noLoader{})
	const here = "mem:///schema.json"
	if err := compiler.AddResource(here, doc); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	compiled, err := compiler.Compile(here)
	if err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return &Schema{compiled}, nil
}

type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is outside the schema; put it into $defs", url)
}

// Check validates a JSON value. A fault is an *Error with the path of the first value at fault and all of them in its message.
func (s *Schema) Check(value json.RawMessage) error {
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err != nil {
		return BadArg("", "not JSON: %v", err)
	}
	err = s.compiled.Validate(instance)
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		if err != nil {
			return BadArg("", "%v", err)
		}
		return nil
	}
	found := leaves(*invalid.BasicOutput(), instance)
	texts := make([]string, 0, len(found))
	for i, f := range found {
		text := f.reason
		if i > 0 && f.path != "" {
			text = f.path + ": " + text
		}
		texts = append(texts, text)
	}
	return BadArg(found[0].path, "%s", strings.Join(texts, "; "))
}

type flaw struct{ path, reason string }

// leaves drops the units that only say that something below them failed.
func leaves(unit jsonschema.OutputUnit, instance any) []flaw {
	var found []flaw
	for _, inner := range unit.Errors {
		found = append(found, leaves(inner, instance)...)
	}
	if len(found) == 0 {
		reason := "does not fit the schema"
		if unit.Error != nil {
			reason = unit.Error.String()
		}
		found = append(found, flaw{argPath(unit.InstanceLocation, instance), reason})
	}
	slices.SortStableFunc(found, func(a, b flaw) int { return strings.Compare(a.path, b.path) })
	return slices.Compact(found)
}

// argPath turns /edits/0/path into edits[0].path.
func argPath(pointer string, instance any) string {
	var path strings.Builder
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		switch value := instance.(type) {
		case []any:
			path.WriteString("[" + part + "]")
			if i, err := strconv.Atoi(part); err == nil && i >= 0 && i < len(value) {
				instance = value[i]
			}
		case map[string]any:
			if path.Len() > 0 {
				path.WriteByte('.')
			}
			path.WriteString(part)
			instance = value[part]
		}
	}
	return path.String()
}
