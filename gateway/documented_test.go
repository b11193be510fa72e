package gateway_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mergit-io/mergit/gateway/api"
)

var update = flag.Bool("update", false, "write the OpenAPI document")

const documentFile = "../schemas/openapi.json"

// documentURI names the document apart from where this checkout lies, whose path may have any characters.
const documentURI = "mem:///openapi.json"

// The document in the repository is the one that is served.
func TestDocumentIsUpToDate(t *testing.T) {
	t.Parallel()
	want, err := api.Document("dev")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(documentFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(documentFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s is not what the routes say: run go test ./gateway -run Document -update", documentFile)
	}
}

// document is the OpenAPI document, with every object closed: an answer with a
// field that is not documented fails.
var document = sync.OnceValues(func() (*apiDocument, error) {
	text, err := api.Document("test")
	if err != nil {
		return nil, err
	}
	d := &apiDocument{compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	for _, s := range at(root, "components", "schemas").(map[string]any) {
		if s := s.(map[string]any); s["properties"] != nil {
			s["additionalProperties"] = false
		}
	}
	d.paths, d.refusal = at(root, "paths").(map[string]any), at(root, "components", "responses", "Refusal")
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	d.compiler.AssertFormat()
	return d, d.compiler.AddResource(documentURI, root)
})

type apiDocument struct {
	paths    map[string]any
	refusal  any
	compiler *jsonschema.Compiler
	mu       sync.Mutex
	compiled map[string]*jsonschema.Schema
}

func at(v any, path ...string) any {
	for _, p := range path {
		m, _ := v.(map[string]any)
		v = m[p]
	}
	return v
}

// template finds the documented path of a request.
func (d *apiDocument) template(path string) string {
	path, _, _ = strings.Cut(path, "?")
	if _, ok := d.paths[path]; ok {
		return path
	}
	for template := range d.paths {
		pattern := regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(template), `[^/]+`)
		if regexp.MustCompile("^" + pattern + "$").MatchString(path) {
			return template
		}
	}
	return ""
}

func (d *apiDocument) schema(pointer string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s, ok := d.compiled[pointer]; ok {
		return s, nil
	}
	s, err := d.compiler.Compile(documentURI + "#" + pointer)
	if err == nil {
		d.compiled[pointer] = s
	}
	return s, err
}

func escape(s string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(s)
}

// checkDocumented holds an answer against the document: status, type and body.
func checkDocumented(t testing.TB, method, path string, a answer) {
	t.Helper()
	d, err := document()
	if err != nil {
		t.Fatal(err)
	}
	template := d.template(path)
	if template == "" || method == http.MethodHead || at(d.paths, template, strings.ToLower(method)) == nil {
		return
	}
	status := fmt.Sprint(a.status)
	said := at(d.paths, template, strings.ToLower(method), "responses", status)
	if said == nil {
		t.Errorf("%s %s answers %s, which is not documented: %s", method, template, status, a.body)
		return
	}
	pointer := fmt.Sprintf("/paths/%s/%s/responses/%s", escape(template), strings.ToLower(method), status)
	if ref, ok := at(said, "$ref").(string); ok {
		pointer, said = strings.TrimPrefix(ref, "#"), d.refusal
	}
	if at(said, "content") == nil {
		return
	}
	media, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
	if at(said, "content", media) == nil {
		t.Errorf("%s %s answers %s with %s, which is not documented", method, template, status, media)
		return
	}
	schema, err := d.schema(pointer + "/content/" + escape(media) + "/schema")
	if err != nil {
		t.Fatal(err)
	}
	values := [][]byte{a.body}
	switch media {
	case "application/x-ndjson":
		values = bytes.Split(bytes.TrimSpace(a.body), []byte("\n"))
	case "text/plain": // the schema is of a text
		if values[0], err = json.Marshal(string(a.body)); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range values {
		checkSchema(t, schema, v, method+" "+path)
	}
}

func checkSchema(t testing.TB, schema *jsonschema.Schema, text []byte, what string) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		err = schema.Validate(value)
	}
	if err != nil {
		t.Errorf("%s is not as documented: %v\n%s", what, err, text)
	}
}

// Every event on a stream is an Event of the document.
func checkEvent(t testing.TB, text []byte) {
	t.Helper()
	d, err := document()
	if err != nil {
		t.Fatal(err)
	}
	schema, err := d.schema("/components/schemas/Event")
	if err != nil {
		t.Fatal(err)
	}
	checkSchema(t, schema, text, "event")
}

func TestDocumentIsServed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.get("/openapi.json", "").want(http.StatusOK)
	var doc struct {
		OpenAPI string `json:"openapi"`
		Paths   map[string]map[string]struct {
			OperationID string `json:"operationId"`
			Security    []any  `json:"security"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(a.body, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Paths["/goals"]["post"].OperationID != "submitGoal" {
		t.Errorf("the document is not one: %.200s", a.body)
	}
	for path, operations := range doc.Paths {
		for method, op := range operations {
			open := path == "/health" || path == "/ready" || path == "/openapi.json" || path == "/webhooks/{source}" // which is signed
			open = open || path == "/agents/{id}/did" || path == "/agents/{id}/registration.json"
			if (len(op.Security) == 0) != open {
				t.Errorf("%s %s: security %v", method, path, op.Security)
			}
			if open {
				continue
			}
			// What the document says is so: without a token there is nothing.
			real := strings.NewReplacer("{id}", "x", "{key}", "x.y").Replace(path)
			w.do(strings.ToUpper(method), real, "", nil).refused(http.StatusUnauthorized, "TOKEN_MISSING")
		}
	}
}
