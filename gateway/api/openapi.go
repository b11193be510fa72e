package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/mergit-io/mergit/gateway/wire"
)

// Document is the OpenAPI 3.1 description of all routes, made of the routes
// themselves and the types of package wire.
func Document(version string) ([]byte, error) {
	if version == "" {
		version = "dev"
	}
	s := schemas{}
	paths := map[string]object{}
	for _, r := range routes {
		path := openPath(r.path)
		if paths[path] == nil {
			paths[path] = object{}
		}
		paths[path][strings.ToLower(r.method)] = s.operation(r)
	}
	s.of(reflect.TypeFor[wire.Meta]())
	doc := object{
		"openapi": "3.1.0",
		"info": object{
			"title": "Mergit", "version": version,
			"description": "Every JSON answer is {data, meta, error}. Unknown parameters and fields are refused. Streams are server-sent events: event is the kind, id the sequence in the log, data an Event.",
		},
		"paths": paths,
		"components": object{
			"schemas": s,
			"responses": object{"Refusal": object{
				"description": "What was wrong, in error.",
				"content":     object{"application/json": object{"schema": s.envelope(object{"type": "null"}, s.of(reflect.TypeFor[wire.Error]()))}},
			}},
			"securitySchemes": object{"token": object{"type": "http", "scheme": "bearer"}},
		},
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	return out.Bytes(), nil
}

type object = map[string]any

// openPath turns /goals/:id into /goals/{id}.
func openPath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if name, ok := strings.CutPrefix(p, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	return strings.Join(parts, "/")
}

func (s schemas) operation(r route) object {
	op := object{"operationId": r.name, "summary": r.summary, "responses": s.responses(r)}
	if r.scope != "" {
		op["security"] = []any{object{"token": []string{}}}
		op["x-scope"] = string(r.scope)
	} else {
		op["security"] = []any{}
	}
	var params []object
	for _, part := range strings.Split(r.path, "/") {
		if name, ok := strings.CutPrefix(part, ":"); ok {
			params = append(params, object{"name": name, "in": "path", "required": true, "schema": object{"type": "string"}})
		}
	}
	for _, p := range r.query {
		params = append(params, p.describe("query"))
	}
	for _, p := range r.headers {
		params = append(params, p.describe("header"))
	}
	if params != nil {
		op["parameters"] = params
	}
	if r.anyBody {
		op["requestBody"] = object{"required": true, "content": object{"*/*": object{}}}
	}
	if r.body != nil {
		schema := s.of(reflect.TypeOf(r.body))
		s.closed(reflect.TypeOf(r.body))
		op["requestBody"] = object{"required": !r.bodyOptional, "content": object{"application/json": object{"schema": schema}}}
	}
	return op
}

func (p param) describe(in string) object {
	schema := object{"type": "string"}
	if p.whole {
		schema = object{"type": "integer", "minimum": 0}
	}
	if p.enum != nil {
		schema["enum"] = p.enum
	}
	return object{"name": p.name, "in": in, "description": p.doc, "schema": schema}
}

func (s schemas) responses(r route) object {
	responses := object{}
	for status, data := range r.replies {
		answer := object{"description": http.StatusText(status)}
		switch {
		case data == nil:
		case r.media == "application/json":
			answer["content"] = object{r.media: object{"schema": object{"type": "object"}}}
		case r.media != "":
			answer["content"] = object{r.media: object{"schema": s.of(reflect.TypeOf(data))}}
		default:
			answer["content"] = object{"application/json": object{"schema": s.envelope(s.of(reflect.TypeOf(data)), object{"type": "null"})}}
		}
		responses[fmt.Sprint(status)] = answer
	}
	refusals := append([]int{
		http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestHeaderFieldsTooLarge,
		http.StatusInternalServerError, http.StatusServiceUnavailable,
	}, r.refusals...)
	if r.scope != "" {
		refusals = append(refusals, http.StatusUnauthorized, http.StatusForbidden)
	}
	for _, status := range refusals {
		responses[fmt.Sprint(status)] = object{"$ref": "#/components/responses/Refusal"}
	}
	return responses
}

func (s schemas) envelope(data, problem object) object {
	return object{
		"type": "object", "required": []string{"data", "meta", "error"},
		"properties": object{"data": data, "meta": s.of(reflect.TypeFor[wire.Meta]()), "error": problem},
	}
}
