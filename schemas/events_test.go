package schemas_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mergit-io/mergit/events"
)

var (
	update = flag.Bool("update", false, "write the schema and the sample of each version that has none, and freeze them")
	// refreeze is for the time before the first release only.
	refreeze = flag.Bool("refreeze", false, "write all schemas and samples anew; logs that exist can no longer be checked")
)

const (
	folder     = "events"
	frozenList = "FROZEN"
)

func schemaFile(kind string, version int) string { return fmt.Sprintf("%s.v%d.json", kind, version) }
func sampleFile(kind string, version int) string {
	return fmt.Sprintf("%s.v%d.sample.json", kind, version)
}

// indent lays JSON out for people.
func indent(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// made is what the catalogue, as it is, would have in the folder.
func made(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for k := range events.Kinds() {
		files[schemaFile(k.Name, k.Version)] = indent(t, schemaOf(k))
		body, err := events.Marshal("", sampleOf(k), nil)
		if err != nil {
			t.Fatal(err)
		}
		files[sampleFile(k.Name, k.Version)] = indent(t, json.RawMessage(body))
	}
	return files
}

// frozen reads the list of files and their SHA-256.
func frozen(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{}
	text, err := os.ReadFile(filepath.Join(folder, frozenList))
	if err != nil && !*update && !*refreeze {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		sum, name, ok := strings.Cut(lines.Text(), "  ")
		if !ok {
			t.Fatalf("%s: line %q", frozenList, lines.Text())
		}
		list[name] = sum
	}
	return list
}

// freeze writes what is not frozen yet.
func freeze(t *testing.T) {
	t.Helper()
	list := frozen(t)
	if *refreeze {
		for name := range list {
			if err := os.Remove(filepath.Join(folder, name)); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
		clear(list)
	}
	for name, text := range made(t) {
		if _, ok := list[name]; ok {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
		list[name] = events.Sum(text).String()
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(list)) {
		fmt.Fprintf(&out, "%s  %s\n", list[name], name)
	}
	if err := os.WriteFile(filepath.Join(folder, frozenList), []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

const advice = "a payload that was written is read for ever: add a new version with an upcast in package events, " +
	"and run go test ./schemas -update"

func TestEveryVersionOfEveryKindHasAFrozenSchemaAndSample(t *testing.T) {
	if *update || *refreeze {
		freeze(t)
	}
	list := frozen(t)
	for name, sum := range list {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Errorf("%s is frozen and gone: %s", name, advice)
		} else if events.Sum(text).String() != sum {
			t.Errorf("%s is frozen and was changed: %s", name, advice)
		}
	}
	now := made(t)
	for k := range events.Kinds() {
		for version := 1; version <= k.Version; version++ {
			for _, name := range []string{schemaFile(k.Name, version), sampleFile(k.Name, version)} {
				if _, ok := list[name]; !ok {
					t.Errorf("%s is missing: run go test ./schemas -update and commit what it writes", name)
				}
			}
		}
	}
	for name, text := range now {
		have, err := os.ReadFile(filepath.Join(folder, name))
		if err == nil && !bytes.Equal(have, text) {
			t.Errorf("%s does not describe its Go type any more: %s", name, advice)
		}
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, ok := list[f.Name()]; !ok && f.Name() != frozenList {
			t.Errorf("%s is not frozen: it belongs to no kind", f.Name())
		}
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func compile(t *testing.T, kind string, version int) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(read(t, schemaFile(kind, version))))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	uri := events.SchemaURI(kind, version)
	if err := c.AddResource(uri, document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(uri)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// valid checks a body against a schema.
func valid(schema *jsonschema.Schema, body []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

var sampleName = regexp.MustCompile(`^(.+)\.v(\d+)\.sample\.json$`)

func TestSamplesFitTheirSchemasAndDecodeToTheirFacts(t *testing.T) {
	t.Parallel()
	secret := events.Sum([]byte("secret"))
	key, err := events.NewKey("goal", secret[:])
	if err != nil {
		t.Fatal(err)
	}
	for name := range frozen(t) {
		m := sampleName.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		kind, body := m[1], read(t, name)
		version, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		schema := compile(t, kind, version)
		if err := valid(schema, body); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		fact, _, err := events.Unmarshal("id", kind, version, body, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		k := events.KindOfFact(fact)
		if version != k.Version {
			continue // an old sample: that it can be read is what counts
		}
		if want := sampleOf(k); !reflect.DeepEqual(compacted(t, fact), compacted(t, want)) {
			t.Errorf("%s became %+v, want %+v", name, fact, want)
		}
		sealed, err := events.Marshal("id", fact, key)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(schema, sealed); err != nil {
			t.Errorf("%s, sealed: %v", name, err)
		}
		empty, err := events.Marshal("id", reflect.New(k.Shape()).Elem().Interface().(events.Event), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(schema, empty); err != nil {
			t.Errorf("the zero fact of %s: %v", kind, err)
		}
		for _, bad := range []string{`null`, `[]`, `{"surprise":1}`} {
			if valid(schema, []byte(bad)) == nil {
				t.Errorf("%s admits %s", schemaFile(kind, version), bad)
			}
		}
	}
}

// compacted is a fact as values of JSON: raw members differ in their spaces.
func compacted(t *testing.T, fact events.Event) any {
	t.Helper()
	text, err := json.Marshal(fact)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}
