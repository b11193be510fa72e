package bus

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

func TestEveryCommandIsInTheTable(t *testing.T) {
	t.Parallel()
	names := named(t)
	if len(names) < 20 {
		t.Fatalf("found only %d commands", len(names))
	}
	for name, kind := range names {
		if _, ok := table[name]; !ok {
			t.Errorf("%s (%s) cannot be sent: add it to the table", kind, name)
		}
	}
	for name, e := range table {
		if names[name] == "" || e.name != name || !events.IsToken(e.endpoint()) || !events.IsToken(e.family) {
			t.Errorf("%s has no command, or cannot be listed: %+v", name, e)
		}
	}
}

// named finds the types of package commands that have a Name and a Decide
// method, by their wire name.
func named(t *testing.T) map[string]string {
	t.Helper()
	files, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	wire, decides := map[string]string{}, map[string]bool{}
	for _, f := range files {
		if f.IsDir() || !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), "../"+f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			method, ok := d.(*ast.FuncDecl)
			if !ok || method.Recv == nil {
				continue
			}
			receiver, ok := method.Recv.List[0].Type.(*ast.Ident)
			if !ok {
				continue
			}
			switch method.Name.Name {
			case "Decide":
				decides[receiver.Name] = true
			case "Name":
				result, ok := method.Body.List[0].(*ast.ReturnStmt).Results[0].(*ast.BasicLit)
				if !ok {
					t.Fatalf("the name of %s is not written beside it", receiver.Name)
				}
				wire[receiver.Name], _ = strconv.Unquote(result.Value)
			}
		}
	}
	names := map[string]string{}
	for kind := range decides {
		names[wire[kind]] = kind
	}
	return names
}

func FuzzDecode(f *testing.F) {
	req := commands.Request{ID: "k", At: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Actor: "user:ada"}
	for name, e := range table {
		c, err := e.decode([]byte("{}"))
		if err != nil {
			f.Fatal(err)
		}
		text, err := encode(req, c)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(name, text)
	}
	for _, text := range []string{"", "{", "null", `{"request":{},"command":{}}`, `{"request":{"at":1},"command":{}}`, "{\"request\":{},\"command\":{\"title\":\"\xff\"}}", `{"request":{},"command":{"title":"\ud800"}}`} {
		f.Add("goal.submit", []byte(text))
	}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		e, ok := table[name]
		if !ok {
			t.Skip()
		}
		req, c, err := e.decodeMessage(text, 1<<16)
		if err != nil {
			if r, ok := errors.AsType[*commands.Refusal](err); !ok || r.Sort != commands.Invalid || r.Code == "" {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		// What was understood is said again in the same way.
		once, err := encode(req, c)
		if err != nil {
			t.Fatalf("%+v cannot be written: %v", c, err)
		}
		req, c, err = e.decodeMessage(once, 1<<20)
		if err != nil {
			t.Fatalf("%s cannot be read: %v", once, err)
		}
		if twice, err := encode(req, c); err != nil || string(twice) != string(once) {
			t.Fatalf("written as %s, then as %s, %v", once, twice, err)
		}
	})
}
