package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// longest is how many lines a source file may have.
const longest = 400

// readsClock are the functions of package time that tell what time it is. Waiting is no answer that could differ in a
// replay, so timers are free to all but the pure packages.
var readsClock = []string{"Now", "Since", "Until"}

// waits are those that make a reader's result depend on when it ran.
var waits = []string{"After", "AfterFunc", "NewTicker", "NewTimer", "Sleep", "Tick"}

// pure packages decide from what they are given alone: they neither know the time nor wait.
var pure = []string{"events", "commands", "commands/plan", "handlers/policy", "chain/merkle", "chain/oracle/score", "gateway/wire", "contracts/bindings"}

// randomness is what makes one up: the packages, and of uuid all that is not read from a text.
var randomness = []string{"math/rand", "math/rand/v2", "crypto/rand", "github.com/nats-io/nuid"}

// mayUse lists the files below cmd's wiring that read the clock or make something up, and why. Everything else is given the
// time and the identifiers by who calls it, so that a replay decides the same again.
var mayUse = map[string]string{
	"chain/deploy/send.go":            "how long ago a transaction was sent, to send it again; nothing of it is stored",
	"chain/devchain/seal.go":          "a block's timestamp: the development chain is the outside world",
	"chain/wallet/wallet.go":          "a key file's password and identifier",
	"commands/bus/client.go":          "how much of the caller's deadline is left, for the server",
	"events/eventlog/jslog/append.go": "the identifier of an atomic batch, for the NATS server alone",
	"events/eventlog/jslog/blobs.go":  "the name of a blob's chunks in the object store",
	"events/eventlog/jslog/keys.go":   "the default source of keys, and the age of a cached one; both can be given",
	"events/eventlog/jslog/pull.go":   "the name of a short-lived consumer",
	"gateway/api/api.go":              "the default clock; it can be given",
	"gateway/api/audit.go":            "a connection's write deadline",
	"gateway/api/conns.go":            "a connection's read deadline",
	"gateway/sse/hub.go":              "how long a tail held, to choose the pause before the next",
	"gateway/sse/stream.go":           "a connection's write deadline",
	"handlers/executor/call.go":       "how long a call took, and how often its progress is shown",
	"handlers/executor/lease.go":      "when a lease was last extended",
	"handlers/tools/fileops/write.go": "a temporary file's name",
	"handlers/work/signing.go":        "the key that signs capabilities, made once for a log",
	"handlers/tools/limit.go":         "how much of the caller's deadline is left, for a failure's text",
}

func TestOnlyAdaptersKnowTheTimeAndChance(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, s := range sources(t) {
		if strings.HasPrefix(s.pkg, "cmd/") || s.helps {
			continue
		}
		for _, found := range s.uses() {
			if _, ok := mayUse[s.path]; ok && !slices.Contains(pure, s.pkg) {
				used[s.path] = true
				continue
			}
			t.Errorf("%s: %s is for adapters; take it from the caller, or say in mayUse why not", s.at(found), found.name)
		}
	}
	for name := range mayUse {
		if !used[name] {
			t.Errorf("%s needs no place in mayUse", name)
		}
	}
}

func TestSourceFilesAreShort(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if lines := s.set.File(s.file.FileStart).LineCount(); lines > longest && !ast.IsGenerated(s.file) {
			t.Errorf("%s has %d lines; split it, %d are the most", s.path, lines, longest)
		}
	}
}

// source is a file that is no test.
type source struct {
	path, pkg string
	set       *token.FileSet
	file      *ast.File
	helps     bool // its package helps tests: it imports testing
}

type use struct {
	pos  token.Pos
	name string
}

func (s source) at(u use) string { return fmt.Sprintf("%s:%d", s.path, s.set.Position(u.pos).Line) }

// uses are the places where a file reads the clock, waits where it must not, or makes something up.
func (s source) uses() (found []use) {
	named := map[string]string{} // import path by the name it has in this file
	for _, imp := range s.file.Imports {
		from := strings.Trim(imp.Path.Value, `"`)
		name := path.Base(strings.TrimSuffix(from, "/v2"))
		if imp.Name != nil {
			name = imp.Name.Name
		}
		named[name] = from
		if slices.Contains(randomness, from) {
			found = append(found, use{imp.Pos(), from})
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		from, name := named[x.Name], sel.Sel.Name
		switch {
		case from == "time" && slices.Contains(readsClock, name),
			from == "time" && slices.Contains(pure, s.pkg) && slices.Contains(waits, name),
			from == "github.com/google/uuid" && strings.HasPrefix(name, "New"):
			found = append(found, use{sel.Pos(), x.Name + "." + name})
		}
		return true
	})
	return found
}

// sources parses every file of the module that is no test.
func sources(t *testing.T) (all []source) {
	t.Helper()
	const root = "../.."
	helping := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := entry.Name(); entry.IsDir() {
			if name != root && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "node_modules" || base == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		s := source{path: rel, pkg: path.Dir(rel), set: set, file: file}
		if slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"testing"` }) {
			helping[s.pkg] = true
		}
		all = append(all, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i].helps = helping[all[i].pkg]
	}
	return all
}
