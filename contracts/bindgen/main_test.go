package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBindingsAreThoseOfTheContracts(t *testing.T) {
	t.Parallel()
	contracts := ".."
	files, err := generate(contracts)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the contracts are not built here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(filepath.Join(contracts, "bindings", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range kept {
		name := filepath.Base(path)
		if name == "doc.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if files[name] != string(source) {
			t.Errorf("%s is stale: run npm run bindings in contracts", path)
		}
		delete(files, name)
	}
	for name := range files {
		t.Errorf("%s is missing: run npm run bindings in contracts", name)
	}
}
