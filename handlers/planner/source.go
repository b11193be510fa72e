package planner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

const (
	maxSource = 1 << 20
	maxNodes  = 50_000 // after aliases, which can make a short file very long
	maxNested = 100
)

// position is a place in a file, both from 1.
type position struct{ line, column int }

// source is a YAML or JSON file as JSON, with where each value stood. Places are written as plan.Fault writes them.
type source struct {
	json json.RawMessage
	at   map[string]position
}

// find returns the place of a path, or of the nearest thing around it.
func (s source) find(path string) position {
	for path != "" {
		if at, ok := s.at[path]; ok {
			return at
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return position{1, 1}
}

func readSource(data []byte) (source, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case len(data) > maxSource:
		return source{}, &SourceError{Faults: []SourceFault{{Line: 1, Column: 1, Reason: fmt.Sprintf("is larger than %d bytes", maxSource)}}}
	case !utf8.Valid(data):
		return source{}, &SourceError{Faults: []SourceFault{{Line: 1, Column: 1, Reason: "is not UTF-8"}}}
	case bytes.HasPrefix(bytes.TrimSpace(data), []byte{'{'}) && json.Valid(data):
		return fromJSON(data), nil
	}
	return fromYAML(data)
}

// fromJSON only finds the places.
func fromJSON(data []byte) source {
	s := source{json: data, at: map[string]position{}}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	next := func() json.Token {
		token, _ := decoder.Token() // data is valid
		return token
	}
	seen, at := 0, position{1, 1}
	begin := func() position {
		from := int(decoder.InputOffset())
		from += len(data[from:]) - len(bytes.TrimLeft(data[from:], " \t\r\n,:"))
		passed := data[seen:from]
		if lines := bytes.Count(passed, []byte{'\n'}); lines > 0 {
			at = position{at.line + lines, 1}
			passed = passed[bytes.LastIndexByte(passed, '\n')+1:]
		}
		at.column += utf8.RuneCount(passed)
		seen = from
		return at
	}
	var value func(path string)
	value = func(path string) {
		s.at[path] = begin()
		switch next() {
		case json.Delim('{'):
			for decoder.More() {
				key, _ := next().(string)
				value(join(path, key))
			}
			next()
		case json.Delim('['):
			for i := 0; decoder.More(); i++ {
				value(path + "[" + strconv.Itoa(i) + "]")
			}
			next()
		}
	}
	value("")
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		s.at[""] = position{1, 1}
	}
	return s
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func fromYAML(data []byte) (s source, err error) {
	if at, deep := tooNested(data); deep {
		return s, at.fault("more than %d brackets or lists are open", maxNested)
	}
	// The parser has been seen to panic on malformed input, and a plan comes from outside.
	defer func() {
		if recover() != nil {
			s, err = source{}, position{1, 1}.fault("is not YAML")
		}
	}()
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return s, syntaxFault(data, err)
	}
	var docs []*ast.DocumentNode
	for _, doc := range file.Docs {
		if doc.Body != nil {
			docs = append(docs, doc)
		}
	}
	switch {
	case len(docs) == 0:
		return s, position{1, 1}.fault("is empty")
	case len(docs) > 1:
		return s, placeOf(docs[1].Body).fault("a second document begins here; one file holds one plan")
	}
	w := &converter{at: map[string]position{}, anchors: map[string]ast.Node{}}
	if err := w.node(docs[0].Body, "", 0); err != nil {
		return s, err
	}
	return source{json: w.out.Bytes(), at: w.at}, nil
}

// tooNested counts open brackets, and dashes that begin a line, since the parser would follow them down until the stack or
// the user's patience ends. Quotes are not looked at; a text with a hundred open brackets is no plan either.
func tooNested(data []byte) (position, bool) {
	depth, dashes, at := 0, 0, position{1, 1}
	for i, c := range data {
		switch c {
		case '-':
		case '\n':
			dashes = 0
		case ' ':
			if i > 0 && data[i-1] == '-' {
				dashes++
			}
		default:
			dashes = -len(data) // not at the beginning of the line any more
		}
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(depth-1, 0)
		case '\n':
			at = position{at.line + 1, 0}
		}
		if depth > maxNested || dashes > maxNested {
			return at, true
		}
		at.column++
	}
	return at, false
}

// bare finds a reference that YAML takes for a mapping, since no quote stands before it.
var bare = regexp.MustCompile(`^[^"'#]*\{\{`)

