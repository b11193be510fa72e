package schemas_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/mergit-io/mergit/events"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

func (o object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	return append(out, '}'), nil
}

// schemaOf writes the JSON Schema of a kind's payload, as it is stored.
func schemaOf(k *events.Kind) object {
	out := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$id", k.Schema()},
		{"title", k.Name},
		{"description", fmt.Sprintf("Payload of %s, version %d, family %s.", k.Name, k.Version, k.Family)},
	}
	out = append(out, structSchema(k.Shape())...)
	if k.HasContent() {
		out = append(out, member{"$defs", object{{"sealed", object{
			{"description", "Content, sealed with AES-256-GCM under the key that kid names: nonce, ciphertext and tag."},
			{"type", "object"},
			{"properties", object{
				{"$sealed", object{{"type", "string"}, {"contentEncoding", "base64"}}},
				{"kid", object{{"type", "string"}}},
			}},
			{"required", []string{"$sealed", "kid"}},
			{"additionalProperties", false},
		}}}})
	}
	return out
}

func structSchema(t reflect.Type) object {
	properties, required := object{}, []string{}
	for _, f := range fieldsOf(t) {
		s := typeSchema(f.t, f.optional)
		if f.sealed {
			s = object{{"anyOf", []any{s, object{{"$ref", "#/$defs/sealed"}}}}}
		}
		properties = append(properties, member{f.name, s})
		if !f.optional {
			required = append(required, f.name)
		}
	}
	return object{{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}}
}

type field struct {
	name             string
	t                reflect.Type
	index            int
	optional, sealed bool
}

func fieldsOf(t reflect.Type) (out []field) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous || !f.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		out = append(out, field{
			name: name, t: f.Type, index: i,
			optional: strings.Contains(options, "omit"), sealed: f.Tag.Get("seal") != "",
		})
	}
	return out
}

var (
	digestType = reflect.TypeFor[events.Digest]()
	rawType    = reflect.TypeFor[json.RawMessage]()
	timeType   = reflect.TypeFor[time.Time]()
)

// typeSchema writes the schema of one value. A slice that is always written is
// null when it is nil.
func typeSchema(t reflect.Type, optional bool) object {
	switch t {
	case digestType:
		return object{{"description", "A SHA-256 in hex, or nothing."}, {"type", "string"}, {"pattern", "^([0-9a-f]{64})?$"}}
	case rawType:
		return object{{"description", "Any JSON."}}
	case timeType:
		return object{{"type", "string"}, {"format", "date-time"}}
	}
	switch t.Kind() {
	case reflect.String:
		return object{{"type", "string"}}
	case reflect.Bool:
		return object{{"type", "boolean"}}
	case reflect.Int, reflect.Int64:
		return object{{"type", "integer"}}
	case reflect.Uint64:
		return object{{"type", "integer"}, {"minimum", 0}}
	case reflect.Pointer:
		return typeSchema(t.Elem(), optional)
	case reflect.Struct:
		return structSchema(t)
	case reflect.Slice:
		kind := any("array")
		if !optional {
			kind = []string{"array", "null"}
		}
		return object{{"type", kind}, {"items", typeSchema(t.Elem(), false)}}
	case reflect.Map:
		return object{{"type", "object"}, {"additionalProperties", typeSchema(t.Elem(), false)}}
	default:
		panic(fmt.Sprintf("no schema for %s: teach typeSchema and fill", t))
	}
}

// words are what strings of a name say in a sample.
var words = map[string]string{
	"agent": "did:mergit:writer", "agent_address": "0x52908400098527886e0f7030069857d2e4169ee7", "attempt": "1", "by": "user:ann",
	"block_hash": "0x9b83c12c69edb74f6c8dd5d052765c1adf940e320bd1291696e6fa07829eee71", "claim": "c1f3a5e7", "code": "timeout",
	"decision": "approve", "description": "Summarise the repository for newcomers.", "effect": "write", "error": "no answer within 30 s",
	"feedback": "Go ahead.", "goal": "0192f3c0-7b1e-7000-8000-000000000001", "id": "readme", "interrupt": "0192f3c0-7b1e-7000-8000-00000000000a",
	"hash": "0x3a1076bf45ab87712ad64ccb3b10217737f7faacbf2872e88fdd9a537d8fe266", "model": "llama3.2", "name": "source", "needs": "fetch",
	"options": "approve", "outcome": "happened", "parent": "0192f3c0-7b1e-7000-8000-000000000000", "path": "/home/ann/source",
	"playbook": "summarise", "preview": "{\"text\":\"A short …", "prompt": "Write the summary.", "provider": "ollama", "purpose": "proof.bundles",
	"raw": "0x02f86c", "reason": "the worker was lost", "replaces": "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060",
	"result": "readme", "role": "writer", "salt": "00", "signer": "0x52908400098527886e0f7030069857d2e4169ee7", "submitter": "user:ann",
	"supersedes": "b0e2d4c6", "task": "readme", "tasks": "readme", "title": "Write the readme", "to": "0x8617e340b3d01fa5f11f306f4090fd50e238070d",
	"tool": "file_ops", "tools": "file_ops", "tx": "0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe340544a4f",
	"type": "escalation", "why": "it was asked for", "worker": "executor-1", "workspace": "main",
}

// fill makes every field of a value say something, the same in every run.
func fill(v reflect.Value, name string) {
	switch v.Type() {
	case digestType:
		v.Set(reflect.ValueOf(events.Sum([]byte(name))))
		return
	case rawType:
		v.SetBytes([]byte(`{"op":"read","path":"README.md","lines":[1,20.5],"follow":null}`))
		return
	case timeType:
		v.Set(reflect.ValueOf(time.Date(2026, 3, 1, 12, 0, 0, 250_000_000, time.UTC)))
		return
	}
	switch v.Kind() {
	case reflect.String:
		if text, ok := words[name]; ok {
			v.SetString(text)
			return
		}
		v.SetString("some " + strings.ReplaceAll(name, "_", " "))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(len(name)))
	case reflect.Uint64:
		v.SetUint(uint64(len(name)))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name)
	case reflect.Struct:
		for _, f := range fieldsOf(v.Type()) {
			fill(v.Field(f.index), f.name)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), name)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		value := reflect.New(v.Type().Elem()).Elem()
		fill(value, name)
		v.SetMapIndex(reflect.ValueOf(name), value)
	default:
		panic(fmt.Sprintf("no sample for %s: teach fill and typeSchema", v.Type()))
	}
}

// sampleOf makes a fact of a kind with every field filled.
func sampleOf(k *events.Kind) events.Event {
	v := reflect.New(k.Shape()).Elem()
	fill(v, k.Name)
	return v.Interface().(events.Event)
}
