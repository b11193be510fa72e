package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
)

// FuzzPayloadsAreReadAsEver compares how payloads are read and written with
// Go's first JSON package, which wrote the oldest of them.
func FuzzPayloadsAreReadAsEver(f *testing.F) {
	samples, err := filepath.Glob("../schemas/events/*.json")
	if err != nil || len(samples) == 0 {
		f.Fatalf("samples: %d, %v", len(samples), err)
	}
	for _, path := range samples {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{
		`{"TASK":"a","task":"b","attempt":1e2}`, `{"task":null,"attempt":null,"needs":null}`, "{\"title\":\"\xff\xed\xa0\x80<\u2028>\"}", `{"title":"\ud800"}`,
		`{"size":18446744073709551615,"attempt":-1,"tokens":1.5}`, `{"tasks":[{"id":"a","args":{"b":[1,{"c":null}]}}],"x":{"y":1}}`, `{"result":"sha256:00"}`,
		`{} `, `{}x`, `[]`, `null`, `"text"`, ``, `{"args":"<&>","args":2}`, `{"at":"2026-03-01T12:00:00Z","box":"AAE="}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for k := range Kinds() {
			before, now := k.empty(), k.empty()
			errBefore, errNow := json.Unmarshal(text, before), jsonv2.Unmarshal(text, now, asV1)
			if (errBefore == nil) != (errNow == nil) {
				t.Fatalf("%s of %q: %v before, %v now", k.Name, text, errBefore, errNow)
			}
			if errBefore != nil {
				continue
			}
			if !reflect.DeepEqual(before, now) {
				t.Fatalf("%s of %q: %+v before, %+v now", k.Name, text, before, now)
			}
			var old bytes.Buffer
			enc := json.NewEncoder(&old)
			enc.SetEscapeHTML(false)
			errBefore = enc.Encode(before)
			written, errNow := marshalPlain(now)
			if (errBefore == nil) != (errNow == nil) || errNow == nil && !bytes.Equal(bytes.TrimSuffix(old.Bytes(), []byte("\n")), written) {
				t.Fatalf("%s of %q: written %q, %v before, %q, %v now", k.Name, text, old.Bytes(), errBefore, written, errNow)
			}
		}
	})
}

func TestAFactThatIsNoJSONIsToldApart(t *testing.T) {
	t.Parallel()
	_, _, err := Seal("id", GoalSubmitted{Title: "a", Plan: json.RawMessage(`{"tasks":`)}, nil)
	if e, ok := errors.AsType[*UnencodableError](err); !ok || e.Kind != "goal.submitted" {
		t.Error(err)
	}
}
