package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mergit-io/mergit/gateway/wire"
)

// Whatever the body is, it is either refused with a place or read completely:
// what was read says the same when it is written again.
func FuzzDecodeGoal(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `[]`, `null`, "\xff", `{"title":"t"}`, `{"title":"t","title":"u"}`, `{"title":"\u0000"}`, `{"title":"\ud83d\ude00"}`, `{"title":"\ud800"}`,
		`{"title":"\\ud800 \ufffd"}`, `{"plan":{"a":[1,2,{"b":null}]},"params":{},"limits":{"steps":1,"cost":1e3,"deadline":"1h"}}`,
		`{"mounts":[{"name":"n","path":"/p"},null,7]}`, `{"limits":{"steps":1e999}}`, `{"limits":null,"mounts":null}`, `{"":0}`, "{\"a\n\":1}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var goal wire.SubmitGoal
		err := decode(bytes.Clone(text), &goal)
		if err != nil {
			p, ok := errors.AsType[*wire.Problem](err)
			if !ok || p.Err.Message == "" || !utf8.ValidString(p.Err.Message) {
				t.Fatalf("refused with %v", err)
			}
			switch p.Status {
			case http.StatusBadRequest:
				if p.Err.Details.Line < 1 || p.Err.Details.Column < 1 {
					t.Fatalf("no place: %+v", p.Err)
				}
			case http.StatusUnprocessableEntity:
				if len(p.Err.Details.Faults) == 0 || !json.Valid(text) {
					t.Fatalf("no fault: %+v", p.Err)
				}
			default:
				t.Fatalf("status %d", p.Status)
			}
			return
		}
		if !json.Valid(text) || strings.Contains(goal.Title, "\x00") {
			t.Fatalf("%q was read as %+v", text, goal)
		}
		again, err := json.Marshal(goal)
		if err != nil {
			t.Fatalf("%q cannot be written again: %v", text, err)
		}
		var second wire.SubmitGoal
		if err := decode(again, &second); err != nil {
			t.Fatalf("%s, made of %q, is refused: %v", again, text, err)
		}
	})
}

// What a registration does not restrict and what it restricts to nothing are two things, however often it is written and read.
func FuzzDecodeAgent(f *testing.F) {
	for _, seed := range []string{
		`{"name":"Ada","roles":["coder"]}`, `{"name":"Ada","roles":[],"capabilities":{"tools":[],"hosts":["*"],"trust":"low"}}`,
		`{"capabilities":{"tools":null}}`, `{"capabilities":{}}`, `{"capabilities":null}`, `{"roles":"coder"}`, `{"capabilities":[1]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var wish, again wire.RegisterAgent
		if decode(bytes.Clone(text), &wish) != nil {
			return
		}
		written, err := json.Marshal(wish)
		if err == nil {
			err = decode(written, &again)
		}
		if err != nil || !reflect.DeepEqual(again.Capabilities, wish.Capabilities) {
			t.Fatalf("%q is read as %+v, and written as %s: %v", text, wish.Capabilities, written, err)
		}
	})
}

func TestPlacesOfFaultsAreShort(t *testing.T) {
	t.Parallel()
	var goal wire.SubmitGoal
	err := decode([]byte(`{"`+strings.Repeat("é", 500)+`":1}`), &goal)
	p, ok := errors.AsType[*wire.Problem](err)
	if !ok || len(p.Err.Details.Faults) != 1 || len(p.Err.Details.Faults[0].Path) > 90 || !utf8.ValidString(p.Err.Details.Faults[0].Path) {
		t.Errorf("refused with %v", err)
	}
}
