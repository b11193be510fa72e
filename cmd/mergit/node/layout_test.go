package node

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAForeignFolderIsRefusedAndLeftAsItWas(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"a document":                   {"thesis.tex": "x"},
		"a document and a lock":        {"thesis.tex": "x", "lock": "theirs\n"},
		"only a lock that is not ours": {"lock": "theirs\n"},
		"a document and an empty lock": {"thesis.tex": "x", "lock": ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, text := range files {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if release, err := (Layout{dir}).claim(); err == nil {
				release()
				t.Fatal("it was claimed")
			}
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != len(files) {
				t.Errorf("the folder holds %v (%v), want what it held", entries, err)
			}
			for file, text := range files {
				if have, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(have) != text {
					t.Errorf("%s is %q (%v), was %q", file, have, err, text)
				}
			}
		})
	}
}

func TestAStartThatGotNoFurtherThanItsLockIsGoneOnWith(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "4711\n"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "lock"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		release, err := Layout{dir}.claim()
		if err != nil {
			t.Fatal(err)
		}
		release()
	}
}
