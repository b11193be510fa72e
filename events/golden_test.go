package events

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write golden files anew; what was released must never change")

// golden compares a value with testdata.
func golden[T any](t *testing.T, name string, made T) {
	t.Helper()
	path := filepath.Join("testdata", name)
	text, err := json.MarshalIndent(made, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != string(want) {
		t.Fatalf("%s is frozen: logs that exist rest on it. Now it would be\n%s", path, text)
	}
}