func syntaxFault(data []byte, err error) error {
	var syntax *yaml.SyntaxError
	if errors.As(err, &syntax) && syntax.Token != nil && syntax.Token.Position != nil {
		at, why := placeOfToken(syntax.Token), syntax.Message
		if lines := bytes.Split(data, []byte{'\n'}); at.line <= len(lines) && bare.Match(lines[at.line-1]) {
			why += `; a reference is written in quotes: "{{…}}"`
		}
		return at.fault("%s", why)
	}
	return position{1, 1}.fault("is not YAML: %v", err)
}

// converter writes a YAML tree as JSON.
type converter struct {
	out     bytes.Buffer
	at      map[string]position
	anchors map[string]ast.Node
	nodes   int
}

func (c *converter) node(n ast.Node, path string, depth int) error {
	if c.nodes++; c.nodes > maxNodes || depth > maxNested {
		return placeOf(n).fault("too large or nested too deep; are there aliases of aliases?")
	}
	if _, known := c.at[path]; !known {
		c.at[path] = placeOf(n)
	}
	switch n := n.(type) {
	case nil:
		c.out.WriteString("null")
	case *ast.NullNode:
		c.out.WriteString("null")
	case *ast.BoolNode:
		c.write(n.Value)
	case *ast.IntegerNode:
		c.write(n.Value)
	case *ast.FloatNode:
		if text := n.Token.Value; json.Valid([]byte(text)) {
			c.out.WriteString(text)
		} else {
			c.write(n.Value)
		}
	case *ast.StringNode:
		c.write(n.Value)
	case *ast.LiteralNode:
		c.write(n.Value.Value)
	case *ast.SequenceNode:
		c.out.WriteByte('[')
		for i, item := range n.Values {
			if i > 0 {
				c.out.WriteByte(',')
			}
			if err := c.node(item, path+"["+strconv.Itoa(i)+"]", depth+1); err != nil {
				return err
			}
		}
		c.out.WriteByte(']')
	case *ast.MappingNode:
		return c.mapping(n.Values, path, depth)
	case *ast.MappingValueNode:
		return c.mapping([]*ast.MappingValueNode{n}, path, depth)
	case *ast.AnchorNode:
		c.anchors[n.Name.GetToken().Value] = n.Value
		return c.node(n.Value, path, depth+1)
	case *ast.AliasNode:
		target, ok := c.anchors[n.Value.GetToken().Value]
		if !ok {
			return placeOf(n).fault("no anchor %q before this", n.Value.GetToken().Value)
		}
		return c.node(target, path, depth+1)
	default:
		return placeOf(n).fault("%s has no meaning in a plan; write a text, number, true, false, list or mapping", strings.ToLower(n.Type().String()))
	}
	return nil
}

func (c *converter) mapping(entries []*ast.MappingValueNode, path string, depth int) error {
	c.out.WriteByte('{')
	seen := map[string]bool{}
	for i, entry := range entries {
		switch entry.Key.(type) {
		case *ast.StringNode, *ast.IntegerNode, *ast.BoolNode, *ast.NullNode, *ast.FloatNode:
		case *ast.MergeKeyNode:
			return placeOf(entry.Key).fault("<< is not merged; write the fields out")
		default:
			return placeOf(entry.Key).fault(`a key must be text; a reference is written in quotes: "{{…}}"`)
		}
		key := entry.Key.GetToken().Value
		inner := join(path, key)
		if seen[key] {
			return placeOf(entry.Key).fault("%s is given twice", inner)
		}
		seen[key] = true
		if i > 0 {
			c.out.WriteByte(',')
		}
		c.write(key)
		c.out.WriteByte(':')
		switch entry.Value.(type) {
		case *ast.MappingNode, *ast.MappingValueNode, *ast.SequenceNode, *ast.NullNode, nil:
			c.at[inner] = placeOf(entry.Key)
		}
		if err := c.node(entry.Value, inner, depth+1); err != nil {
			return err
		}
	}
	c.out.WriteByte('}')
	return nil
}

// write is for scalars, which always encode.
func (c *converter) write(v any) {
	encoded, err := json.Marshal(v)
	if err != nil {
		encoded = []byte("null")
	}
	c.out.Write(encoded)
}

func placeOf(n ast.Node) position {
	switch n := n.(type) {
	case nil:
		return position{1, 1}
	case *ast.MappingNode:
		if len(n.Values) > 0 && !n.IsFlowStyle {
			return placeOf(n.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return placeOf(n.Key)
	}
	return placeOfToken(n.GetToken())
}

func placeOfToken(t *token.Token) position {
	if t == nil || t.Position == nil {
		return position{1, 1}
	}
	return position{t.Position.Line, t.Position.Column}
}

func (p position) fault(format string, args ...any) error {
	return &SourceError{Faults: []SourceFault{{Line: p.line, Column: p.column, Reason: fmt.Sprintf(format, args...)}}}
}
