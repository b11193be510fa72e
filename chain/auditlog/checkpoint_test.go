package auditlog

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/events"
)

// TestTheFormatsAreFrozen holds what others read: who has kept a checkpoint and the key must be able to check it for ever.
// The key is the one that golang.org/x/mod/sumdb/note has in its documentation.
func TestTheFormatsAreFrozen(t *testing.T) {
	t.Parallel()
	const (
		private = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
		public  = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
		want    = "PeterNeumann\n300\nSBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=\n\n— PeterNeumann "
	)
	dir := t.TempDir()
	text, err := json.Marshal(keyText{Private: private, Public: public})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, keyFile), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	key, err := ReadKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := key.Sign(300, events.Sum([]byte("root")))
	if err != nil {
		t.Fatal(err)
	}
	const signature = "x08gozqOFZPu3PrqrWRMQ4ws0P1i9eQehjSx46wCkdKcFJOfQpTxQxEEdfC/KQvHhkRXrtf8QE2FEEr75ioPC0qyKgE="
	if signed != want+signature+"\n" {
		t.Errorf("a checkpoint is\n%s", signed)
	}
	if c, err := Open(signed, public); err != nil || c != (Checkpoint{"PeterNeumann", 300, events.Sum([]byte("root"))}) {
		t.Errorf("it says %+v, %v", c, err)
	}
}

func TestASignatureIsOfTheWholeNote(t *testing.T) {
	t.Parallel()
	key, err := OpenKey(t.TempDir(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	other, err := OpenKey(t.TempDir(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := key.Sign(300, events.Sum([]byte("root")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(signed, other.Public()); err == nil {
		t.Error("it is taken for another key's")
	}
	for i := range []byte(signed) {
		changed := []byte(signed)
		changed[i] ^= 1
		if c, err := Open(string(changed), key.Public()); err == nil && (c.Size != 300 || c.Root != events.Sum([]byte("root"))) {
			t.Fatalf("changed at %d it is believed to say %+v", i, c)
		}
	}
}

func TestAKeyIsKeptAndSaysNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "audit")
	if _, err := ReadKey(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a key: %v", err)
	}
	key, err := OpenKey(dir, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	again, err := OpenKey(dir, rand.Reader)
	if err != nil || again.Public() != key.Public() {
		t.Fatalf("it is another the next time: %v", err)
	}
	file := filepath.Join(dir, keyFile)
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its file has mode %v, %v", info.Mode(), err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if said := fmt.Sprintf("%v %+v %#v %s", key, key, key, key.LogValue()); strings.Contains(said, "PRIVATE") {
		t.Error("it tells its secret")
	}
	for what, damaged := range map[string][]byte{
		"cut": text[:40], "empty": nil, "other": []byte(`{"private":"PRIVATE+KEY+x","public":"x"}`),
		"swapped": bytes.Replace(text, []byte(key.Public()), []byte(mustKey(t).Public()), 1),
	} {
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenKey(dir, rand.Reader); err == nil || strings.Contains(err.Error(), "PRIVATE") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func mustKey(t *testing.T) *Key {
	t.Helper()
	key, err := OpenKey(t.TempDir(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAKeyIsReplacedForTheSameLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen(1)
	w.signs(w.resumed())
	old := w.key()

	other := w.dir
	w.dir = t.TempDir()
	w.happen(1)
	wrong, ok := errors.AsType[*KeyError](w.fails())
	if !ok || wrong.Signed != old.Public() || wrong.Have != w.key().Public() {
		t.Errorf("with another key it says %v", wrong)
	}
	w.dir = other
	next, err := RotateKey(w.dir, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if next.Origin() != old.Origin() || next.Public() == old.Public() || next.Replaces() != old.Public() {
		t.Errorf("%s replaces %s, and says that it replaces %s", next, old, next.Replaces())
	}
	worker := w.resumed()
	for range 2 {
		w.happen(1)
		if !w.signs(worker) {
			t.Error("nothing was signed")
		}
	}
	if c := w.newest(); c.Key != next.Public() || c.Replaces != "" {
		t.Errorf("signed with %s for %q", c.Key, c.Replaces)
	}
	if n := w.sound(); n != 3 {
		t.Errorf("%d checkpoints", n)
	}
}

func FuzzParseCheckpoint(f *testing.F) {
	root := events.Sum([]byte("root"))
	f.Add(Checkpoint{"example.com/log", 7, root}.Text())
	f.Add(Checkpoint{"a", 0, events.Digest{}}.Text())
	f.Add(Checkpoint{"a b", maxSize, root}.Text() + "more\n")
	for _, text := range []string{"", "\n", "a\n1\n", "a\n01\n" + strings.Repeat("A", 43) + "=\n", "a\n-1\nx\n", "a\n1\nAAAA\n\n", "a\n9223372036854775808\nAAAA\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCheckpoint(text)
		if err != nil {
			return
		}
		if !strings.HasPrefix(text, c.Text()) {
			t.Errorf("%q was read as %q", text, c.Text())
		}
		again, err := ParseCheckpoint(c.Text())
		if err != nil || again != c {
			t.Errorf("%+v became %+v, %v", c, again, err)
		}
	})
}
